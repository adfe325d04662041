/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.knot;

import static org.bowline.core.figures.Percent.percent;

import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.PacketWaits;
import org.bowline.core.analysis.PacketWays;
import org.bowline.core.finding.rules.heaviest.HeaviestWait;
import org.bowline.core.finding.rules.network.FullWay;
import org.bowline.core.model.VertexKind;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.Knot;

/**
 * For how long somebody in a knot works, and for how long nobody does because what its members sent to each other is on its way between hosts: then the network works for them. Immutable.
 *
 * @param rangeNanos the range
 * @param busyNanos somebody in the knot runs, wants to run, or serves a disk request
 * @param onCpuNanos somebody in it is on a processor, or serves a disk request
 * @param onTheWayNanos nobody does, and a packet is on its way that ends the wait of a member and was sent by another one on another host
 * @param linkNanos of this the time in which such a packet queues on a link that is full
 * @param hosts those that such packets go between, by name
 * @param networkIsMember whether the network is a vertex, and in the knot
 * @param doubts clauses that say which of their clocks may be off by half of what packets take, or more
 */
record KnotWork(long rangeNanos, long busyNanos, long onCpuNanos, long onTheWayNanos, long linkNanos, List<String> hosts,
        boolean networkIsMember, List<String> doubts) {
    /** From this share of the range on the network is a part of the knot. */
    private static final double LEAST_OF_NETWORK = 0.2;
    /** That its threads only want a processor is told from this share of the range on. */
    private static final double LEAST_HELD_UP = 0.1;

    KnotWork {
        hosts = List.copyOf(hosts);
        doubts = List.copyOf(doubts);
    }

    /** O(segments of the members + requests). */
    static KnotWork of(Analysis analysis, Knot knot) {
        Timeline timeline = analysis.timeline();
        TimeUnion busy = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        TimeUnion onCpu = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        IntOpenHashSet disks = new IntOpenHashSet();
        IntOpenHashSet threads = new IntOpenHashSet();
        boolean network = false;
        for (int i = 0; i < knot.vertexCount(); i++) {
            int vertex = knot.vertex(i);
            if (timeline.kind(vertex) == VertexKind.THREAD) {
                for (int thread : analysis.graph().groups().members(vertex)) {
                    busy.addActive(timeline, thread);
                    onCpu.addOnCpu(timeline, thread);
                    threads.add(thread);
                }
            } else {
                disks.add(vertex);
                network |= timeline.isWay(vertex);
                analysis.graph().addSending(vertex, busy);
                analysis.graph().addSending(vertex, onCpu);
            }
        }
        for (int request = 0; request < timeline.requestCount() && !disks.isEmpty(); request++) {
            if (disks.contains(timeline.requestDisk(request))) {
                busy.add(timeline.requestIssued(request), timeline.requestCompleted(request));
                onCpu.add(timeline.requestIssued(request), timeline.requestCompleted(request));
            }
        }
        BitSet between = new BitSet();
        TimeUnion onTheWay = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        TimeUnion onFullLink = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        if (areOfSeveralHosts(timeline, threads)) {
            threads.intStream().sorted().forEach(thread -> addOnTheWay(analysis, thread, threads, onTheWay, onFullLink, between));
            onTheWay.add(busy);
            onFullLink.add(busy);
        }
        long busyNanos = busy.nanos();
        Set<String> hosts = new TreeSet<>();
        for (int host = between.nextSetBit(0); host >= 0; host = between.nextSetBit(host + 1)) {
            hosts.add(timeline.hostName(host));
        }
        return new KnotWork(analysis.rangeNanos(), busyNanos, onCpu.nanos(), hosts.isEmpty() ? 0 : onTheWay.nanos() - busyNanos,
                hosts.isEmpty() ? 0 : onFullLink.nanos() - busyNanos, List.copyOf(hosts), network, hosts.isEmpty() ? List.of()
                        : analysis.get(PacketWays.RESULT).doubts(host -> hosts.contains(analysis.timeline().hostName(host))));
    }

    private static boolean areOfSeveralHosts(Timeline timeline, IntOpenHashSet threads) {
        int host = Timeline.NONE;
        for (int thread : threads) {
            if (host != Timeline.NONE && timeline.host(thread) != host) {
                return true;
            }
            host = timeline.host(thread);
        }
        return false;
    }

    /** Adds the packets that ended waits of a thread, from when another member on another host queued them to the wake-up. */
    private static void addOnTheWay(Analysis analysis, int thread, IntOpenHashSet members, TimeUnion onTheWay, TimeUnion onFullLink,
            BitSet hosts) {
        Timeline timeline = analysis.timeline();
        List<FullWay> full = analysis.get(FullWay.RESULT);
        PacketWaits waits = analysis.get(PacketWaits.RESULT);
        for (int wait = waits.first(thread); wait < waits.end(thread); wait++) {
            int sender = waits.sender(wait);
            if (timeline.host(sender) != timeline.host(thread) && members.contains(sender)) {
                int segment = waits.segment(wait);
                int packet = timeline.link(segment);
                long begin = Math.max(timeline.packetSent(packet), timeline.start(segment));
                onTheWay.add(begin, timeline.end(thread, segment));
                for (FullWay way : full) {
                    if (way.isQueued(timeline, timeline.packetFrame(packet))) {
                        onFullLink.add(begin, timeline.end(thread, segment));
                    }
                }
                hosts.set(timeline.host(sender));
                hosts.set(timeline.host(thread));
            }
        }
    }

    /** Share of the range for which somebody works, or the network does. */
    double share() {
        return (double) (busyNanos + onTheWayNanos) / rangeNanos;
    }

    /** Share of the range for which somebody wants a processor and nobody does more than that. */
    double heldUpShare() {
        return (double) (busyNanos - onCpuNanos) / rangeNanos;
    }

    /** Whether that is so long that it is told apart. */
    boolean isHeldUp() {
        return heldUpShare() >= LEAST_HELD_UP;
    }

    /** Share of what bounds the work by itself: what bounds it while nobody has a processor is whatever keeps it from them, while packets queue the link that is full, and is told of that. */
    double ownShare() {
        return share() - heldUpShare() - (double) linkNanos / rangeNanos;
    }

    /** Share of the range for which somebody is at work; without the time for which nobody does more than want a processor. */
    double atWorkShare() {
        return (double) onCpuNanos / rangeNanos;
    }

    /** The same in words. */
    String atWork() {
        return percent(atWorkShare()) + " of the range";
    }

    /** The network as one of those that bound the work: {@code , and the network between A and B,}; empty if it is no noticeable part, or named among the members. */
    String network() {
        return networkIsMember || onTheWayNanos < LEAST_OF_NETWORK * rangeNanos ? "" : ", and the network between " + names() + ',';
    }

    /** For how long it is, as a sentence with a space behind it; empty if it is no noticeable part. */
    String onTheWay() {
        return onTheWayNanos < HeaviestWait.LEAST_BEHIND * rangeNanos ? ""
                : "In " + percent((double) onTheWayNanos / rangeNanos)
                        + " of the range none of them is at work, and what they sent to each other is on its way between " + names()
                        + (linkNanos < HeaviestWait.LEAST_BEHIND * rangeNanos ? ". "
                                : ", for " + percent((double) linkNanos / rangeNanos) + " in the queue of a link that is full. ")
                        + (doubts.isEmpty() ? "" : "That share is an estimate: " + String.join("; ", doubts) + ". ");
    }

    private String names() {
        return Words.list(hosts, "and");
    }
}
