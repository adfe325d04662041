/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.variance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

import org.bowline.core.criticalpath.PathNames;
import org.bowline.core.function.CallLog;
import org.bowline.core.function.CallRecorder;
import org.bowline.core.function.FunctionNames;
import org.bowline.core.interval.IntervalSizes;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.symbol.SymbolFiles;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

/** The variance of intervals, split by function: each moment is in one node, so the identity holds. */
class FunctionVarianceTest {
    private static final int HANDLE = 1;
    private static final int COMMIT = 2;
    private static final int OTHER = 3;

    private final CallRecorder calls = new CallRecorder(1);
    private final TimelineBuilder builder = new TimelineBuilder();
    private final List<NamedInterval> intervals = new ArrayList<>();
    private long now;

    FunctionVarianceTest() {
        int host = builder.host("h");
        builder.thread(host, 10, 10, "t");
    }

    private void did(ThreadState state, Cause cause, long nanos) {
        if (nanos > 0) {
            if (state == ThreadState.BLOCKED) {
                builder.blocked(0, now, now + nanos, cause, Timeline.NONE, Timeline.NONE, -1);
            } else {
                builder.segment(0, now, now + nanos, state, 0);
            }
            now += nanos;
        }
    }

    private void enter(long function) {
        calls.enter(0, 0, 1, function, now);
    }

    private void exit(long function) {
        calls.exit(0, 0, 1, function, now);
    }

    private void interval(long begin) {
        intervals.add(new NamedInterval("x", "k" + intervals.size(), 0, 0, begin, now));
    }

    private FunctionVariance variance() {
        Timeline timeline = builder.build();
        CallLog log = calls.finish();
        return FunctionVariance.of(PathNames.stable(timeline), intervals, log, new FunctionNames(log, new SymbolFiles(List.of())),
                IntervalSizes.NONE,
                Progress.NONE);
    }

    private static int node(PathVariance of, String functions, ThreadState state) {
        for (int i = 0; i < of.nodes().size(); i++) {
            if (of.nodes().get(i).functions().equals(functions) && of.nodes().get(i).state() == state) {
                return i;
            }
        }
        throw new AssertionError("no node of " + functions + " in " + of.nodes());
    }

    @Test
    void theWaitForATimerInsideCommitInsideHandleVaries() {
        for (int wait : new int[] {10, 50}) {
            long begin = now;
            enter(HANDLE);
            did(ThreadState.RUNNING, Cause.NONE, 5);
            enter(COMMIT);
            did(ThreadState.BLOCKED, Cause.TIMER, wait);
            exit(COMMIT);
            exit(HANDLE);
            did(ThreadState.RUNNING, Cause.NONE, 3);
            interval(begin);
        }
        FunctionVariance of = variance();
        PathVariance paths = of.paths().get(0);
        assertThat(paths.tree().varianceNanos2(0)).isEqualTo(400);
        assertThat(paths.tree().varianceNanos2(node(paths, "0x1;0x2", ThreadState.BLOCKED))).isEqualTo(400);
        assertThat(paths.tree().varianceNanos2(node(paths, "0x1", ThreadState.RUNNING))).isZero();
        PathVariance.Node first = paths.nodes().get(paths.tree().factors().get(0).first());
        assertThat(first.functions()).isEqualTo("0x1;0x2");
        assertThat(first.cause()).isEqualTo(Cause.TIMER);
        PathVariance merged = of.merged().get(0);
        assertThat(merged.tree().varianceNanos2(node(merged, "0x2", ThreadState.BLOCKED))).isEqualTo(400);
        assertThat(of.caveats()).extracting(Caveat::kind).containsExactly("functions-without-name");
    }

