/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.Spins;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.spin.SpinUse;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.IntervalNames;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.SpinSpec;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.analyses.SpinsDescriptor;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TextTable;
import org.bowline.testkit.AnnotatedTrace;

/** Polling and false wake-ups from written traces whose truth is known. */
class SpinsTest {
    private static final long MICROS = 1_000;
    private static final long MILLIS = 1_000_000;
    private static final int SPINNER = 200;
    private static final int OWNER = 201;
    private static final int ROUNDS = 100;
    private static final long LOCK = 0x7f00_0000_1234L;

    @TempDir private Path directory;

    /** What is told in a round. */
    private interface Told {
        void round(AnnotatedTrace trace, long at);
    }

    /**
     * A hundred rounds of 10 ms. The spinner runs for 2 ms, sleeps, is woken after 1 ms and runs for 20 us, sleeps, is woken at 5 ms and runs for 1 ms, sleeps until the next round. The owner runs all the time, and
     * wakes it.
     */
    private void record(Told told) throws IOException {
        try (AnnotatedTrace trace = new AnnotatedTrace(directory, "server")) {
            trace.change(1, 0, 0, true, OWNER);
            for (long round = 0; round < ROUNDS; round++) {
                long at = round * 10 * MILLIS;
                trace.change(0, at, 0, true, SPINNER);
                told.round(trace, at);
                trace.change(0, at + 2 * MILLIS, SPINNER, true, 0);
                trace.wake(1, at + 3 * MILLIS, SPINNER).change(0, at + 3 * MILLIS + 10 * MICROS, 0, true, SPINNER)
                        .change(0, at + 3 * MILLIS + 30 * MICROS, SPINNER, true, 0);
                trace.wake(1, at + 5 * MILLIS, SPINNER).change(0, at + 5 * MILLIS + 10 * MICROS, 0, true, SPINNER)
                        .change(0, at + 6 * MILLIS, SPINNER, true, 0);
                trace.wake(1, at + 10 * MILLIS - 5 * MICROS, SPINNER);
            }
            trace.change(0, ROUNDS * 10 * MILLIS, 0, true, SPINNER).change(1, ROUNDS * 10 * MILLIS, OWNER, true, 0);
        }
    }

    private Analysis analysis(OpenOptions options) throws IOException {
        return Analysis.of(List.of(directory), options, Question.ALL, Progress.NONE);
    }

    private Analysis analysis() throws IOException {
        return analysis(OpenOptions.DEFAULT);
    }

