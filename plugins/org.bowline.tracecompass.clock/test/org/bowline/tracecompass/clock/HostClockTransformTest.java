/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;

import org.eclipse.tracecompass.tmf.core.synchronization.ITmfTimestampTransform;
import org.eclipse.tracecompass.tmf.core.synchronization.TimestampTransformFactory;
import org.eclipse.tracecompass.tmf.core.timestamp.ITmfTimestamp;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.junit.jupiter.api.Test;

import org.bowline.core.time.ClockTransform;
import org.bowline.core.time.PiecewiseTransform;
import org.bowline.core.time.Rational;

final class HostClockTransformTest {
    private static final long BREAK = 1_000_000_000_000L;
    /** Half a second ahead and 37 ppm too slow; from the break on exactly as fast as the reference. */
    private static final PiecewiseTransform CLOCK = PiecewiseTransform.of(new long[] {BREAK},
            List.of(ClockTransform.of(Rational.of(1_000_037, 1_000_000), 0, Rational.of(500_000_000)),
                    ClockTransform.of(Rational.ONE, BREAK, Rational.of(1_000_537_000_000L))));
    private static final HostClockTransform TRANSFORM = new HostClockTransform("db", 250, CLOCK);

    @Test
    void theCorrectionIsAddedBeforeTheClockIsApplied() {
        assertThat(TRANSFORM.transform(999_999_750L)).isEqualTo(1_500_037_000L);
        assertThat(TRANSFORM.transform(BREAK - 250)).isEqualTo(1_000_537_000_000L);
        assertThat(TRANSFORM.transform(BREAK + 750)).isEqualTo(1_000_537_001_000L);
    }

    @Test
    void aTimestampIsTransformedToTheNanosecond() {
        assertThat(TRANSFORM.transform(TmfTimestamp.fromSeconds(1)).toNanos()).isEqualTo(1_500_037_250L);
        ITmfTimestamp time = TmfTimestamp.fromNanos(5);
        assertThat(new HostClockTransform("db", 0, PiecewiseTransform.IDENTITY).transform(time)).isSameAs(time);
    }

    @Test
    void theBeginAndTheEndOfAllTimeStayWhereTheyAre() {
        for (long end : new long[] {Long.MIN_VALUE, Long.MIN_VALUE + 1, Long.MAX_VALUE, Long.MAX_VALUE / 2 + 1}) {
            assertThat(TRANSFORM.transform(end)).isEqualTo(end);
        }
        assertThat(TRANSFORM.transform(Long.MAX_VALUE / 2)).isNotEqualTo(Long.MAX_VALUE / 2);
    }

    @Test
    void anOffsetThatTheUserAddsIsAppliedFirst() {
        ITmfTimestampTransform offset = TimestampTransformFactory.createWithOffset(1_000);
        assertThat(TRANSFORM.composeWith(offset).transform(BREAK)).isEqualTo(TRANSFORM.transform(BREAK + 1_000));
        ITmfTimestampTransform twice = TRANSFORM.composeWith(offset).composeWith(offset);
        assertThat(twice.transform(BREAK)).isEqualTo(TRANSFORM.transform(BREAK + 2_000));
        assertThat(TRANSFORM.composeWith(TimestampTransformFactory.createWithOffset(0))).isSameAs(TRANSFORM);
    }

    @Test
    void twoAreEqualIfHostCorrectionAndEveryPieceAre() {
        assertThat(new HostClockTransform("db", 250, PiecewiseTransform.of(new long[] {BREAK}, List.of(CLOCK.line(0), CLOCK.line(1)))))
                .isEqualTo(TRANSFORM).hasSameHashCodeAs(TRANSFORM);
        assertThat(List.of(new HostClockTransform("web", 250, CLOCK), new HostClockTransform("db", 251, CLOCK),
                new HostClockTransform("db", 250, PiecewiseTransform.of(CLOCK.line(0))),
                new HostClockTransform("db", 250,
                        PiecewiseTransform.of(new long[] {BREAK + 1}, List.of(CLOCK.line(0), CLOCK.line(1))))))
                .doesNotContain(TRANSFORM);
    }

    @Test
    void whatIsStoredAndReadAgainIsTheSameClock() throws Exception {
        assertThat(read(stored(TRANSFORM))).isEqualTo(TRANSFORM);
    }

    @Test
    void aDamagedStoredFormIsRefused() throws Exception {
        byte[] stored = stored(new HostClockTransform("db", 250, PiecewiseTransform.of(CLOCK.line(0))));
        // the numerator of the slope, 1000037 = 0x0f4265, becomes 0: time that stands still is not a clock
        byte[] damaged = replaced(stored, BigInteger.valueOf(1_000_037).toByteArray(), new byte[] {0, 0, 0});
        assertThatThrownBy(() -> read(damaged)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> read(Arrays.copyOf(stored, stored.length - 1))).isInstanceOf(IOException.class);
    }

    private static byte[] stored(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    private static Object read(byte[] bytes) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            return in.readObject();
        }
    }

    private static byte[] replaced(byte[] bytes, byte[] old, byte[] by) {
        byte[] result = bytes.clone();
        for (int at = 0; at + old.length <= bytes.length; at++) {
            if (Arrays.equals(bytes, at, at + old.length, old, 0, old.length)) {
                System.arraycopy(by, 0, result, at, by.length);
                return result;
            }
        }
        throw new AssertionError("the bytes are not there");
    }
}
