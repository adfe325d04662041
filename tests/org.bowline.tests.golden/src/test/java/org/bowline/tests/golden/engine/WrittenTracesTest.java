/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.ReadTraces;
import org.bowline.ctf.TraceReadException;
import org.bowline.report.analyses.Descriptors;
import org.bowline.testkit.CtfDeclaration;
import org.bowline.testkit.CtfDeclaration.Event;
import org.bowline.testkit.CtfStreamWriter;
import org.bowline.testkit.CtfType;
import org.bowline.testkit.CtfWriter;

/** Small traces that no tracer at hand writes. */
class WrittenTracesTest {
    private static final UUID BOOT = new UUID(1, 2);
    private static final long SECOND = 1_000_000_000L;
    private static final int SLEEPING = 1;

    @TempDir private Path directory;

    private static CtfDeclaration declaration(String domain, UUID clock, String hostname) {
        return new CtfDeclaration().clock(clock, SECOND, 1_700_000_000L, 0).env("hostname", hostname).env("domain", domain)
                .env("kernel_release", "6.1.0");
    }

    private CtfWriter writer(String name, CtfDeclaration declaration) throws IOException {
        return new CtfWriter(directory.resolve(name), declaration, CtfWriter.Metadata.TEXT, 4096, false);
    }

    private ReadTraces analyze() throws TraceReadException {
        try (Experiment experiment = Recording.open(directory)) {
            return experiment.read(Progress.NONE);
        }
    }

    private static Event switches(CtfDeclaration declaration) {
        return declaration.event("sched_switch", "prev_comm", CtfType.characters(16), "prev_tid", CtfType.signed(32), "prev_prio",
                CtfType.signed(32), "prev_state", CtfType.signed(64), "next_comm", CtfType.characters(16), "next_tid", CtfType.signed(32),
                "next_prio", CtfType.signed(32));
    }

    private static Event wakings(CtfDeclaration declaration, String name) {
        return declaration.event(name, "comm", CtfType.characters(16), "tid", CtfType.signed(32), "success", CtfType.signed(32));
    }

    private static void change(CtfStreamWriter out, Event event, long time, int from, int state, int to) throws IOException {
        out.begin(event, time);
        out.text("t" + from).integer(from).integer(20).integer(state).text("t" + to).integer(to).integer(20);
        out.end();
    }

    private static void wake(CtfStreamWriter out, Event event, long time, int tid, boolean success) throws IOException {
        out.begin(event, time);
        out.text("t" + tid).integer(tid).integer(success ? 1 : 0);
        out.end();
    }

    @Test
    void whereTheClassWakingIsKnownButNoneCameTheWakeUpsCount() throws IOException {
        CtfDeclaration declaration = declaration("kernel", BOOT, "h");
        Event change = switches(declaration);
        wakings(declaration, "sched_waking");
        Event wakeup = wakings(declaration, "sched_wakeup");
        try (CtfWriter writer = writer("kernel", declaration)) {
            CtfStreamWriter out = writer.stream("chan_0", 0);
            change(out, change, 1000, 5, SLEEPING, 6);
            wake(out, wakeup, 1500, 5, false);
            wake(out, wakeup, 2000, 5, true);
            change(out, change, 3000, 6, SLEEPING, 5);
            change(out, change, 4000, 5, SLEEPING, 0);
        }
        Timeline timeline = analyze().timeline();
        int waiter = thread(timeline, 5);
        int wait = timeline.firstSegment(waiter);
        assertThat(timeline.state(wait)).isEqualTo(ThreadState.BLOCKED);
        assertThat(timeline.end(waiter, wait) - timeline.start(wait)).as("an attempt without success wakes nobody").isEqualTo(1000);
        assertThat(timeline.cause(wait)).isEqualTo(Cause.THREAD);
        assertThat(timeline.tid(timeline.target(wait))).isEqualTo(6);
    }

    private static int thread(Timeline timeline, int tid) {
        int thread = 0;
        while (timeline.tid(thread) != tid) {
            thread++;
        }
        return thread;
    }

