/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata;

/** CTF 2's static- and dynamic-length string: as many bytes as {@link #length} says, text up to the first NUL unit; byte aligned. */
public record TextClass(Length length, TextEncoding encoding) implements FieldClass {
    @Override
    public int alignment() {
        return 8;
    }
}
