/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.column;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

/** Columns in a stream of objects. */
final class PackedTest {
    private static final long SEED = 5;
    /** Shorter and longer than a buffer, and than a chunk of a column in a file. */
    private static final int[] SIZES = {0, 1, 8_191, 8_192, 8_193, 65_537, Room.CHUNK + 3};

    /** Two objects that refer to the same columns. */
    private record Pair(LongColumn longs, IntColumn ints, ShortColumn shorts, ByteColumn bytes, LongColumn again)
            implements java.io.Serializable {}

    private static Pair sent(Pair pair) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ObjectOutputStream objects = new ObjectOutputStream(out)) {
            objects.writeObject(pair);
        }
        try (ObjectInputStream objects = new ObjectInputStream(new ByteArrayInputStream(out.toByteArray()))) {
            return (Pair) objects.readObject();
        } catch (ClassNotFoundException e) {
            throw new IOException(e);
        }
    }

    private static Pair random(int size) {
        SplittableRandom random = new SplittableRandom(SEED);
        LongColumn longs = new LongColumn();
        IntColumn ints = new IntColumn();
        ShortColumn shorts = new ShortColumn();
        ByteColumn bytes = new ByteColumn();
        for (int i = 0; i < size; i++) {
            longs.add(random.nextLong());
            ints.add(random.nextInt());
            shorts.add((short) random.nextInt());
            bytes.add((byte) random.nextInt());
        }
        return new Pair(longs, ints, shorts, bytes, longs);
    }

    @Test
    void columnsOfAnySizeArriveAsTheyWere() throws IOException {
        for (int size : SIZES) {
            Pair pair = random(size);
            Pair arrived = sent(pair);
            assertThat(arrived.longs().toArray()).isEqualTo(pair.longs().toArray());
            assertThat(arrived.ints().toArray()).isEqualTo(pair.ints().toArray());
            assertThat(arrived.shorts().toArray()).isEqualTo(pair.shorts().toArray());
            assertThat(arrived.bytes().toArray()).isEqualTo(pair.bytes().toArray());
            assertThat(arrived.again()).isSameAs(arrived.longs());
        }
    }

    @Test
    void timesAndSmallNumbersTakeFewerBytesThanTheirColumnsAndExtremesArrive() throws IOException {
        int size = 100_000;
        SplittableRandom random = new SplittableRandom(SEED);
        LongColumn times = new LongColumn();
        IntColumn threads = new IntColumn();
        ShortColumn processors = new ShortColumn();
        long time = 1_700_000_000_000_000_000L;
        for (int i = 0; i < size; i++) {
            time += random.nextInt(20_000);
            times.add(time);
            threads.add(random.nextInt(40) - 1);
            processors.add((short) random.nextInt(4));
        }
        Pair pair = new Pair(times, threads, processors, new ByteColumn(), times);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ObjectOutputStream objects = new ObjectOutputStream(out)) {
            objects.writeObject(pair);
        }
        assertThat(out.size()).as("of 14 bytes").isLessThan(6 * size);
        LongColumn extremes = new LongColumn();
        IntColumn small = new IntColumn();
        ShortColumn shorts = new ShortColumn();
        for (int i = 0; i < size; i++) {
            times.set(i, i % 1000 == 0 ? Long.MIN_VALUE : i % 1000 == 1 ? Long.MAX_VALUE : times.get(i));
            extremes.add(i % 3 == 0 ? Long.MIN_VALUE : i % 3 == 1 ? Long.MAX_VALUE : 0);
            small.add(i % 500 == 0 ? Integer.MIN_VALUE : i % 500 == 1 ? Integer.MAX_VALUE : i % 7);
            shorts.add((short) (i % 500 == 0 ? Short.MIN_VALUE : i % 7));
        }
        for (LongColumn longs : new LongColumn[] {times, extremes}) {
            Pair arrived = sent(new Pair(longs, small, shorts, new ByteColumn(), longs));
            assertThat(arrived.longs().toArray()).isEqualTo(longs.toArray());
            assertThat(arrived.ints().toArray()).isEqualTo(small.toArray());
            assertThat(arrived.shorts().toArray()).isEqualTo(shorts.toArray());
        }
    }

    @Test
    void columnsThatArriveGrow() throws IOException {
        Pair arrived = sent(random(3));
        arrived.longs().add(7);
        arrived.bytes().add((byte) 7);
        assertThat(arrived.longs().get(3)).isEqualTo(7);
        assertThat(arrived.bytes().get(3)).isEqualTo((byte) 7);
        assertThat(arrived.longs().size()).isEqualTo(4);
    }
}
