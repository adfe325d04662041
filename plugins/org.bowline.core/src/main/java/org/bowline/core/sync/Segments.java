/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.util.Arrays;

import org.bowline.core.order.Bisection;

/**
 * The segments of one side of a stream, sorted by their end, those of one end in the order in which they came. In blocks of at most {@value #LARGEST}, so that one
 * that comes out of order moves no more than a block; finding costs O(log n). A place is the number of the block and the place in it.
 */
final class Segments {
    static final byte MATCHED = 1;
    static final byte RELAYED = 2;
    /** Of segments that end at one byte, as many are kept, the latest: a sender gives up after some 15 retransmissions. */
    static final int MOST_ALIKE = 64;

    private static final int SHIFT = 8;
    private static final int LARGEST = 1 << SHIFT;
    private static final int MASK = LARGEST - 1;

    private final boolean sent;
    private final long flowHash;
    private final Waiting waiting;
    private Block[] blocks = {new Block(8)};
    private int count = 1;

    Segments(boolean sent, long flowHash, Waiting waiting) {
        this.sent = sent;
        this.flowHash = flowHash;
        this.waiting = waiting;
    }

    /** Segments in arrays. */
    private static final class Block {
        int size;
        long[] start;
        long[] end;
        long[] since;
        int[] host;
        int[] packet;
        byte[] state;
        /** How often it was looked at by a segment of the other side. */
        byte[] looks;

        Block(int capacity) {
            start = new long[capacity];
            end = new long[capacity];
            since = new long[capacity];
            host = new int[capacity];
            packet = new int[capacity];
            state = new byte[capacity];
            looks = new byte[capacity];
        }

        void grow() {
            int capacity = 2 * size;
            start = Arrays.copyOf(start, capacity);
            end = Arrays.copyOf(end, capacity);
            since = Arrays.copyOf(since, capacity);
            host = Arrays.copyOf(host, capacity);
            packet = Arrays.copyOf(packet, capacity);
            state = Arrays.copyOf(state, capacity);
            looks = Arrays.copyOf(looks, capacity);
        }

        void move(int from, Block other, int to, int length) {
            System.arraycopy(start, from, other.start, to, length);
            System.arraycopy(end, from, other.end, to, length);
            System.arraycopy(since, from, other.since, to, length);
            System.arraycopy(host, from, other.host, to, length);
            System.arraycopy(packet, from, other.packet, to, length);
            System.arraycopy(state, from, other.state, to, length);
            System.arraycopy(looks, from, other.looks, to, length);
        }
    }

    /** Whether a segment is at the place; else it is behind the last. */
    boolean isAt(int place) {
        return place >> SHIFT < count && (place & MASK) < blocks[place >> SHIFT].size;
    }

    int next(int place) {
        int block = place >> SHIFT;
        return (place & MASK) + 1 < blocks[block].size ? place + 1 : (block + 1) << SHIFT;
    }

    long start(int place) {
        return blocks[place >> SHIFT].start[place & MASK];
    }

    long end(int place) {
        return blocks[place >> SHIFT].end[place & MASK];
    }

    int host(int place) {
        return blocks[place >> SHIFT].host[place & MASK];
    }

    int packet(int place) {
        return blocks[place >> SHIFT].packet[place & MASK];
    }

    boolean is(int place, byte flag) {
        return (blocks[place >> SHIFT].state[place & MASK] & flag) != 0;
    }

    /** Counts a look at a segment. True if it was looked at so often that it can go. */
    boolean look(int place) {
        return ++blocks[place >> SHIFT].looks[place & MASK] >= MOST_ALIKE;
    }

    /** The first segment that ends at or after a byte. */
    int firstEndingAt(long byteEnd) {
        // most often it is near the end
        if (lastEnd(count - 1) < byteEnd) {
            return count << SHIFT;
        }
        int at = 0; // written out: asked several times for each packet, and a comparison of its own would be an object each time
        for (int high = count - 1; at < high;) { // the last one ends after it
            int middle = (at + high) >>> 1;
            if (lastEnd(middle) >= byteEnd) {
                high = middle;
            } else {
                at = middle + 1;
            }
        }
        Block block = blocks[at];
        return (at << SHIFT) + Bisection.firstAtLeast(block.end, 0, block.size, byteEnd);
    }

    private long lastEnd(int block) {
        int size = blocks[block].size;
        return size == 0 ? Long.MIN_VALUE : blocks[block].end[size - 1];
    }