    @Test
    void keysAndLabelsOfIntervalsAreTextByTheFieldsClass() throws IOException {
        CtfDeclaration declaration = declaration("ust", BOOT, "h");
        declaration.context("vtid", CtfType.signed(32));
        CtfType kind = CtfType.unsigned(8).labels(CtfType.label("_read", 1), CtfType.label("write", 2));
        Event begin = declaration.event("app:begin", "key", CtfType.text(), "kind", kind);
        Event end = declaration.event("app:end", "key", CtfType.text(), "kind", kind);
        Event other = declaration.event("app:other", "id", CtfType.unsigned(64));
        try (CtfWriter writer = writer("ust", declaration)) {
            CtfStreamWriter out = writer.stream("chan_0", 0);
            String[] keys = {"", "0", "x"};
            for (int i = 0; i < 3; i++) {
                out.begin(begin, 1000 + i);
                out.integer(5).text(keys[i]).integer(i + 1);
                out.end();
            }
            for (int i = 0; i < 3; i++) {
                out.begin(end, 2000 + i);
                out.integer(5).text(keys[i]).integer(i + 1);
                out.end();
            }
            for (int i = 0; i < 2; i++) {
                out.begin(other, 3000 + i);
                out.integer(5).integer(-1);
                out.end();
            }
        }
        try (Experiment experiment = Recording.open(directory)) {
            ReadTraces analysis = experiment.read(Progress.NONE);
            assertThat(analysis.intervals(new IntervalSpec("app:begin", "app:end", "key", "kind"), Progress.NONE).intervals())
                    .extracting(NamedInterval::key, NamedInterval::label).containsExactly(org.assertj.core.groups.Tuple.tuple("", "read"),
                            org.assertj.core.groups.Tuple.tuple("0", "write"), org.assertj.core.groups.Tuple.tuple("x", "3"));
        }
    }

    /** One request ends, and one does not; the program's trace goes on until some time, and may lose events. */
    private void requests(long until, boolean loses) throws IOException {
        CtfDeclaration user = declaration("ust", BOOT, "h");
        Event begin = user.event("app:begin", "key", CtfType.unsigned(32));
        Event end = user.event("app:end", "key", CtfType.unsigned(32));
        Event other = user.event("app:other", "key", CtfType.unsigned(32));
        try (CtfWriter writer = writer("ust", user)) {
            CtfStreamWriter out = writer.stream("chan_0", 0);
            for (Event event : new Event[] {begin, end, begin}) {
                out.begin(event, 2000 + out.events() * 1000);
                out.integer(out.events() < 2 ? 1 : 2);
                out.end();
            }
            if (loses) {
                out.begin(other, 500_000);
                out.integer(0);
                out.end();
                out.discard(3);
            }
            out.begin(other, until);
            out.integer(0);
            out.end();
        }
    }

    private NamedInterval unfinished() throws IOException {
        try (Experiment experiment = Recording.open(directory)) {
            MatchedIntervals matched = experiment.read(Progress.NONE).intervals(new IntervalSpec("app:begin", "app:end", "key", ""),
                    Progress.NONE);
            assertThat(matched.intervals()).extracting(NamedInterval::nanos).containsExactly(1000L);
            assertThat(matched.unfinished()).hasSize(1);
            return matched.unfinished().get(0);
        }
    }

    private void kernel() throws IOException {
        CtfDeclaration kernel = declaration("kernel", BOOT, "h");
        Event change = switches(kernel);
        try (CtfWriter writer = writer("kernel", kernel)) {
            CtfStreamWriter out = writer.stream("chan_0", 0);
            change(out, change, 1000, 5, SLEEPING, 6);
            change(out, change, 900_000, 6, SLEEPING, 0);
        }
    }

    @Test
    void whatDidNotEndIsAsOldAsTheRecordingInWhichItsEndWouldBe() throws IOException {
        kernel();
        requests(2_000_000, false);
        assertThat(unfinished().nanos()).as("until the kernel's last event").isEqualTo(900_000 - 4000);
    }

    @Test
    void whereTheProgramsTraceStoppedBeforeTheKernelsNothingIsKnownOfLater() throws IOException {
        kernel();
        requests(600_000, false);
        assertThat(unfinished().nanos()).as("no event of an interval came later").isEqualTo(1);
    }

    @Test
    void whatDidNotEndBeforeEventsWereLostMayHaveEndedThen() throws IOException {
        kernel();
        requests(2_000_000, true);
        assertThat(unfinished().nanos()).isBetween(1L, 500_000L - 4000);
    }

