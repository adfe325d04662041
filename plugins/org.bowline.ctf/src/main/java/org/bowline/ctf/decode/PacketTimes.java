/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

/**
 * Which packets of a stream may be believed when they say from when to when they go. One flipped bit there would move the packet's events
 * by years, so a packet that is contradicted is broken: it is left out, and the time it may have covered counts as lost.
 *
 * <p>Who is believed:
 * <ol>
 * <li><em>Its own end.</em> A packet does not end before it begins; nothing tells which of the two is wrong. An end of 0 does not count: a tracer
 * that crashed never wrote it.</li>
 * <li><em>Its neighbours.</em> Along a stream neither begins nor ends go back (by more than {@link #ORDER_SLACK_NANOS}). Where they do, the
 * packet is broken without which its neighbours are in order. If that is true of both, the one that overlaps more of the others is broken,
 * and of two alike the longer one, as it claims time that others claim. If it is true of neither, the clock was set back: all are believed.
 * Packets may overlap otherwise, as LTTng 2.1 wrote them, or touch, or leave gaps. The first and the last packet have one neighbour, the
 * packet of a stream of one packet has none: there only the end and the index can contradict.</li>
 * <li><em>Its entry in the index file.</em> An index whose own entries break these rules is ignored as a whole. Else, where entry and packet
 * differ, the packet is broken, for its neighbours agree with the index; unless they agree with the packet, too, and the packet's first event
 * bears a full time (LTTng's first of a stream does) that the packet's begin is nearer to: then that entry is wrong. If nothing decides
 * between the two the packet is broken, since a wrong time does more harm than a loss that is told.</li>
 * <li><em>Its events</em> may be after its end as far as the begin of the next packet, for tracers sample the end too early or too late;
 * behind the last packet's end, or before a begin, by no more than {@link #EVENT_SLACK_NANOS}. From an event beyond that on the packet is
 * broken.</li>
 * </ol>
 * Packets that lack a begin, an end or a clock are believed. Snapshots, whose packets have gaps between them and may be old, follow the same
 * rules. What nothing contradicts is believed: without an index that is the begin of a stream's first packet, if it is too early, and the end
 * of its last, if it is too late. Time: O(packets).
 */
final class PacketTimes {
    /** Clocks of several processors, and of those who write the packet and its events, may differ by this. */
    private static final long ORDER_SLACK_NANOS = 1_000_000;
    /** Less than the time in which LTTng's clock of 27 bits wraps, which is what a wrong begin moves events by. */
    private static final long EVENT_SLACK_NANOS = 100_000_000;
    private static final int TIMED = PacketIndex.HAS_BEGIN | PacketIndex.HAS_END;
    private static final int NONE = -1;

    private final PacketIndex packets;
    private final ClockConverter clock;
    private final long slack;

    PacketTimes(PacketIndex packets, ClockConverter clock) {
        this.packets = packets;
        this.clock = clock;
        slack = clock.cycles(ORDER_SLACK_NANOS);
    }

    /** Whether a packet was left out for its times: those it has are not its own. */
    static boolean isRefused(int fault) {
        return fault == Faults.END_BEFORE_BEGIN || fault == Faults.NEIGHBOURS || fault == Faults.INDEX_TIMES;
    }

    /**
     * Marks the packets that contradict themselves or their neighbours as broken.
     *
     * @return the first of them, or −1
     */
    int check() {
        int first = NONE;
        for (int i = 0; i < packets.count; i++) {
            if (packets.has(i, PacketIndex.HAS_END) && packets.endCycles[i] == 0 && packets.has(i, PacketIndex.HAS_BEGIN)) {
                packets.flags[i] &= ~PacketIndex.HAS_END;
            }
            if (isTimed(i) && isAfter(packets.beginCycles[i], packets.endCycles[i], 0)) {
                packets.fault[i] = (int) Faults.END_BEFORE_BEGIN;
                first = first == NONE ? i : first;
            }
        }
        int before = NONE;
        int last = NONE;
        for (int i = next(NONE); i != NONE; i = next(i)) {
            int broken = last == NONE || inOrder(last, i) ? NONE : outvoted(before, last, i, next(i));
            if (broken != NONE) {
                packets.fault[broken] = (int) Faults.NEIGHBOURS;
                first = first == NONE ? broken : Math.min(first, broken);
            }
            if (broken != i) {
                before = broken == last ? before : last;
                last = i;
            }
        }
        return first;
    }

