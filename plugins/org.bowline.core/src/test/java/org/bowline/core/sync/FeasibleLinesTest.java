/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.time.PiecewiseTransform;
import org.bowline.core.time.Rational;

final class FeasibleLinesTest {
    private static final long SEED = Long.getLong("bowline.seed", 20261120L);

    record Point(boolean upper, long x, long y) {}

    private static FeasibleLines linesOf(List<Point> points) {
        FeasibleLines lines = new FeasibleLines();
        for (Point p : points) {
            assertThat(lines.add(p.upper, p.x, p.y)).as("%s fits", p).isTrue();
        }
        return lines;
    }

    @Test
    void aClockThatMayRunBackwardByItsPointsIsTakenToRunForward() {
        FeasibleLines lines = new FeasibleLines();
        assertThat(lines.add(false, 0, 0)).isTrue();
        assertThat(lines.add(true, 0, 50)).isTrue();
        assertThat(lines.add(true, 100, 95)).isTrue();
        assertThat(lines.add(false, 100, 40)).isTrue();
        FeasibleLines.Bounds bounds = lines.bounds(500, 50);
        assertThat(bounds.flattest()).isEqualTo(Rational.of(9, 10));
        assertThat(bounds.steepest()).isEqualTo(Rational.of(95, 100));
        assertThat(bounds.assumed()).isTrue();
    }

    @Test
    void goldenG6IsBoundedByTheWholePolygonAndNotByItsExtremeLines() {
        FeasibleLines lines = linesOf(
                List.of(new Point(true, 0, 12), new Point(false, 13, 20), new Point(true, 100, 111), new Point(false, 111, 120),
                        new Point(true, 200, 213), new Point(false, 205, 212)));
        assertThat(lines.steepest()).isEqualTo(Rational.of(193, 187));
        assertThat(lines.flattest()).isEqualTo(Rational.of(40, 41));
        FeasibleLines.Bounds bounds = lines.bounds(200_000, 102);
        assertThat(bounds.assumed()).isFalse();
        assertThat(exact(bounds.high(), 100)).isEqualTo(Rational.of(111));
        assertThat(exact(bounds.low(), 100)).isEqualTo(Rational.of(20).plus(Rational.of(87 * 100, 98)));
        assertThat(exact(bounds.low(), 100)).isLessThan(Rational.of(110));
        // The mean of the extreme lines, as others use it, has an error that excludes the truth.
        Rational steepAt100 = Rational.of(20).plus(lines.steepest().times(Rational.of(87)));
        Rational flatAt100 = Rational.of(12).plus(lines.flattest().times(Rational.of(100)));
        assertThat(steepAt100.min(flatAt100).compareTo(Rational.of(109)) > 0 && steepAt100.max(flatAt100).compareTo(Rational.of(110)) < 0)
                .isTrue();
        // The central line has the least possible error in the middle.
        Rational middle = exact(bounds.low(), 102).plus(exact(bounds.high(), 102)).half();
        assertThat(bounds.central().exact(Rational.of(102))).isEqualTo(middle);
    }

    private static Rational exact(PiecewiseTransform curve, long x) {
        return curve.line(curve.pieceAt(x)).exact(Rational.of(x));
    }

    @Test
    void goldenG8CrossProductsBeyond64BitsHaveTheRightSign() {
        long span = 10_800_000_000_000L;
        long jitter = 1_000_000;
        assertThat(FeasibleLines.turn(0, 0, span, span + jitter, 2 * span, 2 * span + 2 * jitter)).isZero();
        assertThat(FeasibleLines.turn(0, 0, span, span + jitter, 2 * span, 2 * span + 2 * jitter + 1)).isEqualTo(1);
        assertThat(FeasibleLines.turn(0, 0, span, span + jitter, 2 * span, 2 * span + 2 * jitter - 1)).isEqualTo(-1);
        assertThat(FeasibleLines.compareProducts(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 1)).isEqualTo(1);
        assertThat(FeasibleLines.compareProducts(Long.MIN_VALUE, 3, Long.MIN_VALUE, 4)).isEqualTo(1);
    }

    @Test
    void threeHoursOfMillisecondsOfJitterDoNotOverflow() {
        long span = 10_800_000_000_000L;
        FeasibleLines lines = new FeasibleLines();
        Random random = new Random(SEED);
        for (long x = 0; x <= span; x += span / 500) {
            assertThat(lines.add(true, x, x + 5_000_000 + random.nextInt(1_000_000))).isTrue();
            assertThat(lines.add(false, x, x + 5_000_000 - random.nextInt(1_000_000))).isTrue();
        }
        FeasibleLines.Bounds bounds = lines.bounds(500, span / 2);
        assertThat(exact(bounds.low(), span / 2)).isLessThanOrEqualTo(Rational.of(span / 2 + 5_000_000));
        assertThat(exact(bounds.high(), span / 2)).isGreaterThanOrEqualTo(Rational.of(span / 2 + 5_000_000));
    }

