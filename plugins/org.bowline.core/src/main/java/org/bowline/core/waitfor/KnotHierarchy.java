/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongAVLTreeSet;

import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;

/**
 * The bottlenecks of a wait-for graph at every threshold. Immutable; safe for many readers.
 *
 * <p>The trimmed graph has the edges that are neither lighter nor rarer than the policy says, and do not lead to a timer, an interprocessor
 * interrupt, kernel work or something unknown. At a threshold, edges inside its strongly connected components are taken away, the lightest by
 * {@link WaitForGraph#measureNanos measure} first (of equal ones, that with the smaller source, then target), as long as that is not above the
 * threshold and the component is not a simple cycle. A <em>knot</em> is a component of what is left, with a cycle, and without a way out: an
 * edge to another component that holds up anybody ({@link WaitForGraph#heldNanos}) longer than the threshold. A <em>sink</em> is a vertex
 * outside of all cycles that is waited for longer than the threshold, and does not wait longer itself; both are sums over its edges. See
 * docs/concepts/wait-for.md; paper: wPerf, OSDI 2018.
 *
 * <p>All thresholds are computed at once, O(edges × log edges) time: each component is a bottleneck over one range of thresholds, from where
 * the last edge that leaves it is gone to where it comes apart. Asking for one threshold looks once at each bottleneck of any threshold.
 */
public final class KnotHierarchy {
    private static final Comparator<Knot> KNOTS_THEN_SINKS = Comparator.comparing(Knot::kind)
            .thenComparing(Comparator.comparingLong(Knot::weightNanos).reversed()).thenComparingInt(knot -> knot.vertex(0));

    private final long trimNanos;
    private final long thresholdNanos;
    private final TrimmedGraph trimmed;
    private final ComponentTree tree;
    private final WaitForGraph graph;
    private final KnotPolicy policy;
    private final IntPredicate wanted;
    private final List<Bottleneck> bottlenecks = new ArrayList<>();

    /** A component, and the thresholds at which it is a bottleneck: from the first, to below the second. */
    private record Bottleneck(int node, int level, long appearsNanos, long breaksNanos) {}

    private KnotHierarchy(WaitForGraph graph, KnotPolicy policy, IntPredicate wanted, Progress progress) {
        this.graph = graph;
        this.policy = policy;
        this.wanted = wanted;
        trimNanos = policy.trim().least(graph.rangeNanos());
        thresholdNanos = policy.threshold().most(graph.rangeNanos());
        trimmed = new TrimmedGraph(graph, trimNanos, policy.leastWaits(), wanted);
        tree = new ComponentTree(trimmed.vertexCount(), trimmed.sources(), trimmed.targets(), trimmed.byHeld(), progress);
        collect();
    }

    /**
     * Computes the whole refinement.
     *
     * @param graph the wait-for graph
     * @param policy what is trimmed, and the default threshold
     * @param progress asked whether to stop
     */
    public static KnotHierarchy of(WaitForGraph graph, KnotPolicy policy, Progress progress) {
        return new KnotHierarchy(graph, policy, edge -> true, progress);
    }

    /**
     * Computes the whole refinement of a part of the graph.
     *
     * @param graph the wait-for graph
     * @param policy trim share and default threshold
     * @param wanted the edges of the graph that bottlenecks are made of
     * @param progress asked whether to stop
     */
    public static KnotHierarchy of(WaitForGraph graph, KnotPolicy policy, IntPredicate wanted, Progress progress) {
        return new KnotHierarchy(graph, policy, wanted, progress);
    }

    /**
     * The refinement of what is left of the graph when some vertices, with all their edges, are taken out of it.
     *
     * @param vertices by their numbers in the graph
     * @param progress asked whether to stop
     */
    KnotHierarchy without(BitSet vertices, Progress progress) {
        return new KnotHierarchy(graph, policy,
                edge -> wanted.test(edge) && !vertices.get(graph.source(edge)) && !vertices.get(graph.target(edge)), progress);
    }

