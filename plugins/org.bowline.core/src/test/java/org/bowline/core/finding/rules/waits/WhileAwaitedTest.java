/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.waits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bowline.core.figures.Percent.percent;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.knot.DominantKnotTest;
import org.bowline.core.finding.rules.sleep.TaskSleepsTest;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.WaitForGraph;

/** What those do for whom others wait, against a count of every microsecond. */
class WhileAwaitedTest {
    private static final List<String> SENTENCES = List.of("is at work", "wants a processor", "waits for helper (h:103)",
            "waits for timers", "waits for disk vda (h)");

    /** A thread that does something else all the time, and two that wait for it now and then. */
    private static final class Run {
        private final Stage stage = new Stage();
        private final int host = stage.host("h");
        private final int waits = stage.thread(host, 1, "waits");
        private final int server = stage.thread(host, 2, "server");
        private final int helper = stage.thread(host, 3, "helper");
        private final int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        private final int disk = stage.builder.resource(host, VertexKind.DISK, "vda");
        private final int[] done = new int[4_000];
        private final boolean[] awaited = new boolean[4_000];

        Run(Random random) {
            int before = 0;
            for (int at = 0; at < done.length;) {
                boolean slept = before == 3; // who then waits at once for a thread has waited with a time limit
                int until = Math.min(done.length, at + (slept ? 10 : 1) + random.nextInt(60));
                int what = slept ? 0 : random.nextInt(7);
                before = what;
                does(what, until);
                for (; at < until; at++) {
                    done[at] = what;
                }
            }
            for (int at = 0; at < done.length;) {
                int until = Math.min(done.length, at + 1 + random.nextInt(200));
                boolean wait = random.nextInt(3) > 0;
                if (wait) {
                    stage.waits(waits, server, until);
                } else {
                    stage.runs(waits, until);
                }
                for (; at < until; at++) {
                    awaited[at] = wait;
                }
            }
            stage.runs(helper, done.length);
        }

        private void does(int what, int until) {
            switch (what) {
                case 0 -> stage.runs(server, until);
                case 1 -> stage.is(server, until % 2 == 0 ? ThreadState.RUNNABLE : ThreadState.PREEMPTED, until);
                case 2 -> stage.waits(server, helper, until);
                case 3 -> stage.waits(server, Cause.TIMER, timer, Timeline.NONE, until);
                case 4 -> stage.waits(server, Cause.DISK, disk, Timeline.NONE, until);
                case 5 -> stage.waits(server, waits, until); // is told to nobody: it is on its way
                default -> stage.waits(server, Cause.TIMER, timer, Timeline.HELD, until); // told in another sentence
            }
        }

        /** By what is told, each share that is told. */
        private Map<String, String> counted() {
            int[] sums = new int[SENTENCES.size()];
            int all = 0;
            for (int at = 0; at < done.length; at++) {
                all += awaited[at] ? 1 : 0;
                if (awaited[at] && done[at] < sums.length) {
                    sums[done[at]]++;
                }
            }
            Map<String, String> counted = new TreeMap<>();
            for (int i = 0; i < sums.length; i++) {
                if (10L * sums[i] >= all) {
                    counted.put(SENTENCES.get(i), percent((double) sums[i] / all));
                }
            }
            return counted;
        }
    }

    private static String sentence(Analysis analysis, int... pairs) {
        WaitForGraph graph = analysis.graph();
        IntArrayList edges = new IntArrayList();
        for (int i = 0; i < pairs.length; i += 2) {
            edges.add(graph.edge(pairs[i], pairs[i + 1]));
        }
        return WhileAwaited.sentence(analysis, edges);
    }

    @Test
    void everyMicrosecondOfAWaitIsCountedForWhatTheOtherOneDoes() {
        for (int seed = 0; seed < 200; seed++) {
            Run run = new Run(new Random(seed));
            String sentence = sentence(Analysis.of(run.stage.builder.build()).build(), run.waits, run.server);
            Map<String, String> told = new TreeMap<>();
            for (String clause : sentence.replace(" Meanwhile server (h:102) ", "").replace(" of that time", "").replaceFirst("\\.$", "")
                    .split(", | and ")) {
                String[] parts = clause.split(" for (?=[0-9])");
                told.put(parts[0], parts[1]);
            }
            assertThat(told).as("seed %d", seed).isEqualTo(run.counted());
        }
    }

