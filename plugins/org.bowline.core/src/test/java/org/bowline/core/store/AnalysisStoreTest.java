/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.files.Staging;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.sampling.Arrows;
import org.bowline.core.sampling.StateRows;
import org.bowline.core.testing.LongTimelines;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.timeline.TimelineColumns;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.waitfor.WaitForAnalysis;

class AnalysisStoreTest {
    private static final String PRINT = "bowline-1-0123456789";

    @TempDir Path directory;

    private static void assertEqual(AnalysisResult loaded, AnalysisResult stored, String seed) {
        assertThat(Arrays.deepEquals(TimelineColumns.of(loaded.timeline()).toArray(), TimelineColumns.of(stored.timeline()).toArray()))
                .as("all columns are equal; %s", seed).isTrue();
        assertThat(loaded.timeline().caveats()).isEqualTo(stored.timeline().caveats());
        assertThat(loaded.caveats()).isEqualTo(stored.caveats());
        assertThat(loaded.hosts()).isEqualTo(stored.hosts());
        assertThat(loaded.files().stays()).isEqualTo(stored.files().stays());
        assertThat(loaded.sync().hosts()).isEqualTo(stored.sync().hosts());
        assertThat(loaded.sync().caveats()).isEqualTo(stored.sync().caveats());
        assertThat(loaded.sync().coarse()).isEqualTo(stored.sync().coarse());
        assertThat(loaded.sync().evidence()).isEqualTo(stored.sync().evidence());
        assertThat(loaded.sync().referenceHost()).isEqualTo(stored.sync().referenceHost());
        assertThat(loaded.sync().peakHeld()).isEqualTo(stored.sync().peakHeld());
        assertThat(loaded.sync().peakUnmatched()).isEqualTo(stored.sync().peakUnmatched());
        for (int host = 0; host < loaded.hosts().size(); host++) {
            assertThat(loaded.hostStartNanos(host)).isEqualTo(stored.hostStartNanos(host));
            assertThat(loaded.hostEndNanos(host)).isEqualTo(stored.hostEndNanos(host));
            for (long time = -3; time < 3_000_000_000L; time += 77_777_777) {
                assertThat(loaded.sync().clocks().toReference(host, time)).isEqualTo(stored.sync().clocks().toReference(host, time));
                assertThat(loaded.sync().clocks().clock(host).errorNanos(time))
                        .isEqualTo(stored.sync().clocks().clock(host).errorNanos(time));
            }
        }
        // whatever the lines above forget
        assertThat(ResultCodec.encode(loaded)).isEqualTo(ResultCodec.encode(stored));
    }

    private static AnalysisResult small() {
        return RandomResults.of(RandomTimelines.of(3), 3);
    }

