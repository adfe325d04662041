/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.Progress;

/**
 * Which knots bound no work. A <em>background knot</em> has no worker in it, and no worker waits for any of its members, directly or through others, by any edge that was not trimmed:
 * whatever becomes faster in it, no worker gets on sooner (paper: wPerf, OSDI 2018, knots of background threads). It is taken out with all its edges, and the rest is looked
 * at again, until no background knot is left. Immutable. O(edges × log edges) for each time that something is taken out.
 *
 * <p>As no worker waits for what is taken out, the knots of workers stay as they are at any threshold; but where the threshold is the largest that leaves a knot, that of the rest may be
 * a smaller one, and shows a knot that the background had hidden.
 */
public final class BackgroundKnots {
    private final List<Found> found;
    private final KnotHierarchy rest;
    private final long restThresholdNanos;
    private final BitSet waitedFor;
    private final boolean isKnown;

    /**
     * A knot or sink.
     *
     * @param knot as of its round
     * @param round how often background knots had been taken out before it was seen; from 1 on, knots alone
     * @param isBackground whether it is a background knot; never of a sink
     */
    public record Found(Knot knot, int round, boolean isBackground) {}

    private BackgroundKnots(List<Found> found, KnotHierarchy rest, long restThresholdNanos, BitSet waitedFor, boolean isKnown) {
        this.found = List.copyOf(found);
        this.rest = rest;
        this.restThresholdNanos = restThresholdNanos;
        this.waitedFor = waitedFor;
        this.isKnown = isKnown;
    }

    /**
     * Finds them.
     *
     * @param hierarchy of the graph
     * @param workers by vertex; null if nobody is known to be one, and no knot is called a background knot
     * @param threshold of a hierarchy: of the whole, and of what is left, ns
     * @param progress asked whether to stop
     */
    public static BackgroundKnots of(KnotHierarchy hierarchy, @Nullable IntPredicate workers, ToLongFunction<KnotHierarchy> threshold,
            Progress progress) {
        List<Found> found = new ArrayList<>();
        BitSet out = new BitSet();
        BitSet waitedForAtFirst = workers == null ? new BitSet() : hierarchy.waitedForBy(workers);
        KnotHierarchy rest = hierarchy;
        BitSet waitedFor = waitedForAtFirst;
        for (int round = 0;; round++) {
            progress.check();
            int before = out.cardinality();
            for (Knot knot : rest.knotsAt(threshold.applyAsLong(rest))) {
                boolean background = workers != null && isBackground(knot, waitedFor);
                if (round == 0 || knot.kind() == Knot.Kind.KNOT && found.stream().noneMatch(one -> isSame(one.knot(), knot))) {
                    found.add(new Found(knot, round, background));
                }
                if (background) {
                    IntStream.range(0, knot.vertexCount()).forEach(i -> out.set(knot.vertex(i)));
                }
            }
            if (workers == null || out.cardinality() == before) {
                return new BackgroundKnots(found, rest, threshold.applyAsLong(rest), waitedForAtFirst, workers != null);
            }
            rest = hierarchy.without(out, progress);
            waitedFor = rest.waitedForBy(workers);
        }
    }

    private static boolean isBackground(Knot knot, BitSet waitedFor) {
        return knot.kind() == Knot.Kind.KNOT && IntStream.range(0, knot.vertexCount()).noneMatch(i -> waitedFor.get(knot.vertex(i)));
    }

    private static boolean isSame(Knot a, Knot b) {
        return a.kind() == b.kind() && Arrays.equals(members(a), members(b));
    }

    private static int[] members(Knot knot) {
        return IntStream.range(0, knot.vertexCount()).map(knot::vertex).toArray();
    }

    /** Knots, then sinks, of the whole graph, as {@link KnotHierarchy#knotsAt} has them; then the knots that were only seen once background knots had been taken out. */
    public List<Found> found() {
        return found;
    }

    /** Whether there is a background knot. */
    public boolean isAny() {
        return found.stream().anyMatch(Found::isBackground);
    }

    /** Whether a knot of the whole graph, at whatever threshold, is a background knot. */
    public boolean isBackground(Knot knot) {
        return isKnown && isBackground(knot, waitedFor);
    }

    /** The refinement of what is left when all background knots are taken out; that of the whole if there is none. */
    public KnotHierarchy rest() {
        return rest;
    }

    /** Its threshold, ns. */
    public long restThresholdNanos() {
        return restThresholdNanos;
    }

    /** The knots that are left. */
    public List<Knot> left() {
        return rest.knotsAt(restThresholdNanos).stream().filter(knot -> knot.kind() == Knot.Kind.KNOT).toList();
    }
}
