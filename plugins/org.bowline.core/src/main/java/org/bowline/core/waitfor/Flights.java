/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;

import org.bowline.core.figures.Duration;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.IntPair;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.Timeline;

/**
 * What came to waits of a range over the network between hosts: who sent it, and by how much the time that it was on its way may be off, as its sending and its arrival are of two clocks. O(1) a wait; memory for each edge to the
 * network, each sender, and a bit for each packet.
 */
final class Flights {
    /** No clock is off by more than 36 years and known to be; with it added, all times are still a long. */
    private static final long FARTHEST = 1L << 60;

    private final Timeline timeline;
    private final long from;
    private final long to;
    private final ClockErrors clocks;
    /** By source and target. */
    private final Long2LongOpenHashMap errors = new Long2LongOpenHashMap();
    /** For each of the ways, by sender. */
    private final List<Int2IntOpenHashMap> packets = new ArrayList<>();
    private final BitSet seen = new BitSet();
    private final BitSet unbounded = new BitSet();
    private long waits;
    private long belowZero;
    private long mostBelowZero;
    private long withoutSender;
    private long withoutSenderNanos;

    Flights(Timeline timeline, long from, long to, ClockErrors clocks) {
        this.timeline = timeline;
        this.from = from;
        this.to = to;
        this.clocks = clocks;
        for (int way = 0; way < timeline.wayCount(); way++) {
            packets.add(new Int2IntOpenHashMap());
        }
    }

    /**
     * Takes a wait for a packet that overlaps the range, once.
     *
     * @param withNics whether parts of it are for network interfaces
     * @return the network over which came what ended it; NONE if it came over none, or that is not known
     */
    int add(int thread, int segment, boolean withNics) {
        long begin = Math.max(timeline.start(segment), from);
        long end = Math.min(timeline.end(thread, segment), to);
        int sender = timeline.senderFromElsewhere(thread, segment);
        if (sender == Timeline.NONE) {
            boolean known = timeline.link(segment) != Timeline.NONE && timeline.packetSender(timeline.link(segment)) != Timeline.NONE;
            if (!known && begin < end) {
                withoutSender++;
                withoutSenderNanos += end - begin;
            }
            return Timeline.NONE;
        }
        int way = timeline.way(timeline.host(sender), timeline.host(thread));
        if (way == Timeline.NONE || begin >= end) {
            return Timeline.NONE;
        }
        int packet = timeline.link(segment);
        waits++;
        if (!seen.get(packet) && !timeline.isIdle(sender)) {
            seen.set(packet);
            packets.get(way - first()).addTo(sender, 1);
        }
        long queued = timeline.packetSent(packet);
        long arrived = timeline.end(thread, segment);
        if (queued > arrived) {
            belowZero++;
            mostBelowZero = Math.max(mostBelowZero, queued - arrived);
        }
        long error = errorNanos(timeline.host(sender), queued, timeline.host(thread), arrived);
        if (error == Long.MAX_VALUE) {
            unbounded.set(way - first());
        }
        long off = off(queued, begin, end, error, withNics);
        addError(thread, way, off);
        addError(thread, sender, off); // what does not count for the one counts for the other
        return way;
    }

    private void addError(int source, int target, long nanos) {
        long edge = IntPair.of(source, target);
        errors.put(edge, TrimmedGraph.saturated(errors.get(edge), nanos));
    }

    private int first() {
        return timeline.vertexCount() - timeline.wayCount();
    }

    private long errorNanos(int oneHost, long oneNanos, int otherHost, long otherNanos) {
        long one = clocks.errorNanos(oneHost, oneNanos);
        long other = clocks.errorNanos(otherHost, otherNanos);
        return one > FARTHEST || other > FARTHEST ? Long.MAX_VALUE : one + other;
    }

    /**
     * By how much the time on the way may be longer or shorter, within [begin, end), if what was sent was sent so much earlier or later. An interface that sends it does so as much earlier or later, and takes its time from what is left, so
     * that the ends of the wait do not bound it as closely then.
     */
    private static long off(long queued, long begin, long end, long error, boolean withNics) {
        if (error == Long.MAX_VALUE) {
            return error;
        }
        if (withNics) {
            return Math.min(error, end - begin);
        }
        long now = within(queued, begin, end);
        return Math.max(now - within(queued - error, begin, end), within(queued + error, begin, end) - now);
    }

    private static long within(long nanos, long begin, long end) {
        return Math.max(begin, Math.min(end, nanos));
    }

    /** How many packets of each sender over a way ended waits. */
    Int2IntMap packets(int way) {
        return packets.get(way - first());
    }

    /** By how much the time of each edge may be off, see {@link WaitForGraph#clockErrorNanos}. */
    long[] errors(int[] sources, int[] targets) {
        long[] found = new long[sources.length];
        for (int edge = 0; edge < found.length; edge++) {
            found[edge] = errors.get(IntPair.of(sources[edge], targets[edge]));
        }
        return found;
    }

    /** What is not known of it, or is not there. */
    List<Caveat> caveats() {
        List<Caveat> caveats = new ArrayList<>();
        if (waits == 0) {
            caveats.add(new Caveat(Severity.INFO, "", "network-not-crossed", 1, from, to,
                    timeline.hostCount() < 2
                            ? "--network asks for the time for which packets are on their way between hosts, and there is only one host."
                            : "--network asks for the time for which packets are on their way between hosts, and of no packet that ended a wait in this time the thread that sent it from another host is known"
                                    + " (net_dev_queue and net_if_receive_skb on both, profile waits-network)."));
        }
        if (withoutSender > 0 && timeline.hostCount() > 1) {
            caveats.add(new Caveat(Severity.INFO, "", "network-sender-unknown", withoutSender, from, to,
                    Words.count(withoutSender, "wait") + " for packets, " + Duration.duration(withoutSenderNanos)
                            + " together, ended with a packet of which the sending thread is not known: no part of them is time on the way between hosts."));
        }
        if (belowZero > 0) {
            caveats.add(new Caveat(Severity.INFO, "", "network-below-zero", belowZero, from, to,
                    "Of " + Words.count(waits, "wait") + " that a packet from another host ended, " + Words.count(belowZero, "was", "were")
                            + " over, by the clocks, before it was queued (by " + Duration.duration(mostBelowZero)
                            + " at most): clocks are off by that. It counts as no time on the way."));
        }
        for (int way = unbounded.nextSetBit(0); way >= 0; way = unbounded.nextSetBit(way + 1)) {
            caveats.add(new Caveat(Severity.WARNING, "", "network-clocks-unknown", 1, from, to,
                    "How far the clocks of " + timeline.hostName(timeline.host(first() + way)) + " and "
                            + timeline.hostName(timeline.otherHost(first() + way))
                            + " may be off against each other is not known: the time for which packets are on their way between them is an estimate without a bound."));
        }
        return caveats;
    }
}
