/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.ReadTraces;
import org.bowline.testkit.sim.KernelTraceGenerator;
import org.bowline.testkit.sim.KernelTraceGenerator.Options;

/** What is told of threads where the stream of one processor is missing, or a part of it, against what is told of the same recording when it is whole. */
class DamagedStreamsTest {
    private static final int EVENTS = 300_000;
    private static final int PACKET_BYTES = 64 * 1024;
    private static final int CPUS = 4;
    private static final int INDEX_HEADER_BYTES = 16;
    private static final int INDEX_ENTRY_BYTES = 12;
    private static final int INDEX_END = 32;
    /** Far less than a packet takes. */
    private static final long IDLE_NANOS = 5_000_000;

    @TempDir private Path directory;

    private record Stretch(long begin, long end, ThreadState state) {}

    /** For how long what is told is so, and is not: ns of all threads, the idle ones left out; also of those alone that are told to want a processor. */
    private record Told(long right, long wrong, long wantsRightly, long wantsWrongly, long unknown) {
        double wrongShare() {
            return (double) wrong / (right + wrong);
        }

        double wrongShareOfWanting() {
            return (double) wantsWrongly / (wantsRightly + wantsWrongly);
        }
    }

    private ReadTraces read() throws IOException {
        return read(directory);
    }

    private static ReadTraces read(Path traces) throws IOException {
        try (Experiment experiment = Recording.open(traces)) {
            return experiment.read(Progress.NONE);
        }
    }