    int insert(long from, long to, long nowNanos, int ofHost, int ofPacket, byte ofState) {
        int first = firstEndingAt(to);
        int alike = 0;
        int place = first;
        while (isAt(place) && end(place) == to) {
            alike++;
            place = next(place);
        }
        if (alike >= MOST_ALIKE) {
            drop(first);
            place = firstEndingAt(to + 1);
        }
        int at = makeRoom(place);
        Block block = blocks[at >> SHIFT];
        int i = at & MASK;
        block.start[i] = from;
        block.end[i] = to;
        block.since[i] = nowNanos;
        block.host[i] = ofHost;
        block.packet[i] = ofPacket;
        block.state[i] = ofState;
        block.looks[i] = 0;
        return at;
    }

    /** A free place before a segment, or behind all. */
    private int makeRoom(int place) {
        int number = place >> SHIFT;
        int at = place & MASK;
        if (number == count) { // behind all
            if (blocks[count - 1].size == LARGEST) {
                addBlock(count, new Block(LARGEST));
            }
            number = count - 1;
            at = blocks[number].size;
        }
        Block block = blocks[number];
        if (block.size == LARGEST) {
            Block upper = new Block(LARGEST);
            upper.size = LARGEST / 2;
            block.move(LARGEST / 2, upper, 0, LARGEST / 2);
            block.size = LARGEST / 2;
            addBlock(number + 1, upper);
            if (at > LARGEST / 2) {
                at -= LARGEST / 2;
                number++;
                block = upper;
            }
        }
        if (block.size == block.end.length) {
            block.grow();
        }
        if (at < block.size) {
            block.move(at, block, at + 1, block.size - at);
        }
        block.size++;
        return (number << SHIFT) + at;
    }

    private void addBlock(int number, Block block) {
        if (count == blocks.length) {
            blocks = Arrays.copyOf(blocks, 2 * count);
        }
        System.arraycopy(blocks, number, blocks, number + 1, count - number);
        blocks[number] = block;
        count++;
    }

    /** Drops one of too many that are alike; the next one takes its place. Returns that place. */
    int drop(int place) {
        int number = place >> SHIFT;
        int at = place & MASK;
        Block block = blocks[number];
        waiting.dropped((block.state[at] & MATCHED) != 0);
        block.move(at + 1, block, at, block.size - at - 1);
        block.size--;
        if (block.size == 0 && count > 1) {
            System.arraycopy(blocks, number + 1, blocks, number, count - number - 1);
            count--;
            return number << SHIFT;
        }
        return at < block.size ? place : (number + 1) << SHIFT;
    }

    /** Drops what has waited long enough; true if nothing is left. */
    boolean sweep(long nowNanos) {
        int keptBlocks = 0;
        for (int number = 0; number < count; number++) {
            Block block = blocks[number];
            int kept = 0;
            for (int at = 0; at < block.size; at++) {
                boolean matched = (block.state[at] & MATCHED) != 0;
                if (waiting.isOver(matched, block.since[at], nowNanos)) {
                    if (matched) {
                        waiting.matchedDropped();
                    } else {
                        waiting.expire(keyHash(block.end[at]), block.host[at], sent);
                    }
                } else {
                    if (kept != at) {
                        block.move(at, block, kept, 1);
                    }
                    kept++;
                }
            }
            block.size = kept;
            if (kept > 0) {
                blocks[keptBlocks++] = block;
            }
        }
        count = Math.max(1, keptBlocks);
        return keptBlocks == 0;
    }

    /** All have come: what still waits is unmatched for good. */
    void finish() {
        for (int number = 0; number < count; number++) {
            Block block = blocks[number];
            for (int at = 0; at < block.size; at++) {
                if ((block.state[at] & MATCHED) == 0) {
                    waiting.expire(keyHash(block.end[at]), block.host[at], sent);
                }
            }
        }
    }

    private long keyHash(long end) {
        return ((flowHash ^ end) * 0x9e3779b97f4a7c15L) >>> 8;
    }

    void meet(int place, long nowNanos) {
        Block block = blocks[place >> SHIFT];
        int at = place & MASK;
        if ((block.state[at] & MATCHED) == 0) {
            block.state[at] |= MATCHED;
            block.since[at] = nowNanos;
            waiting.matched();
        }
    }
}
