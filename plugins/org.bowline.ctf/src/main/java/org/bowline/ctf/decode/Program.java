/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

/**
 * What to do to walk over the fields of one or several scopes: operations over the bit position. Fixed-size runs are one {@link #SKIP};
 * an operation that reads carries its distance from the position, so that reading does not move it.
 */
final class Program {
    /** End of the program. */
    static final int END = 0;
    /** position += a. */
    static final int SKIP = 1;
    /** position up to the next multiple of a + 1 (a is a mask). */
    static final int ALIGN = 2;
    /** anchor b = position + a. */
    static final int ANCHOR = 3;
    /** register b = integer of form c at position + a. */
    static final int LOAD = 4;
    /** The same, and tells that the role b was seen. */
    static final int LOAD_ROLE = 5;
    /** Clock value of form c at position + a extends the clock. */
    static final int CLOCK = 6;
    /** LEB128 integer of form c to register b (none if negative), position after it. */
    static final int VARIABLE = 7;
    /** The same for role b. */
    static final int VARIABLE_ROLE = 8;
    /** LEB128 clock value. */
    static final int VARIABLE_CLOCK = 9;
    /** Position after the NUL of a string with units of c bytes. */
    static final int STRING = 10;
    /** register b times elements of a bits, the last one c bits shorter (its padding); position after it. */
    static final int ELEMENTS = 11;
    /** If register b is 0 jump to c, else count it down and go on. */
    static final int LOOP = 12;
    /** register b = register c. */
    static final int COPY = 13;
    /** register b = a. */
    static final int SET = 14;
    /** Jump to where table c sends the value of register b. */
    static final int SELECT = 15;
    /** Jump to c. */
    static final int JUMP = 16;
    /** anchors b to c − 1 = absent. */
    static final int CLEAR = 17;
    /** The packet is broken, for the reason a. */
    static final int FAIL = 18;
    /** UUID at position + a. */
    static final int UUID = 19;
    /** Clock value of the packet's end, of form c at position + a. */
    static final int END_CLOCK = 20;

    /** What, by operation. */
    final int[] op;
    /** A distance in bits, a value. */
    final long[] a;
    /** A register or anchor. */
    final int[] b;
    /** A form of {@link Bits}, a jump target, an index into the tables. */
    final int[] c;
    final SelectTable[] tables;

    Program(int[] op, long[] a, int[] b, int[] c, SelectTable[] tables) {
        this.op = op;
        this.a = a;
        this.b = b;
        this.c = c;
        this.tables = tables;
    }
}
