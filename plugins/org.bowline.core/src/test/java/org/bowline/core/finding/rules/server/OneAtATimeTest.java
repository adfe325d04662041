/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.IntUnaryOperator;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.Workers;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSet;
import org.bowline.core.finding.RuleSetTest;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

public class OneAtATimeTest {
    private static final OneAtATime RULE = new OneAtATime();
    private static final int TURN = 10_000;
    private static final int TURNS = 100;
    /** Threads of the server, each of which has a client; the first four threads. */
    private static final int WORKERS = 4;

    /** Who waits for the threads. */
    public enum Clients {
        /** Those of another host, with requests. */
        FAR,
        /** Those of their own host. */
        NEAR,
        /** The same, and the threads themselves wait for timers. */
        OF_TIMERS,
        /** Other threads of their process, with requests. */
        INSIDE,
        /** The same without. */
        INSIDE_OF_TIMERS,
        /** Nobody. */
        NONE,
        /** They wait for each other, as for a lock, and those of their own host for them. */
        AND_EACH_OTHER
    }

    /** Threads of a server, of which in every 10 ms the next one works for so long. */
    public static Stage server(int works, Clients clients) {
        return server(works, 0, clients, turn -> turn % WORKERS, worker -> worker);
    }

    /** Threads of which each works for 10 ms, and begins so much before the one ahead has ended. */
    public static Stage early(int micros) {
        return server(TURN, micros, Clients.FAR, turn -> turn % WORKERS, worker -> worker);
    }