    private Path file() {
        return directory.resolve("analysis.bowline");
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    @Test
    void aStoredResultIsReadAsItWas() throws IOException {
        for (int i = 0; i < 150; i++) {
            long seed = Seeds.of(i);
            AnalysisResult stored = RandomResults.of(i % 2 == 0 ? RandomTimelines.any(seed) : LongTimelines.of(seed), seed);
            AnalysisStore.save(stored, PRINT, file(), Progress.NONE);
            assertEqual(AnalysisStore.load(file(), PRINT, Progress.NONE).orElseThrow(), stored, Seeds.name(seed));
        }
        assertThat(files()).containsExactly(file());
    }

    @Test
    void aResultOfManyChunksIsReadAsItWas() throws IOException {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("h");
        for (int thread = 0; thread < 3; thread++) {
            builder.thread(0, 1 + thread, 1, "t");
        }
        Random random = new Random(1);
        long time = 0;
        for (int i = 0; i < 1_300_000; i++) {
            if (i == 1_200_000) {
                time = 5;
            }
            long end = time + 1 + random.nextInt(1000);
            builder.segment(i < 1_200_000 ? 1 : 2, time, end, ThreadState.of(random.nextInt(3)), random.nextInt(100));
            time = end;
        }
        AnalysisResult stored = RandomResults.of(builder.build(), 1);
        AnalysisStore.save(stored, PRINT, file(), Progress.NONE);
        assertThat((double) Files.size(file()) / stored.timeline().segmentCount()).as("bytes per segment").isLessThan(24);
        assertEqual(AnalysisStore.load(file(), PRINT, Progress.NONE).orElseThrow(), stored, "");
    }

    @Test
    void withAnyByteChangedItIsEqualOrNotThere() throws IOException {
        AnalysisResult stored = small();
        AnalysisStore.save(stored, PRINT, file(), Progress.NONE);
        byte[] good = Files.readAllBytes(file());
        Random random = new Random(5);
        int rejected = 0;
        for (int i = 0; i < good.length; i++) {
            byte[] bad = good.clone();
            bad[i] ^= (byte) (i % 2 == 0 ? 1 << random.nextInt(8) : 1 + random.nextInt(255));
            Files.write(file(), bad);
            Optional<AnalysisResult> loaded = AnalysisStore.load(file(), PRINT, Progress.NONE);
            if (loaded.isPresent()) {
                assertEqual(loaded.get(), stored, "byte " + i);
            } else {
                rejected++;
            }
        }
        assertThat(rejected).as("of %s, all but the padding", good.length).isGreaterThan(good.length - 8 * 27);
    }

    @Test
    void cutOffOrWithMoreBehindItIsNotThere() throws IOException {
        AnalysisStore.save(small(), PRINT, file(), Progress.NONE);
        byte[] good = Files.readAllBytes(file());
        for (int length = 0; length < good.length; length++) {
            Files.write(file(), Arrays.copyOf(good, length));
            assertThat(AnalysisStore.load(file(), PRINT, Progress.NONE)).as("%s of %s bytes", length, good.length).isEmpty();
        }
        Files.write(file(), Arrays.copyOf(good, good.length + 1));
        assertThat(AnalysisStore.load(file(), PRINT, Progress.NONE)).isEmpty();
        Files.write(file(), Arrays.copyOf(good, good.length + 4096));
        assertThat(AnalysisStore.load(file(), PRINT, Progress.NONE)).isEmpty();
    }

    @Test
    void ofOtherTracesOrAnotherFormatOrAbsentItIsNotThere() throws IOException {
        assertThat(AnalysisStore.load(file(), PRINT, Progress.NONE)).isEmpty();
        AnalysisStore.save(small(), PRINT, file(), Progress.NONE);
        assertThat(AnalysisStore.load(file(), PRINT, Progress.NONE)).isPresent();
        for (String other : List.of("", PRINT + "0", PRINT.replace('0', '1'), PRINT.substring(1))) {
            assertThat(AnalysisStore.load(file(), other, Progress.NONE)).as(other).isEmpty();
        }
        byte[] bytes = Files.readAllBytes(file());
        ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int headerBytes = 32 + 16 * (TimelineColumns.count() + 1) + PRINT.length();
        assertThat(header.getInt(28)).isEqualTo(StoreFile.headerChecksum(Arrays.copyOf(bytes, headerBytes)));
        header.putInt(8, StoreFile.VERSION + 1);
        header.putInt(28, StoreFile.headerChecksum(Arrays.copyOf(bytes, headerBytes)));
        Files.write(file(), bytes);
        assertThat(AnalysisStore.load(file(), PRINT, Progress.NONE)).isEmpty();
    }

    /** Checksums do not help against somebody who makes them right. */
    @Test
    void madeUpWithRightChecksumsItIsNotThereOrHarmless() throws IOException {
        int harmless = 0;
        int refused = 0;
        for (int i = 0; i < 1_500; i++) {
            long seed = Seeds.of(i);
            Random random = new Random(seed);
            AnalysisResult stored = RandomResults.of(RandomTimelines.any(seed), seed);
            List<Object> sections = new ArrayList<>();
            for (Object column : TimelineColumns.of(stored.timeline())) {
                sections.add(copy(column));
            }
            sections.add(ResultCodec.encode(stored));
            spoil(sections.get(random.nextInt(4) == 0 ? sections.size() - 1 : random.nextInt(sections.size())), random);
            if (random.nextInt(10) == 0) {
                int at = random.nextInt(4) == 0 ? sections.size() - 1 : random.nextInt(sections.size());
                sections.set(at, random.nextBoolean() ? new byte[random.nextInt(5)] : new long[random.nextInt(5)]);
            }
            try (FileChannel channel = FileChannel.open(file(), StandardOpenOption.WRITE, StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING)) {
                StoreFile.write(channel, PRINT.getBytes(StandardCharsets.UTF_8), sections, Progress.NONE);
            }
            Optional<AnalysisResult> loaded = AnalysisStore.load(file(), PRINT, Progress.NONE);
            if (loaded.isPresent()) {
                harmless++;
                use(loaded.get());
            } else {
                refused++;
            }
        }
        assertThat(harmless).isPositive();
        assertThat(refused).isPositive();
    }

    private static Object copy(Object array) {
        if (array instanceof long[] longs) {
            return longs.clone();
        }
        if (array instanceof int[] ints) {
            return ints.clone();
        }
        return array instanceof short[] shorts ? shorts.clone() : ((byte[]) array).clone();
    }

    private static void spoil(Object array, Random random) {
        int length = java.lang.reflect.Array.getLength(array);
        if (length == 0) {
            return;
        }
        int at = random.nextInt(length);
        int shift = random.nextInt(4) == 0 ? random.nextInt(64) : 60;
        long value = (random.nextLong() >> shift) * (random.nextBoolean() ? 1 : 3);
        if (array instanceof long[] longs) {
            longs[at] = value;
        } else if (array instanceof int[] ints) {
            ints[at] = (int) value;
        } else if (array instanceof short[] shorts) {
            shorts[at] = (short) value;
        } else {
            ((byte[]) array)[at] = (byte) value;
        }
    }

    /** All that views and analyses ask. */
    private static void use(AnalysisResult result) {
        Timeline timeline = result.timeline();
        int[] threads = IntStream.range(0, timeline.threadCount()).toArray();
        for (int vertex = 0; vertex < timeline.vertexCount(); vertex++) {
            assertThat(timeline.hostName(timeline.host(vertex)) + timeline.vertexName(vertex) + timeline.kind(vertex)).isNotNull();
        }
        for (int thread : threads) {
            new StateRows(timeline).states(thread, timeline.startNanos() - 2, timeline.endNanos() + 2, 5,
                    (start, end, state, cause, target, cpu, mixed) -> assertThat(end).isGreaterThan(start));
        }
        Arrows.bands(timeline, threads, -100, 100, 10, 100, Progress.NONE);
        result.threads(-100, 100);
        WaitForAnalysis.run(timeline, -100, 100, null, Progress.NONE);
        for (int thread : threads) {
            CriticalPath.of(timeline, thread, 0, 30, Progress.NONE);
        }
    }

    @Test
    void sideBySideSavesAndLoadsSeeOneOrTheOther() throws Exception {
        List<AnalysisResult> results = List.of(RandomResults.of(LongTimelines.of(1), 1), RandomResults.of(LongTimelines.of(2), 2));
        AtomicInteger seen = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try {
            List<Future<Boolean>> all = new ArrayList<>();
            for (int worker = 0; worker < 4; worker++) {
                int number = worker;
                Callable<Boolean> work = () -> {
                    for (int i = 0; i < 60; i++) {
                        int which = (i + number) % 2;
                        if (number < 2) {
                            AnalysisStore.save(results.get(which), PRINT + which, file(), Progress.NONE);
                        } else {
                            Optional<AnalysisResult> loaded = AnalysisStore.load(file(), PRINT + which, Progress.NONE);
                            if (loaded.isPresent()) {
                                assertEqual(loaded.get(), results.get(which), "");
                                seen.incrementAndGet();
                            }
                        }
                    }
                    return true;
                };
                all.add(pool.submit(work));
            }
            for (Future<Boolean> each : all) {
                assertThat(each.get()).isTrue();
            }
        } finally {
            pool.shutdown();
        }
        assertThat(files()).containsExactly(file());
        assertThat(AnalysisStore.load(file(), PRINT + 0, Progress.NONE).isPresent()
                ^ AnalysisStore.load(file(), PRINT + 1, Progress.NONE).isPresent()).isTrue();
    }

    /** Stops at the n-th question. */
    private static final class StopsAt implements Progress {
        private final AtomicInteger left;

        StopsAt(int questions) {
            left = new AtomicInteger(questions);
        }

        @Override
        public void report(String task, double fraction) {
            assertThat(fraction).isBetween(0.0, 1.0);
        }

        @Override
        public boolean isCancelled() {
            return left.getAndDecrement() <= 0;
        }
    }

    @Test
    void aCancelledSaveLeavesTheOldOneAndNothingElse() throws IOException {
        AnalysisResult old = small();
        AnalysisResult next = RandomResults.of(LongTimelines.of(2), 2);
        AnalysisStore.save(old, PRINT, file(), Progress.NONE);
        int questions = 0;
        while (true) {
            try {
                AnalysisStore.save(next, PRINT + "2", file(), new StopsAt(questions));
                break;
            } catch (CancelledException e) {
                assertThat(files()).containsExactly(file());
                assertEqual(AnalysisStore.load(file(), PRINT, Progress.NONE).orElseThrow(), old, "stopped at question " + questions);
                questions++;
            }
        }
        assertThat(questions).isGreaterThan(5);
        assertThat(AnalysisStore.load(file(), PRINT + "2", Progress.NONE)).isPresent();
    }

    @Test
    void aLoadCanBeCancelledAtAnyQuestionAndByAnInterrupt() throws IOException {
        AnalysisStore.save(small(), PRINT, file(), Progress.NONE);
        int questions = 0;
        while (true) {
            try {
                assertThat(AnalysisStore.load(file(), PRINT, new StopsAt(questions))).isPresent();
                break;
            } catch (CancelledException e) {
                questions++;
            }
        }
        assertThat(questions).isGreaterThan(5);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> AnalysisStore.load(file(), PRINT, Progress.NONE)).isInstanceOf(CancelledException.class);
        assertThat(Thread.interrupted()).as("the thread stays interrupted").isTrue();
    }

