/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import org.jspecify.annotations.Nullable;

/**
 * How the events of one class are read for one selection.
 *
 * @param kind index of the request, or {@link #UNWANTED}
 * @param classIndex index of the event class in the trace
 * @param headMask alignment of the first bit after the event header, minus 1
 * @param fixedBits size after the header, or −1 if the program must find out
 * @param fields by slot
 */
record EventLayout(int kind, int classIndex, long headMask, long fixedBits, Program program, @Nullable Field[] fields) {
    static final int UNWANTED = Integer.MIN_VALUE;
}
