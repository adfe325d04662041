/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata;

/** The shape of a field. Trees of field classes are finite and at most as deep as the parser's limit. */
public sealed interface FieldClass permits IntegerClass, VariableIntegerClass, FloatClass, StringClass, TextClass, BlobClass, StructClass,
        ArrayClass, VariantClass, OptionalClass {
    /** Alignment of the first bit, in bits, a power of two. */
    int alignment();
}