    @Test
    void whatCannotBeWrittenIsAnErrorAndLeavesNothing() throws IOException {
        Path blocked = Files.createFile(directory.resolve("a-file"));
        assertThatThrownBy(() -> AnalysisStore.save(small(), PRINT, blocked.resolve("x"), Progress.NONE)).isInstanceOf(IOException.class);
        Path occupied = Files.createDirectories(directory.resolve("occupied/full"));
        assertThatThrownBy(() -> AnalysisStore.save(small(), PRINT, occupied.getParent(), Progress.NONE)).isInstanceOf(IOException.class);
        assertThat(files()).containsExactlyInAnyOrder(blocked, occupied.getParent());
    }

    @Test
    void whatKilledProcessesLeftIsRemovedAndWhatOthersWriteIsNot() throws IOException {
        try (Staging other = Staging.in(directory)) {
            Path written = Files.createFile(other.path());
            String killed = ".bowline-12345678-1234-1234-1234-123456789abc";
            Files.createFile(directory.resolve(killed + ".lock"));
            Files.createFile(directory.resolve(killed + ".partial"));
            AnalysisStore.save(small(), PRINT, file(), Progress.NONE);
            assertThat(files()).containsExactlyInAnyOrder(file(), written, written.resolveSibling(".bowline-" + other.id() + ".lock"));
        }
    }

    @Test
    void missingDirectoriesAreMade() throws IOException {
        Path deep = directory.resolve("a/b/c.bowline");
        AnalysisStore.save(small(), PRINT, deep, Progress.NONE);
        assertThat(AnalysisStore.load(deep, PRINT, Progress.NONE)).isPresent();
    }
}
