/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import org.bowline.core.figures.Threshold;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

/** A result is computed once, when somebody first asks, whoever else asks meanwhile. */
class AnalysisTest {
    private static final Caveat OF_RECORDING = Caveat.of(Caveat.Severity.WARNING, "", "recording", 1, "Of the recording.");
    private static final Caveat OF_RESULT = Caveat.of(Caveat.Severity.INFO, "", "result", 1, "Of the result.");

    /** Two threads that wait for each other in turn, from 0 to 1000 ns. */
    private static AnalysisBuilder builder() {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        int a = builder.thread(host, 1, 1, "a");
        int b = builder.thread(host, 2, 2, "b");
        for (long at = 0; at < 1000; at += 200) {
            builder.segment(a, at, at + 100, ThreadState.RUNNING, 0);
            builder.blocked(b, at, at + 100, Cause.THREAD, a, Timeline.NONE, 0);
            builder.blocked(a, at + 100, at + 200, Cause.THREAD, b, Timeline.NONE, 0);
            builder.segment(b, at + 100, at + 200, ThreadState.RUNNING, 0);
        }
        return Analysis.of(builder.build());
    }

    private static Progress stopped(AtomicBoolean stop) {
        return new Progress() {
            @Override
            public void report(String task, double fraction) {
                // nobody listens
            }

            @Override
            public boolean isCancelled() {
                return stop.get();
            }
        };
    }

    @Test
    void equalResultsAreComputedOnceForAllWhoAsk() {
        Analysis analysis = builder().build();
        AtomicInteger computed = new AtomicInteger();
        Result<Integer> result = Result.of(asked -> computed.incrementAndGet());
        assertThat(analysis.peek(result)).isNull();
        assertThat(analysis.get(result)).isEqualTo(1);
        assertThat(analysis.with(Progress.NONE).get(result)).isEqualTo(1);
        assertThat(analysis.peek(result)).isEqualTo(1);
        assertThat(analysis.get(Analysis.pathOf(0))).isSameAs(analysis.get(Analysis.pathOf(0)))
                .isNotSameAs(analysis.get(Analysis.pathOf(1)));
    }

    @Test
    void whoWaitsForAnotherCanBeStoppedAloneAndTheOtherGoesOn() throws InterruptedException {
        Analysis analysis = builder().build();
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Result<String> slow = Result.of(asked -> {
            began.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new CancelledException();
            }
            return "done";
        });
        List<String> first = new ArrayList<>();
        Thread computing = new Thread(() -> first.add(analysis.get(slow)));
        computing.start();
        began.await();
        assertThatThrownBy(() -> analysis.with(stopped(new AtomicBoolean(true))).get(slow)).isInstanceOf(CancelledException.class);
        end.countDown();
        computing.join();
        assertThat(first).containsExactly("done");
        assertThat(analysis.get(slow)).isEqualTo("done");
    }

    @Test
    void whatWasCancelledIsComputedAnew() {
        AtomicBoolean stop = new AtomicBoolean(true);
        Analysis analysis = builder().build();
        assertThatThrownBy(() -> analysis.with(stopped(stop)).totals()).isInstanceOf(CancelledException.class);
        assertThat(analysis.peek(Analysis.TOTALS)).isNull();
        stop.set(false);
        assertThat(analysis.with(stopped(stop)).totals()).hasSize(2);
    }

    @Test
    void aResultThatAsksForItselfIsRefusedAndNotWaitedForForever() {
        List<Result<Integer>> itself = new ArrayList<>();
        itself.add(Result.of(analysis -> analysis.get(itself.get(0))));
        assertThatThrownBy(() -> builder().build().get(itself.get(0))).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("asks for itself");
    }

    @Test
    void theCaveatsAreThoseOfTheRecordingAndOnceThoseOfEachResult() {
        Analysis analysis = builder().caveats(List.of(OF_RECORDING)).build();
        Result<Integer> doubtful = Result.of(asked -> 1, value -> List.of(OF_RESULT));
        assertThat(analysis.caveats()).containsExactly(OF_RECORDING);
        assertThat(analysis.caveats(List.of(doubtful, Result.of(asked -> 2), doubtful))).containsExactly(OF_RECORDING, OF_RESULT);
    }

    @Test
    void theQuestionDecidesRangeThresholdAndThread() {
        Analysis whole = builder().build();
        assertThat(whole.fromNanos()).isZero();
        assertThat(whole.toNanos()).isEqualTo(1000);
        assertThat(whole.thresholdNanos()).isEqualTo(whole.hierarchy().thresholdNanos());
        assertThat(whole.path()).isNull();
        AtomicInteger chosen = new AtomicInteger();
        Analysis part = builder().question(Question.ALL.within(100, 500).at(Threshold.parse("50%")).path((timeline, from, to) -> {
            chosen.incrementAndGet();
            return 1;
        })).build();
        assertThat(part.graph().rangeNanos()).isEqualTo(400);
        assertThat(part.thresholdNanos()).isEqualTo(200);
        assertThat(part.path()).isNotNull().isSameAs(part.path());
        assertThat(chosen).as("a thread is looked for once").hasValue(1);
        assertThatThrownBy(() -> Question.ALL.within(5, 5)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("empty");
    }

    @Test
    void aParameterHasItsUsualValueUntilOneIsGivenAndSaysWhichTextIsWrong() {
        Parameter<Integer> depth = new Parameter<>("depth", "N", "How deep.", () -> 3, (before, text) -> before + Integer.parseInt(text));
        assertThat(Question.ALL.get(depth)).isEqualTo(3);
        assertThat(Question.ALL.with(depth, depth.read(List.of("1", "4"))).get(depth)).isEqualTo(8);
        assertThatThrownBy(() -> depth.read(List.of("1", "x"))).isInstanceOf(IllegalArgumentException.class).hasMessageStartingWith("x: ");
    }

    @Test
    void aParameterOfOneValueIsNotReadTwice() {
        Parameter<Integer> depth = Parameter.once("depth", "N", "How deep.", () -> 3, Integer::valueOf);
        assertThat(depth.read(List.of())).isEqualTo(3);
        assertThat(depth.read(List.of("7"))).isEqualTo(7);
        assertThatThrownBy(() -> depth.read(List.of("7", "8"))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("give it once");
    }
}
