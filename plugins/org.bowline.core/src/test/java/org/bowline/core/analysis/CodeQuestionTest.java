/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.criticalpath.PathPart;
import org.bowline.core.function.CallRecorder;
import org.bowline.core.model.ThreadState;
import org.bowline.core.offcpu.WaitCode;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.RecordedCalls;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.WaitForGraph;

class CodeQuestionTest {
    /** Functions 1 and 2, entered and left at random; {@code in[thread][ns]} is the one a thread is in, 0 for none. */
    private static RecordedCalls calls(Timeline timeline, Random random, int[][] in) {
        CallRecorder recorder = new CallRecorder(timeline.threadCount());
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            int present = 0;
            for (int now = 0; now < in[thread].length; now++) {
                if (random.nextInt(4) == 0 && now > 0) {
                    if (present == 0) {
                        present = 1 + random.nextInt(2);
                        recorder.enter(0, thread, 1, present, now);
                    } else {
                        recorder.exit(0, thread, 1, present, now);
                        present = 0;
                    }
                }
                in[thread][now] = present;
            }
        }
        return new RecordedCalls(recorder.finish(), List.of());
    }

    /** By function: the time of some totals, and how many waits. */
    private static Map<String, Long> times(List<WaitCode.Total> totals) {
        Map<String, Long> times = new HashMap<>();
        totals.forEach(total -> times.merge(total.chain().functions().toString(), total.nanos(), Long::sum));
        return times;
    }

    /** Wait by wait, and nanosecond by nanosecond of the path. */
    @Test
    void randomEdgesAndPathsHaveTheCodeInWhichTheirWaitsBegan() {
        int edges = 0;
        int parts = 0;
        for (int round = 0; round < 1_000; round++) {
            long seed = Seeds.of(round);
            Random random = new Random(seed);
            Timeline timeline = RandomTimelines.of(seed);
            int[][] in = new int[timeline.threadCount()][(int) timeline.endNanos() + 2];
            RecordedCalls calls = calls(timeline, random, in);
            int asked = random.nextInt(timeline.threadCount());
            Analysis analysis = Analysis.of(timeline).calls(calls).question(Question.ALL.path((all, from, to) -> asked)).build();
            WaitForGraph graph = analysis.graph();
            for (int edge = 0; edge < graph.edgeCount(); edge++) {
                EdgeWaits waits = EdgeWaits.of(graph, new int[] {edge}, Integer.MAX_VALUE, Progress.NONE);
                Map<String, Long> expected = new HashMap<>();
                for (int i = 0; i < waits.size() && !graph.isIdle(edge); i++) {
                    expected.merge(name(in[waits.source(i)][(int) waits.startNanos(i)]), waits.nanos(i), Long::sum);
                }
                assertThat(times(CodeQuestion.ofEdges(analysis, edge))).as(Seeds.name(seed)).isEqualTo(expected);
                edges += expected.size();
            }
            Map<PathPart, Map<String, Long>> expected = ofPath(Objects.requireNonNull(analysis.path()), in);
            Map<PathPart, Map<String, Long>> actual = new HashMap<>();
            analysis.get(CodeQuestion.OF_PATH).forEach((part, totals) -> actual.put(part, times(totals)));
            assertThat(actual).as(Seeds.name(seed)).isEqualTo(expected);
            parts += expected.size();
        }
        assertThat(edges).isGreaterThan(500);
        assertThat(parts).isGreaterThan(100);
    }

    private static Map<PathPart, Map<String, Long>> ofPath(CriticalPath path, int[][] in) {
        Timeline timeline = path.timeline();
        Map<PathPart, Map<String, Long>> times = new HashMap<>();
        for (int leg = 0; leg < path.size(); leg++) {
            int thread = path.thread(leg);
            if (path.state(leg) == ThreadState.BLOCKED) {
                Map<String, Long> ofPart = times.computeIfAbsent(
                        new PathPart(thread, ThreadState.BLOCKED, path.cause(leg), path.kind(leg), path.target(leg), 0),
                        key -> new HashMap<>());
                for (long now = path.start(leg); now < path.end(leg); now++) {
                    int segment = timeline.segmentAt(thread, now);
                    if (segment >= 0 && timeline.state(segment) == ThreadState.BLOCKED) {
                        ofPart.merge(name(in[thread][(int) timeline.start(segment)]), 1L, Long::sum);
                    }
                }
            }
        }
        return times;
    }

    @Test
    void whereNeitherStacksNorFunctionsWereRecordedThereIsNoCode() {
        Analysis analysis = Analysis.of(RandomTimelines.of(7)).question(Question.ALL.path((all, from, to) -> 0)).build();
        assertThat(CodeQuestion.isKnown(analysis)).isFalse();
        for (int edge = 0; edge < analysis.graph().edgeCount(); edge++) {
            assertThat(CodeQuestion.ofEdges(analysis, edge)).isEmpty();
        }
        assertThat(analysis.get(CodeQuestion.OF_PATH)).isEmpty();
        assertThat(analysis.get(CodeQuestion.OF_LABELS)).isEmpty();
        assertThat(CodeQuestion.results(analysis)).isEmpty();
    }

    private static String name(int function) {
        return function == 0 ? "[]" : "[0x" + function + "]";
    }
}
