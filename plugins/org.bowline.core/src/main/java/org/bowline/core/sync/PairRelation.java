/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

import org.bowline.core.time.ClockTransform;
import org.bowline.core.time.PiecewiseTransform;
import org.bowline.core.time.Rational;

/**
 * The relation of two hosts' clocks: from the first's to the second's, as their messages allow.
 *
 * @param quality of the relation; {@link SyncQuality#ABSENT} without messages
 * @param estimate first clock to second clock; null if absent or failed
 * @param low lowest time of the second; null if unknown
 * @param high highest time of the second; null if unknown
 * @param changes between which times of the first clock the relation changed, as pairs
 * @param outliers messages left out
 * @param hullPoints messages that matter
 * @param used which messages bound which piece
 * @param open from what the likely one of the lines is still to be chosen; null if that was done. Until then the estimate is the middle of the bounds
 */
record PairRelation(SyncQuality quality, @Nullable PiecewiseTransform estimate, @Nullable PiecewiseTransform low,
        @Nullable PiecewiseTransform high, List<long[]> changes,
        int outliers, int hullPoints, Used used, @Nullable Open open) {
    /** If clocks changed more often than once in so many messages, the messages are not of these clocks. */
    private static final int LEAST_MESSAGES_PER_PIECE = 8;

    /**
     * The messages that bound the pieces.
     *
     * @param from first one of each piece
     * @param to after the last one of each piece
     * @param outliers those of them that do not
     */
    record Used(int[] from, int[] to, BitSet outliers) {
        static final Used NONE = new Used(new int[0], new int[0], new BitSet());
    }

    /** A choice among the lines that fit the messages, which are all in one piece. */
    record Open(PairMessages messages, BitSet outliers, FeasibleLines feasible, FeasibleLines.Bounds bounds, int driftLimitPpm) {
        ClockTransform choose(BooleanSupplier cancelled) {
            return BestLine.of(messages, 0, messages.size(), outliers, feasible, bounds, driftLimitPpm, cancelled);
        }
    }

    private static PairRelation without(SyncQuality quality, int outliers) {
        return new PairRelation(quality, null, null, null, List.of(), outliers, 0, Used.NONE, null);
    }

    /** Finds the relation, and chooses the likely one of the lines that are possible. The same as {@link #possible}, then {@link #likely}. */
    static PairRelation of(PairMessages messages, int driftLimitPpm, long firstX, long lastX, BooleanSupplier cancelled) {
        return possible(messages, driftLimitPpm, firstX, lastX, cancelled).likely(cancelled);
    }

    /**
     * The same with the likely one of the lines that are possible as its estimate. It costs more than all before, and only hosts over which a clock is carried need it.
     *
     * @param cancelled asked every 2^16 messages
     */
    PairRelation likely(BooleanSupplier cancelled) {
        Open choice = open;
        return choice == null ? this
                : new PairRelation(quality, PiecewiseTransform.of(choice.choose(cancelled)), low, high, changes, outliers, hullPoints, used,
                        null);
    }

    // Complex: one case for each amount of knowledge that the messages of two hosts can give.
    /**
     * Finds which relations are possible.
     *
     * @param messages sorted
     * @param firstX begin of the time of interest, first clock
     * @param lastX end of it
     * @param cancelled asked every 2^16 messages
     * @throws org.bowline.core.progress.CancelledException if cancelled
     */
    static PairRelation possible(PairMessages messages, int driftLimitPpm, long firstX, long lastX, BooleanSupplier cancelled) {
        if (messages.size() == 0) {
            return without(SyncQuality.ABSENT, 0);
        }
        if (messages.fromFirst() == 0 || messages.fromSecond() == 0) {
            PiecewiseTransform shift = PiecewiseTransform.of(shift(messages, 0, messages.size()));
            return new PairRelation(SyncQuality.INCOMPLETE, shift, null, null, List.of(), 0, 0,
                    new Used(new int[] {0}, new int[] {messages.size()}, new BitSet()), null);
        }
        Pieces pieces = new Pieces(messages, cancelled);
        int count = pieces.count();
        if (count > 1 && messages.size() / count < LEAST_MESSAGES_PER_PIECE) {
            return without(SyncQuality.FAILED, pieces.outliers());
        }
        List<FeasibleLines.@Nullable Bounds> bounds = new ArrayList<>();
        List<ClockTransform> lines = new ArrayList<>();
        Used used = new Used(new int[count], new int[count], pieces.outlierSet());
        long[] from = new long[count - 1];
        long[] to = new long[count - 1];
        boolean bounded = true;
        boolean assumed = false;
        int hullPoints = 0;
        Open open = null;
        for (int piece = 0; piece < count; piece++) {
            int begin = pieces.coreFrom(piece);
            int end = pieces.coreTo(piece);
            FeasibleLines feasible = pieces.lines(begin, Math.max(begin, end));
            if (!feasible.isTwoSided()) {
                // Nothing is certain about this piece; take the messages that fit.
                end = pieces.end(piece);
                feasible = pieces.lines(begin, end);
            }
            hullPoints += feasible.hullPoints();
            used.from()[piece] = begin;
            used.to()[piece] = Math.max(begin, end);
            if (piece > 0) {
                to[piece - 1] = messages.x(begin);
            }
            if (piece + 1 < count) {
                from[piece] = messages.x(end - 1);
            }
            if (feasible.isTwoSided()) {
                // The outer pieces reach to the ends of the time of interest.
                long first = piece == 0 ? firstX : messages.x(begin);
                long last = piece + 1 == count ? lastX : messages.x(end - 1);
                FeasibleLines.Bounds found = feasible.bounds(driftLimitPpm, first + (last - first) / 2);
                assumed |= found.assumed();
                bounds.add(found);
                if (count == 1) {
                    open = new Open(messages, pieces.outlierSet(), feasible, found, driftLimitPpm);
                    lines.add(found.central());
                } else {
                    lines.add(BestLine.of(messages, begin, Math.max(begin, end), pieces.outlierSet(), feasible, found, driftLimitPpm,
                            cancelled));
                }
            } else {
                bounded = false;
                bounds.add(null);
                lines.add(shift(messages, begin, end));
            }
        }
        List<long[]> changes = new ArrayList<>();
        for (int i = 0; i < from.length; i++) {
            changes.add(new long[] {from[i], to[i]});
        }
        PiecewiseTransform estimate = Joints.join(lines, from, to);
        if (estimate == null) {
            return without(SyncQuality.FAILED, pieces.outliers());
        }
        if (!bounded) {
            return new PairRelation(SyncQuality.INCOMPLETE, estimate, null, null, changes, pieces.outliers(), hullPoints, used, null);
        }
        List<PiecewiseTransform> lows = new ArrayList<>();
        List<PiecewiseTransform> highs = new ArrayList<>();
        Rational flattest = Rational.ONE;
        for (FeasibleLines.Bounds b : bounds) {
            if (b != null) {
                lows.add(b.low());
                highs.add(0, b.high().mirrored());
                flattest = flattest.min(b.flattest());
            }
        }
        PiecewiseTransform low = Joints.lowest(lows, from, to, flattest);
        // The highest is the lowest seen from the other end of time.
        long[] mirroredFrom = new long[count - 1];
        long[] mirroredTo = new long[count - 1];
        for (int i = 0; i < from.length; i++) {
            mirroredFrom[i] = -to[count - 2 - i];
            mirroredTo[i] = -from[count - 2 - i];
        }
        PiecewiseTransform high = Joints.lowest(highs, mirroredFrom, mirroredTo, flattest).mirrored();
        return new PairRelation(assumed ? SyncQuality.APPROXIMATE : SyncQuality.ACCURATE, estimate, low, high, changes, pieces.outliers(),
                hullPoints, used, open);
    }

    /** The line of slope 1 on which the fastest of the messages took no time. */
    private static ClockTransform shift(PairMessages messages, int from, int to) {
        long least = Long.MIN_VALUE;
        long most = Long.MAX_VALUE;
        for (int i = from; i < to; i++) {
            long difference = Math.subtractExact(messages.y(i), messages.x(i));
            if (messages.isUpper(i)) {
                most = Math.min(most, difference);
            } else {
                least = Math.max(least, difference);
            }
        }
        return ClockTransform.shift(most != Long.MAX_VALUE ? most : least);
    }

    /** Half the width of the bounds or more at a time of the first clock, ns; {@link Long#MAX_VALUE} if unknown. The least error that anything could promise there. */
    long errorAt(long x) {
        PiecewiseTransform below = low;
        PiecewiseTransform above = high;
        return below == null || above == null ? Long.MAX_VALUE : (above.apply(x) - below.apply(x)) / 2 + 2;
    }
}
