/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.util.Arrays;

/** The packets of a file or of a stream, in order, as parallel arrays. */
final class PacketIndex {
    /** The packet tells when it begins. */
    static final int HAS_BEGIN = 1;
    /** The packet tells when it ends. */
    static final int HAS_END = 2;
    /** The packet counts lost events. */
    static final int HAS_DISCARDED = 4;
    /** The packet has a number. */
    static final int HAS_SEQUENCE = 8;
    /** The file ends within the packet. */
    static final int TRUNCATED = 16;
    /** What is said here comes from an index file. */
    static final int FROM_INDEX = 32;

    int count;
    /** Which file of the stream. */
    int[] file = new int[16];
    /** Number within its file. */
    int[] number = new int[16];
    int[] window = new int[16];
    long[] offsetBytes = new long[16];
    long[] sizeBytes = new long[16];
    long[] contentBits = new long[16];
    long[] beginCycles = new long[16];
    long[] endCycles = new long[16];
    long[] discarded = new long[16];
    long[] sequence = new long[16];
    /** 0, or why the packet cannot be read (one of {@link Faults}). */
    int[] fault = new int[16];
    int[] flags = new int[16];

    /** Adds a packet whose details come after. */
    int add(long offset, long size, long content, int why) {
        if (count == offsetBytes.length) {
            int length = 2 * count;
            file = Arrays.copyOf(file, length);
            number = Arrays.copyOf(number, length);
            window = Arrays.copyOf(window, length);
            offsetBytes = Arrays.copyOf(offsetBytes, length);
            sizeBytes = Arrays.copyOf(sizeBytes, length);
            contentBits = Arrays.copyOf(contentBits, length);
            beginCycles = Arrays.copyOf(beginCycles, length);
            endCycles = Arrays.copyOf(endCycles, length);
            discarded = Arrays.copyOf(discarded, length);
            sequence = Arrays.copyOf(sequence, length);
            fault = Arrays.copyOf(fault, length);
            flags = Arrays.copyOf(flags, length);
        }
        number[count] = count;
        offsetBytes[count] = offset;
        sizeBytes[count] = size;
        contentBits[count] = content;
        fault[count] = why;
        return count++;
    }

    /** Notes what a decoder has just read of a packet. */
    void note(int packet, PacketDecoder decoder) {
        int seen = flags[packet] & TRUNCATED;
        if (decoder.has(Machine.BEGIN_CYCLES)) {
            seen |= HAS_BEGIN;
            beginCycles[packet] = decoder.registers[Machine.BEGIN_CYCLES];
        }
        if (decoder.has(Machine.END_CYCLES)) {
            seen |= HAS_END;
            endCycles[packet] = decoder.registers[Machine.END_CYCLES];
        }
        if (decoder.has(Machine.DISCARDED)) {
            seen |= HAS_DISCARDED;
            discarded[packet] = decoder.registers[Machine.DISCARDED];
        }
        if (decoder.has(Machine.SEQUENCE)) {
            seen |= HAS_SEQUENCE;
            sequence[packet] = decoder.registers[Machine.SEQUENCE];
        }
        flags[packet] = seen;
    }

    /** Adds all packets of another file. */
    void append(PacketIndex other, int fileIndex) {
        for (int i = 0; i < other.count; i++) {
            int packet = add(other.offsetBytes[i], other.sizeBytes[i], other.contentBits[i], other.fault[i]);
            file[packet] = fileIndex;
            number[packet] = other.number[i];
            window[packet] = other.window[i];
            beginCycles[packet] = other.beginCycles[i];
            endCycles[packet] = other.endCycles[i];
            discarded[packet] = other.discarded[i];
            sequence[packet] = other.sequence[i];
            flags[packet] = other.flags[i];
        }
    }

    boolean has(int packet, int flag) {
        return (flags[packet] & flag) != 0;
    }

    /** Whether events of the packet can be read. */
    boolean readable(int packet) {
        return fault[packet] == 0;
    }
}