    /** Of three threads one has a lock for 9 ms at a time, of which it runs for so many; the others wait for the one that has had it before them. */
    private static Analysis lock(int runsMillis) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int i = 0; i < 3; i++) {
            stage.thread(host, 1, "locker");
        }
        for (int turn = 0; turn < 90; turn++) {
            int holder = turn % 3;
            long t = 9_000L * turn;
            stage.waits(holder, Math.floorMod(turn - 1, 3), t);
            stage.runs(holder, t + 1_000L * runsMillis);
            if (runsMillis < 9) {
                stage.waits(holder, Cause.TIMER, timer, Timeline.NONE, t + 9_000);
            }
        }
        return Analysis.of(stage.builder.build()).question(Question.WORK.within(27_000_000, 27_000_000L * 29)).build();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 9})
    void ofThreadsThatWaitForEachOtherTheOneCountsThatWaitsForNoneOfThem(int runs) {
        String first = " Meanwhile the first of them, which waits for none of the others, ";
        String works = "is at work for " + percent(runs / 9.0);
        String waits = "waits for timers for " + percent(1 - runs / 9.0);
        assertThat(sentence(lock(runs), 0, 2, 1, 0, 2, 1)).isEqualTo(first + (runs == 9 ? works + " of that time."
                : runs == 5 ? works + " of that time and " + waits + "." : waits + " of that time and " + works + "."));
    }

    @Test
    void whoAnswersTheFirstOfTwoQuestionsIsNotToldAlone() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int client = stage.thread(host, 1, "client");
        int loop = stage.thread(host, 2, "loop");
        int fast = stage.thread(host, 3, "fast");
        int slow = stage.thread(host, 4, "slow");
        int rare = stage.thread(host, 5, "rare");
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i;
            stage.runs(client, t + 100).waits(client, loop, t + 9_900).runs(client, t + 10_000);
            stage.runs(loop, t + 1_000).waits(loop, fast, t + 4_000).waits(loop, slow, t + 9_300).waits(loop, rare, t + 9_800)
                    .runs(loop, t + 10_000);
        }
        stage.runs(fast, 500_000).runs(slow, 500_000).runs(rare, 500_000);
        assertThat(sentence(Analysis.of(stage.builder.build()).build(), client, loop))
                .isEqualTo(" Meanwhile loop (h:102) waits for slow (h:104) and fast (h:103) for " + percent(8_300 / 9_800.0)
                        + " of that time and is at work for " + percent(1_000 / 9_800.0) + ".");
    }

    /** A loop waits for whichever of three clients asks next, and they mostly wait for the answer before that, which is on its way. */
    @Test
    void ofThreadsOfWhichOneIsWaitedForTheSharesAreOfAllOfTheWait() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int loop = stage.thread(host, 1, "loop");
        int[] clients = {stage.thread(host, 2, "client"), stage.thread(host, 3, "client"), stage.thread(host, 4, "client")};
        for (int turn = 0; turn < 60; turn++) {
            long t = 10_000L * turn;
            int client = clients[turn % 3];
            stage.waits(loop, client, t + 9_000).runs(loop, t + 10_000);
            stage.waits(client, loop, t + 7_000).runs(client, t + 9_000);
        }
        assertThat(sentence(Analysis.of(stage.builder.build()).build(), loop, clients[0], loop, clients[1], loop, clients[2]))
                .isEqualTo(" Meanwhile the one of client ×3 (h) that is waited for is at work for " + percent(2 / 9.0) + " of that time.");
    }

    /** A server that waits for one helper while it is asked, and for others of that name while nobody asks it. */
    @Test
    void ofAPoolThoseAreNamedForWhichItWaitsMeanwhile() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int client = stage.thread(host, 1, "client");
        int server = stage.thread(host, 2, "server");
        int[] helpers = {stage.thread(host, 3, "w-1"), stage.thread(host, 3, "w-2"), stage.thread(host, 3, "w-3")};
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i;
            stage.waits(client, server, t + 5_000).runs(client, t + 10_000);
            stage.waits(server, helpers[0], t + 4_000).runs(server, t + 5_000);
            stage.waits(server, helpers[1], t + 7_000).waits(server, helpers[2], t + 10_000);
        }
        for (int helper : helpers) {
            stage.runs(helper, 500_000);
        }
        assertThat(sentence(Analysis.of(stage.builder.build()).build(), client, server))
                .isEqualTo(" Meanwhile server (h:102) waits for w-1 (h:103) for 80.0 % of that time and is at work for 20.0 %.");
    }

    @Test
    void whereNoneOfManyHasMuchOfItAllAreNamed() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int client = stage.thread(host, 1, "client");
        int loop = stage.thread(host, 2, "loop");
        String[] names = {"ask", "bid", "cut", "dig", "eat", "fit", "get", "hit", "ice", "jam", "kit"};
        for (String name : names) {
            stage.thread(host, 3, name);
        }
        for (int i = 0; i < 50; i++) {
            long t = 12_000L * i;
            stage.runs(client, t + 100).waits(client, loop, t + 11_900).runs(client, t + 12_000).runs(loop, t + 500);
            for (int k = 0; k < names.length; k++) {
                stage.waits(loop, loop + 1 + k, t + 1_500 + 1_000L * k);
            }
            stage.runs(loop, t + 12_000);
        }
        for (int k = 0; k < names.length; k++) {
            stage.runs(loop + 1 + k, 600_000);
        }
        assertThat(sentence(Analysis.of(stage.builder.build()).build(), client, loop)).startsWith(" Meanwhile loop (h:102) waits for ")
                .contains(" and 6 more for " + percent(11_000 / 11_800.0) + " of that time");
    }

    @Test
    void tasksAreAtWorkIfOneOfThemIsAndWaitForWhatEndsThatAllWait() {
        Analysis analysis = Merging.view(TaskSleepsTest.awaited(false));
        int task = analysis.graph().groups().all().get(0).threads()[0];
        int asks = analysis.timeline().threadCount() - 2;
        assertThat(analysis.timeline().name(asks)).isEqualTo("asks");
        assertThat(sentence(analysis, asks, task))
                .isEqualTo(" Meanwhile all of task ×4 (B) wait for timers for " + percent(50.0 / 69)
                        + " of that time and at least one of them is at work for " + percent(15.0 / 69) + ".");
    }

    @Test
    void ofADiskNothingIsSaid() {
        Analysis analysis = Analysis.of(DominantKnotTest.pipeline(0).builder.build()).build();
        WaitForGraph graph = analysis.graph();
        int[] edges = IntStream.range(0, graph.edgeCount())
                .filter(edge -> !graph.isIdle(edge) && analysis.timeline().kind(graph.target(edge)) == VertexKind.DISK).toArray();
        assertThat(edges).hasSize(1);
        assertThat(WhileAwaited.sentence(analysis, IntArrayList.wrap(edges))).isEmpty();
    }

    /** A server that waits for a helper, with a time limit of 2 ms, after which it does next to nothing. */
    @Test
    void aWaitInPartsIsOneForWhoEndsTheLastOfThem() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int client = stage.thread(host, 1, "client");
        int server = stage.thread(host, 2, "server");
        int helper = stage.thread(host, 3, "helper");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i;
            stage.waits(client, server, t + 9_000).runs(client, t + 10_000);
            for (int part = 1; part <= 3; part++) {
                stage.waits(server, Cause.TIMER, timer, Timeline.NONE, t + 2_000L * part - 20).runs(server, t + 2_000L * part);
            }
            stage.waits(server, helper, t + 8_000).runs(server, t + 9_000).waits(server, client, t + 10_000);
        }
        stage.runs(helper, 500_000);
        assertThat(sentence(Analysis.of(stage.builder.build()).build(), client, server)).isEqualTo(
                " Meanwhile server (h:102) waits for helper (h:103) for 88.2 % of that time and is at work for 11.8 %.");
    }

    @Test
    void ofWhatIsLessThanATenthNothingIsSaid() {
        List<String> said = new ArrayList<>();
        for (int micros : new int[] {999, 1_000}) {
            Stage stage = new Stage();
            int host = stage.host("h");
            int client = stage.thread(host, 1, "client");
            int server = stage.thread(host, 2, "server");
            for (int i = 0; i < 50; i++) {
                long t = 10_000L * i;
                stage.waits(client, server, t + 10_000);
                stage.is(server, ThreadState.RUNNABLE, t + micros).runs(server, t + 10_000);
            }
            said.add(sentence(Analysis.of(stage.builder.build()).build(), client, server));
        }
        assertThat(said).containsExactly(" Meanwhile server (h:102) is at work for 90.0 % of that time.",
                " Meanwhile server (h:102) is at work for 90.0 % of that time and wants a processor for 10.0 %.");
    }
}
