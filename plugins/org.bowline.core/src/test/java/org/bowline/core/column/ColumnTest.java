/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.column;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns say the same whether the heap has room for all of them, for some or for none. */
class ColumnTest {
    /** All on the heap; some; none. */
    private static final long PLENTY = 1L << 40;
    private static final long SOME = 1L << 20;

    @TempDir private Path folder;

    @BeforeEach
    void useTheFolder() {
        System.setProperty(Room.FOLDER_PROPERTY, folder.toString());
    }

    @AfterEach
    void asBefore() {
        System.clearProperty(Room.FOLDER_PROPERTY);
        System.clearProperty(Room.HEAP_PROPERTY);
    }

    private static void heap(long bytes) {
        System.setProperty(Room.HEAP_PROPERTY, Long.toString(bytes));
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.toList();
        }
    }

    @Test
    void whatAProcessLeftThatWasKilledAsItOpenedAFileGoesWithTheNextFileAndNothingElse() throws IOException {
        Files.createFile(folder.resolve("bowline-1-left.columns"));
        Path other = Files.createFile(folder.resolve("bowline.columns"));
        heap(0);
        new LongColumn().add(1);
        assertThat(files()).containsExactly(other);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, SOME, PLENTY})
    void whatIsWrittenIsReadWhereverItIs(long heapBytes) throws IOException {
        heap(heapBytes);
        int count = 2 * Room.CHUNK + 17;
        Random random = new Random(heapBytes);
        long[] expected = random.longs(count).toArray();
        LongColumn longs = new LongColumn();
        IntColumn ints = new IntColumn();
        ShortColumn shorts = new ShortColumn();
        ByteColumn bytes = new ByteColumn();
        for (long value : expected) {
            longs.add(value);
            ints.add((int) value);
            shorts.add((short) value);
            bytes.add((byte) value);
        }
        for (int i = 0; i < count; i += 7) {
            expected[i] = random.nextLong();
            longs.set(i, expected[i]);
            ints.set(i, (int) expected[i]);
            shorts.set(i, (short) expected[i]);
            bytes.set(i, (byte) expected[i]);
        }
        for (int i = 0; i < count; i++) {
            assertThat(longs.get(i) == expected[i] && ints.get(i) == (int) expected[i] && shorts.get(i) == (short) expected[i]
                    && bytes.get(i) == (byte) expected[i]).as("element %d", i).isTrue();
        }
        assertThat(longs.toArray()).isEqualTo(expected);
        assertThat(ints.toArray()).isEqualTo(Arrays.stream(expected).mapToInt(value -> (int) value).toArray());
        assertThat(List.of(ints.size(), shorts.size(), bytes.size(), shorts.toArray().length, bytes.toArray().length))
                .containsOnly(count);
        assertThat(files()).as("a file that is open has no name any more").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, PLENTY})
    void aColumnIsPutInTheOrderOfAnother(long heapBytes) {
        heap(heapBytes);
        IntColumn order = Ascending.order(LongColumn.of(30, 10, 20));
        assertThat(LongColumn.of(3, 1, 2).inOrder(order).toArray()).containsExactly(1, 2, 3);
        assertThat(IntColumn.of(7, 8, 9).inOrder(order).toArray()).containsExactly(8, 9, 7);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, SOME, PLENTY})
    void zerosThatAreAppendedAreZeroAlsoWhereElementsWereForgotten(long heapBytes) {
        heap(heapBytes);
        LongColumn longs = new LongColumn();
        IntColumn ints = new IntColumn();
        ShortColumn shorts = new ShortColumn();
        ByteColumn bytes = new ByteColumn();
        for (int i = 0; i < 100; i++) {
            longs.add(7);
            ints.add(7);
            shorts.add((short) 7);
            bytes.add((byte) 7);
        }
        longs.truncate(3);
        ints.truncate(3);
        for (int count : new int[] {1, 20, Room.CHUNK, 0, 5}) { // within the room, beyond it, and once more
            longs.addZeros(count);
            ints.addZeros(count);
            shorts.addZeros(count);
            bytes.addZeros(count);
        }
        assertThat(longs.size()).isEqualTo(Room.CHUNK + 29);
        assertThat(Arrays.stream(longs.toArray()).sum()).isEqualTo(21);
        assertThat(Arrays.stream(ints.toArray()).asLongStream().sum()).isEqualTo(21);
        long ofShorts = 0;
        long ofBytes = 0;
        for (int i = 0; i < shorts.size(); i++) {
            ofShorts += shorts.get(i);
            ofBytes += bytes.get(i);
        }
        assertThat(ofShorts).isEqualTo(700); // which forget nothing
        assertThat(ofBytes).isEqualTo(700);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, PLENTY})
    void aColumnOfAKnownLengthIsZeroOrFilledAndCanBeCutShort(long heapBytes) {
        heap(heapBytes);
        int count = Room.CHUNK + 1;
        assertThat(LongColumn.zeros(count).toArray()).isEqualTo(new long[count]);
        IntColumn filled = IntColumn.filled(count, -1);
        assertThat(Arrays.stream(filled.toArray()).allMatch(value -> value == -1)).isTrue();
        filled.truncate(3);
        filled.add(5);
        assertThat(filled.toArray()).containsExactly(-1, -1, -1, 5);
        assertThatIllegalArgumentException().isThrownBy(() -> filled.truncate(5)).withMessageContaining("only 4");
        assertThat(IntColumn.zeros(0).toArray()).isEmpty();
        assertThat(new ByteColumn().isEmpty()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, PLENTY})
    void placesAreFoundInWhatAscends(long heapBytes) {
        heap(heapBytes);
        LongColumn longs = new LongColumn();
        IntColumn ints = new IntColumn();
        for (int value : new int[] {1, 3, 3, 3, 8}) {
            longs.add(value);
            ints.add(value);
        }
        for (int value = 0; value < 10; value++) {
            int wanted = value;
            int place = (int) Arrays.stream(longs.toArray()).filter(one -> one <= wanted).count();
            assertThat(longs.firstAbove(0, 5, value)).isEqualTo(place);
            assertThat(ints.firstAbove(0, 5, value)).isEqualTo(place);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, PLENTY})
    void equalValuesStayInTheOrderOfTheirPositions(long heapBytes) {
        heap(heapBytes);
        int seeds = heapBytes == 0 ? 20 : 500; // each file is a mebibyte or two
        for (int seed = 0; seed < seeds; seed++) {
            Random random = new Random(seed);
            long[] values = random.longs(random.nextInt(300), 0, 1 + random.nextInt(50)).toArray();
            int sortedUpTo = values.length == 0 ? 0 : random.nextInt(values.length + 1);
            Arrays.sort(values, 0, sortedUpTo);
            int[] expected = IntStream.range(0, values.length).boxed().sorted(Comparator.comparingLong(i -> values[i]))
                    .mapToInt(Integer::intValue).toArray();
            assertThat(Ascending.order(column(values)).toArray()).as("seed %d", seed).isEqualTo(expected);
            assertThat(Ascending.sorted(column(values)).toArray()).as("seed %d", seed)
                    .isEqualTo(Arrays.stream(values).sorted().toArray());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, PLENTY})
    void manyStretchesThatAscendAreSortedHoweverTheirValuesLie(long heapBytes) {
        heap(heapBytes);
        int seeds = heapBytes == 0 ? 5 : 100;
        for (int seed = 0; seed < seeds; seed++) {
            Random random = new Random(seed);
            long[] values = new long[300 + random.nextInt(5_000)];
            int stretch = 1 + random.nextInt(values.length / 4);
            int bits = random.nextInt(Long.SIZE);
            for (int i = 0; i < values.length; i++) {
                // nearly all of some lie at one place of the range, some in all of it
                values[i] = seed % 3 == 0 ? random.nextInt(100) == 0 ? random.nextLong() : random.nextInt(1 << 10)
                        : random.nextLong() >> bits;
            }
            for (int i = 0; i < values.length; i += stretch) {
                Arrays.sort(values, i, Math.min(values.length, i + stretch));
            }
            int[] expected = IntStream.range(0, values.length).boxed().sorted(Comparator.comparingLong(i -> values[i]))
                    .mapToInt(Integer::intValue).toArray();
            assertThat(Ascending.order(column(values)).toArray()).as("seed %d", seed).isEqualTo(expected);
            assertThat(Ascending.sorted(column(values)).toArray()).as("seed %d", seed)
                    .isEqualTo(Arrays.stream(values).sorted().toArray());
        }
    }

    private static LongColumn column(long[] values) {
        LongColumn column = new LongColumn();
        for (long value : values) {
            column.add(value);
        }
        return column;
    }

    @Test
    void theHeapIsSharedByAllColumnsAndAColumnInAFileGivesItsPartBack() {
        long limit = Room.usedBytes() + (1 << 20); // what other tests left may be collected at any time: less is used then, never more
        heap(limit);
        LongColumn first = LongColumn.zeros(100_000); // 800,000 bytes
        long ofFirst = Room.usedBytes();
        assertThat(ofFirst).isGreaterThanOrEqualTo(800_000);
        LongColumn second = new LongColumn();
        int size = Math.toIntExact(limit / Long.BYTES) + 1; // alone more than all may have
        long most = 0;
        for (int i = 0; i < size; i++) {
            second.add(i);
            most = Math.max(most, Room.usedBytes());
        }
        assertThat(most).as("both together").isLessThanOrEqualTo(limit);
        assertThat(Room.usedBytes()).as("the second one has left the heap").isLessThanOrEqualTo(ofFirst);
        assertThat(first.size()).isEqualTo(100_000);
        assertThat(second.get(size - 1)).isEqualTo(size - 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, PLENTY})
    void aColumnThatIsLetGoGivesItsPartBackAtOnceAndCanBeFilledAnew(long heapBytes) {
        heap(heapBytes);
        int count = 100_000;
        LongColumn longs = LongColumn.zeros(count);
        IntColumn ints = IntColumn.filled(count, 1);
        ShortColumn shorts = ShortColumn.zeros(count);
        ByteColumn bytes = ByteColumn.zeros(count);
        long before = Room.usedBytes();
        longs.letGo();
        ints.letGo();
        shorts.letGo();
        bytes.letGo();
        assertThat(Room.usedBytes()).isLessThanOrEqualTo(before - (heapBytes == 0 ? 0 : 15L * count));
        assertThat(List.of(longs.size(), ints.size(), shorts.size(), bytes.size())).containsOnly(0);
        for (int i = 0; i < count; i++) {
            longs.add(i);
            ints.add(i);
            shorts.add((short) i);
            bytes.add((byte) i);
        }
        assertThat(longs.get(count - 1) == count - 1 && ints.get(7) == 7 && shorts.get(300) == 300 && bytes.get(5) == 5).isTrue();
    }

    @Test
    void whereNoFileCanBeWrittenTheMessageSaysWhereAndWhatHelps() {
        heap(0);
        Path missing = folder.resolve("not-there");
        System.setProperty(Room.FOLDER_PROPERTY, missing.toString());
        LongColumn column = new LongColumn();
        assertThatExceptionOfType(NoRoomException.class).isThrownBy(() -> column.add(1)).withMessageContaining(missing.toString())
                .withMessageContaining("there is no such folder").withMessageContaining("TMPDIR").withMessageContaining("-Xmx");
        assertThat(column.size()).isZero();
    }

    @Test
    void aFullDiskIsAnExceptionAndNotAFaultOfALaterAccess() {
        Path full = Path.of("/dev/full"); // each write to it says that there is no space
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> {
            try (var channel = java.nio.channels.FileChannel.open(full, java.nio.file.StandardOpenOption.WRITE)) {
                Room.writeZeros(channel, 0, 1 << 20);
            }
        }).withMessageContaining("No space left");
    }
}