    /**
     * The vertices that some wait for, directly or through others, by any edge of the trimmed graph, however light; these themselves included. O(edges).
     *
     * @param waiting by number in the graph
     */
    BitSet waitedForBy(IntPredicate waiting) {
        BitSet reached = new BitSet();
        IntArrayList open = new IntArrayList();
        for (int vertex = 0; vertex < trimmed.vertexCount(); vertex++) {
            if (waiting.test(trimmed.vertex(vertex))) {
                reached.set(trimmed.vertex(vertex));
                open.add(vertex);
            }
        }
        IntArrayList positions = new IntArrayList();
        while (!open.isEmpty()) {
            positions.clear();
            trimmed.addOutgoing(open.popInt(), trimmed.edgeCount(), positions);
            for (int i = 0; i < positions.size(); i++) {
                int target = trimmed.targets()[positions.getInt(i)];
                if (!reached.get(trimmed.vertex(target))) {
                    reached.set(trimmed.vertex(target));
                    open.add(target);
                }
            }
        }
        return reached;
    }

    /**
     * Whether an edge to such a vertex can be part of a bottleneck: nobody can make time pass faster, and what is unknown cannot be
     * blamed.
     */
    static boolean matters(VertexKind target) {
        return switch (target) {
            case THREAD, DISK, NIC, NETWORK, DEVICE -> true;
            case TIMER, IPI, KERNEL, UNKNOWN -> false;
        };
    }

    /** Edges lighter than this were left out from the start, ns. */
    public long trimNanos() {
        return trimNanos;
    }

    /** The policy's threshold, ns. */
    public long thresholdNanos() {
        return thresholdNanos;
    }

    /**
     * The policy's threshold or, if it takes all knots apart, the largest one that leaves a knot, ns: work that repeats goes round somewhere. The policy's also if
     * there is no knot at any threshold. O(bottlenecks).
     */
    public long thresholdWithKnotNanos() {
        long least = Long.MIN_VALUE;
        for (Bottleneck bottleneck : bottlenecks) {
            long end = bottleneck.breaksNanos();
            if (!isSink(bottleneck.node()) && bottleneck.appearsNanos() <= thresholdNanos) {
                least = Math.max(least, Math.min(thresholdNanos, end == Long.MAX_VALUE ? thresholdNanos : end - 1));
            }
        }
        return least < 0 ? thresholdNanos : least;
    }

    /** The bottlenecks at the policy's threshold: knots, then sinks, the heaviest of each first. */
    public List<Knot> knots() {
        return knotsAt(thresholdNanos);
    }

    /**
     * The bottlenecks at a threshold: knots, then sinks, the heaviest of each first. No two of them share a vertex.
     *
     * @param threshold edges heavier than this are neither taken away nor passed over, ns; 0 for the trimmed graph as it is
     */
    public List<Knot> knotsAt(long threshold) {
        List<Knot> result = new ArrayList<>();
        for (Bottleneck bottleneck : bottlenecks) {
            if (bottleneck.appearsNanos() <= threshold && threshold < bottleneck.breaksNanos()) {
                result.add(knot(bottleneck, threshold));
            }
        }
        result.sort(KNOTS_THEN_SINKS);
        return List.copyOf(result);
    }

    /**
     * Where to find a knot if there is none at a threshold: the one that came apart last below it (of several, the heaviest), then the one that is the first above it. Empty if there
     * is a knot, and if there is none at any threshold. O(bottlenecks).
     *
     * @param threshold as of {@link #knotsAt}
     */
    public List<KnotHint> hints(long threshold) {
        long below = -1;
        long above = Long.MAX_VALUE;
        for (Bottleneck bottleneck : bottlenecks) {
            if (isSink(bottleneck.node())) {
                continue;
            }
            if (bottleneck.breaksNanos() <= threshold) {
                below = Math.max(below, bottleneck.breaksNanos() - 1);
            } else if (bottleneck.appearsNanos() > threshold) {
                above = Math.min(above, bottleneck.appearsNanos());
            } else {
                return List.of();
            }
        }
        List<KnotHint> hints = new ArrayList<>();
        if (below >= 0) {
            long last = below + 1;
            hints.add(new KnotHint(heaviest(below, knot -> knot.breaksNanos() == last), below, true));
        }
        if (above < Long.MAX_VALUE) {
            long first = above;
            hints.add(new KnotHint(heaviest(above, knot -> knot.appearsNanos() == first), above, false));
        }
        return List.copyOf(hints);
    }