    @Test
    void aFunctionThatIsCalledAtTwoPlacesIsTwoByCallPathAndOneByFunction() {
        for (int i = 1; i <= 2; i++) {
            long begin = now;
            for (long caller : new long[] {HANDLE, OTHER}) {
                enter(caller);
                enter(COMMIT);
                did(ThreadState.RUNNING, Cause.NONE, 10L * i);
                exit(COMMIT);
                did(ThreadState.RUNNING, Cause.NONE, 1);
                exit(caller);
            }
            interval(begin);
        }
        FunctionVariance of = variance();
        PathVariance paths = of.paths().get(0);
        assertThat(paths.tree().meanNanos(node(paths, "0x1;0x2", ThreadState.RUNNING))).isEqualTo(15);
        assertThat(paths.tree().meanNanos(node(paths, "0x3;0x2", ThreadState.RUNNING))).isEqualTo(15);
        PathVariance merged = of.merged().get(0);
        assertThat(merged.tree().meanNanos(node(merged, "0x2", ThreadState.RUNNING))).isEqualTo(30);
    }

    @Test
    void intervalsInWhichCallsDoNotFitAreLeftOutAndCounted() {
        for (int i = 0; i < 3; i++) {
            long begin = now;
            enter(HANDLE);
            enter(COMMIT);
            did(ThreadState.RUNNING, Cause.NONE, 10L + i);
            if (i != 1) {
                exit(COMMIT);
            }
            exit(HANDLE);
            did(ThreadState.RUNNING, Cause.NONE, 1);
            interval(begin);
        }
        FunctionVariance of = variance();
        assertThat(of.paths().get(0).tree().count()).isEqualTo(2);
        assertThat(of.caveats()).extracting(Caveat::kind).containsExactly("functions-crossed", "functions-without-name",
                "interval-functions-unsure");
        assertThat(of.caveats().get(2).text()).startsWith("1 interval is not split by function");
    }

    /** At every node Var(parent) = Σ Var + 2 Σ Cov, to 1e-9, and the root is the interval. */
    @Test
    void theIdentityHoldsOnRandomCalls() {
        for (int round = 0; round < 30; round++) {
            long seed = Seeds.of(round);
            Random random = new Random(seed);
            FunctionVarianceTest run = new FunctionVarianceTest();
            int count = 2 + random.nextInt(8);
            for (int i = 0; i < count; i++) {
                long begin = run.now;
                List<Long> open = new ArrayList<>();
                for (int step = 0; step < 20; step++) {
                    run.did(random.nextInt(3) == 0 ? ThreadState.RUNNABLE : ThreadState.RUNNING, Cause.NONE, 1 + random.nextInt(100));
                    if (!open.isEmpty() && random.nextBoolean()) {
                        run.exit(open.remove(open.size() - 1));
                    } else {
                        open.add((long) random.nextInt(30));
                        run.enter(open.get(open.size() - 1));
                    }
                }
                while (!open.isEmpty()) {
                    run.exit(open.remove(open.size() - 1));
                }
                run.did(ThreadState.RUNNING, Cause.NONE, 1);
                run.interval(begin);
            }
            FunctionVariance of = run.variance();
            double mean = run.intervals.stream().mapToLong(NamedInterval::nanos).average().orElseThrow();
            double variance = run.intervals.stream().mapToDouble(one -> (one.nanos() - mean) * (one.nanos() - mean)).average()
                    .orElseThrow();
            for (PathVariance split : List.of(of.paths().get(0), of.merged().get(0))) {
                VarianceTree tree = split.tree();
                assertThat(tree.varianceNanos2(0)).as(Seeds.name(seed)).isEqualTo(variance, Offset.offset(1e-6 * (1 + variance)));
                double[] sums = new double[tree.tree().nodeCount()];
                boolean[] inner = new boolean[sums.length];
                for (Factor factor : tree.factors()) {
                    int node = tree.tree().node(factor.first());
                    int caller = tree.tree().isBody(factor.first()) ? node : tree.tree().parent(node);
                    if (caller >= 0) {
                        sums[caller] += factor.contributionNanos2();
                        inner[caller] = true;
                    }
                }
                for (int node = 0; node < sums.length; node++) {
                    if (inner[node]) {
                        assertThat(sums[node]).as(Seeds.name(seed)).isEqualTo(tree.varianceNanos2(node),
                                Offset.offset(1e-9 * (1 + tree.varianceNanos2(0))));
                    }
                }
            }
        }
    }
}