    @Test
    void ofUserSpaceAloneLengthsAreKnownAndTheAgeButForTheSecondInWhichItWasStopped() throws IOException {
        requests(10 * SECOND, false);
        assertThat(unfinished().nanos()).isEqualTo(9 * SECOND - 4000);
        Analysis study = Analysis.of(List.of(directory), OpenOptions.DEFAULT, Question.ALL.about(
                List.of(new IntervalSpec("app:begin", "app:end", "key", "")), Question.Part.INTERVALS), Progress.NONE);
        assertThat(study.knowsWaits()).isFalse();
        assertThat(Objects.requireNonNull(study.intervals()).labels()).singleElement().satisfies(label -> {
            assertThat(label.count()).isEqualTo(1);
            assertThat(label.latencies().overdue()).isEqualTo(1);
        });
        assertThat(Descriptors.installed().caveats(study)).extracting(Caveat::kind).contains("no-kernel-trace", "interval-overdue")
                .doesNotContain(
                        "interval-thread-unknown",
                        "interval-without-path", "interval-outside");
    }

    @Test
    void aHostWithoutAnyTimeDoesNotStretchTheRange() throws IOException {
        CtfDeclaration kernel = declaration("kernel", BOOT, "h");
        Event change = switches(kernel);
        try (CtfWriter writer = writer("kernel", kernel)) {
            CtfStreamWriter out = writer.stream("chan_0", 0);
            change(out, change, 1000, 5, SLEEPING, 6);
            change(out, change, 3000, 6, SLEEPING, 0);
        }
        CtfDeclaration empty = declaration("ust", new UUID(3, 4), "silent");
        empty.event("app:never", "n", CtfType.unsigned(8));
        try (CtfWriter writer = writer("silent", empty)) {
            assertThat(writer).isNotNull(); // only its metadata is written
        }
        ReadTraces analysis = analyze();
        assertThat(analysis.experiment().hosts()).hasSize(2);
        assertThat(analysis.timeline().startNanos()).isEqualTo(1_700_000_000L * SECOND + 1000);
        assertThat(analysis.timeline().endNanos()).isBetween(1_700_000_000L * SECOND + 3000, 1_700_000_000L * SECOND + 4000);
    }

    @Test
    void aThreadOfANamespaceIsFoundByTheCpuOnWhichItRecorded() throws IOException {
        CtfDeclaration kernel = declaration("kernel", BOOT, "h");
        Event change = switches(kernel);
        try (CtfWriter writer = writer("kernel", kernel)) {
            CtfStreamWriter first = writer.stream("chan_0", 0);
            change(first, change, 1000, 0, 0, 5);
            change(first, change, 9000, 5, SLEEPING, 0);
            CtfStreamWriter second = writer.stream("chan_1", 1);
            change(second, change, 1500, 0, 0, 6);
            change(second, change, 9500, 6, SLEEPING, 0);
        }
        CtfDeclaration user = declaration("ust", BOOT, "h");
        user.context("vtid", CtfType.signed(32));
        Event begin = user.event("app:begin", "key", CtfType.unsigned(32));
        Event end = user.event("app:end", "key", CtfType.unsigned(32));
        try (CtfWriter writer = writer("ust", user)) {
            CtfStreamWriter out = writer.stream("chan_1", 1);
            out.begin(begin, 2000);
            out.integer(1).integer(3);
            out.end();
            out.begin(end, 3000);
            out.integer(1).integer(3);
            out.end();
        }
        try (Experiment experiment = Recording.open(directory)) {
            ReadTraces analysis = experiment.read(Progress.NONE);
            NamedInterval interval = analysis.intervals(new IntervalSpec("app:begin", "app:end", "key", ""), Progress.NONE).intervals()
                    .get(0);
            assertThat(analysis.timeline().tid(interval.thread())).isEqualTo(6);
        }
    }

    @Test
    void timesAtTheEndOfTheRangeAreACaveat() throws IOException {
        CtfDeclaration kernel = declaration("kernel", BOOT, "h").clock(BOOT, SECOND, 9_223_372_036L, 0);
        Event change = switches(kernel);
        try (CtfWriter writer = writer("kernel", kernel)) {
            CtfStreamWriter out = writer.stream("chan_0", 0);
            change(out, change, 1000, 5, SLEEPING, 6);
            change(out, change, 3000, 6, SLEEPING, 0);
        }
        ReadTraces analysis = analyze();
        assertThat(analysis.caveats()).extracting(Caveat::kind).contains("impossible-time");
        assertThat(analysis.timeline().endNanos()).isLessThanOrEqualTo(Long.MAX_VALUE / 2);
    }
}