    private static Map<Integer, List<Stretch>> stretches(Timeline timeline) {
        Map<Integer, List<Stretch>> byTid = new TreeMap<>();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (!timeline.isIdle(thread)) {
                List<Stretch> all = byTid.computeIfAbsent(timeline.tid(thread), tid -> new ArrayList<>());
                for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                    all.add(new Stretch(timeline.start(s), timeline.end(thread, s), timeline.state(s)));
                }
            }
        }
        byTid.values().forEach(all -> all.sort(Comparator.comparingLong(Stretch::begin)));
        return byTid;
    }

    private static Told compare(Timeline whole, Timeline damaged) {
        Map<Integer, List<Stretch>> truth = stretches(whole);
        long[] right = new long[ThreadState.values().length];
        long[] wrong = new long[right.length];
        stretches(damaged).forEach((tid, all) -> {
            List<Stretch> real = truth.getOrDefault(tid, List.of());
            int at = 0;
            for (Stretch told : all) {
                while (at < real.size() && real.get(at).end <= told.begin) {
                    at++;
                }
                for (int i = at; i < real.size() && real.get(i).begin < told.end; i++) {
                    long both = Math.max(0, Math.min(told.end, real.get(i).end) - Math.max(told.begin, real.get(i).begin));
                    boolean isSo = real.get(i).state == told.state || real.get(i).state.isOnCpu() && told.state.isOnCpu();
                    (isSo ? right : wrong)[told.state.ordinal()] += both;
                }
            }
        });
        int unknown = ThreadState.UNKNOWN.ordinal();
        long isUnknown = right[unknown] + wrong[unknown];
        wrong[unknown] = 0;
        right[unknown] = 0;
        int runnable = ThreadState.RUNNABLE.ordinal();
        int preempted = ThreadState.PREEMPTED.ordinal();
        return new Told(Arrays.stream(right).sum(), Arrays.stream(wrong).sum(), right[runnable] + right[preempted],
                wrong[runnable] + wrong[preempted],
                isUnknown);
    }

    private Path kernel() {
        return directory.resolve("A").resolve("kernel");
    }

    private void generate() throws IOException {
        KernelTraceGenerator.generate(new Options(EVENTS, 1, CPUS, 8, 7, false, true, PACKET_BYTES, 0, 0), directory);
    }

    private static List<Caveat> caveats(ReadTraces read, String kind) {
        return read.caveats().stream().filter(caveat -> caveat.kind().equals(kind)).toList();
    }

    /** The entries of the index of a stream: where each packet begins, and when it ends. */
    private record Packets(Path stream, ByteBuffer entries) {
        static Packets of(Path kernel, int cpu) throws IOException {
            return new Packets(kernel.resolve("c0_" + cpu),
                    ByteBuffer.wrap(Files.readAllBytes(kernel.resolve("index").resolve("c0_" + cpu + ".idx"))));
        }

        int count() {
            return (entries.limit() - INDEX_HEADER_BYTES) / entries.getInt(INDEX_ENTRY_BYTES);
        }

        int offset(int packet) throws IOException {
            return Math.toIntExact(packet == count() ? Files.size(stream)
                    : entries.getLong(INDEX_HEADER_BYTES + packet * entries.getInt(INDEX_ENTRY_BYTES)));
        }

        long end(int packet) {
            return entries.getLong(INDEX_HEADER_BYTES + packet * entries.getInt(INDEX_ENTRY_BYTES) + INDEX_END);
        }

        byte[] bytes(int from, int until) throws IOException {
            return Arrays.copyOfRange(Files.readAllBytes(stream), offset(from), offset(until));
        }
    }

    /** Leaves out the second half of the packets of a processor, as where its file was cut off. */
    private void cutOff(int cpu) throws IOException {
        Packets packets = Packets.of(kernel(), cpu);
        Files.write(packets.stream, packets.bytes(0, packets.count() / 2));
        Files.delete(kernel().resolve("index").resolve("c0_" + cpu + ".idx"));
    }

    @Test
    void whereTheStreamOfAProcessorIsMissingThreadsThatRanThereAreUnknownAndNotWithoutAProcessor() throws IOException {
        generate();
        ReadTraces whole = read();
        assertThat(caveats(whole, "unrecorded-processors")).isEmpty();
        Files.delete(kernel().resolve("c0_1"));
        Files.delete(kernel().resolve("index").resolve("c0_1.idx"));
        ReadTraces damaged = read();
        assertThat(caveats(damaged, "unrecorded-processors")).singleElement()
                .satisfies(caveat -> assertThat(caveat.text()).startsWith("Nothing was recorded of processor 1, "));
        Told told = compare(whole.timeline(), damaged.timeline());
        assertThat(told.unknown).isPositive();
        assertThat(told.wrongShareOfWanting()).isLessThan(0.01);
        // whom a thread wakes that is not seen is told to wait until it runs
        assertThat(told.wrongShare()).isLessThan(0.01);
        assertThat(told.right).isGreaterThan(told.unknown / 2);
    }

    @Test
    void whereTheStreamOfAProcessorEndsBeforeTheOthersThreadsThatRanThereAreUnknownFromThenOn() throws IOException {
        generate();
        ReadTraces whole = read();
        assertThat(caveats(whole, "lost-events")).isEmpty();
        cutOff(1);
        ReadTraces damaged = read();
        Timeline timeline = damaged.timeline();
        long from = caveats(damaged, "lost-events").get(0).fromNanos();
        assertThat(from).isStrictlyBetween(timeline.startNanos(), timeline.endNanos());
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                assertThat(timeline.state(s).isOnCpu() && timeline.cpu(s) == 1 && timeline.end(thread, s) > from)
                        .as("a thread is told to run where its processor was not recorded").isFalse();
            }
        }
        Told told = compare(whole.timeline(), timeline);
        assertThat(told.unknown).isPositive();
        assertThat(told.wrongShareOfWanting()).isLessThan(0.01);
        assertThat(told.wrongShare()).isLessThan(0.01);
    }

    /** Its tracer closes the packet all the same when the recording ends. */
    @Test
    void aProcessorThatWasIdleAtTheEndHasLostNothing() throws IOException {
        generate();
        Packets packets = Packets.of(kernel(), 1);
        Packets other = Packets.of(kernel(), 0);
        int last = packets.count() / 2 - 1;
        long end = packets.end(last);
        long endOfAll = other.end(other.count() - 1);
        cutOff(1);
        byte[] bytes = Files.readAllBytes(packets.stream);
        replace(bytes, packets.offset(last), end, endOfAll);
        Files.write(packets.stream, bytes);
        assertThat(caveats(read(), "lost-events")).isEmpty();
    }

    /** Each of them begins with the oldest packets that were not overwritten. */
    @Test
    void aSecondSnapshotOfAHostHasLostWhatAProcessorDidBeforeItsStreamBegins() throws IOException {
        generate();
        Path snapshots = directory.resolve("snapshots");
        for (int snapshot = 0; snapshot < 2; snapshot++) {
            Path traces = snapshots.resolve("snapshot-" + snapshot);
            Files.createDirectories(traces);
            Files.copy(kernel().resolve("metadata"), traces.resolve("metadata"));
            for (int cpu = 0; cpu < CPUS; cpu++) {
                Packets packets = Packets.of(kernel(), cpu);
                int third = packets.count() / 3;
                int from = snapshot == 0 ? 0 : cpu == 1 ? packets.count() - third / 2 : packets.count() - third;
                Files.write(traces.resolve("c0_" + cpu), packets.bytes(from, snapshot == 0 ? third : packets.count()));
            }
        }
        ReadTraces read = read(snapshots);
        long second = read.timeline().recordingStart(0, 1);
        assertThat(caveats(read, "lost-events")).isEmpty();
        assertThat(caveats(read, "late-begin")).singleElement().satisfies(caveat -> {
            assertThat(caveat.fromNanos()).isEqualTo(second);
            assertThat(caveat.toNanos()).isStrictlyBetween(second, read.timeline().endNanos());
        });
    }

    /** Its packet of the second part begins with its first event, and nothing is missing between the numbers of its packets. */
    @Test
    void aProcessorThatWasIdleAfterItsSessionWasRotatedHasLostNothing() throws IOException {
        generate();
        Path session = directory.resolve("session");
        for (int part = 0; part < 2; part++) {
            Path traces = session.resolve("part-" + part);
            Files.createDirectories(traces);
            Files.copy(kernel().resolve("metadata"), traces.resolve("metadata"));
            for (int cpu = 0; cpu < CPUS; cpu++) {
                Packets packets = Packets.of(kernel(), cpu);
                int half = packets.count() / 2;
                byte[] bytes = packets.bytes(part == 0 ? 0 : half, part == 0 ? half : packets.count());
                if (part == 0 && cpu == 1) {
                    replace(bytes, packets.offset(half - 1), packets.end(half - 1), packets.end(half - 1) - IDLE_NANOS);
                }
                Files.write(traces.resolve("c0_" + cpu), bytes);
            }
        }
        assertThat(caveats(read(session), "lost-events")).isEmpty();
    }

    /** Writes another number where one is first found from an offset on. */
    private static void replace(byte[] bytes, int from, long number, long by) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int at = from;
        while (buffer.getLong(at) != number) {
            at++;
        }
        buffer.putLong(at, by);
    }
}
