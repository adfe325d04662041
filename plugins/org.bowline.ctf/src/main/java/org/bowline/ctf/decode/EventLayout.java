/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/** How the events of one class are read for one selection. */
final class EventLayout {
    /** Kind of what nobody asked for. */
    static final int UNWANTED = Integer.MIN_VALUE;

    /** Index of the request, or {@link #UNWANTED}. */
    final int kind;
    /** Index of the event class in the trace. */
    final int classIndex;
    /** Alignment of the first bit after the event header, minus 1. */
    final long headMask;
    /** Size after the header, or −1 if the program must find out. */
    final long fixedBits;
    final Program program;
    /** By slot. */
    final @Nullable Field[] fields;
    /** The same as {@link QuickField}s. */
    final long[] quick;

    EventLayout(int kind, int classIndex, long headMask, long fixedBits, Program program, @Nullable Field[] fields) {
        this.kind = kind;
        this.classIndex = classIndex;
        this.headMask = headMask;
        this.fixedBits = fixedBits;
        this.program = program;
        this.fields = fields;
        quick = Arrays.stream(fields).mapToLong(QuickField::of).toArray();
    }
}
