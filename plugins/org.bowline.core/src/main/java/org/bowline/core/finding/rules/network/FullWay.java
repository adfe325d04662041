/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;
import it.unimi.dsi.fastutil.ints.IntSortedSet;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.PacketWays;
import org.bowline.core.analysis.Result;
import org.bowline.core.order.Bisection;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * The way from one host to another while it is full: what is sent has to wait for what was sent before, and arrives at one rate. Something sends one packet after the other, as fast as it can: as long as there is one to send, each arrives as long after the one before as its length takes. So a packet queued if it was
 * sent before the one ahead of it had left the queue: that is when this one arrived, less the shortest time that any packet was ever on its way. Clocks may be off, by the same at all times; by how much they may change is left out of account (twice the error). That the rate is always the same is told by gaps between
 * arrivals, which are of one clock: where a busy processor or a host that stands still makes packets queue, they come in bursts. Of what interfaces join and cut up, an arrival is that of the last byte of a frame. Immutable; O(packets + frames × hosts).
 */
public final class FullWay {
    /** Those in the range of an analysis. */
    public static final Result<List<FullWay>> RESULT = Result.of(FullWay::find);

    /** So many arrivals one after the other have a rate: interfaces gather packets before they interrupt, and one alone comes with chance. */
    private static final int WINDOW = 10;
    /** So many of these are needed: of arrivals at random half of the rates are near the mean of all, so nine of ten are by chance once in two hundred times. */
    private static final int LEAST_WINDOWS = 10;
    /** A rate is the same if it differs by no more than this part. */
    private static final double SAME = 0.2;
    /** For so much of the time it has to be the same. */
    private static final double LEAST_EVEN = 0.9;
    /** The kernel of either host works for no more than this part of the time: else it may be what packets queue for. */
    private static final double MOST_KERNEL = 0.5;

    private final int nic;
    private final int from;
    private final int to;
    /** The frames that queued, less the first frame of the interface. */
    private final BitSet queued = new BitSet();
    /** The connections of which there are some. */
    private final BitSet connections = new BitSet();
    // of each arrival of a frame that queued: from when on nothing arrived, until when, and how many bytes arrived then
    private final LongArrayList begins = new LongArrayList();
    private final LongArrayList ends = new LongArrayList();
    private final LongArrayList bytes = new LongArrayList();

    private FullWay(int nic, int from, int to) {
        this.nic = nic;
        this.from = from;
        this.to = to;
    }

    private static List<FullWay> find(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        List<FullWay> found = new ArrayList<>();
        if (timeline.hostCount() < 2 || timeline.packetCount() == 0 || timeline.nicCount() == 0) {
            return found;
        }
        Arrived arrived = new Arrived(timeline);
        for (int nic = 0; nic < timeline.nicCount(); nic++) {
            for (int to : arrived.hosts(nic)) {
                analysis.progress().check();
                FullWay way = new FullWay(nic, timeline.host(timeline.nicVertex(nic)), to);
                way.look(analysis, arrived);
                if (way.isEven() && !way.isOfKernel(analysis)) {
                    way.addConnections(timeline);
                    found.add(way);
                }
            }
        }
        return List.copyOf(found);
    }

    /** When the last byte of each frame arrived, and where; of frames whose packets were joined with later ones nothing is known. */
    private static final class Arrived {
        private static final int SEVERAL = -2;
        private final Timeline timeline;
        private final long[] nanos;
        private final int[] host;