    private Knot heaviest(long threshold, Predicate<Knot> which) {
        return knotsAt(threshold).stream().filter(knot -> knot.kind() == Knot.Kind.KNOT && which.test(knot)).findFirst().orElseThrow();
    }

    /** What is left at each threshold. O(edges × log edges). */
    public ThresholdCurve curve() {
        LowestNodes lowest = new LowestNodes(tree);
        ThresholdCurve.Builder curve = new ThresholdCurve.Builder(trimmed.edgeCount());
        for (int position = 0; position < trimmed.edgeCount(); position++) {
            curve.edge(goneNanos(position, lowest.of(trimmed.sources()[position], trimmed.targets()[position])));
        }
        for (Bottleneck bottleneck : bottlenecks) {
            if (!isSink(bottleneck.node())) {
                curve.knot(leaves(bottleneck.node()).length, bottleneck.appearsNanos(), bottleneck.breaksNanos());
            }
        }
        return curve.build();
    }

    /**
     * The smallest threshold at which an edge is taken away inside a component, or passed over between two.
     *
     * @param node the smallest component that both its ends are in, or NONE
     */
    private long goneNanos(int position, int node) {
        if (node == ComponentTree.NONE) {
            return trimmed.held(position);
        }
        if (tree.isLeaf(node)) {
            return tree.selfLoop(node) == position ? Long.MAX_VALUE : trimmed.measure(position);
        }
        int breaking = tree.breakingEdge(node);
        if (tree.isSimpleCycle(node)) {
            return position <= breaking ? Long.MAX_VALUE : trimmed.measure(position);
        }
        return position >= breaking ? trimmed.measure(position) : Math.max(trimmed.measure(breaking), trimmed.held(position));
    }

    /**
     * Every bottleneck of every level, as it is when it appears, in order of appearance, then as {@link #knotsAt}. For a picture of the hierarchy.
     */
    public List<Knot> all() {
        List<Knot> result = new ArrayList<>();
        for (Bottleneck bottleneck : bottlenecks) {
            result.add(knot(bottleneck, bottleneck.appearsNanos()));
        }
        result.sort(Comparator.comparingLong(Knot::appearsNanos).thenComparing(KNOTS_THEN_SINKS));
        return List.copyOf(result);
    }

    /** The vertices of the largest knots of any threshold: every knot is one of them or a part of one. No two share a vertex. */
    List<int[]> largestKnots() {
        return bottlenecks.stream().filter(bottleneck -> bottleneck.level() == 0 && !isSink(bottleneck.node()))
                .map(bottleneck -> Arrays.stream(leaves(bottleneck.node())).map(trimmed::vertex).toArray()).toList();
    }

    /** The graph that was refined. */
    WaitForGraph graph() {
        return graph;
    }

    /** The thresholds at which a knot appears or comes apart, ascending, without 0: where a slider has its ticks. */
    public long[] breaks() {
        LongAVLTreeSet breaks = new LongAVLTreeSet();
        for (Bottleneck bottleneck : bottlenecks) {
            if (!isSink(bottleneck.node())) {
                breaks.add(bottleneck.appearsNanos());
                breaks.add(bottleneck.breaksNanos());
            }
        }
        breaks.remove(0);
        breaks.remove(Long.MAX_VALUE);
        return breaks.toLongArray();
    }

