/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

import org.bowline.core.column.Ascending;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.time.PiecewiseTransform;

/**
 * Makes {@link ClockEvidence} of the messages of two hosts, as seen from the one whose clock is carried over the other. O(messages), but for sorting them by that host's
 * time.
 */
final class EvidenceCollector {
    private static final int POLL_MASK = (1 << 16) - 1;
    /** Of the points kept, so many at most are corners of hulls, and so many bound nothing; each stretch of time then has one of each side. */
    private static final int HULL_POINTS = 1_000;
    private static final int USELESS_POINTS = 500;
    private static final int STRETCHES = (ClockEvidence.LARGEST_POINTS - HULL_POINTS - USELESS_POINTS) / 2;
    private static final int BAND_STEPS = 256;
    private static final int BAND_CORNERS = 512;

    private final PairMessages messages;
    private final PairRelation relation;
    /** Whether the host is the first of the pair. */
    private final boolean forward;
    private final BooleanSupplier cancelled;
    private final PiecewiseTransform estimate;
    private final int size;
    /** Messages by host time, and the piece each bounds. */
    private final IntColumn order;
    private final IntColumn piece;

    EvidenceCollector(PairMessages messages, PairRelation relation, boolean forward, BooleanSupplier cancelled) {
        this.messages = messages;
        this.relation = relation;
        this.forward = forward;
        this.cancelled = cancelled;
        PiecewiseTransform known = Objects.requireNonNull(relation.estimate());
        estimate = forward ? known : known.inverted();
        size = messages.size();
        LongColumn times = LongColumn.zeros(size);
        for (int i = 0; i < size; i++) {
            times.set(i, host(i));
        }
        order = Ascending.order(times);
        times.letGo();
        piece = IntColumn.filled(size, ClockEvidence.NO_PIECE);
        PairRelation.Used used = relation.used();
        for (int p = 0; p < used.from().length; p++) {
            // on a clock that runs forward the pieces come in the same order
            for (int i = used.from()[p]; i < used.to()[p]; i++) {
                piece.set(i, p);
            }
        }
        for (int i = used.outliers().nextSetBit(0); i >= 0; i = used.outliers().nextSetBit(i + 1)) {
            piece.set(i, ClockEvidence.NO_PIECE);
        }
    }

    private long host(int message) {
        return forward ? messages.x(message) : messages.y(message);
    }

    private long neighbour(int message) {
        return forward ? messages.y(message) : messages.x(message);
    }

    private boolean isAbove(int message) {
        return messages.isUpper(message) == forward;
    }

    private ClockEvidence.Point point(int message) {
        return new ClockEvidence.Point(host(message), neighbour(message) - host(message), isAbove(message), piece.get(message));
    }

    private void poll(int i) {
        if ((i & POLL_MASK) == 0 && cancelled.getAsBoolean()) {
            throw new CancelledException();
        }
    }

    ClockEvidence collect(int host, int neighbour, long startNanos, long endNanos) {
        List<ClockEvidence.Edge> edges = new ArrayList<>();
        BitSet corners = new BitSet();
        int pieces = relation.used().from().length;
        int[] first = new int[pieces + 1];
        IntColumn byPiece = sortByPiece(first);
        for (int p = 0; p < pieces; p++) {
            addHull(byPiece, first[p], first[p + 1], true, edges, corners);
            addHull(byPiece, first[p], first[p + 1], false, edges, corners);
        }
        BitSet kept = new BitSet();
        if (size <= ClockEvidence.LARGEST_POINTS) {
            kept.set(0, size);
        } else {
            thin(corners, HULL_POINTS, kept);
            BitSet useless = new BitSet();
            for (int i = 0; i < size; i++) {
                useless.set(i, piece.get(i) == ClockEvidence.NO_PIECE);
            }
            thin(useless, USELESS_POINTS, kept);
            keepTightest(kept);
        }
        List<ClockEvidence.Point> points = new ArrayList<>(kept.cardinality());
        for (int i = 0; i < size; i++) {
            int message = order.get(i);
            if (kept.get(message)) {
                points.add(point(message));
            }
        }
        return new ClockEvidence(host, neighbour, size, points, edges, band(startNanos, endNanos));
    }

    /** The messages that bound a piece, piece by piece, by host time; fills in where each piece begins. */
    private IntColumn sortByPiece(int[] first) {
        for (int i = 0; i < size; i++) {
            int p = piece.get(i);
            if (p != ClockEvidence.NO_PIECE) {
                first[p + 1]++;
            }
        }
        for (int p = 1; p < first.length; p++) {
            first[p] += first[p - 1];
        }
        int[] next = first.clone();
        IntColumn sorted = IntColumn.zeros(first[first.length - 1]);
        for (int i = 0; i < size; i++) {
            int message = order.get(i);
            if (piece.get(message) != ClockEvidence.NO_PIECE) {
                sorted.set(next[piece.get(message)]++, message);
            }
        }
        return sorted;
    }

