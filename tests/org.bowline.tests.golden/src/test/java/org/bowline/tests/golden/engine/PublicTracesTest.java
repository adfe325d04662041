/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.EventCount;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.ReadTraces;
import org.bowline.ctf.TraceReadException;

/**
 * Threads of public traces, from LTTng 2.5 to 2.10 and perf, on Linux 3.10 to 4.15: numbers of switches, of waits by cause and running times
 * as {@code tests/traces/oracle_text.py} takes them from babeltrace2's text.
 */
class PublicTracesTest {
    /** What the timeline says of a trace of one host. */
    private static final class Found {
        private final Map<Cause, Long> waits = new EnumMap<>(Cause.class);
        private final Map<Integer, Long> running = new TreeMap<>();
        private final ReadTraces analysis;
        private long switches;

        private Found(String name) throws TraceReadException {
            try (Experiment experiment = Recording.open(Recording.shared("public/" + name))) {
                for (EventCount count : experiment.countEvents(Progress.NONE)) {
                    switches += count.event().endsWith("sched_switch") ? count.count() : 0;
                }
                analysis = experiment.read(Progress.NONE);
            }
            Timeline timeline = analysis.timeline();
            for (int thread = 0; thread < timeline.threadCount(); thread++) {
                for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                    if (timeline.state(s) == ThreadState.BLOCKED && !timeline.isOpen(thread, s)) {
                        waits.merge(timeline.cause(s), 1L, Long::sum);
                    } else if (timeline.state(s).isOnCpu()) {
                        running.merge(timeline.tid(thread), timeline.end(thread, s) - timeline.start(s), Long::sum);
                    }
                }
            }
            assertThat(analysis.caveats()).extracting(Caveat::kind).doesNotContain("contradicting-switches", "impossible-cpu",
                    "lost-events");
        }

        private void ran(int tid, long nanos) {
            assertThat(running).as("running time of " + tid).containsEntry(tid, nanos);
        }
    }

    @Test
    void perfOnLinux310() throws TraceReadException {
        Found found = new Found("perf-taskset2");
        assertThat(found.switches).isEqualTo(562);
        assertThat(found.waits).isEqualTo(Map.of(Cause.THREAD, 249L, Cause.UNKNOWN, 83L));
        found.ran(1834, 12_211_372);
        found.ran(1812, 7_748_401);
        found.ran(28, 6_654_330);
        found.ran(20, 171_401);
    }

    @Test
    void lttng25OnLinux310() throws TraceReadException {
        Found found = new Found("bug446190");
        assertThat(found.switches).isEqualTo(1052);
        assertThat(found.waits)
                .isEqualTo(Map.of(Cause.DEVICE, 16L, Cause.KERNEL, 1L, Cause.NETWORK, 11L, Cause.THREAD, 434L, Cause.TIMER, 77L,
                        Cause.UNKNOWN, 1L));
        found.ran(496, 16_296_000);
        found.ran(526, 8_400_600);
        found.ran(403, 5_304_300);
        found.ran(424, 2_599_600);
    }

    @Test
    void lttng25InBigEndianWithoutWakeUps() throws TraceReadException {
        Found found = new Found("flipping-endianness");
        assertThat(found.switches).isEqualTo(2540);
        assertThat(found.waits.keySet()).containsExactly(Cause.UNKNOWN);
        // the oracle does not read the state dump, by which 19 more threads waited since the start; it counts the wait that begins with the
        // last event, which has no length
        assertThat(found.waits).containsEntry(Cause.UNKNOWN, 1371L + 19 - 1);
        assertThat(found.analysis.caveats()).extracting(Caveat::kind).contains("no-wake-ups");
        found.ran(258, 1_627_996_389);
        found.ran(85, 840_263_345);
        found.ran(1, 491_970_416);
        found.ran(112, 211_009_564);
    }

    @Test
    void lttng28OnLinux44WithEightThousandThreads() throws TraceReadException {
        Found found = new Found("many-threads");
        assertThat(found.switches).isEqualTo(28_325);
        assertThat(found.waits)
                .isEqualTo(Map.of(Cause.DEVICE, 4L, Cause.DISK, 228L, Cause.KERNEL, 35L, Cause.THREAD, 6246L, Cause.TIMER, 56L,
                        Cause.UNKNOWN, 57L));
        found.ran(2673, 128_483_092);
        found.ran(1382, 6_903_202);
        found.ran(10_704, 4_941_273);
        found.ran(776, 1_681_846);
    }

    @Test
    void lttng210OnLinux415InSplitFiles() throws TraceReadException {
        Found found = new Found("babeltrace/succeed/lttng-tracefile-rotation/kernel");
        assertThat(found.switches).isEqualTo(4687);
        // of the unknown ones 9 ended without a wake-up
        assertThat(found.waits).isEqualTo(Map.of(Cause.THREAD, 1364L, Cause.UNKNOWN, 951L + 9));
        found.ran(1668, 117_821_273);
        found.ran(31_917, 61_423_267);
        found.ran(4085, 54_322_148);
        found.ran(2036, 10_010_571);
    }

    @Test
    void lttng21BeginsWithItsFirstEventThoughItsFirstPacketBeginsHalfAMinuteBefore() throws TraceReadException {
        // babeltrace2 prints the first event of scp_src and gives up later
        try (Experiment experiment = Recording.open(Recording.shared("public/synctraces/scp_src"))) {
            assertThat(experiment.read(Progress.NONE).timeline().startNanos()).isEqualTo(1_361_214_076_525_090_092L);
        }
    }
}