    /** Looks at every component, from the whole to its parts. */
    private void collect() {
        IntArrayList open = new IntArrayList(tree.roots());
        IntArrayList levels = new IntArrayList(new int[open.size()]);
        long[] whole = new long[tree.size()]; // the threshold at which what a node was a part of has come apart
        while (!open.isEmpty()) {
            int node = open.popInt();
            int level = levels.popInt();
            long appears = Math.max(whole[node], appearsNanos(node));
            long breaks = breaksNanos(node);
            if (appears < breaks) {
                bottlenecks.add(new Bottleneck(node, level++, appears, breaks));
            }
            if (!tree.isLeaf(node) && !tree.isSimpleCycle(node)) {
                for (int child = tree.firstChild(node); child != ComponentTree.NONE; child = tree.nextSibling(child)) {
                    whole[child] = breaks;
                    open.add(child);
                    levels.add(level);
                }
            }
        }
    }

    private boolean isSink(int node) {
        return tree.isLeaf(node) && tree.selfLoop(node) == ComponentTree.NONE;
    }

    /** From which threshold on it waits for nothing else. */
    private long appearsNanos(int node) {
        if (isSink(node)) {
            return trimmed.waitsNanos(node);
        }
        return tree.wayOut(node) == ComponentTree.NONE ? 0 : trimmed.held(tree.wayOut(node));
    }

    /** From which threshold on it has come apart, or nobody waits for it. */
    private long breaksNanos(int node) {
        if (isSink(node)) {
            return trimmed.waitedForNanos(node);
        }
        return tree.isLeaf(node) || tree.isSimpleCycle(node) ? Long.MAX_VALUE : trimmed.measure(tree.breakingEdge(node));
    }

    private Knot knot(Bottleneck bottleneck, long threshold) {
        int node = bottleneck.node();
        int[] members = leaves(node);
        // edges before this position are left: those heavier than the threshold, and those that a simple cycle keeps
        int end = trimmed.heavierThan(threshold);
        if (tree.isLeaf(node)) {
            end = Math.max(end, tree.selfLoop(node) + 1);
        } else if (tree.isSimpleCycle(node)) {
            end = Math.max(end, tree.breakingEdge(node) + 1);
        }
        IntArrayList positions = new IntArrayList();
        if (isSink(node)) {
            trimmed.addIncoming(node, positions);
        } else {
            BitSet inside = new BitSet();
            for (int member : members) {
                inside.set(member);
            }
            for (int member : members) {
                trimmed.addOutgoing(member, end, positions);
            }
            positions.removeIf(position -> !inside.get(trimmed.targets()[position]));
        }
        int[] edges = positions.toIntArray();
        long weight = 0;
        for (int i = 0; i < edges.length; i++) {
            weight = TrimmedGraph.saturated(weight, trimmed.weight(edges[i]));
            edges[i] = trimmed.edge(edges[i]);
        }
        IntArrays.quickSort(edges, (a, b) -> {
            int byWeight = Long.compare(graph.weightNanos(b), graph.weightNanos(a));
            return byWeight != 0 ? byWeight : Integer.compare(b, a);
        });
        for (int i = 0; i < members.length; i++) {
            members[i] = trimmed.vertex(members[i]);
        }
        IntArrays.quickSort(members);
        return new Knot(isSink(node) ? Knot.Kind.SINK : Knot.Kind.KNOT, bottleneck.level(), bottleneck.appearsNanos(),
                bottleneck.breaksNanos(), weight, members, edges);
    }

    private int[] leaves(int top) {
        IntArrayList result = new IntArrayList();
        IntArrayList open = new IntArrayList(new int[] {top});
        while (!open.isEmpty()) {
            int node = open.popInt();
            if (tree.isLeaf(node)) {
                result.add(node);
            } else {
                for (int child = tree.firstChild(node); child != ComponentTree.NONE; child = tree.nextSibling(child)) {
                    open.add(child);
                }
            }
        }
        return result.toIntArray();
    }
}
