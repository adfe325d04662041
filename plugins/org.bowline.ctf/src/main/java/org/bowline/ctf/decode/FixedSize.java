/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import org.bowline.ctf.metadata.ArrayClass;
import org.bowline.ctf.metadata.BlobClass;
import org.bowline.ctf.metadata.FieldClass;
import org.bowline.ctf.metadata.FloatClass;
import org.bowline.ctf.metadata.IntegerClass;
import org.bowline.ctf.metadata.Length;
import org.bowline.ctf.metadata.StructClass;
import org.bowline.ctf.metadata.TextClass;

/** The size of fields that always have the same. */
final class FixedSize {
    private static final long LIMIT = 1L << 40;

    private FixedSize() {}

    /** Size in bits from a position that is aligned for the field, padding within it included; −1 if it depends on data. */
    static long of(FieldClass type) {
        return after(type, 0);
    }

    private static long after(FieldClass type, long start) {
        long at = LayoutCompiler.roundUp(start, type.alignment());
        if (type instanceof IntegerClass integer) {
            return at + integer.size();
        } else if (type instanceof FloatClass real) {
            return at + real.size();
        } else if (type instanceof StructClass struct) {
            for (StructClass.Member member : struct.members()) {
                at = after(member.type(), at);
                if (at < 0) {
                    return -1;
                }
            }
            return at;
        } else if (type instanceof ArrayClass array) {
            long element = of(array.element());
            if (element < 0 || !(array.length() instanceof Length.Fixed fixed)) {
                return -1;
            }
            long stride = LayoutCompiler.roundUp(element, array.element().alignment());
            return fixed.count() == 0 ? at : end(at - (stride - element), fixed.count(), stride);
        } else if (type instanceof TextClass text && text.length() instanceof Length.Fixed fixed) {
            return end(at, fixed.count(), 8);
        } else if (type instanceof BlobClass blob && blob.length() instanceof Length.Fixed fixed) {
            return end(at, fixed.count(), 8);
        }
        return -1;
    }

    private static long end(long at, long count, long stride) {
        return count < 0 || (stride != 0 && count > LIMIT / stride) ? -1 : at + count * stride;
    }
}