        Arrived(Timeline timeline) {
            this.timeline = timeline;
            int frames = timeline.endFrame(timeline.nicCount() - 1);
            nanos = new long[frames];
            host = new int[frames];
            Arrays.fill(host, Timeline.NONE);
            int[] one = new int[timeline.packetCount()];
            int[] other = new int[timeline.packetCount()];
            Arrays.fill(one, Timeline.NONE);
            Arrays.fill(other, Timeline.NONE);
            for (int packet = 0; packet < timeline.packetCount(); packet++) {
                int sender = sender(packet);
                int connection = timeline.packetConnection(packet);
                if (sender == Timeline.NONE || connection == Timeline.NONE || one[connection] == sender || other[connection] == sender) {
                    continue;
                }
                if (one[connection] == Timeline.NONE) {
                    one[connection] = sender;
                } else {
                    other[connection] = other[connection] == Timeline.NONE ? sender : SEVERAL; // one of them passes on
                }
            }
            for (int packet = 0; packet < timeline.packetCount(); packet++) {
                int sender = sender(packet);
                int connection = timeline.packetConnection(packet);
                if (sender != Timeline.NONE && connection != Timeline.NONE && other[connection] >= 0) {
                    int frame = timeline.packetFrame(packet);
                    host[frame] = one[connection] == sender ? other[connection] : one[connection];
                    nanos[frame] = Math.max(nanos[frame], timeline.packetReceived(packet));
                }
            }
        }

        private int sender(int packet) {
            int frame = timeline.packetFrame(packet);
            return frame == Timeline.NONE ? Timeline.NONE : timeline.host(timeline.nicVertex(timeline.frameNic(frame)));
        }

        /** Where frames of an interface arrived. */
        IntSortedSet hosts(int nic) {
            IntSortedSet hosts = new IntAVLTreeSet();
            for (int frame = timeline.firstFrame(nic); frame < timeline.endFrame(nic); frame++) {
                if (host[frame] != Timeline.NONE) {
                    hosts.add(host[frame]);
                }
            }
            return hosts;
        }

        /** Whether what a frame carries may have arrived with a later one of the same process. */
        boolean isJoined(int frame, int later) {
            int sender = timeline.frameSender(frame);
            int next = timeline.frameSender(later);
            return host[frame] == Timeline.NONE && sender >= 0 && next >= 0 && timeline.pid(sender) == timeline.pid(next);
        }
    }

    /** Looks for what queued in the range. */
    private void look(Analysis analysis, Arrived arrived) {
        Timeline timeline = analysis.timeline();
        long error = PacketWays.errorNanos(analysis, from, to, analysis.fromNanos(), analysis.toNanos());
        if (error >= analysis.rangeNanos()) {
            return; // or not known
        }
        long shortest = shortest(timeline, arrived);
        int first = timeline.firstFrame(nic);
        long last = Long.MIN_VALUE; // when the frame before arrived
        int before = first - 1;
        for (int frame = first; frame < timeline.endFrame(nic) && timeline.frameNanos(frame) < analysis.toNanos(); frame++) {
            if (arrived.host[frame] != to) {
                continue;
            }
            long arrives = arrived.nanos[frame];
            if (arrives <= last) {
                addToLast(frame - first, last, bytes(timeline, arrived, before, frame));
            } else if (last >= analysis.fromNanos() && arrives <= analysis.toNanos()
                    && timeline.frameNanos(frame) + shortest + 2 * error <= last) {
                queued.set(frame - first);
                begins.add(last);
                ends.add(arrives);
                bytes.add(bytes(timeline, arrived, before, frame));
            }
            last = Math.max(last, arrives);
            before = frame;
        }
    }

    /** The shortest time from sending to arriving, by clocks that may be off. */
    private long shortest(Timeline timeline, Arrived arrived) {
        long shortest = Long.MAX_VALUE;
        for (int frame = timeline.firstFrame(nic); frame < timeline.endFrame(nic); frame++) {
            if (arrived.host[frame] == to) {
                shortest = Math.min(shortest, arrived.nanos[frame] - timeline.frameNanos(frame));
            }
        }
        return shortest;
    }

    /** What a frame carries, and those since the one before that arrived with it. */
    private static long bytes(Timeline timeline, Arrived arrived, int before, int frame) {
        long sum = timeline.frameBytes(frame);
        for (int joined = before + 1; joined < frame; joined++) {
            sum += arrived.isJoined(joined, frame) ? timeline.frameBytes(joined) : 0;
        }
        return sum;
    }

