/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.waitfor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.ChosenRange;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.Question;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.SetAside;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.tracecompass.core.ThreeTier;

final class WaitForAnswersTest {
    private final WaitForAnswers answers = new WaitForAnswers(ThreeTier.result());
    private final long start = ThreeTier.result().timeline().startNanos();

    private WaitForAnswer get(long millis, Progress progress) {
        return answers.get(start, start + millis * 1_000_000, WaitOrigins.ALL, progress);
    }

    private static Progress cancelledWhen(Callable<Boolean> question) {
        return new Progress() {
            @Override
            public void report(String task, double fraction) {
                // nobody listens
            }

            @Override
            public boolean isCancelled() {
                try {
                    return question.call();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }
        };
    }

    @Test
    void whoAsksTheSameGetsTheSameAnswer() {
        WaitForAnswer first = get(500, Progress.NONE);
        assertThat(answers.get(start, start + 500_000_000, new WaitOrigins(Set.of(), Set.of()), Progress.NONE)).isEqualTo(first);
        assertThat(answers.peek(start, start + 500_000_000, WaitOrigins.ALL)).isEqualTo(first);
        assertThat(answers.get(start, start + 500_000_000, new WaitOrigins(Set.of("A"), Set.of()), Progress.NONE)).isNotSameAs(first);
        assertThat(first.graph().rangeNanos()).isEqualTo(500_000_000);
        assertThat(first.share(125_000_000)).isEqualTo(0.25);
    }

    @Test
    void whatIsSetAsideIsInNoKnotUnlessEverybodyCounts() {
        ChosenRange work = ChosenRange.find(ThreeTier.result().timeline(), List::of, Progress.NONE);
        WaitForAnswer first = answers.get(new WaitQuestion(work.fromNanos(), work.toNanos(), false, WaitOrigins.ALL), Progress.NONE);
        SetAside aside = Objects.requireNonNull(first.aside());
        assertThat(aside.threads()).isGreaterThan(100);
        assertThat(first.hierarchy().knotsAt(first.thresholdNanos())).isNotEmpty()
                .allSatisfy(
                        knot -> assertThat(IntStream.range(0, knot.vertexCount()).map(knot::vertex).noneMatch(aside::isAside)).isTrue());
        WaitForAnswer all = answers.get(new WaitQuestion(work.fromNanos(), work.toNanos(), true, WaitOrigins.ALL), Progress.NONE);
        assertThat(all.aside()).isNull();
        assertThat(all.graph().edgeCount()).isGreaterThan(first.graph().edgeCount());
        assertThat(answers.get(work.fromNanos(), work.toNanos(), WaitOrigins.ALL, Progress.NONE)).as("as data providers ask")
                .isEqualTo(all);
    }

    @Test
    void theViewsAnswerAsTheCommandLineDoes() {
        Analysis command = Analysis.of(ThreeTier.result()).question(Question.WORK).build();
        WaitForAnswer view = answers.get(new WaitQuestion(command.fromNanos(), command.toNanos(), false, WaitOrigins.ALL), Progress.NONE);
        assertThat(view.thresholdNanos()).isEqualTo(command.thresholdNanos());
        assertThat(view.hierarchy().knotsAt(view.thresholdNanos())).extracting(Knot::weightNanos)
                .isEqualTo(command.knots().stream().map(Knot::weightNanos).toList());
        assertThat(Objects.requireNonNull(view.aside()).phrase()).isEqualTo(command.aside().phrase());
    }

    @Test
    void threadsThatAreMergedAreOneVertexAsOnTheCommandLineAndTheGraphOfThreadsStays() {
        Analysis command = Analysis.of(ThreeTier.result()).question(Question.WORK.with(FirstLook.SHOW_ALL, true)
                .with(Merging.MERGE, Merging.Level.SIMILAR).within(start, ThreeTier.result().timeline().endNanos())).build();
        WaitForGraph merged = Merging.view(command).graph();
        long from = command.fromNanos();
        long to = command.toNanos();
        WaitForAnswer before = answers.get(from, to, WaitOrigins.ALL, Progress.NONE);
        WaitForAnswer view = answers.get(new WaitQuestion(from, to, true, WaitOrigins.ALL, Merging.Level.SIMILAR), Progress.NONE);
        assertThat(view.graph().groups().all()).isNotEmpty();
        assertThat(view.graph().edgeCount()).isEqualTo(merged.edgeCount()).isLessThan(before.graph().edgeCount());
        int first = view.graph().groups().all().get(0).threads()[0];
        assertThat(WaitForDataProvider.name(view.graph(), first)).isEqualTo(view.graph().groups().all().get(0).name());
        assertThat(WaitForDataProvider.name(before.graph(), first)).endsWith(")");
        assertThat(answers.get(from, to, WaitOrigins.ALL, Progress.NONE)).isEqualTo(before);
    }

    @Test
    void whereNoThreadsAreAlikeTheAnswerSaysSo() {
        ChosenRange work = ChosenRange.find(ThreeTier.result().timeline(), List::of, Progress.NONE);
        WaitQuestion alike = new WaitQuestion(work.fromNanos(), work.toNanos(), false, WaitOrigins.ALL, Merging.Level.SIMILAR);
        assertThat(answers.get(alike, Progress.NONE).caveats(List.of())).extracting(Caveat::kind).containsOnlyOnce("nothing-merged");
        WaitQuestion each = new WaitQuestion(work.fromNanos(), work.toNanos(), false, WaitOrigins.ALL);
        assertThat(answers.get(each, Progress.NONE).caveats(List.of())).extracting(Caveat::kind).doesNotContain("nothing-merged");
    }

    @Test
    void theRangesThatWereAskedForLastAreKept() {
        for (int millis = 1; millis <= WaitForAnswers.CAPACITY; millis++) {
            get(millis, Progress.NONE);
        }
        get(1, Progress.NONE);
        get(100, Progress.NONE);
        assertThat(answers.peek(start, start + 1_000_000, WaitOrigins.ALL)).as("asked for again").isNotNull();
        assertThat(answers.peek(start, start + 2_000_000, WaitOrigins.ALL)).as("asked for longest ago").isNull();
        assertThat(answers.peek(start, start + 3_000_000, WaitOrigins.ALL)).isNotNull();
    }

    @Test
    void afterOneWhoCancelledTheNextStartsAnew() {
        assertThatThrownBy(() -> get(700, cancelledWhen(() -> true))).isInstanceOf(CancelledException.class);
        assertThat(answers.peek(start, start + 700_000_000, WaitOrigins.ALL)).isNull();
        assertThat(get(700, Progress.NONE)).isNotNull();
    }

    /** The first is held inside its computation until the second, who waits for it, has given up. */
    @Test
    void whoWaitsForAnothersComputationIsCancelledAlone() throws Exception {
        CountDownLatch computing = new CountDownLatch(1);
        CountDownLatch gaveUp = new CountDownLatch(1);
        AtomicInteger asked = new AtomicInteger();
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            Future<WaitForAnswer> first = other.submit(() -> get(900, cancelledWhen(() -> {
                if (asked.getAndIncrement() == 0) {
                    computing.countDown();
                    gaveUp.await();
                }
                return false;
            })));
            computing.await();
            assertThatThrownBy(() -> get(900, cancelledWhen(() -> true))).isInstanceOf(CancelledException.class);
            assertThat(first.isDone()).isFalse();
            gaveUp.countDown();
            assertThat(List.of(get(900, Progress.NONE))).containsExactly(first.get());
        } finally {
            gaveUp.countDown();
            other.shutdownNow();
        }
    }
}
