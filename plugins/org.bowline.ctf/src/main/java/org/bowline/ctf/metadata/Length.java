/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata;

/** How many elements (bytes, for text and blobs): known from the metadata or read from an earlier field. */
public sealed interface Length {
    /** Always the same, 0 or more. */
    record Fixed(long count) implements Length {}

    /** The value of an earlier unsigned integer field. */
    record Field(FieldLocation location) implements Length {}
}
