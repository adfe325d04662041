/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.ctf.metadata.ClockClass;

class ClockConverterTest {
    private static ClockClass clock(long frequency, long seconds, long cycles) {
        return new ClockClass("c", "", frequency, seconds, cycles, 0, true, "");
    }

    private static BigInteger exact(ClockClass clock, long cycles) {
        BigDecimal total = new BigDecimal(new BigInteger(Long.toUnsignedString(cycles)).add(BigInteger.valueOf(clock.offsetCycles())));
        BigInteger part = total.multiply(BigDecimal.valueOf(1_000_000_000L))
                .divide(BigDecimal.valueOf(clock.frequencyHz()), 0, RoundingMode.FLOOR)
                .toBigIntegerExact();
        return part.add(BigInteger.valueOf(clock.offsetSeconds()).multiply(BigInteger.valueOf(1_000_000_000L)));
    }

    @Test
    void anyClockIsConvertedExactlyOrRefused() {
        long seed = Seeds.seed();
        Random random = new Random(seed);
        long[] frequencies = {1, 3, 1000, 1_000_000_000L, 999_999_937L, 2_400_000_000L, 24_000_000L, 1L << 40, Long.MAX_VALUE};
        for (int i = 0; i < 200_000; i++) {
            ClockClass clock = clock(frequencies[random.nextInt(frequencies.length)], random.nextLong() >> 28 + random.nextInt(36),
                    random.nextLong() >>> 1 + random.nextInt(63));
            long cycles = random.nextLong() >>> random.nextInt(64);
            BigInteger expected = exact(clock, cycles);
            String what = clock + " cycles " + Long.toUnsignedString(cycles) + Seeds.hint(seed);
            if (expected.bitLength() < 64) {
                assertThat(new ClockConverter(clock).nanos(cycles)).as(what).isEqualTo(expected.longValue());
            } else {
                assertThatThrownBy(() -> new ClockConverter(clock).nanos(cycles)).as(what).isInstanceOf(ArithmeticException.class);
            }
        }
    }

    @Test
    void negativeOffsetsAndValuesBeyondSixtyThreeBitsWork() {
        assertThat(new ClockConverter(clock(1_000_000_000L, -5, 0)).nanos(7)).isEqualTo(-4_999_999_993L);
        assertThat(new ClockConverter(clock(1_000_000_000L, -9_223_372_036L, 0)).nanos(1L << 63)).isEqualTo(854_775_808L);
        assertThat(new ClockConverter(clock(1000, -1, 1)).nanos(0)).isEqualTo(-999_000_000L);
    }

    @Test
    void withoutAClockThereIsNoTime() {
        assertThat(new ClockConverter(null).nanos(123)).isZero();
        assertThat(new ClockConverter(null).hasClock()).isFalse();
    }

    @Test
    void aWrapOfTwentySevenBitsGoesToTheNextTurn() {
        // golden case G7
        assertThat(ClockConverter.extend(0x0FFFFFF0L, 0x10, 27)).isEqualTo(0x10000010L);
    }

    @Test
    void anExtendedValueIsTheFirstNotBeforeTheLastWithTheseLowBits() {
        long seed = Seeds.seed();
        Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            int size = 1 + random.nextInt(64);
            long mask = size == 64 ? -1 : (1L << size) - 1;
            long before = random.nextLong() >>> 2;
            long value = random.nextLong() & mask;
            long expected = value;
            if (size < 64) {
                expected = (before & ~mask) | value;
                if (value < (before & mask)) {
                    expected += 1L << size;
                }
            }
            assertThat(ClockConverter.extend(before, value, size)).as("size %d%s", size, Seeds.hint(seed)).isEqualTo(expected);
        }
    }
}