    @Test
    void boundsAgreeWithAllPairsOfPointsTriedOutExactly() {
        Random random = new Random(SEED);
        int twoSided = 0;
        for (int round = 0; round < 300; round++) {
            List<Point> points = randomPoints(random, 3 + random.nextInt(18), 2 + random.nextInt(60));
            FeasibleLines lines = new FeasibleLines();
            List<Point> kept = new ArrayList<>();
            for (Point p : points) {
                List<Point> tried = new ArrayList<>(kept);
                tried.add(p);
                boolean feasible = !corners(tried).isEmpty();
                assertThat(lines.add(p.upper, p.x, p.y)).as("seed %d round %d: %s after %s", SEED, round, p, kept).isEqualTo(feasible);
                if (feasible) {
                    kept = tried;
                }
            }
            // At the very limit of plausible rates the oracle's polygon is a mere edge.
            if (!lines.isTwoSided() || !lines.boundsSlope() || lines.flattest().compareTo(Rational.of(11, 10)) >= 0
                    || lines.steepest().compareTo(Rational.of(9, 10)) <= 0) {
                continue;
            }
            twoSided++;
            FeasibleLines.Bounds bounds = lines.bounds(100_000, 500);
            List<Rational[]> corners = corners(kept);
            assertThat(bounds.flattest()).isEqualTo(corners.stream().map(c -> c[0]).min(Comparator.naturalOrder()).orElseThrow());
            assertThat(bounds.steepest()).isEqualTo(corners.stream().map(c -> c[0]).max(Comparator.naturalOrder()).orElseThrow());
            for (long t = -100; t <= 1_100; t += 7) {
                Rational at = Rational.of(t);
                Rational low = corners.stream().map(c -> c[0].times(at).plus(c[1])).min(Comparator.naturalOrder()).orElseThrow();
                Rational high = corners.stream().map(c -> c[0].times(at).plus(c[1])).max(Comparator.naturalOrder()).orElseThrow();
                assertThat(exact(bounds.low(), t)).as("seed %d round %d: low at %d of %s", SEED, round, t, kept).isEqualTo(low);
                assertThat(exact(bounds.high(), t)).as("seed %d round %d: high at %d of %s", SEED, round, t, kept).isEqualTo(high);
            }
            for (Point p : kept) {
                int side = bounds.central().exact(Rational.of(p.x)).compareTo(Rational.of(p.y));
                assertThat(p.upper ? side <= 0 : side >= 0).as("seed %d round %d: the central line passes %s", SEED, round, p).isTrue();
            }
        }
        assertThat(twoSided).isGreaterThan(50);
    }

    private static List<Point> randomPoints(Random random, int count, int jitter) {
        List<Point> points = new ArrayList<>();
        double slope = 1 + random.nextGaussian() * 0.01;
        for (int i = 0; i < count; i++) {
            boolean upper = random.nextBoolean();
            long x = random.nextInt(1_000);
            long delay = (long) random.nextInt(jitter) - (random.nextInt(10) == 0 ? jitter / 4 : 0);
            points.add(new Point(upper, x, Math.round(x * slope) + (upper ? delay : -delay)));
        }
        points.sort(Comparator.comparingLong(Point::x));
        return points;
    }

    /**
     * The corners of the feasible polygon within slopes of 0.9 and 1.1, by trying out each pair of bounding lines in the plane of slope and offset. A polygon that is open
     * upwards or downwards has corners at the slopes' limits all the same, as offsets are cut at a million.
     */
    private static List<Rational[]> corners(List<Point> points) {
        Rational lowest = Rational.of(9, 10);
        Rational highest = Rational.of(11, 10);
        // a·slope + b·offset <= c
        List<Rational[]> halfPlanes = new ArrayList<>();
        halfPlanes.add(new Rational[] {Rational.ONE, Rational.ZERO, highest});
        halfPlanes.add(new Rational[] {Rational.of(-1), Rational.ZERO, lowest.negate()});
        halfPlanes.add(new Rational[] {Rational.ZERO, Rational.ONE, Rational.of(1_000_000)});
        halfPlanes.add(new Rational[] {Rational.ZERO, Rational.of(-1), Rational.of(1_000_000)});
        for (Point p : points) {
            Rational sign = p.upper ? Rational.ONE : Rational.of(-1);
            halfPlanes.add(new Rational[] {sign.times(Rational.of(p.x)), sign, sign.times(Rational.of(p.y))});
        }
        List<Rational[]> corners = new ArrayList<>();
        for (int i = 0; i < halfPlanes.size(); i++) {
            for (int j = i + 1; j < halfPlanes.size(); j++) {
                Rational[] p = halfPlanes.get(i);
                Rational[] q = halfPlanes.get(j);
                Rational determinant = p[0].times(q[1]).minus(p[1].times(q[0]));
                if (determinant.signum() == 0) {
                    continue;
                }
                Rational slope = p[2].times(q[1]).minus(p[1].times(q[2])).over(determinant);
                Rational offset = p[0].times(q[2]).minus(p[2].times(q[0])).over(determinant);
                if (halfPlanes.stream().allMatch(h -> h[0].times(slope).plus(h[1].times(offset)).compareTo(h[2]) <= 0)) {
                    corners.add(new Rational[] {slope, offset});
                }
            }
        }
        return corners;
    }
}
