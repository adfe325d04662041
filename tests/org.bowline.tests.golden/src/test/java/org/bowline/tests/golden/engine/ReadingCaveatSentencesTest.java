/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.CounterQuestion;
import org.bowline.core.analysis.Locks;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.TagQuestion;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.LockEvents.Kind;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.OpenOptions;
import org.bowline.report.analyses.Descriptors;
import org.bowline.testkit.CtfDeclaration;
import org.bowline.testkit.CtfDeclaration.Event;
import org.bowline.testkit.CtfStreamWriter;
import org.bowline.testkit.CtfType;
import org.bowline.testkit.CtfWriter;
import org.bowline.testkit.TaggedTrace;

/** Every caveat of reading locks, counters, clocks and intervals, with a recording in which it must appear and one near it in which it must not. */
class ReadingCaveatSentencesTest {
    private static final UUID CLOCK = new UUID(1, 2);
    private static final long SECOND = 1_000_000_000L;
    private static final long EPOCH = 1_700_000_000L;
    private static final int TID = 100;
    private static final int A = 0;
    private static final int B = 1;

    @TempDir private static Path directory;

    /** A kind, what is said of one recording, and not of the other. */
    private record Row(String kind, String words, List<Caveat> said, List<Caveat> notSaid) {
        @Override
        public String toString() {
            return kind + ": " + words;
        }
    }

