/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.Recordings;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.HostTraces;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.OpenTrace;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.trace.CtfTrace;

/** Several threads tell what one tells, and all end, however it ends. */
final class FactRelayTest {
    private static final Path RECORDING = Recordings.own("tagged-server");
    /** So often read at once it has more facts than there are on the way at any time. */
    private static final int TIMES = 4;
    private static final Pattern NAME = Pattern.compile("^(interrupt|handler)Name\\(-?\\d+, (-?\\d+), ");

    @TempDir private Path folder;

    @AfterEach
    void noThreadIsLeft() {
        assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName).doesNotContain("bowline-decoder");
    }

    @ParameterizedTest
    @CsvSource({"three-tier, 1", "lock-contention, 1", "tagged-server, 1", "journal-stacks, 1", "three-tier, 2", "lock-contention, 2",
        "tagged-server, 2", "tagged-server, 3", "journal-stacks, 2", "journal-stacks, 64"})
    void theFactsAreThoseThatOneThreadReads(String recording, int decoders) throws IOException {
        same(Recordings.own(recording), 1, decoders);
    }

    @Test
    void manyBatchesAreToldInOrder() throws IOException {
        assertThat(same(RECORDING, TIMES, 1)).isGreaterThan(100_000);
    }

    @Test
    void theStreamsOfATraceAreSharedOutAndNoneIsLeftOut() throws IOException {
        try (Experiment experiment = open(RECORDING, OpenOptions.DEFAULT)) {
            CtfTrace trace = traces(experiment.hosts().get(0), 1).get(0);
            assertThat(trace.streams()).hasSizeGreaterThan(1);
            for (int most = 1; most <= trace.streams().size() + 2; most++) {
                List<KernelSource> parts = KernelSource.split(trace, 0, most, Progress.NONE);
                assertThat(parts).hasSizeBetween(Math.min(most, 2), most);
                Set<Integer> streams = new HashSet<>();
                int last = -1;
                for (KernelSource part : parts) {
                    int before = last;
                    while (part.cursor.next()) {
                        assertThat(part.cursor.stream()).isGreaterThan(before);
                        last = Math.max(last, part.cursor.stream());
                        streams.add(part.cursor.stream());
                    }
                }
                assertThat(streams).hasSameSizeAs(trace.streams());
            }
        }
    }

    /** Four traces by one decoder, one trace by two. */
    @ParameterizedTest
    @CsvSource({"4, 1, 60000", "1, 2, 5000"})
    void whatTheSinkThrowsIsThrown(int times, int decoders, int failAt) throws IOException {
        try (Experiment experiment = open(RECORDING, OpenOptions.DEFAULT)) {
            int[] told = new int[1];
            KernelSink failing = ToldFacts.sink(words -> {
                if (++told[0] == failAt) {
                    throw new IllegalStateException("full");
                }
            });
            assertThatThrownBy(() -> relay(experiment, times, decoders, failing, Progress.NONE)).hasMessage("full");
            assertThat(told[0]).isEqualTo(failAt);
        }
    }

    @ParameterizedTest
    @CsvSource({"4, 1, 1000", "1, 2, 0"})
    void whoCancelsIsHeard(int times, int decoders, int cancelAfter) throws IOException {
        try (Experiment experiment = open(RECORDING, OpenOptions.DEFAULT)) {
            int[] told = new int[1];
            Progress impatient = new Progress() {
                @Override
                public void report(String task, double fraction) {
                    // nobody looks
                }

                @Override
                public boolean isCancelled() {
                    return told[0] >= cancelAfter; // of two decoders at once, as what they read has room in their batches
                }
            };
            KernelSink counting = ToldFacts.sink(words -> told[0]++);
            assertThatThrownBy(() -> relay(experiment, times, decoders, counting, impatient)).isInstanceOf(CancelledException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aBrokenPacketIsAnErrorWhereEverythingIsToBeWhole(int decoders) throws IOException {
        Path damaged = damaged();
        try (Experiment experiment = open(damaged, new OpenOptions(true, true, List.of(), null))) {
            String alone = thrown(
                    () -> KernelReader.read(traces(experiment.hosts().get(0), 1), new long[1], ToldFacts.sink(words -> {}), Progress.NONE));
            assertThat(thrown(() -> relay(experiment, 1, decoders, ToldFacts.sink(words -> {}), Progress.NONE))).isEqualTo(alone);
        }
    }

    /** A host's kernel trace with zeros in the middle of a stream. */
    private Path damaged() throws IOException {
        Path trace = folder.resolve("damaged");
        try (FileSystem archive = FileSystems.newFileSystem(Recordings.own("three-tier").resolve("A.zip"));
                Stream<Path> files = Files.walk(archive.getPath("/"))) {
            for (Path file : files.filter(file -> Files.isRegularFile(file) && file.toString().contains("kernel")).toList()) {
                Path copy = trace.resolve(file.toString().substring(1));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
        try (Stream<Path> files = Files.walk(trace)) {
            Path stream = files.filter(file -> file.getFileName().toString().matches("[a-z-]+\\d*_\\d+")).sorted().findFirst()
                    .orElseThrow();
            try (RandomAccessFile file = new RandomAccessFile(stream.toFile(), "rw")) {
                file.seek(file.length() / 2);
                file.write(new byte[(int) file.length() / 4]);
            }
        }
        return trace;
    }

    private interface Reading {
        void run() throws IOException;
    }

    private static String thrown(Reading reading) {
        try {
            reading.run();
            throw new AssertionError("nothing was thrown");
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static Experiment open(Path trace, OpenOptions options) throws TraceReadException {
        return Experiment.open(List.of(trace), options, Progress.NONE);
    }

    /** The host's kernel traces, each so many times. */
    private static List<CtfTrace> traces(HostTraces host, int times) {
        return host.traces().stream().filter(trace -> trace.domain() == OpenTrace.Domain.KERNEL)
                .flatMap(trace -> Collections.nCopies(times, trace.ctf()).stream()).toList();
    }

    private static void relay(Experiment experiment, int times, int decoders, KernelSink sink, Progress progress)
            throws TraceReadException {
        FactRelay.read(traces(experiment.hosts().get(0), times), new long[times], decoders, sink, progress);
    }

    /** Without handlers' names of interrupts that have a name already. */
    private static List<String> withoutRepeatedNames(List<String> facts) {
        Set<String> named = new HashSet<>();
        return facts.stream().filter(fact -> {
            Matcher name = NAME.matcher(fact);
            return !name.find() || named.add(name.group(2)) || name.group(1).equals("interrupt");
        }).toList();
    }

    /** How many facts there are. */
    private static long same(Path recording, int times, int decoders) throws IOException {
        long all = 0;
        try (Experiment experiment = open(recording, OpenOptions.DEFAULT)) {
            for (HostTraces host : experiment.hosts()) {
                List<CtfTrace> traces = traces(host, times);
                long[] corrections = new long[traces.size()];
                List<String> alone = new ArrayList<>();
                List<String> relayed = new ArrayList<>();
                long facts = KernelReader.read(traces, corrections, ToldFacts.sink(alone::add), Progress.NONE);
                assertThat(FactRelay.read(traces, corrections, decoders, ToldFacts.sink(relayed::add), Progress.NONE)).isEqualTo(facts);
                assertThat(relayed).isNotEmpty();
                assertThat(withoutRepeatedNames(relayed)).isEqualTo(withoutRepeatedNames(alone));
                all += facts;
            }
        }
        return all;
    }
}
