/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.time.ClockMap;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.ReadTraces;
import org.bowline.ctf.StreamInfo;
import org.bowline.testkit.sim.KernelTraceGenerator;
import org.bowline.testkit.sim.KernelTraceGenerator.Options;

/** Waits of a simulated host that lost events, against what the simulation knows of them. See {@link GeneratedWaitsTest} for whole traces. */
class LostWaitsTest {
    private static final int EVENTS = 300_000;
    private static final int PACKET_BYTES = 64 * 1024;
    private static final int INDEX_HEADER_BYTES = 16;

    @TempDir private Path directory;

    /** A wait by its end, which is unique per thread. */
    private record Key(String host, int tid, long endNanos) {}

    private record Wait(long beginNanos, String cause, String wakerHost, int wakerTid) {}

    private Map<Key, Wait> generate(int hosts, int lossPerMillion) throws IOException {
        Map<Key, Wait> truth = new HashMap<>();
        KernelTraceGenerator.generate(new Options(EVENTS, hosts, 4, 8, 7, false, true, PACKET_BYTES, lossPerMillion, 0), directory,
                (host, tid, begin, end, cause, wakerHost, wakerTid) -> truth.put(new Key(host, tid, end),
                        new Wait(begin, cause, wakerHost, wakerTid)));
        return truth;
    }

    private static Map<Key, Wait> found(ReadTraces analysis) {
        Timeline timeline = analysis.timeline();
        ClockMap clocks = analysis.sync().clocks();
        Map<Key, Wait> found = new HashMap<>();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            int host = timeline.host(thread);
            for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                if (timeline.state(s) == ThreadState.BLOCKED && timeline.cause(s) != Cause.UNKNOWN) {
                    int target = timeline.target(s);
                    boolean byThread = target < timeline.threadCount();
                    found.put(new Key(timeline.hostName(host), timeline.tid(thread), clocks.fromReference(host, timeline.end(thread, s))),
                            new Wait(clocks.fromReference(host, timeline.start(s)), timeline.cause(s).label(),
                                    byThread ? timeline.hostName(timeline.host(target)) : "", byThread ? timeline.tid(target) : -1));
                }
            }
        }
        return found;
    }

    @Test
    void whatWasLostIsToldInReferenceTimeOnEveryHost() throws IOException {
        generate(3, 50);
        try (Experiment experiment = Recording.open(directory)) {
            ReadTraces analysis = experiment.read(Progress.NONE);
            for (int host = 0; host < 3; host++) {
                String name = analysis.timeline().hostName(host);
                List<Caveat> ofHost = analysis.caveats().stream().filter(caveat -> caveat.host().equals(name)).toList();
                Caveat timeline = ofHost.stream().filter(caveat -> caveat.kind().equals("lost-events")).findFirst().orElseThrow();
                List<Caveat> reader = ofHost.stream().filter(caveat -> caveat.kind().equals("discarded-events")).toList();
                assertThat(reader.stream().mapToLong(Caveat::count).sum()).as(name).isEqualTo(timeline.count()).isPositive();
                // both tell of the same losses: the reader stream by stream, the timeline of all of them
                assertThat(reader.stream().mapToLong(Caveat::fromNanos).min().orElseThrow()).as(name).isEqualTo(timeline.fromNanos());
                assertThat(reader.stream().mapToLong(Caveat::toNanos).max().orElseThrow()).as(name).isEqualTo(timeline.toNanos());
            }
        }
    }

    @Test
    void whereEventsWereLostNoWaitEndsWronglyAndFewBeginTooEarly() throws IOException {
        Map<Key, Wait> truth = generate(1, 50);
        try (Experiment experiment = Recording.open(directory)) {
            Map<Key, Wait> found = found(experiment.read(Progress.NONE));
            assertThat(found.size()).as("waits that are found in spite of the losses").isBetween(truth.size() / 2, truth.size() - 1);
            int tooEarly = 0;
            for (Map.Entry<Key, Wait> each : found.entrySet()) {
                Wait told = each.getValue();
                Wait real = truth.get(each.getKey());
                assertThat(real).as("the real wait that is told as " + each).isNotNull();
                assertThat(told.cause).isEqualTo(real.cause);
                // the sent packet may be among the lost events
                assertThat(told.wakerTid).isIn(real.wakerTid, told.cause.equals(Cause.NETWORK.label()) ? -1 : real.wakerTid);
                tooEarly += told.beginNanos < real.beginNanos ? 1 : 0;
            }
            // a thread may have been woken, run and blocked again wholly within a loss of a CPU on which it is not seen before or after
            assertThat(tooEarly).isLessThan(found.size() / 500);
        }
    }

    /** Leaves out the first half of the packets of a processor, as a flight recorder does that has overwritten them. */
    private void overwrite(int cpu) throws IOException {
        Path kernel = directory.resolve("A").resolve("kernel");
        Path index = kernel.resolve("index").resolve("c0_" + cpu + ".idx");
        ByteBuffer entries = ByteBuffer.wrap(Files.readAllBytes(index));
        int entryBytes = entries.getInt(12);
        int half = (entries.limit() - INDEX_HEADER_BYTES) / entryBytes / 2;
        assertThat(half).isPositive();
        long kept = entries.getLong(INDEX_HEADER_BYTES + half * entryBytes); // where the packet begins
        Path stream = kernel.resolve("c0_" + cpu);
        byte[] bytes = Files.readAllBytes(stream);
        Files.write(stream, Arrays.copyOfRange(bytes, Math.toIntExact(kept), bytes.length));
        Files.delete(index);
    }

    @Test
    void whereTheStreamOfAProcessorBeginsLateNoWaitEndsWronglyAndFewBeginTooEarly() throws IOException {
        Map<Key, Wait> truth = generate(1, 0);
        overwrite(1);
        try (Experiment experiment = Recording.open(directory)) {
            ReadTraces analysis = experiment.read(Progress.NONE);
            Timeline timeline = analysis.timeline();
            long since = experiment.hosts().get(0).traces().stream().flatMap(trace -> trace.ctf().streams().stream())
                    .filter(stream -> stream.continues() && stream.cpu() == 1).mapToLong(StreamInfo::beginNanos).findFirst().orElseThrow();
            assertThat(analysis.caveats()).filteredOn(caveat -> caveat.kind().equals("late-begin")).singleElement()
                    .satisfies(caveat -> assertThat(caveat.toNanos()).isEqualTo(analysis.sync().clocks().toReference(0, since)));
            for (int thread = 0; thread < timeline.threadCount(); thread++) {
                for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                    assertThat(timeline.state(s) == ThreadState.RUNNING && timeline.cpu(s) == 1 && timeline.start(s) < since)
                            .as("a thread is told to run where its processor was not recorded").isFalse();
                }
            }
            Map<Key, Wait> found = found(analysis);
            found.forEach((key, told) -> {
                assertThat(truth).containsKey(key);
                assertThat(told.cause).isEqualTo(truth.get(key).cause);
            });
            long tooEarly = found.entrySet().stream().filter(each -> each.getValue().beginNanos < truth.get(each.getKey()).beginNanos)
                    .count();
            assertThat(tooEarly).isLessThan(found.size() / 500);
        }
    }
}