    static List<Row> rows() throws IOException {
        return List.of(
                new Row("no-lock-events", "Nothing was recorded of locks. The recording profile locks tells of the mutexes of programs",
                        locks(true, 0), locks(false, 0)),
                new Row("locks-estimated",
                        "1 lock is known by system calls alone: what is said of it is an estimate, and who did not have to wait is not seen.",
                        estimated(true), estimated(false)),
                new Row("locks-lost",
                        "Events are missing in 1 interval: who held a lock then, and until it was next taken, is not known, and waits for it count for"
                                + " who ended them.",
                        locks(false, 1), locks(false, 0)),
                new Row("locks-lost", "Events are missing in 2 intervals", locks(false, 2), locks(false, 1)),
                new Row("locks-of-nobody",
                        "1 event of a mutex is of a thread that the kernel trace does not have; it is left out. Record vtid with them",
                        mutexes("one", 999, TID), mutexes("none", TID, TID)),
                new Row("locks-of-nobody", "2 events of mutexes are of threads that the kernel trace does not have; they are left out.",
                        mutexes("two", 999, 999), mutexes("half", 999, TID)),
                new Row("counters-without-thread", "1 event with counters is left out, as it is not known which thread recorded them.",
                        counters("unknown", 1), counters("known", 0)),
                new Row("counters-without-thread", "2 events with counters are left out, as it is not known which thread recorded them.",
                        counters("both", 2), counters("single", 1)),
                new Row("impossible-clock",
                        "has its origin 9000000000 s from 1970, and Bowline's times end in 2116: the times of its events are not known.",
                        clock("late", 9_000_000_000L), clock("soon", EPOCH)),
                new Row("no-interval",
                        "There is no interval, so all figures are of the whole recording and not of the time in which the work was done.",
                        intervals("empty", false), intervals("full", true)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void aCaveatIsSaidWhereItIsTrueAndNotBesideIt(Row row) {
        assertThat(row.said).anySatisfy(caveat -> {
            assertThat(caveat.kind()).isEqualTo(row.kind);
            assertThat(caveat.text()).contains(row.words);
        });
        assertThat(row.notSaid).allSatisfy(caveat -> assertThat(caveat.text()).doesNotContain(row.words));
    }

    /** Two threads that take a mutex one after the other, or of which nothing is told, and so many times events are lost. */
    private static List<Caveat> locks(boolean nothing, int losses) {
        TimelineBuilder builder = two();
        builder.segment(A, 0, 100, ThreadState.RUNNING, 0);
        builder.segment(B, 0, 100, ThreadState.RUNNING, 1);
        if (!nothing) {
            builder.locks().add(10, A, Kind.ACQUIRED, 10, 0xb0).add(20, A, Kind.RELEASED, 10, 0xb0);
        }
        for (int i = 0; i < losses; i++) {
            builder.locks().lost(30 + 10 * i, 35 + 10 * i, 0, Kind.PROGRAMS_LOST);
        }
        return of(builder);
    }

    /** B waits for a lock that A has, told by system calls, or by the program. */
    private static List<Caveat> estimated(boolean byCalls) {
        TimelineBuilder builder = two();
        builder.segment(A, 0, 100, ThreadState.RUNNING, 0);
        builder.segment(B, 0, 12, ThreadState.RUNNING, 1);
        builder.blocked(B, 12, 20, Cause.THREAD, A, Timeline.NONE, 1);
        builder.segment(B, 20, 100, ThreadState.RUNNING, 1);
        if (byCalls) {
            builder.locks().add(11, B, Kind.FUTEX_WAIT, 10, 0xb0).add(19, A, Kind.FUTEX_WAKE, 10, 0xb0)
                    .add(21, B, Kind.FUTEX_RETURN, 10, 0xb0).add(30, B, Kind.FUTEX_WAKE, 10, 0xb0);
        } else {
            builder.locks().add(5, A, Kind.ACQUIRED, 10, 0xb0).add(11, B, Kind.REQUEST, 10, 0xb0).add(19, A, Kind.RELEASED, 10, 0xb0)
                    .add(21, B, Kind.ACQUIRED, 10, 0xb0).add(30, B, Kind.RELEASED, 10, 0xb0);
        }
        return of(builder);
    }

    private static TimelineBuilder two() {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        builder.thread(host, 10, 10, "A");
        builder.thread(host, 11, 10, "B");
        return builder;
    }

    private static List<Caveat> of(TimelineBuilder builder) {
        return Locks.USES.caveats(Analysis.of(builder.build(0, 100)).build());
    }

    private static CtfDeclaration program() {
        return new CtfDeclaration().clock(CLOCK, SECOND, EPOCH, 0).env("hostname", "server").env("domain", "ust")
                .env("tracer_name", "lttng-ust").env("kernel_release", "6.1.0");
    }

    private static CtfWriter writer(Path experiment, CtfDeclaration declaration) throws IOException {
        return new CtfWriter(experiment.resolve("server/program"), declaration, CtfWriter.Metadata.TEXT, 4096, false);
    }

    /** A directory with a kernel trace in which thread {@link #TID} runs. */
    private static Path kernel(String name) throws IOException {
        Path experiment = directory.resolve(name);
        try (TaggedTrace trace = new TaggedTrace(experiment, "server")) {
            trace.run(0, TID, 500, 9000);
        }
        return experiment;
    }

    private static List<Caveat> read(Path experiment, Question question) throws IOException {
        return Descriptors.installed().caveats(Analysis.of(List.of(experiment), OpenOptions.DEFAULT, question, Progress.NONE));
    }

    /** A mutex is taken and given back, by threads of these numbers; others than the one that is known on a processor on which nothing runs. */
    private static List<Caveat> mutexes(String name, int taker, int giver) throws IOException {
        Path experiment = kernel("mutexes-" + name);
        CtfDeclaration declaration = program().context("vtid", CtfType.signed(32));
        Event acquired = declaration.event("lttng_ust_pthread:pthread_mutex_lock_acq", "mutex", CtfType.unsigned(64), "status",
                CtfType.signed(32));
        Event released = declaration.event("lttng_ust_pthread:pthread_mutex_unlock", "mutex", CtfType.unsigned(64), "status",
                CtfType.signed(32));
        try (CtfWriter writer = writer(experiment, declaration)) {
            CtfStreamWriter[] streams = {writer.stream("chan_0", 0), writer.stream("chan_1", 1)};
            CtfStreamWriter out = streams[taker == TID ? 0 : 1];
            out.begin(acquired, 1000);
            out.integer(taker).integer(0xb0).integer(0);
            out.end();
            out = streams[giver == TID ? 0 : 1];
            out.begin(released, 2000);
            out.integer(giver).integer(0xb0).integer(0);
            out.end();
        }
        return read(experiment, Question.ALL);
    }

    /** Two tags of a thread with a counter; of so many the thread is not known: they have no vtid, and nothing runs on their processor. */
    private static List<Caveat> counters(String name, int unknown) throws IOException {
        Path experiment = kernel("counters-" + name);
        CtfDeclaration declaration = program().context("perf_thread_instructions", CtfType.unsigned(64));
        Event push = declaration.event("bowline:tag_switch", "path", CtfType.text());
        try (CtfWriter writer = writer(experiment, declaration)) {
            CtfStreamWriter[] streams = {writer.stream("chan_0", 0), writer.stream("chan_1", 1)};
            for (int i = 0; i < 2; i++) {
                CtfStreamWriter out = streams[i < unknown ? 1 : 0];
                out.begin(push, 1000 + 1000L * i);
                out.integer(100L * i).text("a");
                out.end();
            }
        }
        return read(experiment, Question.ALL.with(TagQuestion.EVENTS, List.of()).with(CounterQuestion.COUNTERS, true));
    }

    /** The trace of another host whose clock begins so many seconds after 1970. */
    private static List<Caveat> clock(String name, long origin) throws IOException {
        Path experiment = kernel("clock-" + name);
        CtfDeclaration declaration = new CtfDeclaration().clock(new UUID(3, 4), SECOND, origin, 0).env("hostname", "other")
                .env("domain", "ust").env("tracer_name", "lttng-ust").env("kernel_release", "6.1.0");
        Event event = declaration.event("a:b", "x", CtfType.unsigned(32));
        try (CtfWriter writer = writer(experiment, declaration)) {
            CtfStreamWriter out = writer.stream("chan_0", 0);
            out.begin(event, 1000);
            out.integer(1);
            out.end();
        }
        return read(experiment, Question.ALL);
    }

    /** Events that could be a request, asked for as all of the work; of which there is one, or none that ends. */
    private static List<Caveat> intervals(String name, boolean ends) throws IOException {
        Path experiment = kernel("intervals-" + name);
        CtfDeclaration declaration = program().context("vtid", CtfType.signed(32));
        Event begin = declaration.event("a:begin", "id", CtfType.unsigned(32));
        Event end = declaration.event("a:end", "id", CtfType.unsigned(32));
        try (CtfWriter writer = writer(experiment, declaration)) {
            CtfStreamWriter out = writer.stream("chan_0", 0);
            out.begin(begin, 1000);
            out.integer(TID).integer(1);
            out.end();
            if (ends) {
                out.begin(end, 2000);
                out.integer(TID).integer(1);
                out.end();
            }
        }
        return read(experiment, Question.ALL.about(List.of(new IntervalSpec("a:begin", "a:end", "id", "")), Question.Part.INTERVALS));
    }
}
