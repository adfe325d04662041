/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.io.Serializable;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

import org.bowline.core.column.ByteColumn;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;

/**
 * The directions of connections that the packets of one host are of: protocol, addresses and ports, each with a number. A direction has one number or, if many others came between its packets, a few: what they are is compared, not
 * the numbers. {@value #BYTES_PER_FLOW} bytes a direction; while packets come, up to 512 KiB more.
 *
 * <p>Written by one thread; once written, read by any number of them.
 */
final class Flows implements Serializable {
    /** Memory of a direction, without the slack of growing columns. */
    static final int BYTES_PER_FLOW = 4 * Long.BYTES + Long.BYTES + Integer.BYTES + 2;

    private static final int FREE = -1;
    // of opened
    private static final int OPENED = 1;
    private static final int SENT = 2;
    private static final int RECEIVED = 4;
    private static final int FIRST = 1 << 6;
    /** So many are looked for; then all are forgotten, and those that still have packets are noted once more. */
    private static final int MOST_INDEXED = 1 << 16;

    private final LongColumn sourceHigh = new LongColumn();
    private final LongColumn sourceLow = new LongColumn();
    private final LongColumn destinationHigh = new LongColumn();
    private final LongColumn destinationLow = new LongColumn();
    private final LongColumn hash = new LongColumn();
    private final IntColumn ports = new IntColumn();
    private final ByteColumn kind = new ByteColumn();
    /** {@link #OPENED} if a packet asked for the connection; and {@link #SENT} or {@link #RECEIVED} if it was, as long as nothing else was (through the loopback interface both are). */
    private final ByteColumn opened = new ByteColumn();
    /** Numbers by hash, with open addressing. Null where nothing was added yet. */
    private transient int @Nullable [] index;
    private transient int indexed;

    /** The number of a direction, which is added if it is new. O(1). */
    int number(int ofKind, int portPair, long fromHigh, long fromLow, long toHigh, long toLow) {
        long key = hash(ofKind, portPair, fromHigh, fromLow, toHigh, toLow);
        int[] slots = index;
        if (slots == null) {
            slots = new int[FIRST];
            Arrays.fill(slots, FREE);
            index = slots;
        }
        int at = slot(key, slots);
        for (int flow = slots[at]; flow != FREE; flow = slots[at]) {
            if (hash.get(flow) == key && is(flow, ofKind, portPair, fromHigh, fromLow, toHigh, toLow)) {
                return flow;
            }
            at = (at + 1) & (slots.length - 1);
        }
        int flow = hash.size();
        hash.add(key);
        kind.add((byte) ofKind);
        ports.add(portPair);
        sourceHigh.add(fromHigh);
        sourceLow.add(fromLow);
        destinationHigh.add(toHigh);
        destinationLow.add(toLow);
        opened.add((byte) 0);
        if (indexed == MOST_INDEXED) {
            Arrays.fill(slots, FREE);
            indexed = 0;
            at = slot(key, slots);
        }
        slots[at] = flow;
        if (2 * ++indexed > slots.length) {
            index = larger(slots);
        }
        return flow;
    }

    private int[] larger(int[] slots) {
        int[] twice = new int[2 * slots.length];
        Arrays.fill(twice, FREE);
        for (int flow : slots) {
            if (flow != FREE) {
                int at = slot(hash.get(flow), twice);
                while (twice[at] != FREE) {
                    at = (at + 1) & (twice.length - 1);
                }
                twice[at] = flow;
            }
        }
        return twice;
    }

    private static int slot(long key, int[] slots) {
        return (int) (key >>> 20) & (slots.length - 1);
    }

    private boolean is(int flow, int ofKind, int portPair, long fromHigh, long fromLow, long toHigh, long toLow) {
        return kind.get(flow) == ofKind && ports.get(flow) == portPair && sourceLow.get(flow) == fromLow
                && destinationLow.get(flow) == toLow && sourceHigh.get(flow) == fromHigh && destinationHigh.get(flow) == toHigh;
    }

    /** Whether directions of two hosts, or of one, are the same. */
    static boolean same(Flows a, int i, Flows b, int j) {
        return a == b && i == j || a.hash.get(i) == b.hash.get(j) && b.is(j, a.kind.get(i), a.ports.get(i), a.sourceHigh.get(i),
                a.sourceLow.get(i), a.destinationHigh.get(i), a.destinationLow.get(i));
    }

    /** How many there are; one that many others came between counts more than once. */
    int size() {
        return hash.size();
    }

    int kind(int flow) {
        return kind.get(flow);
    }

    /** The source's port in the upper 16 bits, the destination's in the lower ones. */
    int ports(int flow) {
        return ports.get(flow);
    }

    long high(int flow, boolean source) {
        return (source ? sourceHigh : destinationHigh).get(flow);
    }

    long low(int flow, boolean source) {
        return (source ? sourceLow : destinationLow).get(flow);
    }

    /** Notes that a packet asked for the connection. */
    void open(int flow, boolean sent) {
        opened.set(flow, (byte) (opened.get(flow) | OPENED | (sent ? SENT : RECEIVED)));
    }

    /** Notes another packet of a direction. Whether it is the first after the one that asked for the connection: it completes the opening. */
    boolean completes(int flow, boolean sent) {
        int mark = sent ? SENT : RECEIVED;
        boolean asked = (opened.get(flow) & mark) != 0;
        if (asked) {
            opened.set(flow, (byte) (opened.get(flow) & ~mark));
        }
        return asked;
    }

    boolean isOpened(int flow) {
        return opened.get(flow) != 0;
    }

    /** On all hosts the same. */
    long hash(int flow) {
        return hash.get(flow);
    }

    /** The {@link #hash} of what comes the other way. */
    long oppositeHash(int flow) {
        return hash(kind.get(flow), Integer.rotateLeft(ports.get(flow), 16), destinationHigh.get(flow), destinationLow.get(flow),
                sourceHigh.get(flow), sourceLow.get(flow));
    }

    private static long hash(int ofKind, int portPair, long fromHigh, long fromLow, long toHigh, long toLow) {
        long h = mix(ofKind * 0x9e3779b97f4a7c15L + portPair);
        h = mix(h ^ fromHigh);
        h = mix(h + fromLow);
        h = mix(h ^ toHigh);
        return mix(h + toLow);
    }

    static long mix(long value) {
        long h = (value ^ (value >>> 32)) * 0xd6e8feb86659fd93L;
        return h ^ (h >>> 29);
    }
}
