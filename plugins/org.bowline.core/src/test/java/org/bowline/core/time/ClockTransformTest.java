/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Random;

import org.junit.jupiter.api.Test;

final class ClockTransformTest {
    private static final long SEED = Long.getLong("bowline.seed", 20261120L);
    private static final BigDecimal HALF = new BigDecimal("0.5002");

    @Test
    void goldenG5HoldsHalfANanosecondAndOrder() {
        BigDecimal slope = new BigDecimal("1.0000123456789012345678");
        BigDecimal offset = new BigDecimal("-4312278758437.25");
        ClockTransform transform = ClockTransform.of(slope, offset);
        long base = 1_700_000_000_000_000_000L;
        long previous = Long.MIN_VALUE;
        Random random = new Random(SEED);
        for (long i = 0; i < 20_000; i++) {
            long t = base + i;
            long result = transform.apply(t);
            assertThat(result).isGreaterThanOrEqualTo(previous);
            previous = result;
            assertClose(transform, slope, offset, base + (random.nextLong() >> 8));
            assertThat(Math.abs(transform.inverse(result) - t)).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void anyLineIsRightToHalfANanosecondOnAnyTime() {
        Random random = new Random(SEED);
        for (int line = 0; line < 400; line++) {
            // From drifts of 10^-15 up to slopes far from 1, where the fixed-point path does not reach.
            double magnitude = Math.pow(10, -15 + 16 * random.nextDouble());
            BigDecimal slope = BigDecimal.ONE.add(new BigDecimal(random.nextGaussian() * magnitude)).abs().max(new BigDecimal("1e-6"));
            BigDecimal offset = new BigDecimal(random.nextGaussian() * 1e15);
            ClockTransform transform = ClockTransform.of(slope, offset);
            for (int i = 0; i < 100; i++) {
                assertClose(transform, slope, offset, random.nextLong() >> random.nextInt(58));
            }
        }
    }

    /** Drifts and fractions that fixed point holds exactly, and times whose images lie at or next to a half, so that only the lowest bits of the product tell. */
    @Test
    void theLowestBitsOfTheProductDecideTheRoundingNextToAHalf() {
        Random random = new Random(SEED);
        for (int i = 0; i < 20_000; i++) {
            int bits = 66 + random.nextInt(35);
            BigInteger unit = BigInteger.ONE.shiftLeft(bits);
            BigInteger drift = new BigInteger(61, random).setBit(61);
            drift = random.nextBoolean() ? drift : drift.negate();
            long base = random.nextLong() >> 4;
            long d = random.nextLong() >> 15 + random.nextInt(40);
            BigInteger near = unit.shiftRight(1).add(BigInteger.valueOf(random.nextInt(2001) - 1000L));
            BigInteger fraction = near.subtract(drift.multiply(BigInteger.valueOf(d))).mod(unit);
            Rational slope = new Rational(drift.add(unit), unit);
            Rational reference = Rational.of(base).plus(new Rational(fraction, unit));
            Rational exact = reference.plus(slope.minus(Rational.ONE).times(Rational.of(d))).plus(Rational.of(d));
            long expected = exact.plus(Rational.of(1, 2)).floor().longValueExact();
            assertThat(ClockTransform.of(slope, base, reference).apply(base + d)).as("seed %d: %s at %d", SEED, slope, d)
                    .isEqualTo(expected);
        }
    }

    @Test
    void timesInOrderWithinAWeekAreExactToHalfANanosecondForClocksAsTheyAre() {
        Random random = new Random(SEED);
        BigDecimal half = new BigDecimal("0.500001");
        for (int line = 0; line < 200; line++) {
            long base = 1_700_000_000_000_000_000L + random.nextInt();
            BigDecimal slope = BigDecimal.ONE.add(new BigDecimal(random.nextGaussian() * 1e-4));
            BigDecimal offset = new BigDecimal(random.nextGaussian() * 1e12);
            ClockTransform transform = ClockTransform.of(slope, offset).rebased(base);
            long time = base;
            for (int i = 0; i < 200; i++) {
                time += random.nextLong() >>> 23; // up to half an hour
                BigDecimal exact = slope.multiply(BigDecimal.valueOf(time)).add(offset);
                assertThat(exact.subtract(BigDecimal.valueOf(transform.apply(time))).abs())
                        .as("seed %d: slope %s offset %s at %d", SEED, slope, offset, time).isLessThanOrEqualTo(half);
            }
        }
    }

    private static void assertClose(ClockTransform transform, BigDecimal slope, BigDecimal offset, long t) {
        BigDecimal exact = slope.multiply(BigDecimal.valueOf(t)).add(offset);
        if (exact.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE / 2)) > 0) {
            return;
        }
        BigDecimal error = exact.subtract(BigDecimal.valueOf(transform.apply(t))).abs();
        assertThat(error).as("seed %d: slope %s offset %s at %d", SEED, slope, offset, t).isLessThanOrEqualTo(HALF);
        long back = transform.inverse(transform.apply(t));
        BigDecimal tolerance = BigDecimal.ONE.divide(slope, MathContext.DECIMAL64).multiply(new BigDecimal("0.5002")).add(HALF);
        assertThat(BigDecimal.valueOf(back).subtract(BigDecimal.valueOf(t)).abs()).as("seed %d: back at %d", SEED, t)
                .isLessThanOrEqualTo(tolerance);
    }