    /** The hull of one side of a piece, seen from the other: a monotone chain, in the plane of the two clocks (offsets only shear it). */
    private void addHull(IntColumn byPiece, int begin, int end, boolean above, List<ClockEvidence.Edge> edges, BitSet corners) {
        int sign = above ? 1 : -1;
        int[] chain = new int[16];
        int length = 0;
        for (int i = begin; i < end; i++) {
            poll(i);
            int message = byPiece.get(i);
            if (isAbove(message) != above) {
                continue;
            }
            long x = host(message);
            long y = neighbour(message);
            if (length > 0 && host(chain[length - 1]) == x) {
                if (sign * Long.compare(neighbour(chain[length - 1]), y) <= 0) {
                    continue;
                }
                length--;
            }
            while (length >= 2 && sign * FeasibleLines.turn(host(chain[length - 2]), neighbour(chain[length - 2]), host(chain[length - 1]),
                    neighbour(chain[length - 1]), x, y) <= 0) {
                length--;
            }
            if (length == chain.length) {
                chain = Arrays.copyOf(chain, 2 * length);
            }
            chain[length++] = message;
        }
        for (int i = 0; i < length; i++) {
            corners.set(chain[i]);
            if (i > 0) {
                ClockEvidence.Point from = point(chain[i - 1]);
                ClockEvidence.Point to = point(chain[i]);
                edges.add(new ClockEvidence.Edge(above, from.piece(), from.hostNanos(), from.offsetNanos(), to.hostNanos(),
                        to.offsetNanos()));
            }
        }
    }

    /** Keeps so many of some messages, evenly. */
    private static void thin(BitSet some, int most, BitSet kept) {
        int count = some.cardinality();
        int at = 0;
        for (int i = some.nextSetBit(0); i >= 0; i = some.nextSetBit(i + 1), at++) {
            if (count <= most || (long) at * most / count != (long) (at + 1) * most / count) {
                kept.set(i);
            }
        }
    }

    /** Of each stretch of time and each side, the message that was fastest by the estimate. */
    private void keepTightest(BitSet kept) {
        long first = host(order.get(0));
        double length = Math.max(1.0, (double) host(order.get(size - 1)) - first);
        int[] best = new int[2 * STRETCHES];
        long[] bestDelay = new long[2 * STRETCHES];
        Arrays.fill(best, -1);
        for (int i = 0; i < size; i++) {
            poll(i);
            if (piece.get(i) == ClockEvidence.NO_PIECE) {
                continue;
            }
            long x = host(i);
            int stretch = Math.min(STRETCHES - 1, (int) (((double) x - first) / length * STRETCHES));
            int at = 2 * stretch + (isAbove(i) ? 1 : 0);
            long beyond = neighbour(i) - estimate.apply(x);
            long delay = isAbove(i) ? beyond : -beyond;
            if (best[at] < 0 || delay < bestDelay[at]) {
                best[at] = i;
                bestDelay[at] = delay;
            }
        }
        for (int message : best) {
            if (message >= 0) {
                kept.set(message);
            }
        }
    }

    private List<ClockEvidence.BandPoint> band(long startNanos, long endNanos) {
        PiecewiseTransform below = relation.low();
        PiecewiseTransform above = relation.high();
        PiecewiseTransform low = null;
        PiecewiseTransform high = null;
        if (below != null && above != null) {
            low = forward ? below : above.invertedToLower();
            high = forward ? above : below.invertedToUpper();
        }
        Set<Long> times = new TreeSet<>(List.of(startNanos, endNanos));
        for (int i = 1; i < BAND_STEPS; i++) {
            times.add(startNanos + (endNanos - startNanos) / BAND_STEPS * i);
        }
        addCorners(estimate, startNanos, endNanos, times);
        addCorners(low, startNanos, endNanos, times);
        addCorners(high, startNanos, endNanos, times);
        List<ClockEvidence.BandPoint> band = new ArrayList<>(times.size());
        for (long time : times) {
            // rounding: half a nanosecond, and less than 10^-6
            long lowest = low == null ? ClockEvidence.UNKNOWN : low.apply(time) - 1 - time;
            long highest = high == null ? ClockEvidence.UNKNOWN : high.apply(time) + 1 - time;
            band.add(new ClockEvidence.BandPoint(time, lowest, estimate.apply(time) - time, highest));
        }
        return band;
    }

    /** Between the corners all is straight. */
    private static void addCorners(@Nullable PiecewiseTransform curve, long startNanos, long endNanos, Set<Long> times) {
        if (curve == null || curve.pieces() > BAND_CORNERS) {
            return;
        }
        for (int i = 1; i < curve.pieces(); i++) {
            long corner = curve.fromNanos(i);
            if (corner > startNanos && corner < endNanos) {
                times.add(corner);
            }
        }
    }
}
