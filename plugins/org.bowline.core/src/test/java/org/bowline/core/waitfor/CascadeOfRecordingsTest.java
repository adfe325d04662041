/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.lock.LockHistory;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.Recordings;
import org.bowline.core.timeline.NetworkWays;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.OpenOptions;
import org.bowline.ctf.TraceReadException;

/**
 * Every figure of wait-for.csv is the recursion's, on recordings: for each rule of blame, for each way to share the idle time of disks, with and without slow network interfaces and the network between hosts, for the waits of everybody
 * and for those of the threads with even ids. A recording's whole range.
 */
class CascadeOfRecordingsTest {
    /** 8 Mbit/s: slow enough for all interfaces of the recordings to be waited for. */
    private static final int NANOS_PER_BYTE = 1_000;
    /** More than the disks of the recordings do, so that they idle also while they have requests. */
    private static final DiskCapacities.Capacity FAST = new DiskCapacities.Capacity(5_000_000, 400);

    @ParameterizedTest
    @ValueSource(strings = {"annotated-spins", "counted-functions", "fallen-beside/runs/batch-4-recorded/trace",
        "fallen-beside/runs/batch-16-recorded/trace",
        "fallen-server/runs/ask-4-recorded/trace",
        "fallen-server/runs/ask-16-recorded/trace",
        "fallen-server/runs/backoff-4-recorded/trace",
        "fallen-server/runs/backoff-16-recorded/trace",
        "fallen-server/runs/evict-4-recorded/trace",
        "fallen-server/runs/evict-16-recorded/trace",
        "fallen-server/runs/select-4-recorded/trace",
        "fallen-server/runs/select-16-recorded/trace",
        "first-answers/bound-processor", "first-answers/brokered-jobs", "first-answers/busy-disk", "first-answers/busy-workers",
        "first-answers/compaction",
        "first-answers/computing-reader", "first-answers/containers",
        "first-answers/created-files",
        "first-answers/event-loop-queue", "first-answers/handed-on", "first-answers/held-row", "first-answers/kept-answers",
        "first-answers/one-task-at-a-time",
        "first-answers/garbage", "first-answers/timed-tasks", "first-answers/three-stages",
        "first-answers/sleeping-tasks", "first-answers/starved-writer",
        "first-answers/far-server",
        "first-answers/file-lock", "first-answers/full-processors", "first-answers/interpreter-lock", "first-answers/kept-connections",
        "first-answers/kept-sends", "first-answers/limited-disk", "first-answers/memory-limit", "first-answers/network-file-system",
        "first-answers/narrow-link",
        "first-answers/loop-device",
        "first-answers/late-answers", "first-answers/lost-on-the-way", "first-answers/pooled-questions", "first-answers/services-in-series",
        "first-answers/tried-lock", "first-answers/asked-for-lock",
        "first-answers/lost-answers", "first-answers/one-acceptor", "first-answers/one-command-at-a-time", "first-answers/part-alone",
        "first-answers/pausing-client", "first-answers/deadlock", "first-answers/lost-wake-up", "first-answers/polling",
        "first-answers/pushed-jobs",
        "first-answers/kept-pieces",
        "first-answers/mirrored-disk", "first-answers/replicated-commit", "first-answers/limited-by-signals",
        "first-answers/no-received-headers", "first-answers/last-task", "first-answers/memory-map", "first-answers/pushed-in-go",
        "first-answers/remote-folder", "first-answers/ruby-lock", "first-answers/unpacked-package",
        "first-answers/process-per-job",
        "first-answers/processor-limit",
        "first-answers/serial-link", "first-answers/shared-processor", "first-answers/short-queue", "first-answers/spinning",
        "first-answers/thread-per-request", "first-answers/two-takers", "first-answers/two-workers", "first-answers/uneven-barrier",
        "first-answers/writer-held-back",
        "journal-stacks",
        "labelled-work/loop.zip",
        "labelled-work/pool.zip", "lock-contention", "lost-events", "postgresql-totals/one-row", "postgresql-totals/spread",
        "rsyslog-queue/one-queue", "rsyslog-queue/own-queue", "sampled-writer",
        "tagged-server/fast", "tagged-server/slow", "three-tier", "three-tier-ctf2", "wperf-example"})
    void theRecursionSaysTheSameOfTheRepositorysRecordings(String name) throws TraceReadException {
        assertSame(Recordings.own(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"w1", "w1-ctf2", "w1-functions", "w2", "w2-ctf2", "w3", "w4-pg"})
    void theRecursionSaysTheSameOfTheLabsRecordings(String name) throws TraceReadException {
        Path recording = Recordings.shared("traces/lab/" + name);
        Assumptions.assumeTrue(recording != null, "skipped: no traces/lab/" + name + " in the folder shared (BOWLINE_SHARED)");
        assertSame(recording);
    }

    @Test
    void noRecordingIsLeftOut() throws IOException, NoSuchMethodException {
        List<Path> named = Stream.of(CascadeOfRecordingsTest.class
                .getDeclaredMethod("theRecursionSaysTheSameOfTheRepositorysRecordings", String.class).getAnnotation(ValueSource.class)
                .strings()).map(Recordings::own).toList();
        try (Stream<Path> files = Files.walk(Recordings.own(""))) {
            assertThat(files.filter(file -> file.toString().endsWith(".zip") || file.endsWith("metadata"))).isNotEmpty()
                    .allMatch(file -> named.stream().anyMatch(file::startsWith));
        }
    }

    private static void assertSame(@Nullable Path recording) throws TraceReadException {
        try (Experiment experiment = Experiment.open(List.of(recording), OpenOptions.DEFAULT, Progress.NONE)) {
            Timeline timeline = experiment.read(Progress.NONE).timeline();
            LockHistory locks = LockHistory.of(timeline, Progress.NONE);
            NicCapacities told = NicCapacities.NONE;
            for (int nic = 0; nic < timeline.nicCount(); nic++) {
                told = told.with(timeline.vertexName(timeline.nicVertex(nic)) + "=8Mbit");
            }
            IntPredicate even = thread -> timeline.tid(thread) % 2 == 0;
            for (NicCapacities capacities : new NicCapacities[] {null, told}) {
                for (Blame blame : Blame.values()) {
                    for (IntPredicate chosen : new IntPredicate[] {null, even}) {
                        assertSame(timeline, locks, blame, capacities, chosen);
                    }
                }
            }
            Timeline ways = NetworkWays.in(timeline, Progress.NONE);
            if (ways.wayCount() > 0) { // how it goes with locks and origins, random timelines tell
                assertSame(ways, locks, Blame.AUTO, null, null);
                assertSame(ways, locks, Blame.AUTO, told, even);
            }
        }
    }

    private static void assertSame(Timeline timeline, LockHistory locks, Blame blame, @Nullable NicCapacities told,
            @Nullable IntPredicate chosen) {
        long from = timeline.startNanos();
        long to = timeline.endNanos();
        SentBytes nics = told == null ? null : new SentBytes(timeline, NANOS_PER_BYTE);
        LockHistory counts = blame == Blame.WAKER ? null : locks;
        BitSet origins = new BitSet();
        IntStream.range(0, timeline.threadCount()).filter(thread -> !timeline.isIdle(thread) && (chosen == null || chosen.test(thread)))
                .forEach(origins::set);
        Cascade cascade = Cascade.closed(timeline, from, to, origins,
                all -> new Cascade(timeline, from, to, all, counts, blame == Blame.HOLDER, nics));
        Cascade none = new Cascade(timeline, from, to, thread -> false, null, false, nics);
        Cascade holders = new Cascade(timeline, from, to, thread -> false, locks, blame == Blame.HOLDER, nics);
        Map<Cascade.Edge, Long> direct = cascade.direct(origins::get);
        Map<Cascade.Edge, Long> byWaker = none.direct(origins::get);
        Map<Cascade.Edge, Long> byHolder = holders.direct(origins::get);
        for (DiskShare share : DiskShare.values()) {
            ClockErrors network = timeline.wayCount() == 0 ? null : ClockErrors.UNKNOWN;
            WaitForGraph graph = WaitForAnalysis.run(timeline, from, to, chosen, locks, blame,
                    new DeviceRules(told, share, DiskCapacities.NONE, network), Progress.NONE);
            Map<Cascade.Edge, Long> weights = new TreeMap<>();
            for (int edge = 0; edge < graph.edgeCount(); edge++) {
                if (!graph.isIdle(edge)) {
                    Cascade.Edge key = new Cascade.Edge(graph.source(edge), graph.target(edge));
                    weights.put(key, graph.weightNanos(edge));
                    assertThat(List.of(graph.directNanos(edge), graph.heldNanos(edge), (long) graph.waits(edge), graph.wakerNanos(edge),
                            graph.holderNanos(edge))).as("direct, held, waits, by waker, by holder").isEqualTo(
                                    List.of(direct.getOrDefault(key, 0L), cascade.heldNanos(key), (long) cascade.waits(key),
                                            byWaker.getOrDefault(key, 0L), byHolder.getOrDefault(key, 0L)));
                }
            }
            assertThat(weights).isEqualTo(cascade.weight);
            for (int vertex = timeline.threadCount(); vertex < timeline.vertexCount(); vertex++) {
                if (timeline.kind(vertex) == VertexKind.DISK) {
                    assertIdle(timeline, graph, vertex, share, null);
                    DiskCapacities can = DiskCapacities.NONE.with(timeline.vertexName(vertex) + "=5MB")
                            .with(timeline.vertexName(vertex) + "=400iops");
                    assertIdle(timeline,
                            WaitForAnalysis.run(timeline, from, to, chosen, locks, blame, new DeviceRules(told, share, can, network),
                                    Progress.NONE),
                            vertex, share, FAST);
                }
            }
        }
    }

    /** The idle time of a disk, between two changes at a time, and its shares. */
    private static void assertIdle(Timeline timeline, WaitForGraph graph, int disk, DiskShare by, DiskCapacities.@Nullable Capacity can) {
        long from = graph.fromNanos();
        long to = graph.toNanos();
        int[] requests = IntStream.range(0, timeline.requestCount()).filter(request -> timeline.requestDisk(request) == disk
                && timeline.requestIssued(request) < to
                && Math.max(timeline.requestCompleted(request), timeline.requestIssued(request) + 1) > from).toArray();
        TreeMap<Long, Integer> changes = new TreeMap<>(Map.of(from, 0, to, 0));
        Map<Integer, Long> count = new TreeMap<>();
        Map<Integer, Long> bytes = new TreeMap<>();
        double transferred = 0;
        double served = 0;
        for (int request : requests) {
            long issued = Math.max(from, timeline.requestIssued(request));
            if (timeline.requestCompleted(request) > issued) {
                changes.merge(issued, 1, Integer::sum);
                changes.merge(Math.min(to, timeline.requestCompleted(request)), -1, Integer::sum);
            }
            double part = (Math.min(to, Math.max(timeline.requestCompleted(request), timeline.requestIssued(request) + 1)) - issued)
                    / (double) Math.max(1, timeline.requestCompleted(request) - timeline.requestIssued(request));
            transferred += part * timeline.requestBytes(request);
            served += part;
            int issuer = timeline.requestIssuer(request);
            if (issuer != Timeline.NONE && !timeline.isIdle(issuer)) {
                count.merge(issuer, 1L, Long::sum);
                bytes.merge(issuer, (long) timeline.requestBytes(request), Long::sum);
            }
        }
        long idle = 0;
        int open = 0;
        for (Map.Entry<Long, Integer> change : changes.headMap(to, false).entrySet()) {
            open += change.getValue();
            idle += open > 0 ? 0 : timeline.recordedNanos(timeline.host(disk), change.getKey(), changes.higherKey(change.getKey()));
        }
        if (can != null) {
            long busy = timeline.recordedNanos(timeline.host(disk), from, to) - idle;
            idle += Math.max(0, busy - Math.round(1e9 * Math.max(transferred / can.bytesPerSecond(), served / can.requestsPerSecond())));
        }
        boolean sizes = by == DiskShare.BYTES && bytes.values().stream().anyMatch(size -> size > 0);
        Map<Integer, Long> parts = sizes ? bytes : count;
        long whole = parts.values().stream().mapToLong(Long::longValue).sum();
        long weighs = 0;
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            weighs += graph.target(edge) == disk ? graph.weightNanos(edge) : 0;
        }
        Map<Integer, Long> actual = new TreeMap<>();
        for (int edge = graph.firstEdge(disk); edge < graph.endEdge(disk); edge++) {
            int thread = graph.target(edge);
            actual.put(thread, graph.weightNanos(edge));
            assertThat((long) graph.waits(edge)).isEqualTo(count.get(thread));
            assertThat((double) graph.weightNanos(edge)).isBetween((double) idle * parts.get(thread) / whole - 1,
                    (double) idle * parts.get(thread) / whole + 1);
        }
        boolean shared = weighs > 0 && whole > 0 && idle > 0;
        assertThat(actual.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(shared ? idle : 0);
        assertThat(actual.keySet()).isSubsetOf(new TreeSet<>(count.keySet()));
    }
}