    @Test
    void laterTimesNeverMapToEarlierOnesWhereFastAndExactArithmeticMeet() {
        for (String drift : new String[] {"0.49999", "-0.49999", "0.3", "1e-7", "-3e-4"}) {
            ClockTransform transform = ClockTransform.of(Rational.ONE.plus(Rational.of(new BigDecimal(drift))), 17, Rational.of(3, 7));
            for (int bits = 30; bits < 62; bits++) {
                for (int sign = -1; sign <= 1; sign += 2) {
                    long around = 17 + sign * (1L << bits);
                    long previous = Long.MIN_VALUE;
                    for (long t = around - 8; t <= around + 8; t++) {
                        long result = transform.apply(t);
                        assertThat(result).as("drift %s at %d", drift, t).isGreaterThanOrEqualTo(previous);
                        previous = result;
                    }
                }
            }
        }
    }

    @Test
    void theIdentityChangesNothingAtAll() {
        for (long t : new long[] {Long.MIN_VALUE, -1, 0, 1, 1_795_198_412_436_683_768L, Long.MAX_VALUE}) {
            assertThat(ClockTransform.IDENTITY.apply(t)).isEqualTo(t);
            assertThat(ClockTransform.IDENTITY.inverse(t)).isEqualTo(t);
        }
        assertThat(ClockTransform.shift(0)).isSameAs(ClockTransform.IDENTITY);
        assertThat(ClockTransform.shift(5).then(ClockTransform.shift(-5)).isIdentity()).isTrue();
    }

    @Test
    void aSequenceOfTransformsIsOneExactLine() {
        ClockTransform first = ClockTransform.of(Rational.of(1_000_037, 1_000_000), 1_000, Rational.of(1, 3));
        ClockTransform second = ClockTransform.of(Rational.of(999_780, 1_000_000), -5, Rational.of(22, 7));
        ClockTransform both = first.then(second);
        Rational t = Rational.of(1_795_198_412_436_683_768L);
        assertThat(both.exact(t)).isEqualTo(second.exact(first.exact(t)));
        assertThat(both.then(both.inverted()).isIdentity()).isTrue();
        assertThat(both.rebased(99)).isEqualTo(both);
        assertThat(ClockTransform.of(Rational.of(3, 7), 0, Rational.ZERO).slope().precision()).isGreaterThanOrEqualTo(18);
    }

    @Test
    void aTimeOutsideTheRangeIsAnErrorAndNotAWrongTime() {
        ClockTransform transform = ClockTransform.shift(Long.MAX_VALUE / 2);
        assertThatThrownBy(() -> transform.apply(Long.MAX_VALUE / 2 + 10)).isInstanceOf(ArithmeticException.class);
        ClockTransform twice = ClockTransform.of(Rational.of(2), 0, Rational.ZERO);
        assertThatThrownBy(() -> twice.apply(Long.MAX_VALUE / 2 + 10)).isInstanceOf(ArithmeticException.class)
                .hasMessageContaining("64-bit");
        assertThat(twice.apply(-5)).isEqualTo(-10);
    }

    @Test
    void theEndsOfTheRangeAreExactFromAnyBase() {
        long[] times = {Long.MIN_VALUE, Long.MIN_VALUE + 1, -(1L << 62), -(1L << 61) - 1, -1, 0, 1L << 61, (1L << 62) + 1,
            Long.MAX_VALUE - 1, Long.MAX_VALUE};
        for (long base : times) {
            for (long target : times) {
                for (String drift : new String[] {"0", "1e-9", "-0.25", "0.4"}) {
                    if (base == target && drift.equals("0")) {
                        continue;
                    }
                    Rational slope = Rational.ONE.plus(Rational.of(new BigDecimal(drift)));
                    for (long t : times) {
                        BigInteger exact = Rational.of(target).plus(slope.times(Rational.of(t).minus(Rational.of(base)))).round();
                        ClockTransform transform = ClockTransform.of(slope, base, Rational.of(target));
                        if (exact.bitLength() > 63) {
                            assertThatThrownBy(() -> transform.apply(t)).isInstanceOf(ArithmeticException.class);
                        } else {
                            assertThat(Math.abs(transform.apply(t) - exact.longValueExact())).as("%s at %d", transform, t)
                                    .isLessThanOrEqualTo(1);
                        }
                    }
                }
            }
        }
    }

    @Test
    void aClockThatStandsStillIsRefused() {
        assertThatThrownBy(() -> ClockTransform.of(Rational.ZERO, 0, Rational.ZERO)).isInstanceOf(IllegalArgumentException.class);
    }
}