    /**
     * Threads of a server that work in turn.
     *
     * @param before it begins so much earlier
     * @param turns whose turn is which
     * @param processors which worker runs on which processor
     */
    public static Stage server(int works, int before, Clients clients, IntUnaryOperator turns, IntUnaryOperator processors) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int there = stage.host("c");
        for (int i = 0; i < WORKERS; i++) {
            stage.thread(host, 9, "w-" + i);
        }
        for (int i = 0; i < WORKERS && clients != Clients.NONE; i++) {
            stage.thread(clients == Clients.FAR ? there : host, isInside(clients) ? 9 : 20 + i, "client-" + i);
        }
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        int[] asked = new int[WORKERS];
        boolean asks = clients == Clients.FAR || clients == Clients.INSIDE;
        for (int i = 0; i < WORKERS && asks; i++) {
            asked[i] = packet(stage, 0, WORKERS + i, i, Timeline.Opener.SENDER);
        }
        int last = 1;
        for (int turn = 0; turn < TURNS; turn++) {
            int worker = turns.applyAsInt(turn);
            int client = WORKERS + worker;
            long begin = Math.max(0, (long) TURN * turn - before);
            long end = (long) TURN * turn + works;
            if (begin > stage.told(worker)) {
                switch (clients) {
                    case FAR -> stage.waits(worker, Cause.NETWORK, client, asked[worker], begin);
                    case NEAR -> stage.waits(worker, client, begin);
                    case NONE, OF_TIMERS, INSIDE, INSIDE_OF_TIMERS -> stage.waits(worker, Cause.TIMER, timer, Timeline.NONE, begin);
                    case AND_EACH_OTHER -> stage.waits(worker, last, begin);
                }
            }
            begin = Math.max(begin, stage.told(worker));
            stage.builder.segment(worker, begin * Stage.US, end * Stage.US, ThreadState.RUNNING, processors.applyAsInt(worker));
            stage.from(worker, end);
            last = worker;
            if (asks) {
                stage.waits(client, Cause.NETWORK, worker, packet(stage, end, worker, worker, Timeline.Opener.RECEIVER), end + 20)
                        .runs(client, end + 30);
                asked[worker] = packet(stage, end + 25, client, worker, Timeline.Opener.SENDER);
            } else if (clients != Clients.NONE) {
                stage.waits(client, worker, end).runs(client, end + 10);
            }
        }
        return stage.waits(0, Cause.TIMER, timer, Timeline.NONE, (long) TURN * TURNS);
    }

    private static boolean isInside(Clients clients) {
        return clients == Clients.INSIDE || clients == Clients.INSIDE_OF_TIMERS;
    }

    private static int packet(Stage stage, long sent, int sender, int connection, Timeline.Opener who) {
        int packet = stage.builder.packet(sent * Stage.US, (sent + 10) * Stage.US, sender);
        stage.builder.packetOpener(packet, who);
        stage.builder.packetConnection(packet, connection);
        return packet;
    }

    @Test
    void threadsOfWhichOneRunsAtATimeWhileRequestsWaitAreTold() {
        assertThat(server(9_000, Clients.FAR).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.subject()).isEqualTo("h:w-0");
            assertThat(finding.summary()).isEqualTo(
                    "w* ×4 (h) run one at a time: at least one of them is on a processor in 90.0 % of the range, and then 1.0 of them are, on average,"
                            + " though the 4 processors of h are only 22.5 % busy. Meanwhile 3.9 requests are open that they answer, on average.");
            assertThat(finding.evidence()).hasSize(4).first().isInstanceOfSatisfying(Evidence.Vertex.class,
                    vertex -> assertThat(vertex.nanos()).isEqualTo(225_000 * Stage.US));
        });
    }

    @Test
    void withoutPacketsThreadsOfOthersThatWaitCount() {
        assertThat(server(9_000, Clients.NEAR).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).endsWith(
                        " busy. Meanwhile 3.9 threads of others wait for them, on average."));
        assertThat(server(9_000, Clients.OF_TIMERS).see(RULE).findings()).hasSize(1);
        assertThat(server(9_000, Clients.NONE).see(RULE).findings()).as("nobody waits").isEmpty();
    }

    @Test
    void threadsOfTheirProcessAreNoOthers() {
        assertThat(server(9_000, Clients.INSIDE).see(RULE).findings()).as("with requests").isEmpty();
        assertThat(server(9_000, Clients.INSIDE_OF_TIMERS).see(RULE).findings()).as("without").isEmpty();
    }

    /** Two threads of another host wait for what the first worker asks them, and it does not wait for them. */
    @Test
    void whoWaitsForNewWorkIsKeptFromNothing() {
        Stage stage = server(9_000, Clients.NONE);
        for (int i = 0; i < 2; i++) {
            int log = stage.thread(1, 30 + i, "log-" + i);
            for (int turn = 0; turn < TURNS; turn += WORKERS) {
                long end = (long) TURN * turn + 9_000;
                stage.waits(log, Cause.NETWORK, 0, packet(stage, end - 50, 0, i, Timeline.Opener.SENDER), end).runs(log, end + 10);
            }
        }
        assertThat(stage.see(RULE).findings()).isEmpty();
    }

    @Test
    void threadsThatWaitForEachOtherAreAKnotAndToldWithWhatTheyWaitFor() {
        assertThat(server(9_000, Clients.AND_EACH_OTHER).see(RULE).findings()).isEmpty();
    }

    @Test
    void whereTwoRunAtOnceHalfAsLongAsTheyWouldByChanceTheyDoNotRunOneAtATime() {
        assertThat(early(2_100).see(RULE).findings()).hasSize(1);
        assertThat(early(2_500).see(RULE).findings()).as("all together take less than a quarter more than one of them at a time").isEmpty();
    }

    /** The first worker has so many of 100 turns, the second one the others; both are said to do the work. */
    private static Analysis mostly(int turns) {
        Stage stage = server(9_000, 0, Clients.FAR, turn -> (turn + 1) * turns / TURNS > turn * turns / TURNS ? 0 : 1, worker -> worker);
        return Analysis.of(stage.builder.build()).question(Question.ALL.with(Workers.WORKER, List.of("w-*", "client-*"))).build();
    }

    @Test
    void aThreadThatDoesEnoughOfItAloneIsToldByOthers() {
        RuleOutcome outcome = Stage.see(RULE, mostly(81), RuleSettings.STANDARD);
        assertThat(outcome.findings()).as("it runs for 72.9 % of the range").hasSize(1);
        assertThat(Stage.see(RULE, mostly(81), leastWork("72.91%")).findings()).hasSize(1);
        assertThat(Stage.see(RULE, mostly(81), leastWork("72.9%")).findings()).isEmpty();
        assertThat(Stage.see(RULE, mostly(100), RuleSettings.STANDARD).findings()).as("the only one").isEmpty();
    }

    private static RuleSettings leastWork(String text) {
        return RuleSettings.STANDARD.withText(RULE.info().settings().get(0), text);
    }

    @Test
    void whatWaitsForProcessorsIsNotToldHere() {
        Analysis one = Analysis.of(server(9_000, 0, Clients.FAR, turn -> turn % WORKERS, worker -> 0).builder.build()).build();
        assertThat(Stage.see(RULE, one, RuleSettings.STANDARD).findings()).as("there is one").isEmpty();
        assertThat(Stage.see(RULE, one, RuleSetTest.settings(RULE, "max-cpu", "100%")).findings()).as("whatever its load").isEmpty();
        assertThat(loaded(2).see(RULE).findings()).as("73.4 %").hasSize(1);
        assertThat(loaded(3).see(RULE).findings()).as("98.3 %").isEmpty();
    }

    /**
     * Threads of which the next one works on processor 0 in every 10 ms, while processor 1 is idle, and others wait for each.
     *
     * @param wants for how many µs of each turn the one after it wants that processor, and waits for a timer until then
     * @param bound how many of each 20 turns are on processor 0, and the others on processor 1
     */
    public static Stage shared(int wants, int bound) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int there = stage.host("c");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        int[] workers = new int[WORKERS];
        int[] clients = new int[WORKERS];
        for (int i = 0; i < WORKERS; i++) {
            workers[i] = stage.thread(host, 9, "w-" + i);
            clients[i] = stage.thread(there, 20 + i, "client-" + i);
        }
        stage.builder.recording(host, 0, (long) TURN * TURNS * Stage.US);
        int idle = stage.builder.thread(host, 0, 0, "swapper/1");
        for (int turn = 0; turn < TURNS; turn++) {
            int i = turn % WORKERS;
            long begin = (long) TURN * turn;
            int cpu = turn % 20 < bound ? 0 : 1;
            if (begin - wants > stage.told(workers[i])) {
                stage.waits(workers[i], Cause.TIMER, timer, Timeline.NONE, begin - wants);
            }
            if (begin > stage.told(workers[i])) {
                stage.builder.segment(workers[i], stage.told(workers[i]) * Stage.US, begin * Stage.US, ThreadState.RUNNABLE, cpu);
            }
            stage.builder.segment(workers[i], begin * Stage.US, (begin + TURN) * Stage.US, ThreadState.RUNNING, cpu);
            stage.builder.segment(idle, begin * Stage.US, (begin + TURN) * Stage.US, ThreadState.RUNNING, 1 - cpu);
            stage.from(workers[i], begin + TURN);
            stage.waits(clients[i], workers[i], begin + TURN - 10).runs(clients[i], begin + TURN);
        }
        return stage;
    }

    /** Workers of one process take turns as something else lets only one of them run (each wants the processor for 3 ms once); a small thread of another process on the same processor wants it for 6 ms of each turn. */
    private static Stage besideBatch(boolean batch) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int there = stage.host("c");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        int[] workers = new int[4];
        int[] clients = new int[4];
        for (int i = 0; i < 4; i++) {
            workers[i] = stage.thread(host, 9, "w-" + i);
            clients[i] = stage.thread(there, 20 + i, "client-" + i);
        }
        int other = stage.thread(host, 50, "batch");
        int far = stage.thread(there, 60, "far");
        stage.builder.recording(host, 0, TURN * 100L * Stage.US);
        int idle = stage.builder.thread(host, 0, 0, "swapper/1");
        for (int turn = 0; turn < TURNS; turn++) {
            int i = turn % 4;
            long begin = (long) TURN * turn;
            long end = begin + TURN - 200;
            int wants = turn >= 4 && turn < 8 ? 3_000 : 0;
            if (begin - wants > stage.told(workers[i])) {
                stage.waits(workers[i], Cause.TIMER, timer, Timeline.NONE, begin - wants);
            }
            if (begin > stage.told(workers[i])) {
                stage.builder.segment(workers[i], stage.told(workers[i]) * Stage.US, begin * Stage.US, ThreadState.RUNNABLE, 0);
            }
            stage.builder.segment(workers[i], begin * Stage.US, end * Stage.US, ThreadState.RUNNING, 0);
            stage.builder.segment(idle, begin * Stage.US, (begin + TURN) * Stage.US, ThreadState.RUNNING, 1);
            stage.from(workers[i], end);
            stage.waits(clients[i], workers[i], end - 10).runs(clients[i], begin + TURN);
            if (batch) {
                stage.waits(other, far, end - 6_000);
                stage.builder.segment(other, (end - 6_000) * Stage.US, end * Stage.US, ThreadState.RUNNABLE, 0);
                stage.builder.segment(other, end * Stage.US, (begin + TURN) * Stage.US, ThreadState.RUNNING, 0);
                stage.from(other, begin + TURN);
                stage.waits(far, other, begin + TURN - 10).runs(far, begin + TURN);
            }
        }
        return stage;
    }

    private static List<String> told(Stage stage, String... settings) {
        RuleSet rules = RuleSet.installed();
        for (String setting : settings) {
            rules = rules.with(setting);
        }
        return Analysis.of(stage.builder.build()).build().get(rules).findings().stream().map(Finding::rule)
                .filter(rule -> rule.startsWith("one-")).toList();
    }

    @Test
    void whereTheyShareAProcessorThatIsToldInstead() {
        assertThat(told(shared(9_000, 20))).as("one wants it while another one has it").containsExactly("one-processor");
        assertThat(told(shared(5_100, 20))).as("for more than half of that").containsExactly("one-processor");
        assertThat(told(shared(4_900, 20))).as("for less: something else keeps them from it").contains("one-at-a-time");
        assertThat(told(shared(0, 20))).as("they wait for their turn, as for a lock").containsExactly("one-at-a-time");
        assertThat(told(shared(9_000, 19))).as("they run elsewhere now and then").contains("one-at-a-time");
        assertThat(told(shared(9_000, 20), "one-processor=off")).as("nobody else tells it").containsExactly("one-at-a-time");
        assertThat(told(shared(9_000, 20), "one-processor.min-wait=20ms")).containsExactly("one-at-a-time");
    }

    @Test
    void whatAnotherProcessWantsDoesNotSayWhyTheyRunOneAtATime() {
        assertThat(told(besideBatch(false))).contains("one-at-a-time");
        assertThat(told(besideBatch(true))).contains("one-at-a-time", "one-processor");
    }

    /** Beside it so many threads of another process run all the time. */
    private static Stage loaded(int threads) {
        Stage stage = server(9_000, Clients.FAR);
        for (int i = 0; i < threads; i++) {
            stage.runs(stage.thread(0, 50, "batch"), (long) TURN * TURNS);
        }
        return stage;
    }

    @Test
    void whoHasTooLittleToDoIsNot() {
        assertThat(server(8_000, Clients.FAR).see(RULE).findings()).hasSize(1);
        assertThat(server(7_900, Clients.FAR).see(RULE).findings()).isEmpty();
        Stage together = server(7_500, Clients.FAR);
        int more = together.thread(0, 9, "w-4");
        for (int turn = 0; turn < TURNS; turn++) {
            together.runs(more, (long) TURN * turn + 1_000).waits(more, turn % WORKERS, (long) TURN * turn + TURN);
        }
        assertThat(together.see(RULE).findings()).as("85 %, but 10 of them beside the others").isEmpty();
        assertThat(server(7_900, Clients.FAR).see(RULE).reason()).isEqualTo(
                "no process whose threads run in 80.0 % of the range, hardly ever two at once, while others wait for them and its host has processors to spare");
    }

    /** Threads that are one vertex, of which the first does nothing: whoever waits for one of the others waits for the vertex. */
    @Test
    void whoWaitsForAVertexWaitsForAnyOfItsThreads() {
        Stage stage = new Stage();
        int host = stage.host("h");
        int first = stage.thread(host, 9, "w-0");
        int[] workers = {stage.thread(host, 9, "w-1"), stage.thread(host, 9, "w-2"), stage.thread(host, 9, "w-3")};
        int[] clients = {stage.thread(host, 20, "client-1"), stage.thread(host, 21, "client-2"), stage.thread(host, 22, "client-3")};
        for (int turn = 0; turn < TURNS; turn++) {
            int i = turn % 3;
            long begin = (long) TURN * turn;
            if (begin > stage.told(workers[i])) {
                stage.waits(workers[i], clients[i], begin);
            }
            stage.runs(workers[i], begin + TURN).waits(clients[i], workers[i], begin + TURN);
        }
        stage.waits(first, clients[0], (long) TURN * TURNS);
        Analysis analysis = Analysis.of(stage.builder.build())
                .question(Question.ALL.with(Merging.MERGE_THREADS, List.of("w-*"))).build();
        assertThat(Stage.see(RULE, analysis, RuleSettings.STANDARD).findings()).as("apart").hasSize(1);
        assertThat(Stage.see(RULE, Merging.view(analysis), RuleSettings.STANDARD).findings()).as("as one").hasSize(1);
    }
}
