/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.metadata.TextEncoding;

/**
 * Where a wanted field is and how to read it, found when the layout was compiled; read when it is asked for.
 *
 * @param shape what it is
 * @param anchor the anchor it lies behind, and that tells whether it is there
 * @param delta its distance from the anchor in bits
 * @param form form of the integer, of the float's bits, or of the elements
 * @param encoding of text
 * @param count number of elements or bytes if always the same, else −1
 * @param countRegister where their number is, if {@code count} is −1
 * @param stride distance of elements in bits
 * @param next where the field is instead if it is absent here: another option of a variant
 */
record Field(Shape shape, int anchor, long delta, int form, TextEncoding encoding, long count, int countRegister, long stride,
        @Nullable Field next) {
    /** What can be read from a slot. */
    enum Shape {
        /** An integer, also of variable length. */
        INTEGER,
        /** A float. */
        REAL,
        /** Bytes up to a NUL. */
        STRING,
        /** Counted bytes that are text. */
        TEXT,
        /** Counted integers. */
        ARRAY,
        /** Counted elements that cannot be read one by one. */
        OPAQUE
    }

    Field withNext(@Nullable Field other) {
        return new Field(shape, anchor, delta, form, encoding, count, countRegister, stride, other);
    }
}
