/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.nio.ByteOrder;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.metadata.FieldClass;
import org.bowline.ctf.metadata.IntegerClass;
import org.bowline.ctf.metadata.RangeSet;
import org.bowline.ctf.metadata.Role;
import org.bowline.ctf.metadata.StructClass;
import org.bowline.ctf.metadata.VariantClass;

/** Event headers that are read without a program: LTTng's two, packed and little endian, known by their structure. */
enum HeaderForm {
    /** No event header. */
    NONE,
    /** 5 bits of id, 27 of time; id 31: then 32 bits of id, 64 of time. */
    COMPACT,
    /** 16 bits of id, 32 of time; id 65535: then 32 bits of id, 64 of time. */
    LARGE,
    /** Anything else. */
    PROGRAM;

    private static final int COMPACT_ESCAPE = 31;
    private static final int LARGE_ESCAPE = 65535;

    static HeaderForm of(@Nullable StructClass header) {
        if (header == null) {
            return NONE;
        }
        if (header.alignment() != 8 || header.members().size() != 2
                || !(header.members().get(0).type() instanceof IntegerClass id)
                || !(header.members().get(1).type() instanceof VariantClass variant) || variant.options().size() != 2) {
            return PROGRAM;
        }
        if (matches(id, 5, Role.EVENT_CLASS_ID) && isLttng(variant, 27, COMPACT_ESCAPE)) {
            return COMPACT;
        }
        return matches(id, 16, Role.EVENT_CLASS_ID) && isLttng(variant, 32, LARGE_ESCAPE) ? LARGE : PROGRAM;
    }

    private static boolean isLttng(VariantClass variant, int timeBits, long escape) {
        VariantClass.Option usual = variant.options().get(0);
        VariantClass.Option extended = variant.options().get(1);
        return is(usual.ranges(), 0, escape - 1) && is(extended.ranges(), escape, escape)
                && usual.type() instanceof StructClass first && first.members().size() == 1 && first.alignment() <= 8
                && matches(first.members().get(0).type(), timeBits, Role.CLOCK_TIMESTAMP)
                && extended.type() instanceof StructClass second && second.members().size() == 2 && second.alignment() == 8
                && matches(second.members().get(0).type(), 32, Role.EVENT_CLASS_ID)
                && matches(second.members().get(1).type(), 64, Role.CLOCK_TIMESTAMP);
    }

    private static boolean is(RangeSet set, long low, long high) {
        // not by the record's own equals, which is linked at run time and takes longer than reading a small trace
        return set.ranges().size() == 1 && set.ranges().get(0).low() == low && set.ranges().get(0).high() == high;
    }

    private static boolean matches(FieldClass type, int size, Role role) {
        return type instanceof IntegerClass integer && integer.size() == size && integer.alignment() <= 8 && !integer.signed()
                && integer.byteOrder() == ByteOrder.LITTLE_ENDIAN && !integer.reversedBits()
                && integer.roles().equals(Set.of(role));
    }
}
