/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongAVLTreeSet;

import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;

/**
 * The bottlenecks of a wait-for graph at every threshold. Immutable; safe for many readers.
 *
 * <p>The trimmed graph has the edges that are not lighter than the trim share and do not lead to a timer, an interprocessor interrupt,
 * kernel work or something unknown. A <em>bottleneck</em> is a strongly connected component of it without a way out: a <em>knot</em>, or,
 * if it is a single vertex without an edge to itself, a <em>sink</em>. A knot that is not a simple cycle is refined: its lightest edge is
 * taken away (of equal ones, that with the smaller source, then target) as long as that is not heavier than the threshold; when it comes
 * apart, its components without a way out take its place. See docs/concepts/wait-for.md; paper: wPerf, OSDI 2018.
 *
 * <p>All thresholds are computed at once, O(edges × log edges) time; asking for one costs what the answer is long, plus the bottlenecks
 * that have come apart below it.
 */
public final class KnotHierarchy {
    private static final Comparator<Knot> KNOTS_THEN_SINKS = Comparator.comparing(Knot::kind)
            .thenComparing(Comparator.comparingLong(Knot::weightNanos).reversed()).thenComparingInt(knot -> knot.vertex(0));

    private final long trimNanos;
    private final long thresholdNanos;
    private final TrimmedGraph trimmed;
    private final ComponentTree tree;
    /** The bottlenecks; parents come before their children. */
    private final List<Bottleneck> bottlenecks = new ArrayList<>();
    private final int[] roots;

    /** A bottleneck over its life. */
    private record Bottleneck(int node, int level, long appearsNanos, long breaksNanos, IntArrayList children) {}

    private KnotHierarchy(WaitForGraph graph, KnotPolicy policy, IntPredicate wanted, Progress progress) {
        trimNanos = policy.trim().least(graph.rangeNanos());
        thresholdNanos = policy.threshold().most(graph.rangeNanos());
        trimmed = new TrimmedGraph(graph, trimNanos, wanted);
        tree = new ComponentTree(trimmed.vertexCount(), trimmed.sources(), trimmed.targets(), progress);
        roots = collect();
    }

    /**
     * Computes the whole refinement.
     *
     * @param graph the wait-for graph
     * @param policy trim share and default threshold
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
     * there is no knot at any threshold. O(bottlenecks × log bottlenecks).
     */
    public long thresholdWithKnotNanos() {
        long least = Long.MIN_VALUE;
        for (Bottleneck bottleneck : bottlenecks) {
            long end = bottleneck.breaksNanos();
            if (!tree.isLeaf(bottleneck.node()) || tree.selfLoop(bottleneck.node()) != ComponentTree.NONE) {
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
     * @param threshold edges heavier than this are never taken away, ns; 0 for the trimmed graph as it is
     */
    public List<Knot> knotsAt(long threshold) {
        List<Knot> result = new ArrayList<>();
        IntArrayList open = new IntArrayList(roots);
        while (!open.isEmpty()) {
            Bottleneck bottleneck = bottlenecks.get(open.popInt());
            if (threshold < bottleneck.breaksNanos()) {
                result.add(knot(bottleneck, threshold));
            } else {
                open.addAll(bottleneck.children());
            }
        }
        result.sort(KNOTS_THEN_SINKS);
        return List.copyOf(result);
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

    /** The thresholds at which a bottleneck comes apart, ascending: where a slider has its ticks. */
    public long[] breaks() {
        LongAVLTreeSet breaks = new LongAVLTreeSet();
        for (Bottleneck bottleneck : bottlenecks) {
            if (bottleneck.breaksNanos() != Long.MAX_VALUE) {
                breaks.add(bottleneck.breaksNanos());
            }
        }
        return breaks.toLongArray();
    }

    /** Lists the bottlenecks, level by level; the numbers of those of level 0. */
    private int[] collect() {
        IntArrayList first = bottoms(tree.roots());
        int[] numbers = new int[first.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = i;
            bottlenecks.add(bottleneck(first.getInt(i), 0, 0));
        }
        for (int i = 0; i < bottlenecks.size(); i++) {
            Bottleneck parent = bottlenecks.get(i);
            if (parent.breaksNanos() != Long.MAX_VALUE) {
                IntArrayList nodes = successors(parent);
                for (int c = 0; c < nodes.size(); c++) {
                    parent.children().add(bottlenecks.size());
                    bottlenecks.add(bottleneck(nodes.getInt(c), parent.level() + 1, parent.breaksNanos()));
                }
            }
        }
        return numbers;
    }

    private Bottleneck bottleneck(int node, int level, long appearsNanos) {
        return new Bottleneck(node, level, appearsNanos, breaksNanos(node), new IntArrayList(0));
    }

    private long breaksNanos(int node) {
        return tree.isLeaf(node) || tree.isSimpleCycle(node) ? Long.MAX_VALUE : trimmed.weight(tree.breakingEdge(node));
    }

    /** What takes the place of a bottleneck; what breaks at the same threshold is passed over, as it is never seen. */
    private IntArrayList successors(Bottleneck parent) {
        IntArrayList result = new IntArrayList();
        IntArrayList open = bottoms(children(parent.node()));
        while (!open.isEmpty()) {
            int node = open.popInt();
            if (breaksNanos(node) == parent.breaksNanos()) {
                open.addAll(bottoms(children(node)));
            } else {
                result.add(node);
            }
        }
        return result;
    }

    private int[] children(int node) {
        IntArrayList result = new IntArrayList();
        for (int child = tree.firstChild(node); child != ComponentTree.NONE; child = tree.nextSibling(child)) {
            result.add(child);
        }
        return result.toIntArray();
    }

    private IntArrayList bottoms(int[] nodes) {
        IntArrayList result = new IntArrayList();
        for (int node : nodes) {
            if (tree.isBottom(node)) {
                result.add(node);
            }
        }
        return result;
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
        for (int member : members) {
            trimmed.addOutgoing(member, end, positions);
        }
        Knot.Kind kind = positions.isEmpty() ? Knot.Kind.SINK : Knot.Kind.KNOT;
        if (kind == Knot.Kind.SINK) {
            trimmed.addIncoming(members[0], positions);
        }
        int[] edges = positions.toIntArray();
        Arrays.sort(edges);
        long weight = 0;
        for (int i = 0; i < edges.length; i++) {
            long sum = weight + trimmed.weight(edges[i]);
            weight = sum < 0 ? Long.MAX_VALUE : sum;
            edges[i] = trimmed.edge(edges[i]);
        }
        for (int i = 0; i < members.length; i++) {
            members[i] = trimmed.vertex(members[i]);
        }
        IntArrays.quickSort(members);
        return new Knot(kind, bottleneck.level(), bottleneck.appearsNanos(), bottleneck.breaksNanos(), weight, members, edges);
    }

    private int[] leaves(int top) {
        IntArrayList result = new IntArrayList();
        IntArrayList open = new IntArrayList(new int[] {top});
        while (!open.isEmpty()) {
            int node = open.popInt();
            if (tree.isLeaf(node)) {
                result.add(node);
            } else {
                open.addElements(open.size(), children(node));
            }
        }
        return result.toIntArray();
    }
}
