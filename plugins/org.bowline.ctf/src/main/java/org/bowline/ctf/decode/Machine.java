/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Runs {@link Program}s over the bytes of a packet. Registers hold lengths, selectors and role values; anchors hold the bit positions that
 * dynamic fields begin at. Positions count bits from the begin of {@link #bytes}, whose packets begin at multiples of every alignment.
 */
class Machine {
    /** More elements than this without any bits (and than there are bits left) are no array. */
    static final int EMPTY_ELEMENTS = 1 << 16;

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
                case Program.LOAD:
                case Program.LOAD_ROLE:
                case Program.CLOCK:
                case Program.END_CLOCK:
                    // one place that reads, because it is large when it is compiled
                    long value = Bits.read(in, c[pc], at + a[pc]);
                    if (op[pc] == Program.LOAD) {
                        registers[b[pc]] = value;
                    } else {
                        role(op[pc], b[pc], value, Bits.size(c[pc]));
                    }
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
                    variable(op[pc], b[pc], Bits.readLeb128(in, (int) (at >>> 3), Bits.signed(c[pc])), length);
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
                    if (a[pc] == 0) {
                        if (at > limit || Long.compareUnsigned(count, limit - at + EMPTY_ELEMENTS) > 0) {
                            return Faults.LENGTH;
                        }
                    } else if (count != 0) {
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

    private void role(int operation, int register, long value, int size) {
        switch (operation) {
            case Program.CLOCK -> tick(value, size);
            case Program.END_CLOCK -> set(END_CYCLES, ClockConverter.extend(cycles, value, size));
            default -> set(register, value);
        }
    }

    private void variable(int operation, int register, long value, int length) {
        if (operation == Program.VARIABLE_CLOCK) {
            tick(value, 7 * length);
        } else if (operation == Program.VARIABLE_ROLE) {
            set(register, value);
        } else if (register >= 0) {
            registers[register] = value;
        }
    }

    private void set(int role, long value) {
        roles |= 1 << role;
        registers[role] = value;
    }

    private void tick(long value, int size) {
        cycles = ClockConverter.extend(cycles, value, size);
        set(BEGIN_CYCLES, cycles);
    }
}
