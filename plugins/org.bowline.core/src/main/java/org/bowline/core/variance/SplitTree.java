/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.variance;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.progress.Progress;

/**
 * Collects the times of intervals by nodes of a tree that grows meanwhile, and then splits the variance along its heaviest nodes: a pair of factors stands for
 * each pair of siblings, and nobody reads thousands. Lighter nodes are in the body of their parent. 12 bytes per part of an interval.
 *
 * @param <N> what a node is
 */
final class SplitTree<N> {
    private static final int MOST_NODES = 4096;

    private record Key<N>(int parent, N node) {}

    private final Map<Key<N>, Integer> numbers = new HashMap<>();
    private final List<N> nodes = new ArrayList<>();
    private final IntArrayList parents = new IntArrayList();
    private final IntArrayList ofPart = new IntArrayList();
    private final LongArrayList nanosOfPart = new LongArrayList();
    /** By interval: where its parts end. */
    private final IntArrayList ends = new IntArrayList();
    /** By interval, if its size was told of each. */
    private final DoubleArrayList sizes = new DoubleArrayList();

    SplitTree(N root) {
        nodes.add(root);
        parents.add(CallTree.NONE);
    }

    /** So much is going to be told. */
    void expect(int intervals, int parts) {
        ends.ensureCapacity(intervals);
        ofPart.ensureCapacity(parts);
        nanosOfPart.ensureCapacity(parts);
    }

    /** The node below another; 0 is the root. */
    int child(int parent, N node) {
        Integer number = numbers.putIfAbsent(new Key<>(parent, node), nodes.size());
        if (number == null) {
            nodes.add(node);
            parents.add(parent);
            return nodes.size() - 1;
        }
        return number;
    }

    /** The present interval was in a node so long, without its children. */
    void add(int node, long nanos) {
        ofPart.add(node);
        nanosOfPart.add(nanos);
    }

    /** All of the present interval was told. */
    void end() {
        ends.add(ofPart.size());
    }

    /** The same of an interval of that size; said of all intervals or of none. */
    void end(double size) {
        sizes.add(size);
        end();
    }

    int intervals() {
        return ends.size();
    }

    /**
     * The variance, split along the heaviest nodes.
     *
     * @param mostOfRoot how many children of the root are kept
     * @param most how many of each other node are
     */
    PathVariance.Split<N> split(int mostOfRoot, int most, Progress progress) {
        int count = nodes.size();
        long[] totals = new long[count];
        for (int i = 0; i < ofPart.size(); i++) {
            totals[ofPart.getInt(i)] += nanosOfPart.getLong(i);
        }
        for (int node = count - 1; node > 0; node--) {
            totals[parents.getInt(node)] += totals[node]; // parents come first
        }
        List<IntArrayList> children = new ArrayList<>();
        for (int node = 0; node < count; node++) {
            children.add(new IntArrayList());
            if (node > 0) {
                children.get(parents.getInt(node)).add(node);
            }
        }
        int[] kept = new int[count];
        Arrays.fill(kept, CallTree.NONE);
        IntArrayList keptParents = new IntArrayList();
        List<N> keptNodes = new ArrayList<>();
        IntArrayList queue = new IntArrayList(new int[] {0});
        for (int at = 0; at < queue.size(); at++) {
            progress.check();
            int node = queue.getInt(at);
            kept[node] = keptNodes.size();
            keptParents.add(node == 0 ? CallTree.NONE : kept[parents.getInt(node)]);
            keptNodes.add(nodes.get(node));
            children.get(node).intStream().boxed().sorted(Comparator.comparing((Integer child) -> -totals[child])
                    .thenComparing(child -> nodes.get(child).toString()))
                    .limit(queue.size() > MOST_NODES ? 0 : node == 0 ? mostOfRoot : most).forEach(child -> queue.add(child.intValue()));
        }
        // what is not kept is in the body of the next node above that is
        for (int node = 1; node < count; node++) {
            kept[node] = kept[node] == CallTree.NONE ? kept[parents.getInt(node)] : kept[node];
        }
        return accumulated(kept, keptParents.toIntArray(), keptNodes, progress);
    }

    /** The times of each interval, by the nodes that are kept. */
    private PathVariance.Split<N> accumulated(int[] kept, int[] shape, List<N> keptNodes, Progress progress) {
        VarianceAccumulator accumulator = new VarianceAccumulator(CallTree.of(shape));
        SizeFit.Sums ofSizes = sizes.isEmpty() ? null : new SizeFit.Sums(sizes.toDoubleArray(), shape.length);
        long[] nanos = new long[shape.length];
        int part = 0;
        for (int interval = 0; interval < ends.size(); interval++) {
            progress.check();
            Arrays.fill(nanos, 0);
            for (; part < ends.getInt(interval); part++) {
                nanos[kept[ofPart.getInt(part)]] += nanosOfPart.getLong(part);
            }
            for (int node = shape.length - 1; node > 0; node--) {
                nanos[shape[node]] += nanos[node];
            }
            accumulator.add(nanos);
            if (ofSizes != null) {
                ofSizes.add(nanos);
            }
        }
        VarianceTree tree = accumulator.result();
        return new PathVariance.Split<>(tree, keptNodes, ofSizes == null ? null : ofSizes.fit(tree));
    }
}
