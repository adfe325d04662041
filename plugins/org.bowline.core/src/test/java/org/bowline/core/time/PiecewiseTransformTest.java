/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

final class PiecewiseTransformTest {
    private static final long SEED = Long.getLong("bowline.seed", 20261120L);
    private static final long BASE = 1_795_198_437_000_000_000L;

    /** Continuous pieces of random slopes. */
    private static PiecewiseTransform random(Random random, int pieces) {
        long[] breaks = new long[pieces - 1];
        List<ClockTransform> lines = new ArrayList<>();
        long at = BASE;
        Rational value = Rational.of(BASE + random.nextInt(1_000_000));
        for (int i = 0; i < pieces; i++) {
            ClockTransform line = ClockTransform.of(Rational.of(900 + random.nextInt(200), 1_000), at, value);
            lines.add(line);
            if (i < breaks.length) {
                at += 1_000 + random.nextInt(100_000);
                breaks[i] = at;
                value = line.exact(Rational.of(at));
            }
        }
        return PiecewiseTransform.of(breaks, lines);
    }

    @Test
    void thereAndBackIsTheSameTimeToANanosecond() {
        Random random = new Random(SEED);
        for (int round = 0; round < 100; round++) {
            PiecewiseTransform curve = random(random, 1 + random.nextInt(6));
            PiecewiseTransform inverted = curve.inverted();
            for (int i = 0; i < 100; i++) {
                long t = BASE - 100_000 + random.nextInt(800_000);
                assertThat(Math.abs(curve.inverse(curve.apply(t)) - t)).as("seed %d round %d at %d", SEED, round, t).isLessThanOrEqualTo(1);
                assertThat(Math.abs(inverted.apply(curve.apply(t)) - t)).as("seed %d round %d at %d", SEED, round, t)
                        .isLessThanOrEqualTo(1);
            }
        }
    }

    @Test
    void aSequenceIsTheSameAsOneAfterTheOther() {
        Random random = new Random(SEED);
        for (int round = 0; round < 200; round++) {
            PiecewiseTransform first = random(random, 1 + random.nextInt(6));
            PiecewiseTransform second = random(random, 1 + random.nextInt(6));
            PiecewiseTransform both = first.then(second);
            assertThat(both.pieces()).isLessThan(first.pieces() + second.pieces());
            long previous = Long.MIN_VALUE;
            for (int i = 0; i < 300; i++) {
                long t = BASE - 100_000 + i * 3_000L;
                long image = both.apply(t);
                assertThat(Math.abs(image - second.apply(first.apply(t)))).as("seed %d round %d at %d", SEED, round, t)
                        .isLessThanOrEqualTo(1);
                assertThat(image).isGreaterThanOrEqualTo(previous);
                previous = image;
            }
        }
    }

    @Test
    void seenFromTheOtherEndOfTimeTwiceItIsTheSame() {
        Random random = new Random(SEED);
        PiecewiseTransform curve = random(random, 5);
        PiecewiseTransform mirrored = curve.mirrored();
        for (int i = 0; i < 1_000; i++) {
            long t = BASE - 100_000 + random.nextInt(800_000);
            assertThat(Math.abs(mirrored.apply(-t) + curve.apply(t))).isLessThanOrEqualTo(1);
            assertThat(mirrored.mirrored().apply(t)).isEqualTo(curve.apply(t));
        }
    }

    @Test
    void whereItJumpsTheInverseStays() {
        PiecewiseTransform jump = PiecewiseTransform.of(new long[] {100}, List.of(ClockTransform.IDENTITY, ClockTransform.shift(1_000)));
        PiecewiseTransform inverted = jump.inverted();
        assertThat(inverted.apply(99)).isEqualTo(99);
        assertThat(inverted.apply(500)).isEqualTo(100);
        assertThat(inverted.apply(1_100)).isEqualTo(100);
        assertThat(inverted.apply(1_101)).isEqualTo(101);
        assertThat(jump.inverse(500)).isEqualTo(100);
    }

    @Test
    void timeNeverRunsBackward() {
        // What rounding may do is held up; more is an error.
        PiecewiseTransform held = PiecewiseTransform.of(new long[] {100}, List.of(ClockTransform.IDENTITY, ClockTransform.shift(-10)));
        assertThat(new long[] {held.apply(99), held.apply(100), held.apply(110), held.apply(111)}).containsExactly(99, 100, 100, 101);
        assertThatThrownBy(() -> PiecewiseTransform.of(new long[] {100}, List.of(ClockTransform.IDENTITY, ClockTransform.shift(-10_000))))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("run backward at 100 ns");
        assertThatThrownBy(() -> PiecewiseTransform.of(new long[] {100, 100},
                List.of(ClockTransform.IDENTITY, ClockTransform.IDENTITY, ClockTransform.IDENTITY)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> PiecewiseTransform.of(new long[1], List.of(ClockTransform.IDENTITY)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void errorsAddUpOverHopsAndTheGreatestIsAtACorner() {
        // This host's clock is known to 10 ns in the middle and 100 ns 1000 ns away; its neighbour's to 5 ns.
        PiecewiseTransform low = PiecewiseTransform.of(new long[] {0}, List.of(line(110, -10), line(90, -10)));
        PiecewiseTransform high = PiecewiseTransform.of(new long[] {0}, List.of(line(90, 10), line(110, 10)));
        HostClock clock = new HostClock(PiecewiseTransform.IDENTITY, List.of(low, PiecewiseTransform.of(ClockTransform.shift(-5))),
                List.of(high, PiecewiseTransform.of(ClockTransform.shift(5))), -1_000, 500);
        assertThat(clock.errorNanos(0)).isEqualTo(10 + 5 + 2);
        assertThat(clock.errorNanos(500)).isEqualTo(60 + 5 + 2);
        assertThat(clock.maxErrorNanos(-1_000, 500)).isBetween(110L + 5 + 2, 110L + 5 + 2 + 3);
        assertThat(clock.maxErrorNanos(-10, 10)).isBetween(11L + 5 + 2, 11L + 5 + 2 + 3);
        assertThat(HostClock.asRecorded(0, 1).errorNanos(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(HostClock.asRecorded(0, 1).maxErrorNanos(0, 1)).isEqualTo(Long.MAX_VALUE);
        assertThat(HostClock.reference(0, 1).maxErrorNanos(0, 1)).isZero();
    }

    private static ClockTransform line(int percent, long at0) {
        return ClockTransform.of(Rational.of(percent, 100), 0, Rational.of(at0));
    }

    @Test
    void theMapOfOneClockIsTheIdentityWithoutError() {
        ClockMap map = ClockMap.identity(2);
        assertThat(map.toReference(1, BASE)).isEqualTo(BASE);
        assertThat(map.fromReference(1, BASE)).isEqualTo(BASE);
        assertThat(map.errorNanos(1, BASE)).isZero();
        assertThat(map.isIdentity(0)).isTrue();
    }
}