    private boolean isTimed(int packet) {
        return clock.hasClock() && packets.readable(packet) && (packets.flags[packet] & TIMED) == TIMED;
    }

    private int next(int packet) {
        for (int i = packet + 1; i < packets.count; i++) {
            if (isTimed(i)) {
                return i;
            }
        }
        return NONE;
    }

    private int previous(int packet) {
        for (int i = packet - 1; i >= 0; i--) {
            if (isTimed(i)) {
                return i;
            }
        }
        return NONE;
    }

    /** Which of two packets that are not in order is broken, by their neighbours; −1 if the clock was set back. */
    private int outvoted(int before, int one, int other, int after) {
        boolean withoutOne = (before == NONE || inOrder(before, other)) && (after == NONE || inOrder(other, after));
        boolean withoutOther = after == NONE || inOrder(one, after);
        if (withoutOne != withoutOther) {
            return withoutOne ? one : other;
        }
        if (!withoutOne) {
            return NONE;
        }
        int overlapsOfOne = (overlap(before, one) ? 1 : 0) + (overlap(one, after) ? 1 : 0);
        int overlapsOfOther = (overlap(before, other) ? 1 : 0) + (overlap(other, after) ? 1 : 0);
        if (overlapsOfOne != overlapsOfOther) {
            return overlapsOfOne > overlapsOfOther ? one : other;
        }
        return Long.compareUnsigned(length(one), length(other)) > 0 ? one : other;
    }

    private long length(int packet) {
        return packets.endCycles[packet] - packets.beginCycles[packet];
    }

    private boolean inOrder(int one, int other) {
        return !isAfter(packets.beginCycles[one], packets.beginCycles[other], slack)
                && !isAfter(packets.endCycles[one], packets.endCycles[other], slack);
    }

    private boolean overlap(int one, int other) {
        return one != NONE && other != NONE && isAfter(packets.endCycles[one], packets.beginCycles[other], slack);
    }

    /** Whether a clock value is after another by more than some cycles. */
    private static boolean isAfter(long one, long other, long slack) {
        return Long.compareUnsigned(one, other) > 0 && Long.compareUnsigned(one - other, slack) > 0;
    }

    /**
     * A packet's begin as far as it counts for the range of the trace: not before that of the packet before it, where it is by so little that the two may be in order. A wrong bit can do as much, and a range is not
     * made longer by a time that a neighbour does not bear out.
     */
    long believedBegin(int packet) {
        long begin = packets.beginCycles[packet];
        int before = isTimed(packet) ? previous(packet) : NONE;
        return before != NONE && isAfter(packets.beginCycles[before], begin, 0) && !isAfter(packets.beginCycles[before], begin, slack)
                ? packets.beginCycles[before] : begin;
    }

    /** The same of its end: not behind that of the next packet. */
    long believedEnd(int packet) {
        long end = packets.endCycles[packet];
        int after = isTimed(packet) ? next(packet) : NONE;
        return after != NONE && isAfter(end, packets.endCycles[after], 0) && !isAfter(end, packets.endCycles[after], slack)
                ? packets.endCycles[after] : end;
    }

    /** Whether a packet that a decoder has just read says the same times as its entry in the index. */
    static boolean agrees(PacketIndex packets, int packet, PacketDecoder decoder) {
        return (!decoder.has(Machine.BEGIN_CYCLES) || decoder.registers[Machine.BEGIN_CYCLES] == packets.beginCycles[packet])
                && (!decoder.has(Machine.END_CYCLES) || decoder.registers[Machine.END_CYCLES] == packets.endCycles[packet]);
    }

