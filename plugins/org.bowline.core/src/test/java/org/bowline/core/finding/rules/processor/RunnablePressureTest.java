/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.HostLoad;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Sentences;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

public class RunnablePressureTest {
    /** Threads that take turns on one processor. */
    private static RuleOutcome turns(int threads) {
        return stage(threads).see(new RunnablePressure());
    }

    public static Stage stage(int threads) {
        Stage turns = new Stage();
        int other = turns.host("h");
        turns.builder.thread(other, 0, 0, "swapper/0");
        int[] all = new int[threads];
        for (int i = 0; i < threads; i++) {
            all[i] = turns.builder.thread(other, 10 + i, 1, "t-" + i);
        }
        turns.builder.segment(0, 0, 400_000 * Stage.US, ThreadState.RUNNABLE, 0);
        for (int i = 0; i < 400; i++) {
            for (int t = 0; t < threads; t++) {
                turns.builder.segment(all[t], 1_000L * i * Stage.US, 1_000L * (i + 1) * Stage.US, t == i % threads ? ThreadState.RUNNING
                        : ThreadState.PREEMPTED, 0);
            }
        }
        return turns;
    }

    @Test
    void fourThreadsOnOneProcessorPress() {
        assertThat(turns(4).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.summary()).contains("The processor of h is 100 % busy", "3.0 more threads", "75.0 %");
        });
    }

    @Test
    void ofProcessorsThatWereNotRecordedNothingIsSaid() {
        Stage stage = stage(4);
        stage.builder.caveat(Caveat.of(Caveat.Severity.WARNING, "h", "unrecorded-processors", 3, "Nothing of three."));
        Analysis analysis = Analysis.of(stage.builder.build()).build();
        assertThat(analysis.load(0).cpus()).isEqualTo(4);
        assertThat(Sentences.text(new RunnablePressure(), analysis)).contains("The recorded processor of h is 100 % busy",
                "3.0 more threads");
    }

    @Test
    void theLoadIsOfTheTimeInWhichNothingWasLost() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int idle = stage.builder.thread(host, 0, 0, "swapper/0");
        int thread = stage.builder.thread(host, 11, 11, "t");
        stage.builder.segment(idle, 0, 100 * Stage.US, ThreadState.RUNNING, 0);
        stage.builder.segment(idle, 100 * Stage.US, 1_000 * Stage.US, ThreadState.UNKNOWN, 0);
        stage.builder.segment(thread, 0, 100 * Stage.US, ThreadState.RUNNABLE, 0);
        stage.builder.segment(thread, 100 * Stage.US, 400 * Stage.US, ThreadState.RUNNING, 0);
        stage.builder.segment(thread, 400 * Stage.US, 1_000 * Stage.US, ThreadState.UNKNOWN, 0);
        assertThat(Analysis.of(stage.builder.build()).build().load(host).load()).as("as far as is known all was recorded").isEqualTo(0.3);
        stage.builder.caveat(new Caveat(Caveat.Severity.WARNING, "h", "lost-events", -1, 400 * Stage.US, 1_000 * Stage.US, "Lost."));
        assertThat(Analysis.of(stage.builder.build()).build().load(host).load()).isEqualTo(0.75);
    }

    /** A client and a server on one processor, which two jobs have for 4 of 10 ms each; the jobs have to do with nobody. */
    static Stage besideJobs() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int client = stage.builder.thread(host, 10, 10, "client");
        int server = stage.builder.thread(host, 11, 11, "server");
        int first = stage.builder.thread(host, 12, 12, "job-a");
        int second = stage.builder.thread(host, 13, 13, "job-b");
        stage.builder.segment(stage.builder.thread(host, 0, 0, "swapper/0"), 0, 400_000 * Stage.US, ThreadState.RUNNABLE, 0);
        for (int i = 0; i < 40; i++) {
            long t = 10_000L * i * Stage.US;
            long asked = t + 1_000 * Stage.US;
            long got = t + 5_000 * Stage.US;
            long answered = t + 6_000 * Stage.US;
            long end = t + 10_000 * Stage.US;
            stage.builder.segment(client, t, asked, ThreadState.RUNNING, 0);
            stage.builder.blocked(client, asked, answered, Cause.THREAD, server, Timeline.NONE, 0);
            stage.builder.segment(client, answered, end, ThreadState.PREEMPTED, 0);
            stage.builder.blocked(server, t, asked, Cause.THREAD, client, Timeline.NONE, 0);
            stage.builder.segment(server, asked, got, ThreadState.PREEMPTED, 0);
            stage.builder.segment(server, got, answered, ThreadState.RUNNING, 0);
            stage.builder.blocked(server, answered, end, Cause.THREAD, client, Timeline.NONE, 0);
            stage.builder.segment(first, t, asked, ThreadState.PREEMPTED, 0);
            stage.builder.segment(first, asked, got, ThreadState.RUNNING, 0);
            stage.builder.segment(first, got, end, ThreadState.PREEMPTED, 0);
            stage.builder.segment(second, t, answered, ThreadState.PREEMPTED, 0);
            stage.builder.segment(second, answered, end, ThreadState.RUNNING, 0);
        }
        return stage;
    }

    @Test
    void whereTheWorkWaitsForJobsThatNobodyWaitsForALowerPriorityOfTheseHelps() {
        assertThat(besideJobs().see(new RunnablePressure()).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("or a lower priority of those for whom nobody waits")
                        .doesNotContain("would only take from another"));
        assertThat(besideJobs().see(new CrowdedOut()).findings()).as("as the other rule says").isNotEmpty();
        assertThat(turns(4).findings().get(0).summary()).contains("would only take from another");
    }

    /** A thread that wants a processor which others have, a millisecond each in turn: one for each name. */
    static Analysis beside(String... turns) {
        Stage stage = new Stage();
        int host = stage.host("h");
        stage.builder.thread(host, 0, 0, "swapper/0");
        int work = stage.builder.thread(host, 10, 10, "work");
        List<String> names = Arrays.stream(turns).distinct().toList();
        int first = work + 1;
        names.forEach(name -> stage.builder.thread(host, 11 + names.indexOf(name), 11 + names.indexOf(name), name));
        stage.builder.segment(0, 0, 400_000 * Stage.US, ThreadState.RUNNABLE, 0);
        for (int i = 0; i < 400; i++) {
            long from = 1_000L * i * Stage.US;
            long to = 1_000L * (i + 1) * Stage.US;
            stage.builder.segment(work, from, to, ThreadState.PREEMPTED, 0);
            for (int each = 0; each < names.size(); each++) {
                stage.builder.segment(first + each, from, to,
                        names.get(each).equals(turns[i % turns.length]) ? ThreadState.RUNNING : ThreadState.PREEMPTED, 0);
            }
        }
        return Analysis.of(stage.builder.build()).question(Question.ALL.from(all -> thread -> thread == work)).build();
    }

    @Test
    void ofManyJobsThatRunInsteadNoneAloneRunsForMostOfTheTime() {
        assertThat(Sentences.text(new RunnablePressure(), beside("job-1", "job-2", "job-3", "job-4", "cron")))
                .contains("others run, job* ×4 (h) for most of it");
        assertThat(Sentences.text(new RunnablePressure(), beside("a", "b", "b", "b", "c", "d", "e", "f")))
                .contains("others run, b (h:12) for more of it than any other");
        assertThat(Sentences.text(new RunnablePressure(), beside("a", "b", "c", "d", "e", "f", "g")))
                .contains("others run, a (h:11), b (h:12), c (h:13), d (h:14), e (h:15) and 2 more for most of it");
    }

    @Test
    void oneThreadOnOneProcessorDoesNot() {
        assertThat(turns(1).findings()).isEmpty();
    }

    @Test
    void aProcessorThatWasNeverIdleCounts() {
        // cpu 0 idles in the first half, cpu 1 never: the trace has no idle thread of it
        Stage stage = new Stage();
        int host = stage.host("h");
        int idle = stage.builder.thread(host, 0, 0, "swapper/0");
        stage.builder.segment(idle, 0, 200_000 * Stage.US, ThreadState.RUNNING, 0);
        int[] all = new int[4];
        for (int i = 0; i < all.length; i++) {
            all[i] = stage.builder.thread(host, 10 + i, 1, "t-" + i);
            stage.builder.segment(all[i], 0, 400_000 * Stage.US, i == 0 ? ThreadState.RUNNING : ThreadState.RUNNABLE, 1);
        }
        Analysis context = Analysis.of(stage.builder.build()).build();
        assertThat(context.load(host))
                .isEqualTo(new HostLoad(2, 0, 400_000 * Stage.US, 1_200_000 * Stage.US, 800_000 * Stage.US));
        assertThat(Stage.see(new RunnablePressure(), context, RuleSettings.STANDARD).findings()).as("a load of 50 %").isEmpty();
    }

    @Test
    void theLoadIsOfTheTimeInWhichTheHostWasRecorded() {
        Stage stage = new Stage();
        int shortly = stage.host("shortly");
        int[] threads = new int[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = stage.builder.thread(shortly, 10 + i, 1, "t-" + i);
            stage.builder.segment(threads[i], 0, 100_000 * Stage.US, i == 0 ? ThreadState.RUNNING : ThreadState.RUNNABLE, 0);
        }
        int longer = stage.host("longer");
        int other = stage.builder.thread(longer, 20, 1, "u");
        stage.builder.segment(other, 0, 1_000_000 * Stage.US, ThreadState.RUNNING, 0);
        stage.builder.recording(shortly, 0, 100_000 * Stage.US);
        stage.builder.recording(longer, 0, 1_000_000 * Stage.US);
        assertThat(stage.see(new RunnablePressure()).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("The processor of shortly is 100 % busy", "3.0 more"));
    }

    @Test
    void threadsThatWaitOnAHalfIdleHostAreNoPressureOfProcessors() {
        Stage stage = new Stage();
        int host = stage.host("h");
        for (int i = 0; i < 4; i++) {
            int thread = stage.builder.thread(host, 10 + i, 1, "t-" + i);
            stage.builder.segment(thread, 0, 100_000 * Stage.US, i == 0 ? ThreadState.RUNNING : ThreadState.RUNNABLE, 0);
            stage.builder.segment(thread, 100_000 * Stage.US, 200_000 * Stage.US, ThreadState.UNKNOWN, 0);
        }
        assertThat(stage.see(new RunnablePressure()).findings()).isEmpty();
    }
}
