/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

import org.bowline.core.column.LongColumn;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;

/** What a timeline takes in memory, by the lengths of its arrays; no field is left out, also none that is added later. */
class TimelineMemoryTest {
    private static final int SEGMENTS = 1_000_000;
    private static final int THREADS = 10_000;
    private static final double MOST_BYTES_PER_SEGMENT = 40;
    private static final int ARRAY_HEADER_BYTES = 16;
    /** Without compressed pointers. */
    private static final int REFERENCE_BYTES = 8;
    private static final Map<Class<?>, Integer> ELEMENT_BYTES = Map.of(byte.class, Byte.BYTES, boolean.class, Byte.BYTES, short.class,
            Short.BYTES, char.class, Character.BYTES, int.class, Integer.BYTES, float.class, Float.BYTES, long.class, Long.BYTES,
            double.class, Double.BYTES);

    /** As many threads as a large host has, each with a hundred segments. */
    private static Timeline timeline() {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("host");
        for (int thread = 0; thread < THREADS; thread++) {
            builder.thread(host, 1 + thread, 1, "worker-" + thread);
        }
        int perThread = SEGMENTS / THREADS;
        for (int thread = 0; thread < THREADS; thread++) {
            for (int i = 0; i < perThread; i++) {
                if (i % 2 == 0) {
                    builder.segment(thread, i, i + 1, ThreadState.RUNNING, 0);
                } else {
                    builder.blocked(thread, i, i + 1, Cause.THREAD, (thread + 1) % THREADS, Timeline.NONE, 0);
                }
            }
        }
        return builder.build();
    }

    private static TimelineData dataOf(Timeline timeline) throws ReflectiveOperationException {
        List<Field> fields = instanceFields(Timeline.class);
        assertThat(fields).extracting(Field::getName).as("all that a timeline holds is in its data, and in sums made when asked for")
                .containsExactly("data", "sums");
        Field data = fields.get(0);
        data.setAccessible(true);
        return (TimelineData) data.get(timeline);
    }

    private static List<Field> instanceFields(Class<?> type) {
        return List.of(type.getDeclaredFields()).stream().filter(field -> !Modifier.isStatic(field.getModifiers()) && !field.isSynthetic())
                .toList();
    }

    /** Bytes of the arrays whose fields' names start so. */
    private static long bytes(Object data, String prefix) throws ReflectiveOperationException {
        long bytes = 0;
        for (Field field : instanceFields(data.getClass())) {
            if (!field.getName().startsWith(prefix)) {
                continue;
            }
            field.setAccessible(true);
            Object value = field.get(data);
            if (value.getClass().isArray()) {
                bytes += arrayBytes(field, value);
            } else if (value.getClass().getPackage() == LongColumn.class.getPackage()) {
                bytes += columnBytes(value);
            } else if (value instanceof LockEvents locks) {
                bytes += bytes(locks, "");
            } else if (!field.getType().isPrimitive() && !field.getName().equals("caveats")) {
                throw new AssertionError("this test cannot tell how large it is: " + field);
            }
        }
        return bytes;
    }

    /** Of a column the array; chunks of a file are not on the heap. */
    private static long columnBytes(Object column) throws ReflectiveOperationException {
        Field heap = column.getClass().getDeclaredField("heap");
        heap.setAccessible(true);
        return arrayBytes(heap, heap.get(column));
    }

    private static long arrayBytes(Field field, Object array) {
        long length = Array.getLength(array);
        Class<?> component = array.getClass().getComponentType();
        if (component.isPrimitive()) {
            return ARRAY_HEADER_BYTES + length * ELEMENT_BYTES.get(component);
        }
        if (component.isEnum()) {
            return ARRAY_HEADER_BYTES + length * REFERENCE_BYTES;
        }
        if (array instanceof String[] texts) {
            long bytes = ARRAY_HEADER_BYTES;
            for (String text : texts) {
                bytes += REFERENCE_BYTES + 24 + ARRAY_HEADER_BYTES + (text.length() + 7) / 8 * 8;
            }
            return bytes;
        }
        throw new AssertionError("this test cannot tell how large it is: " + field);
    }

    @Test
    void aMillionSegmentsTakeAtMostFortyBytesEachWithTheShareOfTheirThreads() throws ReflectiveOperationException {
        Timeline timeline = timeline();
        assertThat(timeline.segmentCount()).isEqualTo(SEGMENTS);
        double bytes = (double) bytes(dataOf(timeline), "") / SEGMENTS;
        assertThat(bytes).as("bytes per segment").isLessThanOrEqualTo(MOST_BYTES_PER_SEGMENT);
    }

    @Test
    void theBytesPerSegmentThatTheTimelineTellsAreThoseOfItsSegmentArrays() throws ReflectiveOperationException {
        Timeline timeline = timeline();
        double bytes = (double) bytes(dataOf(timeline), "segment") / SEGMENTS;
        // but for the headers of the arrays
        assertThat(bytes).isCloseTo(timeline.bytesPerSegment(), Offset.offset(0.01));
    }

    @Test
    void theSumsOfLongThreadsTakeTwoBytesPerSegmentAndThoseOfShortOnesNothing() {
        Timeline shorts = timeline();
        shorts.sums().prepare(Progress.NONE);
        assertThat((double) shorts.sums().bytes() / SEGMENTS).isLessThan(0.1);
        TimelineBuilder builder = new TimelineBuilder();
        builder.thread(builder.host("host"), 1, 1, "long");
        for (int i = 0; i < SEGMENTS; i++) {
            builder.segment(0, i, i + 1L, ThreadState.of(i % 3), 0);
        }
        Timeline longs = builder.build();
        assertThat(longs.sums().bytes()).as("nothing is made before it is asked for").isLessThan(100);
        longs.sums().prepare(Progress.NONE);
        assertThat((double) longs.sums().bytes() / SEGMENTS).isBetween(1.0, 2.01);
    }

    @Test
    void aFatFieldIsSeenWhateverItsNameAndAnObjectIsNotTakenForNothing() throws ReflectiveOperationException {
        class Fat {
            final long[] segmentStart = new long[SEGMENTS];
            final long[] unheardOf = new long[SEGMENTS];
            final int[] also = new int[SEGMENTS];
            final double[] more = new double[SEGMENTS];
            final String[] text = {"twelve chars"};
            final long notAnArray = 1;

            long sum() {
                return segmentStart.length + unheardOf.length + also.length + more.length + text.length + notAnArray;
            }
        }
        class Opaque {
            final Object list = List.of(1L);

            boolean isThere() {
                return list instanceof List<?>;
            }
        }
        Fat fat = new Fat();
        assertThat(fat.sum()).isPositive();
        long text = ARRAY_HEADER_BYTES + REFERENCE_BYTES + 24 + ARRAY_HEADER_BYTES + 16;
        assertThat(bytes(fat, "")).isEqualTo(28L * SEGMENTS + 4 * ARRAY_HEADER_BYTES + text);
        assertThat(bytes(fat, "segment")).isEqualTo(8L * SEGMENTS + ARRAY_HEADER_BYTES);
        Opaque opaque = new Opaque();
        assertThat(opaque.isThere()).isTrue();
        assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> bytes(opaque, "")).withMessageContaining("list");
    }
}