    /**
     * Whether a packet that a decoder has just read is right where the index says something else.
     *
     * @param header of the stream's events
     */
    boolean isRightAgainstIndex(int packet, PacketDecoder decoder, Program header) {
        long begin = decoder.registers[Machine.BEGIN_CYCLES];
        long end = decoder.has(Machine.END_CYCLES) ? decoder.registers[Machine.END_CYCLES] : packets.endCycles[packet];
        int before = previous(packet);
        int after = next(packet);
        if (!decoder.has(Machine.BEGIN_CYCLES) || end != packets.endCycles[packet] || isAfter(begin, end, 0)
                || before != NONE && isAfter(packets.beginCycles[before], begin, slack)
                || after != NONE && isAfter(begin, packets.beginCycles[after], slack)) {
            return false;
        }
        long indexed = packets.beginCycles[packet];
        long first = firstTime(decoder, header, begin);
        if (first == NONE || first != firstTime(decoder, header, indexed) || isAfter(begin, first, 0)) {
            return false;
        }
        return isAfter(begin, indexed, 0) || isAfter(indexed, first, 0);
    }

    /** Time of a packet's first event if the clock stood at a value before; −1 if there is none. */
    private static long firstTime(PacketDecoder decoder, Program header, long before) {
        long cycles = decoder.cycles;
        try {
            decoder.cycles = before;
            long limit = Math.min(decoder.base + decoder.contentBits, 8L * decoder.bytes.limit());
            return decoder.headerEnd < limit && decoder.run(header, decoder.headerEnd, limit) >= 0 ? decoder.cycles : NONE;
        } catch (IndexOutOfBoundsException e) {
            return NONE;
        } finally {
            decoder.cycles = cycles;
        }
    }

    /**
     * Gives the packets that were refused the time between their neighbours: all that may be lost with them.
     *
     * @param begin of all packets of the trace that are believed, for those without one before them
     * @param end of all of them
     */
    void boundRefused(long begin, long end) {
        long from = begin;
        for (int i = 0; i < packets.count; i++) {
            if (isRefused(packets.fault[i])) {
                int after = next(i);
                packets.beginCycles[i] = from;
                packets.endCycles[i] = after == NONE ? end : packets.beginCycles[after];
                packets.flags[i] |= TIMED;
                if (isAfter(from, packets.endCycles[i], 0)) {
                    packets.endCycles[i] = from;
                }
            } else if (isTimed(i)) {
                from = packets.endCycles[i];
            }
        }
    }

    /** Takes away the times of packets that were refused, where no other packet of the trace tells better ones. */
    void forgetRefused() {
        for (int i = 0; i < packets.count; i++) {
            if (isRefused(packets.fault[i])) {
                packets.flags[i] &= ~TIMED;
            }
        }
    }

    /** No event of a packet is before this, ns since the epoch; {@link Long#MIN_VALUE} if that is not known. */
    long earliestNanos(int packet) {
        long begin = packets.has(packet, PacketIndex.HAS_BEGIN) && clock.hasClock()
                ? clock.nanosOr(packets.beginCycles[packet], Long.MIN_VALUE) : Long.MIN_VALUE;
        return begin < Long.MIN_VALUE + EVENT_SLACK_NANOS ? Long.MIN_VALUE : begin - EVENT_SLACK_NANOS;
    }

    /** No event of a packet is after this, ns since the epoch; {@link Long#MAX_VALUE} if that is not known. */
    long latestNanos(int packet) {
        if (!isTimed(packet)) {
            return Long.MAX_VALUE;
        }
        long latest = packets.endCycles[packet];
        boolean isFollowed = packet + 1 < packets.count && isTimed(packet + 1);
        if (isFollowed && isAfter(packets.beginCycles[packet + 1], latest, 0)) {
            latest = packets.beginCycles[packet + 1];
        }
        long more = isFollowed ? ORDER_SLACK_NANOS : EVENT_SLACK_NANOS;
        long nanos = clock.nanosOr(latest, Long.MAX_VALUE);
        return nanos > Long.MAX_VALUE - more ? Long.MAX_VALUE : nanos + more;
    }
}
