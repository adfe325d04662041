/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Runs {@link Program}s over the bytes of a packet. Registers hold lengths, selectors and role values; anchors hold the bit positions that
 * dynamic fields begin at. Positions count bits from the begin of {@link #bytes}, whose packets begin at multiples of every alignment.
 */
class Machine {
    /** Registers of the roles, and their bits in {@link #roles}. */
    static final int MAGIC = 0;
    static final int STREAM_CLASS_ID = 1;
    static final int STREAM_ID = 2;
    static final int TOTAL = 3;
    static final int CONTENT = 4;
    static final int END_CYCLES = 5;
    static final int SEQUENCE = 6;
    static final int DISCARDED = 7;
    static final int CPU = 8;
    static final int EVENT_ID = 9;
    static final int BEGIN_CYCLES = 10;
    static final int UUID_POSITION = 11;
    /** First register that programs may use otherwise. */
    static final int ROLE_COUNT = 12;

    /** An anchor whose field is not there. */
    static final long ABSENT = -1;
    /** Iterations without any bits that a packet may have, over all its loops. */
    private static final long SPARE_ITERATIONS = 1 << 16;

    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0).asReadOnlyBuffer();

    ByteBuffer bytes = NOTHING;
    long[] registers = new long[ROLE_COUNT];
    long[] anchors = new long[1];
    /** Bit set of the roles that were seen since it was last cleared. */
    int roles;
    /** The clock's present value. */
    long cycles;
    private long iterations;

    /** Grows registers and anchors; what they hold stays. */
    final void makeRoom(int registerCount, int anchorCount) {
        if (registers.length < registerCount) {
            registers = Arrays.copyOf(registers, registerCount);
        }
        if (anchors.length < anchorCount) {
            anchors = Arrays.copyOf(anchors, anchorCount);
        }
    }

    final boolean has(int role) {
        return (roles & (1 << role)) != 0;
    }

    /** A new packet: its loops together may turn this often. */
    final void allowIterations(long contentBits) {
        iterations = contentBits + SPARE_ITERATIONS;
    }

    /**
     * Runs a program.
     *
     * @param start position in bits
     * @param limit end of the content in bits
     * @return the position after the fields, or one of {@link Faults}
     * @throws IndexOutOfBoundsException at the end of the bytes
     */
    final long run(Program program, long start, long limit) {
        int[] op = program.op;
        long[] a = program.a;
        int[] b = program.b;
        int[] c = program.c;
        long[] registers = this.registers;
        ByteBuffer in = bytes;
        long at = start;
        int pc = 0;
        while (true) {
            switch (op[pc]) {
                case Program.END:
                    return at <= limit ? at : Faults.BEYOND_CONTENT;
                case Program.SKIP:
                    at += a[pc];
                    break;
                case Program.ALIGN:
                    at = (at + a[pc]) & ~a[pc];
                    break;
                case Program.ANCHOR:
                    anchors[b[pc]] = at + a[pc];
                    break;
                case Program.LOAD_ROLE:
                    roles |= 1 << b[pc];
                    registers[b[pc]] = Bits.read(in, c[pc], at + a[pc]);
                    break;
                case Program.LOAD:
                    registers[b[pc]] = Bits.read(in, c[pc], at + a[pc]);
                    break;
                case Program.CLOCK:
                    tick(Bits.read(in, c[pc], at + a[pc]), Bits.size(c[pc]));
                    break;
                case Program.END_CLOCK:
                    roles |= 1 << END_CYCLES;
                    registers[END_CYCLES] = ClockConverter.extend(cycles, Bits.read(in, c[pc], at + a[pc]), Bits.size(c[pc]));
                    break;
                case Program.UUID:
                    roles |= 1 << UUID_POSITION;
                    registers[UUID_POSITION] = at + a[pc];
                    break;
                case Program.VARIABLE:
                case Program.VARIABLE_ROLE:
                case Program.VARIABLE_CLOCK:
                    if (at >= limit) {
                        return Faults.BEYOND_CONTENT;
                    }
                    int length = Bits.leb128Length(in, (int) (at >>> 3), (int) (limit >>> 3));
                    if (length < 0) {
                        return Faults.LEB128;
                    }
                    if (op[pc] == Program.VARIABLE_CLOCK) {
                        tick(Bits.read(in, c[pc], at), 7 * length);
                    } else if (b[pc] >= 0) {
                        registers[b[pc]] = Bits.read(in, c[pc], at);
                        if (op[pc] == Program.VARIABLE_ROLE) {
                            roles |= 1 << b[pc];
                        }
                    }
                    at += 8L * length;
                    break;
                case Program.STRING:
                    if (at >= limit) {
                        return Faults.NO_NUL;
                    }
                    int nul = Bits.indexOfNul(in, (int) (at >>> 3), (int) (limit >>> 3), c[pc]);
                    if (nul < 0) {
                        return Faults.NO_NUL;
                    }
                    at = 8L * (nul + c[pc]);
                    break;
                case Program.ELEMENTS:
                    long count = registers[b[pc]];
                    if (count != 0 && a[pc] != 0) {
                        if (at > limit || Long.compareUnsigned(count, (limit - at) / a[pc] + 1) > 0) {
                            return Faults.LENGTH;
                        }
                        at += count * a[pc] - c[pc];
                    }
                    break;
                case Program.LOOP:
                    if (registers[b[pc]] == 0) {
                        pc = c[pc];
                        continue;
                    }
                    registers[b[pc]]--;
                    if (at > limit || --iterations < 0) {
                        return at > limit ? Faults.LENGTH : Faults.LOOP;
                    }
                    break;
                case Program.COPY:
                    registers[b[pc]] = registers[c[pc]];
                    break;
                case Program.SET:
                    registers[b[pc]] = a[pc];
                    break;
                case Program.SELECT:
                    pc = program.tables[c[pc]].target(registers[b[pc]]);
                    continue;
                case Program.JUMP:
                    pc = c[pc];
                    continue;
                case Program.CLEAR:
                    for (int i = b[pc]; i < c[pc]; i++) {
                        anchors[i] = ABSENT;
                    }
                    break;
                default:
                    return a[pc];
            }
            pc++;
        }
    }

    private void tick(long value, int size) {
        cycles = ClockConverter.extend(cycles, value, size);
        roles |= 1 << BEGIN_CYCLES;
        registers[BEGIN_CYCLES] = cycles;
    }
}