    private static long direct(Analysis analysis, String from, String to) {
        WaitForGraph graph = analysis.graph();
        Timeline timeline = analysis.timeline();
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            if (timeline.vertexName(graph.source(edge)).equals(from) && timeline.vertexName(graph.target(edge)).equals(to)) {
                return graph.directNanos(edge);
            }
        }
        return 0;
    }

    private static List<String> kinds(Analysis analysis) {
        return analysis.caveats().stream().map(Caveat::kind)
                .filter(kind -> kind.contains("told") || kind.contains("spin") || kind.contains("recorded-and")).toList();
    }

    private static Caveat caveat(Analysis analysis, String kind) {
        return analysis.caveats().stream().filter(one -> one.kind().equals(kind)).findFirst().orElseThrow();
    }

    private static SpinUse use(Analysis analysis, int tid) {
        return analysis.get(Spins.USES).stream().filter(use -> analysis.timeline().tid(use.thread()) == tid).findFirst().orElseThrow();
    }

    private static ThreadTotals totals(Analysis analysis, int tid) {
        return analysis.totals().stream().filter(total -> analysis.timeline().tid(total.thread()) == tid).findFirst().orElseThrow();
    }

    private static void assertLifetimes(Analysis analysis) {
        for (ThreadTotals total : analysis.totals()) {
            long sum = 0;
            for (ThreadState state : ThreadState.values()) {
                sum += total.nanos(state);
            }
            assertThat(sum).isEqualTo(total.endNanos() - total.startNanos());
        }
    }

    @Test
    void sumsAreThoseOfThePrograms() throws IOException {
        Random random = new Random(7);
        long[] truth = new long[1];
        record((trace, at) -> {
            long begin = at + 100 * MICROS + random.nextInt(500_000);
            long end = begin + 1 + random.nextInt(1_000_000);
            trace.spinBegin(0, SPINNER, begin, LOCK, OWNER).spinEnd(0, SPINNER, end, LOCK, true);
            trace.falseWakeUp(0, SPINNER, at + 3 * MILLIS + 20 * MICROS, LOCK);
            truth[0] += end - begin;
        });
        Analysis analysis = analysis();
        SpinUse use = use(analysis, SPINNER);
        assertThat(use.spinNanos()).as("to the nanosecond, where 1 % would do").isEqualTo(truth[0]);
        assertThat(use.spins()).isEqualTo(ROUNDS);
        assertThat(analysis.timeline().tid(use.owner())).isEqualTo(OWNER);
        assertThat(use.ownerNanos()).isEqualTo(truth[0]);
        assertThat(use.falseWakeUps()).isEqualTo(ROUNDS);
        assertThat(use.vain()).as("what is told is no candidate").isZero();
        // from 2 ms to 5 ms, and from 6 ms until 5 us before the next round, of which the last is as long
        long slept = ROUNDS * (3 * MILLIS + 4 * MILLIS - 5 * MICROS);
        assertThat(direct(analysis, "t200", "t201")).isEqualTo(truth[0] + slept);
        assertThat(totals(analysis, SPINNER).nanos(ThreadState.RUNNING))
                .isEqualTo(ROUNDS * (2 * MILLIS + MILLIS - 10 * MICROS) - truth[0]);
        assertLifetimes(analysis);
        assertThat(kinds(analysis)).containsExactly("waits-as-told");
        assertThat(caveat(analysis, "waits-as-told").count()).isEqualTo(2 * ROUNDS);
        assertThat(new SpinsDescriptor().sections(analysis)).as("what is told is on the page").hasSize(1);
        StringWriter out = new StringWriter();
        new SpinsDescriptor().brief(new TextPage(out, TextTable.UNLIMITED, false), analysis, 10, false);
        assertThat(out.toString()).contains("1 thread polled, or was woken for nothing, as programs tell").contains("t201 (server:201)");
        assertThat(caveat(analysis, "waits-as-told").text()).startsWith("Programs told of 100 times that a thread polled, ")
                .contains("and of 100 false wake-ups");
    }

    @Test
    void aProcessorOnWhichAThreadPollsIsBusy() throws IOException {
        record((trace, at) -> {});
        long running = analysis().load(0).runningNanos();
        record((trace, at) -> trace.spinBegin(0, SPINNER, at + MICROS, LOCK, OWNER).spinEnd(0, SPINNER, at + MILLIS, LOCK, true));
        assertThat(analysis().load(0).runningNanos()).isEqualTo(running);
    }

    @Test
    void withoutAnOwnerItIsWhoGotItLast() throws IOException {
        record((trace, at) -> {
            trace.spinBegin(1, OWNER, at + 10 * MICROS, LOCK, 0).spinEnd(1, OWNER, at + 20 * MICROS, LOCK, true);
            trace.spinBegin(0, SPINNER, at + 100 * MICROS, LOCK, 0).spinEnd(0, SPINNER, at + 200 * MICROS, LOCK, at > 500 * MILLIS);
        });
        Analysis analysis = analysis();
        assertThat(use(analysis, SPINNER).ownerNanos()).isEqualTo(ROUNDS * 100 * MICROS);
        // in the first half the spinner never gets it, so that the owner polls for what it has itself
        assertThat(use(analysis, OWNER).ownerNanos()).isEqualTo((ROUNDS / 2 - 2) * 10 * MICROS);
        assertThat(caveat(analysis, "spin-without-owner").count()).isEqualTo(ROUNDS / 2 + 2);
        assertLifetimes(analysis);
    }

    @Test
    void whatWasLostIsNotPairedWithWhatCameLater() throws IOException {
        record((trace, at) -> {
            trace.spinBegin(0, SPINNER, at + 100 * MICROS, LOCK, OWNER);
            if (at == 30 * MILLIS) {
                trace.lose(0, at + 150 * MICROS);
            }
            trace.spinEnd(0, SPINNER, at + 200 * MICROS, LOCK, true);
        });
        Analysis analysis = analysis();
        assertThat(use(analysis, SPINNER).spins()).isEqualTo(ROUNDS - 1);
        assertThat(caveat(analysis, "told-waits-left-out").count()).as("its begin; the end tells who has it").isOne();
        assertThat(caveat(analysis, "told-waits-left-out").text()).contains("1 without the begin or end");
    }

    @Test
    void whatTheKernelDoesNotKnowIsLeftOut() throws IOException {
        record((trace, at) -> trace.falseWakeUp(3, 999, at, 0).falseWakeUp(1, OWNER, at + MILLIS, 0));
        assertThat(caveat(analysis(), "told-waits-left-out").text()).contains("100 of threads that the kernel trace does not have")
                .contains("100 without a sleep before and after");
    }

    @Test
    void withoutTheKernelNothingIsApplied() throws IOException {
        try (AnnotatedTrace trace = new AnnotatedTrace(directory, "server")) {
            trace.spinBegin(0, SPINNER, 10, LOCK, 0).spinEnd(0, SPINNER, 20, LOCK, true);
        }
        try (Experiment experiment = Recording.open(directory)) {
            assertThat(experiment.read(Progress.NONE).caveats()).extracting(Caveat::kind).contains("recorded-and-not-used")
                    .doesNotContain("waits-as-told", "told-waits-left-out");
        }
    }

    @Test
    void eventsOfAProgramTellItToo() throws IOException {
        record((trace, at) -> trace.own(0, SPINNER, at + 100 * MICROS, at + 350 * MICROS, 9, OWNER));
        assertThat(kinds(analysis())).isEmpty();
        Analysis byOwner = analysis(OpenOptions.DEFAULT.withSpins(
                List.of(SpinSpec.parse("begin=app:poll_begin,end=app:poll_end,owner=who"))));
        assertThat(use(byOwner, SPINNER).spinNanos()).isEqualTo(ROUNDS * 250 * MICROS);
        assertThat(byOwner.timeline().tid(use(byOwner, SPINNER).owner())).isEqualTo(OWNER);
        Analysis byObject = analysis(OpenOptions.DEFAULT.withSpins(
                List.of(SpinSpec.parse("begin=app:poll_begin,end=app:poll_end,object=what"))));
        assertThat(use(byObject, SPINNER).owner()).as("nobody else ever had it").isEqualTo(Timeline.NONE);
        assertThat(use(byObject, SPINNER).spinNanos()).isEqualTo(ROUNDS * 250 * MICROS);
    }

    @Test
    void whatNobodyToldIsCountedAndChangesNothing() throws IOException {
        record((trace, at) -> {});
        Analysis analysis = analysis();
        SpinUse use = use(analysis, SPINNER);
        assertThat(use.vain()).as("it runs for 20 us, and does nothing").isEqualTo(ROUNDS);
        assertThat(use.vainNanos()).isEqualTo(ROUNDS * 20 * MICROS);
        assertThat(use.spinNanos()).isZero();
        assertThat(kinds(analysis)).isEmpty();
        StringWriter out = new StringWriter();
        new SpinsDescriptor().text(new TextPage(out, TextTable.UNLIMITED, false), analysis, 10);
        assertThat(out.toString()).contains("No program told of polling", "Candidates: 1 thread ran for less than 50.0 µs");
        assertThat(new SpinsDescriptor().sections(analysis)).as("candidates are for who asks").isEmpty();
        Analysis shorter = Analysis.of(List.of(directory), OpenOptions.DEFAULT, Question.ALL.with(Spins.SHORTER_THAN, 20 * MICROS),
                Progress.NONE);
        assertThat(shorter.get(Spins.USES)).as("not less than 20 us").isEmpty();
    }

    @Test
    void namesThatAreNotThereAreRefused() throws IOException {
        record((trace, at) -> {});
        assertThatThrownBy(() -> analysis(OpenOptions.DEFAULT.withSpins(
                List.of(SpinSpec.parse("begin=app:poll_begin,end=app:poll_stop,owner=who")))))
                .isInstanceOf(IntervalNames.UnknownNameException.class)
                .hasMessageContaining("end=app:poll_stop: no trace has such an event")
                .hasMessageContaining("app:poll_end");
        assertThatThrownBy(() -> analysis(OpenOptions.DEFAULT.withSpins(
                List.of(SpinSpec.parse("begin=app:poll_begin,end=app:poll_end,owner=whom")))))
                .isInstanceOf(IntervalNames.UnknownNameException.class).hasMessageContaining("owner=whom")
                .hasMessageContaining("it has vtid, what, who");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"begin=a,end=b | not said whom", "begin=a,owner=o | 'end' is missing",
        "begin=a,end=a,owner=o | the same event", "begin=a,end=b,owner= | 'owner' has no value", "begin=a,begin=b | given twice",
        "what=a | 'what' is not known in a spin"})
    void aSpecificationOfAnotherFormSaysHowToWriteIt(String text, String words) {
        assertThatIllegalArgumentException().isThrownBy(() -> SpinSpec.parse(text)).withMessageContaining(words)
                .withMessageContaining("write begin=EVENT,end=EVENT,owner=FIELD");
    }

    @Test
    void aSpecificationIsWrittenAsItIsRead() {
        String text = "begin=a,end=b,owner=o,object=p,acquired=q";
        assertThat(SpinSpec.parse(text).text()).isEqualTo(text);
    }
}
