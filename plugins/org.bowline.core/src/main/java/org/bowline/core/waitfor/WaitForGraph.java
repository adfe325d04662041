/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * Who waited for whom, and how long, in a range of a timeline. Immutable; safe for many readers.
 *
 * <p>Vertices have the numbers that they have in the {@link Timeline}. Edges are numbered 0 … {@link #edgeCount()}−1, sorted by source,
 * then target; there is at most one edge from one vertex to another. All edges have a positive weight.
 *
 * <p>A {@linkplain #merged merged} graph has groups of threads as vertices, each with the number of its first thread.
 *
 * <p>53 bytes per edge, and one per thread; 8 more per edge with the network between hosts.
 */
public final class WaitForGraph {
    static final int BY_WAKER = 1;
    static final int BY_HOLDER = 2;
    static final int BY_NIC = 4;
    static final int BY_BIRTH = 8;
    static final int BY_WAY = 16;

    private final Timeline timeline;
    private final WaitShares shares;
    private final long fromNanos;
    private final long toNanos;
    private final long rangeNanos;
    /** First edge of each vertex, and the number of edges at the end. */
    private final int[] firstEdge;
    private final int[] sources;
    private final int[] targets;
    private final long[] weights;
    private final long[] directs;
    private final long[] helds;
    private final int[] waits;
    private final long[] wakers;
    private final long[] holders;
    private final byte[] blames;
    private final WaitForStatistics statistics;
    private final List<NicUse> nics;
    private final @Nullable NicModel sending;
    /** By how much the direct time of each edge may be off for the clocks' error; null if no edge is for the network between hosts. */
    private final long @Nullable [] clockErrors;
    private final List<Caveat> caveats;
    /** Of each thread, whether its waits start chains. */
    private final boolean[] origins;
    private final ThreadGroups groups;
    /** Of each edge, once somebody asked. */
    private volatile int @Nullable [] repeats;

    /**
     * Takes over the lists of edges, which must be sorted by source, then target.
     *
     * @param byRule whether their times by each rule of {@link Blame} are known; if not, all rules say the same
     * @param origins the threads whose waits start chains
     */
    WaitForGraph(Timeline timeline, WaitShares shares, boolean byRule, long fromNanos, long toNanos, EdgeList edges,
            WaitForStatistics statistics, List<NicUse> nics, @Nullable NicModel sending, @Nullable Flights flights,
            List<Caveat> caveats, boolean[] origins) {
        this.timeline = timeline;
        this.origins = origins;
        this.shares = shares;
        this.fromNanos = fromNanos;
        this.toNanos = toNanos;
        long recorded = timeline.recordedNanos(fromNanos, toNanos);
        rangeNanos = recorded == 0 ? toNanos - fromNanos : recorded;
        this.sources = edges.sources();
        this.targets = edges.targets();
        this.weights = edges.weights();
        this.directs = edges.directs();
        this.helds = edges.helds();
        this.waits = edges.waits();
        this.wakers = byRule ? edges.wakers() : directs;
        this.holders = byRule ? edges.holders() : directs;
        this.blames = edges.blames();
        this.statistics = statistics;
        this.nics = List.copyOf(nics);
        this.sending = sending;
        this.caveats = List.copyOf(caveats);
        groups = ThreadGroups.NONE;
        firstEdge = firstEdges(timeline.vertexCount(), sources);
        clockErrors = flights == null ? null : flights.errors(sources, targets);
    }

    /** The edges of a graph, merged. */
    private WaitForGraph(WaitForGraph whole, ThreadGroups groups, EdgeList edges) {
        timeline = whole.timeline;
        shares = whole.shares;
        fromNanos = whole.fromNanos;
        toNanos = whole.toNanos;
        rangeNanos = whole.rangeNanos;
        sources = edges.sources();
        targets = edges.targets();
        weights = edges.weights();
        directs = edges.directs();
        helds = edges.helds();
        waits = edges.waits();
        wakers = edges.wakers();
        holders = edges.holders();
        blames = edges.blames();
        statistics = whole.statistics;
        nics = whole.nics;
        sending = whole.sending;
        caveats = whole.caveats;
        origins = whole.origins;
        this.groups = groups;
        firstEdge = firstEdges(timeline.vertexCount(), sources);
        long[] errors = new long[sources.length];
        for (int edge = 0; whole.hasWays() && edge < whole.edgeCount(); edge++) {
            if (groups.isForTask(whole.source(edge), whole.target(edge))) {
                continue;
            }
            int into = edge(groups.vertex(whole.source(edge)), groups.vertex(whole.target(edge)));
            errors[into] = TrimmedGraph.saturated(errors[into], whole.clockErrorNanos(edge));
        }
        clockErrors = whole.hasWays() ? errors : null;
    }

    private static int[] firstEdges(int vertices, int[] sources) {
        int[] first = new int[vertices + 1];
        for (int source : sources) {
            first[source + 1]++;
        }
        for (int i = 0; i < vertices; i++) {
            first[i + 1] += first[i];
        }
        return first;
    }

    /**
     * The same graph with groups of threads as single vertices. An edge between two vertices has the sums of the edges between their threads; waits of a group's threads for each other are an edge
     * from the group to itself, but for threads among which tasks move: there such a wait is for the next task, and is left out. To that come, as waits, the gaps in the lanes of groups that have someone to wait for in them. O(edges × log edges).
     *
     * @throws IllegalStateException if this graph is a merged one itself
     */
    public WaitForGraph merged(ThreadGroups some) {
        if (!groups.isEmpty()) {
            throw new IllegalStateException("the graph is merged already");
        }
        EdgeList edges = new EdgeList();
        for (int edge = 0; edge < edgeCount(); edge++) {
            if (!some.isForTask(sources[edge], targets[edge])) {
                edges.addAll(edges.edge(some.vertex(sources[edge]), some.vertex(targets[edge])), this, edge);
            }
        }
        for (ThreadGroups.Group group : some.all()) {
            if (group.gapsCount() && group.lanes().gapNanos() > 0) {
                long gap = group.lanes().gapNanos();
                int edge = edges.edge(group.threads()[0], some.vertex(group.madeBy()));
                edges.add(edge, gap, gap, gap, group.lanes().gaps());
                edges.addByRule(edge, gap, gap);
                edges.blame(edge, BY_BIRTH);
            }
        }
        return new WaitForGraph(this, some, edges.sorted());
    }

    /** Which threads are one vertex. */
    public ThreadGroups groups() {
        return groups;
    }

    /** Whether the waits of a thread start chains: it was chosen, or counts as chosen for the knot or the device that the chosen ones wait for. */
    public boolean startsChains(int thread) {
        return origins[thread];
    }

    int blames(int edge) {
        return blames[edge];
    }

    /** The timeline it was computed from: names, hosts and kinds of the vertices. */
    public Timeline timeline() {
        return timeline;
    }

    /** Begin of the range, reference time, ns since the epoch. */
    public long fromNanos() {
        return fromNanos;
    }

    /** End of the range, exclusive. */
    public long toNanos() {
        return toNanos;
    }

    /** Length of the range, ns, without the time in which no host was recorded; what shares are shares of. */
    public long rangeNanos() {
        return rangeNanos;
    }

    /** Number of vertices of the timeline; most have no edge. */
    public int vertexCount() {
        return firstEdge.length - 1;
    }

    /** Number of edges. */
    public int edgeCount() {
        return sources.length;
    }

    /** The vertex that waits. */
    public int source(int edge) {
        return sources[edge];
    }

    /** The vertex that is waited for. */
    public int target(int edge) {
        return targets[edge];
    }

    /**
     * Weight after cascaded redistribution, ns: the integral, over the time when the source waits for the target, of the number of chosen
     * threads whose chain of wakers passes through the source. May exceed the range. For a device's idle edge, the share of the idle time; the network between two hosts has no capacity, so it idles all the time for which both were recorded.
     */
    public long weightNanos(int edge) {
        return weights[edge];
    }

    /** Plain sum of the chosen source's waits for the target in the range, ns; at most the weight. 0 if the source was not chosen. */
    public long directNanos(int edge) {
        return directs[edge];
    }

    /**
     * For how long the source's waits for the target held up anybody, ns: the time in the range when at least one chosen thread's chain of
     * wakers passes over the edge. Unlike the weight it does not grow with the number of threads that wait behind the source, whether they
     * matter or not; never more than {@link #rangeNanos}. Of a chosen source it is the direct time; of a device's idle edge, the share of the
     * idle time. Of a group of threads: the mean of those that live at the same time.
     */
    public long heldNanos(int edge) {
        return helds[edge] / groups.width(sources[edge]);
    }

    /** The share of the range for which the edge held up anybody, 0 to 1: {@link #heldNanos} of {@link #rangeNanos}. */
    public double heldShare(int edge) {
        return Math.min(1, (double) heldNanos(edge) / rangeNanos);
    }

    /**
     * How many chosen threads the edge holds up on average over the range, the source included: the weight divided by
     * {@link #rangeNanos}. What a weight of 250 % means is that 2.5 threads were, at any moment, held up by these waits.
     */
    public double heldThreads(int edge) {
        return (double) weights[edge] / rangeNanos;
    }

    /**
     * What is compared with the thresholds of {@link KnotPolicy}, ns: of a wait the weight. The weights of waits grow with the threads behind
     * them, and nobody waits behind an idle device, so idle edges have a measure of their own: the edge to who gave the device most of its work
     * counts as the whole range, the others in proportion; of the network between two hosts that holds for each of the two. So a threshold of 20 % takes away who gave it less than a fifth of that. Of a group of threads that wait: the mean of those that live at
     * the same time, so that many threads which wait little are not one that waits much.
     */
    public long measureNanos(int edge) {
        if (!isIdle(edge)) {
            return weights[edge] / groups.width(sources[edge]);
        }
        long most = 0;
        boolean way = timeline.isWay(sources[edge]);
        for (int other = firstEdge(sources[edge]); other < endEdge(sources[edge]); other++) {
            if (!way || timeline.host(targets[other]) == timeline.host(targets[edge])) {
                most = Math.max(most, weights[other]);
            }
        }
        return weights[edge] == most ? rangeNanos : (long) (rangeNanos * ((double) weights[edge] / most));
    }

    /**
     * Number of the source's waits for the target that overlap the range and on which a chosen thread's chain ran (of a chosen source:
     * all). For a device's idle edge, the number of the target's requests.
     */
    public int waits(int edge) {
        return waits[edge];
    }

    /**
     * How often such a wait occurs: {@link #waits} of this edge and of all others between threads of the same hosts whose names differ from these at most in the number at the end. O(edges) when it
     * is asked first, then O(1).
     */
    public int repeats(int edge) {
        int[] known = repeats;
        if (known == null) {
            known = Repeats.of(this);
            repeats = known;
        }
        return known[edge];
    }

    /**
     * What {@link #directNanos} would be if each wait counted for who ended it, ns. Of waits for locks that is the last of those who held them.
     */
    public long wakerNanos(int edge) {
        return wakers[edge];
    }

    /**
     * What {@link #directNanos} would be if waits for locks counted for those who held them, each for as long as it did, ns; all others for who ended them. With
     * {@link Blame#HOLDER} also where that is an estimate.
     */
    public long holderNanos(int edge) {
        return holders[edge];
    }

    /** Whether some of its time is that of waits for locks which the target held. */
    public boolean isByHolder(int edge) {
        return (blames[edge] & BY_HOLDER) != 0;
    }

    /** Whether some of its time is that of waits which the target ended, whatever they were for. Of an idle edge: no. */
    public boolean isByWaker(int edge) {
        return (blames[edge] & BY_WAKER) != 0;
    }

    /** For whom waits count. */
    WaitShares shares() {
        return shares;
    }

    /** First outgoing edge of a vertex. */
    public int firstEdge(int vertex) {
        return firstEdge[vertex];
    }

    /** One past the last outgoing edge of a vertex. */
    public int endEdge(int vertex) {
        return firstEdge[vertex + 1];
    }

    /** The edge between two vertices, or {@link Timeline#NONE}. O(log edges). */
    public int edge(int source, int target) {
        int edge = Arrays.binarySearch(targets, firstEdge[source], firstEdge[source + 1], target);
        return edge < 0 ? Timeline.NONE : edge;
    }

    /** Whether an edge stands for a device's idle time, and not for waits of a thread. */
    public boolean isIdle(int edge) {
        return timeline.kind(sources[edge]) != VertexKind.THREAD;
    }

    /** Whether its time is that for which the target, a network interface, had bytes to send that the source waited for. */
    public boolean isByNic(int edge) {
        return (blames[edge] & BY_NIC) != 0;
    }

    /** Whether its time is that for which what ended the waits was on its way between two hosts: the target is the network between these. */
    public boolean isByWay(int edge) {
        return (blames[edge] & BY_WAY) != 0;
    }

    /** Whether the time for which packets are on their way between hosts was to count for the network between these. */
    public boolean hasWays() {
        return clockErrors != null;
    }

    /**
     * By how much, at most, the time for which the source waits for the network between two hosts, or for who sent it something over it, may be too long or too short because the clocks of these hosts may be off against each other, ns: a
     * guarantee for {@link #directNanos} as far as {@link org.bowline.core.time.HostClock#errorNanos} is one. {@link Long#MAX_VALUE} if it is not known; 0 of other edges.
     */
    public long clockErrorNanos(int edge) {
        return clockErrors == null ? 0 : clockErrors[edge];
    }

    /** Whether nothing but gaps is in it: times in which no thread of a group lived, and the target had not made the next one yet. */
    public boolean isByBirth(int edge) {
        return blames[edge] == BY_BIRTH;
    }

    /** How much of an edge's direct time is gaps, in which no thread of the group that is its source lived, and its target had not made the next one yet, ns. */
    public long gapNanos(int edge) {
        ThreadGroups.Group group = (blames[edge] & BY_BIRTH) == 0 ? null : groups.of(sources[edge]);
        return group == null ? 0 : group.lanes().gapNanos();
    }

    /** The network interfaces that were given anything to send, by vertex; none if they were no part of the question. */
    public List<NicUse> nics() {
        return nics;
    }

    /** Adds the time for which a network interface sends, by its capacity; nothing for other vertices. O(its frames). */
    public void addSending(int vertex, TimeUnion union) {
        int nic = timeline.kind(vertex) == VertexKind.NIC ? timeline.nicOf(vertex) : Timeline.NONE;
        if (sending != null && nic != Timeline.NONE) {
            sending.addTo(nic, union);
        }
    }

    /** What was counted on the way. */
    public WaitForStatistics statistics() {
        return statistics;
    }

    /** What the graph does not know; the caveats of the timeline are not repeated. */
    public List<Caveat> caveats() {
        return caveats;
    }
}