    /** What arrived together with a frame that queued did so, too. */
    private void addToLast(int frame, long arrived, long more) {
        int at = ends.size() - 1;
        if (at >= 0 && ends.getLong(at) == arrived) {
            queued.set(frame);
            bytes.set(at, bytes.getLong(at) + more);
        }
    }

    /** Whether what queued arrived at one rate. */
    private boolean isEven() {
        double mean = (double) sum(bytes) / Math.max(1, nanos());
        int windows = bytes.size() / WINDOW;
        long all = 0;
        long even = 0;
        for (int window = 0; window < windows; window++) {
            long nanos = 0;
            long some = 0;
            for (int i = window * WINDOW; i < (window + 1) * WINDOW; i++) {
                nanos += ends.getLong(i) - begins.getLong(i);
                some += bytes.getLong(i);
            }
            double rate = (double) some / nanos;
            all += nanos;
            even += rate >= (1 - SAME) * mean && rate <= mean / (1 - SAME) ? nanos : 0;
        }
        return windows >= LEAST_WINDOWS && even >= LEAST_EVEN * all;
    }

    /** Whether a processor of either host serves interrupts, or a thread of the kernel is at work there, for much of the time for which packets queue. */
    private boolean isOfKernel(Analysis analysis) {
        long most = (long) (MOST_KERNEL * nanos());
        return KernelWork.most(analysis, from, this) > most || KernelWork.most(analysis, to, this) > most;
    }

    private void addConnections(Timeline timeline) {
        for (int packet = 0; packet < timeline.packetCount(); packet++) {
            if (isQueued(timeline, timeline.packetFrame(packet)) && timeline.packetConnection(packet) != Timeline.NONE) {
                connections.set(timeline.packetConnection(packet));
            }
        }
    }

    private static long sum(LongArrayList values) {
        long sum = 0;
        for (int i = 0; i < values.size(); i++) {
            sum += values.getLong(i);
        }
        return sum;
    }

    /** The interface that packets are sent by. */
    int nic() {
        return nic;
    }

    /** The host that sends. */
    int from() {
        return from;
    }

    /** The host that receives. */
    int to() {
        return to;
    }

    /** For how long packets queue. */
    long nanos() {
        return sum(ends) - sum(begins);
    }

    /** What arrives meanwhile, bit/s. */
    long bitsPerSecond() {
        return Math.round(8e9 * sum(bytes) / Math.max(1, nanos()));
    }

    /** How many frames queue. */
    int frames() {
        return queued.cardinality();
    }

    /** Whether a frame queued, of any interface. */
    public boolean isQueued(Timeline timeline, int frame) {
        return frame >= timeline.firstFrame(nic) && frame < timeline.endFrame(nic) && queued.get(frame - timeline.firstFrame(nic));
    }

    /** Whether a packet is the other host's answer over a connection of which packets queue, and no more than an acknowledgement: who waited for it has more to send than there is room for. */
    boolean makesRoom(Timeline timeline, int packet) {
        int connection = timeline.packetConnection(packet);
        return connection != Timeline.NONE && connections.get(connection) && timeline.packetAcknowledges(packet);
    }

    /** Adds the part of a stretch of time in which packets queue. O(log packets + those within). */
    void add(long begin, long end, TimeUnion union) {
        for (int i = Bisection.firstAbove(ends, begin); i < ends.size() && begins.getLong(i) < end; i++) {
            union.add(Math.max(begin, begins.getLong(i)), Math.min(end, ends.getLong(i)));
        }
    }

    /** How much of a stretch of time that is. */
    long within(long begin, long end) {
        long nanos = 0;
        for (int i = Bisection.firstAbove(ends, begin); i < ends.size() && begins.getLong(i) < end; i++) {
            nanos += Math.min(end, ends.getLong(i)) - Math.max(begin, begins.getLong(i));
        }
        return nanos;
    }
}
