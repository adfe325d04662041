/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.knot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.Workers;
import org.bowline.core.event.RecordedFacts.Sort;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.rules.SentenceTable;
import org.bowline.core.finding.rules.Sentences.Row;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.disk.BeforeTheDiskTest;
import org.bowline.core.finding.rules.disk.DiskBeneathTest;
import org.bowline.core.finding.rules.hang.IdleTwinsTest;
import org.bowline.core.finding.rules.heaviest.HappensOnceTest;
import org.bowline.core.finding.rules.heaviest.LaterAnswersTest;
import org.bowline.core.finding.rules.heaviest.SleepsBesideTest;
import org.bowline.core.finding.rules.heaviest.WorksForTest;
import org.bowline.core.finding.rules.lock.LockConvoyTest;
import org.bowline.core.finding.rules.lock.LockWaitsTest;
import org.bowline.core.finding.rules.network.FullLinkTest;
import org.bowline.core.finding.rules.processor.CrowdedOutTest;
import org.bowline.core.finding.rules.processor.WritesHeldBackTest;
import org.bowline.core.finding.rules.recording.MissingEventsTest;
import org.bowline.core.finding.rules.serial.LoadImbalanceTest;
import org.bowline.core.finding.rules.sleep.TaskSleepsTest;
import org.bowline.core.finding.rules.worker.DispatchedWaitsTest;
import org.bowline.core.finding.rules.worker.QueuedRequestsTest;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.Recordings;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.trace.OpenOptions;

/** Every sentence that is said of knots and sinks, the first one of nearly every screen, with a run in which it must appear and one near it in which it must not. */
public class KnotSentencesTest extends SentenceTable {
    /** Whose words are in this table. */
    public static final Set<String> FILES = Set.of("AtTheDisk", "BeforeTheDisk", "DiskBeneath", "DominantKnot", "EqualSinks",
            "HeaviestWait",
            "WonWithout", "WorksFor",
            "KnotMembers",
            "KnotWork", "IdleTwins",
            "OpenRequests", "SinkWaits", "SleepsBeside", "ToldKnot", "ToldSink", "WaitEvidence", "WhileAwaited");
    private static final Rule KNOT = new DominantKnot();

    private static Row row(String words, Stage said, Stage notSaid) {
        return new Row(KNOT, words, of(said), of(notSaid));
    }

    private static Stage two(String a, String b) {
        Stage stage = new Stage();
        int host = stage.host("h");
        stage.thread(host, 1, a);
        stage.thread(host, 2, b);
        return stage;
    }

    /** A and B work in turn for 5 ms each, then both wait for something else for so long. */
    private static Stage beside(Cause cause, VertexKind kind, long micros) {
        return beside(cause, kind, Timeline.NONE, micros);
    }

    private static Stage beside(Cause cause, VertexKind kind, int link, long micros) {
        Stage stage = two("A", "B");
        int other = kind == VertexKind.THREAD ? stage.thread(0, 3, "C") : stage.builder.resource(0, kind, "x");
        for (int i = 0; i < 50; i++) {
            long t = (10_000 + micros) * i;
            stage.runs(0, t + 5_000).waits(0, 1, t + 10_000).waits(1, 0, t + 5_000).runs(1, t + 10_000);
            if (micros > 0) {
                stage.waits(0, cause, other, link, t + 10_000 + micros).waits(1, cause, other, link, t + 10_000 + micros);
            }
        }
        return kind == VertexKind.THREAD ? stage.runs(other, (10_000 + micros) * 50) : stage;
    }

    /** A and B work in turn for 5 ms each, and then for 1 ms A waits for C and B for D. */
    private static Stage besideTwo() {
        Stage stage = two("A", "B");
        int c = stage.thread(0, 3, "C");
        int d = stage.thread(0, 4, "D");
        for (int i = 0; i < 50; i++) {
            long t = 11_000L * i;
            stage.runs(0, t + 5_000).waits(0, 1, t + 10_000).waits(1, 0, t + 5_000).runs(1, t + 10_000);
            stage.waits(0, c, t + 11_000).waits(1, d, t + 11_000);
        }
        return stage.runs(c, 550_000).runs(d, 550_000);
    }

    /** A and B work in turn for 5 ms each, and then A waits for a disk for 1 ms, and B for another one. */
    private static Stage besideDisks() {
        Stage stage = two("A", "B");
        int x = stage.builder.resource(0, VertexKind.DISK, "x");
        int y = stage.builder.resource(0, VertexKind.DISK, "y");
        for (int i = 0; i < 50; i++) {
            long t = 11_000L * i;
            stage.runs(0, t + 5_000).waits(0, 1, t + 10_000).waits(1, 0, t + 5_000).runs(1, t + 10_000);
            stage.waits(0, Cause.DISK, x, Timeline.NONE, t + 11_000).waits(1, Cause.DISK, y, Timeline.NONE, t + 11_000);
        }
        return stage;
    }

    /** A and B work in turn for 5 ms each, and then both wait for 1 ms, for others of the name of B in turn. */
    private static Stage besideLikeB() {
        Stage stage = two("A", "B");
        int[] others = {stage.thread(0, 2, "B"), stage.thread(0, 2, "B"), stage.thread(0, 2, "B")};
        for (int i = 0; i < 60; i++) {
            long t = 11_000L * i;
            stage.runs(0, t + 5_000).waits(0, 1, t + 10_000).waits(1, 0, t + 5_000).runs(1, t + 10_000);
            stage.waits(0, others[i % 3], t + 11_000).waits(1, others[i % 3], t + 11_000);
        }
        for (int other : others) {
            stage.runs(other, 660_000);
        }
        return stage;
    }

    /** A and B work in turn, A for so much of 10 ms and B for the rest. */
    private static Stage uneven(long micros) {
        Stage stage = two("A", "B");
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i;
            stage.runs(0, t + micros).waits(0, 1, t + 10_000).waits(1, 0, t + micros).runs(1, t + 10_000);
        }
        return stage;
    }

    /** A works for 7.6 of 10 ms, and then B and C for 1.2 ms each. */
    private static Stage unevenOfThree() {
        Stage stage = two("A", "B");
        int c = stage.thread(0, 3, "C");
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i;
            stage.runs(0, t + 7_600).waits(0, 1, t + 8_800).waits(0, c, t + 10_000);
            stage.waits(1, 0, t + 7_600).runs(1, t + 8_800);
            stage.waits(c, 0, t + 8_800).runs(c, t + 10_000);
        }
        return stage;
    }

    /** A works for 4 ms and waits for 6 ms for B, which wants a processor for so much of that. */
    private static Stage wants(long processorMicros) {
        Stage stage = two("A", "B");
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i;
            stage.runs(0, t + 4_000).waits(0, 1, t + 10_000);
            stage.waits(1, 0, t + 4_000).is(1, ThreadState.RUNNABLE, t + 4_000 + processorMicros).runs(1, t + 10_000);
        }
        return stage;
    }

    /** A works for so much of every 10 ms and waits for B for the rest, and four others wait for A. */
    private static Stage hardlyWaits(long micros) {
        return hardlyWaits(micros, 3);
    }

    /** @param pid the process of those four; that of A is 1 */
    private static Stage hardlyWaits(long micros, int pid) {
        Stage stage = uneven(micros);
        for (int i = 0; i < 4; i++) {
            int asks = stage.thread(0, pid, "asks-" + (char) ('a' + i));
            for (int turn = 1; turn <= 50; turn++) {
                stage.waits(asks, 0, 10_000L * turn - 1).runs(asks, 10_000L * turn);
            }
        }
        return stage;
    }

    /** A works for 9.5 of every 10 ms, for which a thread of its own process waits; one of another process waits for so much of that. */
    private static Stage helps(long micros) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int works = stage.thread(host, 1, "A");
        int helps = stage.thread(host, 1, "helps");
        int asks = stage.thread(host, 3, "asks");
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i;
            stage.runs(works, t + 9_500).waits(works, helps, t + 10_000);
            stage.waits(helps, works, t + 9_500).runs(helps, t + 10_000);
            stage.runs(asks, t + 9_500 - micros).waits(asks, works, t + 9_500).runs(asks, t + 10_000);
        }
        return stage;
    }

    /** A thread that gives a disk 5 ms to do in every 10 ms, for another one, while a backup has a request there for so much of that time. */
    private static Stage backup(long micros) {
        Stage stage = two("asks", "writes");
        int backup = stage.thread(0, 3, "backup");
        int disk = stage.builder.resource(0, VertexKind.DISK, "vda");
        for (int i = 0; i < 50; i++) {
            long end = 10_000L * (i + 1);
            stage.runs(1, end - 5_000);
            int request = stage.builder.request(disk, 1, (end - 5_000) * Stage.US, (end - 5_000) * Stage.US, end * Stage.US);
            stage.builder.writes(request);
            int other = stage.builder.request(disk, backup, (end - micros) * Stage.US, (end - micros) * Stage.US, end * Stage.US);
            stage.builder.writes(other);
            stage.runs(backup, end - micros).waits(backup, Cause.DISK, disk, other, end);
            stage.waits(1, Cause.DISK, disk, request, end).waits(0, 1, end);
        }
        return stage;
    }

    /** The same, where each wants a processor before it works. */
    private static Stage without(long processorMicros) {
        Stage stage = two("A", "B");
        for (int i = 0; i < 50; i++) {
            for (int turn = 0; turn < 2; turn++) {
                long t = 10_000L * i + 5_000L * turn;
                stage.is(turn, ThreadState.RUNNABLE, t + processorMicros).runs(turn, t + 5_000).waits(1 - turn, turn, t + 5_000);
            }
        }
        return stage;
    }

    /** One works for another, and wants a processor first. */
    private static Stage busy(long processorMicros, int askers) {
        Stage stage = two("works", "asks-a");
        for (int asker = 1; asker < askers; asker++) {
            stage.thread(0, 3, "asks-" + (char) ('a' + asker));
        }
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i;
            if (processorMicros > 0) {
                stage.is(0, ThreadState.RUNNABLE, t + processorMicros);
            }
            stage.runs(0, t + 10_000);
            for (int asker = 1; asker <= askers; asker++) {
                stage.waits(asker, 0, t + 10_000);
            }
        }
        return stage;
    }

    /** A thread that others wait for, and that waits for so much of every 10 ms for a third one: less than the threshold of the knots. */
    private static Stage helped(long waitMicros) {
        Stage stage = two("works", "asks");
        int helper = stage.thread(0, 3, "helps");
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i;
            stage.runs(helper, t + waitMicros).waits(0, helper, t + waitMicros).runs(0, t + 10_000);
            stage.waits(1, 0, t + 10_000);
            stage.waits(helper, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, t + 10_000);
        }
        return stage;
    }

    /** A thread that gives a disk 1 ms to do in every 10 ms, or more. */
    private static Stage writes(long diskMicros) {
        return writes(diskMicros, "vda", 0);
    }

    /** The same, where another disk serves a request for so much of that time. */
    private static Stage writes(long diskMicros, String name, long beneathMicros) {
        return writes(diskMicros, name, beneathMicros, false);
    }

    /** The same; whether the other disk is one of another host. */
    public static Stage writes(long diskMicros, String name, long beneathMicros, boolean far) {
        Stage stage = two("asks", "writes");
        int disk = stage.builder.resource(0, VertexKind.DISK, name);
        int beneath = stage.builder.resource(far ? stage.host("far") : 0, VertexKind.DISK, "vdb");
        for (int i = 0; i < 50; i++) {
            long end = 10_000L * (i + 1);
            stage.runs(1, end - diskMicros);
            int request = stage.builder.request(disk, 1, (end - diskMicros) * Stage.US, (end - diskMicros) * Stage.US, end * Stage.US);
            stage.builder.writes(request);
            if (beneathMicros > 0) {
                stage.builder.request(beneath, Timeline.NONE, (end - beneathMicros) * Stage.US, (end - beneathMicros) * Stage.US,
                        end * Stage.US);
            }
            stage.waits(1, Cause.DISK, disk, request, end);
        }
        return stage;
    }

    /** A thread gives one of several workers 6 ms to do in every 10 ms, one after the other, and waits for it; the others wait for that thread. */
    public static Stage gives(int workers) {
        return gives(workers, 0);
    }

    /** The same; in so much of the 10 ms none of the workers waits, as those that are not given anything do something of their own. */
    public static Stage gives(int workers, long ownMicros) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int boss = stage.thread(host, 1, "boss");
        int[] threads = IntStream.range(0, workers).map(i -> stage.thread(host, 1, "worker-" + i)).toArray();
        for (int turn = 0; turn < 20 * workers; turn++) {
            long t = 10_000L * turn;
            int worker = threads[turn % workers];
            stage.runs(boss, t + 4_000).waits(boss, worker, t + 10_000);
            stage.waits(worker, boss, t + 4_000).runs(worker, t + 10_000);
            for (int other = 1; ownMicros > 0 && other < workers; other++) {
                int waits = threads[(turn + other) % workers];
                stage.waits(waits, boss, t + 10_000 - ownMicros).runs(waits, t + 10_000);
            }
        }
        for (int worker : threads) {
            if (stage.told(worker) < 200_000L * workers) {
                stage.waits(worker, boss, 200_000L * workers);
            }
        }
        return stage;
    }

    /** One asks, and works for 4 of 10 ms; one serves it, for which it wants a processor for 1 ms and has it for 5; a third one that waits for that works meanwhile: on the same processor if its number is 5, and on another one if it is 6. */
    private static Stage beside(int working) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int asks = stage.thread(host, 11, "asks");
        int serves = stage.thread(host, 12, "serves");
        while (stage.count() <= working) {
            stage.thread(host, 20 + stage.count(), "works");
        }
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i;
            stage.is(serves, ThreadState.RUNNABLE, t + 1_000).runs(serves, t + 6_000).waits(serves, asks, t + 10_000);
            stage.waits(asks, serves, t + 6_000).runs(asks, t + 10_000);
            stage.waits(working, serves, t + 6_000).runs(working, t + 10_000);
        }
        return stage;
    }

    /** A thread gives a disk 4 ms to do in every 10 ms, in which another one works that waits for it: on the same processor if its number is 5, and on another one if it is 4. */
    public static Stage fullProcessors(int computing) {
        return fullProcessors(computing, 400, 400);
    }

    /** The same, but that it works until so long before each 10 ms are over, and then something else until so long before that. */
    public static Stage fullProcessors(int computing, long restMicros, long idleMicros) {
        Stage stage = new Stage();
        int host = stage.host("h");
        stage.thread(host, 11, "asks");
        stage.thread(host, 12, "writes");
        while (stage.count() <= computing + 4) {
            stage.thread(host, 20 + stage.count(), stage.count() <= computing ? "computes" : "else");
        }
        int disk = stage.builder.resource(0, VertexKind.DISK, "vda");
        for (int i = 0; i < 50; i++) {
            long end = 10_000L * (i + 1);
            stage.runs(1, end - 4_000);
            int request = stage.builder.request(disk, 1, (end - 4_000) * Stage.US, (end - 4_000) * Stage.US, end * Stage.US);
            stage.builder.writes(request);
            stage.waits(1, Cause.DISK, disk, request, end);
            stage.waits(computing, 1, end - 4_000).runs(computing, end - restMicros).waits(computing, 1, end);
            if (idleMicros < restMicros) {
                stage.is(computing + 4, ThreadState.UNKNOWN, end - restMicros).runs(computing + 4, end - idleMicros);
            }
        }
        return stage;
    }

    /** A waits for B in so much of 10 ms, again and again; of B it is known for so long what it does. */
    private static Stage seldom(long micros, long known) {
        Stage stage = two("A", "B");
        for (int i = 0; i < 50; i++) {
            stage.runs(0, 10_000L * (i + 1) - micros).waits(0, 1, 10_000L * (i + 1));
        }
        return stage.runs(1, known).is(1, ThreadState.UNKNOWN, 500_000);
    }

    /** One waits most of the time for another one, which sleeps for so long of each 10 ms. */
    private static Stage sleeps(long micros) {
        Stage stage = two("A", "B");
        int timer = stage.builder.resource(0, VertexKind.TIMER, "timer");
        for (int i = 0; i < 50; i++) {
            long t = 10_000L * i;
            stage.runs(0, t + 1_000).waits(0, 1, t + 10_000);
            stage.runs(1, t + 5_000).waits(1, Cause.TIMER, timer, Timeline.NONE, t + 5_000 + micros).runs(1, t + 10_000);
        }
        return stage;
    }

    /** A pipeline that sleeps most of the time, and two others that work in turn. */
    private static Analysis sleepersBeside(String... workers) {
        Stage stage = DominantKnotTest.pipeline(30_000);
        DominantKnotTest.ring(stage, 0, "tidies", "sorts");
        return Analysis.of(stage.builder.build()).question(Question.ALL.with(Workers.WORKER, List.of(workers))).build();
    }

    /** A boss and two workers in turn; others wait for the boss like them, and are seldom waited for. */
    private static Stage unequal(int others) {
        Stage stage = two("boss", "w");
        for (int worker = 0; worker <= others; worker++) {
            stage.thread(0, 2, "w");
        }
        for (int turn = 0; turn < 100; turn++) {
            long t = 2_000L * turn;
            int turns = others > 0 && turn % 10 == 9 ? 3 + turn / 10 % others : 1 + turn % 2;
            stage.runs(0, t + 1_000);
            for (int worker = 1; worker <= 2 + others; worker++) {
                stage.waits(worker, 0, t + 1_000);
            }
            stage.runs(turns, t + 2_000).waits(0, turns, t + 2_000);
        }
        return stage;
    }

    /** A supervisor starts a job, waits until it is done, and starts the next one. */
    private static Analysis jobs(int count) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int boss = stage.thread(host, 1, "boss");
        for (int i = 0; i < count; i++) {
            int job = stage.thread(host, 2 + i, "job");
            stage.builder.parent(job, boss);
            long t = 5_000L * i;
            stage.builder.blocked(job, t * Stage.US, (t + 1_000) * Stage.US, Cause.THREAD, boss, Timeline.NONE, -1);
            stage.builder.segment(job, (t + 1_000) * Stage.US, (t + 5_000) * Stage.US, ThreadState.RUNNING, -1);
            stage.runs(boss, t + 1_000).waits(boss, job, t + 5_000);
        }
        stage.builder.recording(host, 0, 5_000L * count * Stage.US);
        return Analysis.of(stage.builder.build()).question(Question.WORK.within(0, 5_000L * count * Stage.US)).build();
    }

    private static Stage equal(String second) {
        Stage stage = new Stage();
        int host = stage.host("h");
        DominantKnotTest.ring(stage, host, "client", "server");
        DominantKnotTest.ring(stage, host, second, "server");
        return stage;
    }

    private static Analysis requests(int count) {
        return Analysis.of(DominantKnotTest.threadForEachRequest(count).builder.build())
                .question(Question.WORK.within(0, (5_000L * count + 10_000) * Stage.US)).build();
    }

    @Override
    protected Set<String> files() {
        return FILES;
    }

    @Override
    protected List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        rows.addAll(reasons());
        rows.addAll(works());
        rows.addAll(members());
        rows.addAll(heaviest());
        return rows;
    }

    private static List<Row> reasons() {
        Analysis guess = Analysis.of(beside(Cause.TIMER, VertexKind.TIMER, 0).builder.build())
                .recorded(List.of(MissingEventsTest.without(Sort.INTERRUPTS))).build();
        Analysis knot = of(beside(Cause.TIMER, VertexKind.TIMER, 0));
        Stage idle = two("A", "B").runs(0, 10).runs(1, 10);
        return List.of(new Row(KNOT, Rule.NO_WAKERS, guess, knot),
                row(" requests open at a time, on average; worker-0 (B:102) and worker-1 (B:103) answer them.",
                        QueuedRequestsTest.loop(6, 2, 20, QueuedRequestsTest.Workers.COMPUTING),
                        QueuedRequestsTest.loop(2, 1, 20, QueuedRequestsTest.Workers.COMPUTING)),
                row("loop (A:101) has 5.7", QueuedRequestsTest.loop(6, 2, 20, QueuedRequestsTest.Workers.COMPUTING),
                        QueuedRequestsTest.loop(2, 1, 20, QueuedRequestsTest.Workers.COMPUTING)),
                row(" requests open at a time, on average; worker-0 (B:102) answers them.",
                        QueuedRequestsTest.loop(3, 1, 20, QueuedRequestsTest.Workers.COMPUTING),
                        QueuedRequestsTest.loop(2, 1, 20, QueuedRequestsTest.Workers.COMPUTING)),
                row(" requests open at a time, on average, 2.8 of them at helper-1 (B:103) and 2.8 of them at worker-0 (B:102).",
                        QueuedRequestsTest.loop(6, 2, 20, QueuedRequestsTest.Workers.COMPUTING, "helper-"),
                        QueuedRequestsTest.loop(6, 2, 20, QueuedRequestsTest.Workers.COMPUTING)),
                row("no thread waits for anything in the range", idle, seldom(50, 500_000)),
                row("there is no knot and no sink", seldom(50, 500_000), seldom(3_000, 250_000)),
                row("there is one knot or sink: it is at work for at most 49.0 % of the range", seldom(3_000, 245_000),
                        seldom(3_000, 500_000)),
                row("there is one knot or sink: it is at work, or wanting a processor, for at most 48.0 % of the range",
                        ToldSinkTest.wanting(50_000, new int[] {240_000}, 3), ToldSinkTest.wanting(0, new int[] {240_000}, 3)),
                row("there is one knot or sink: it is too light (under 20.0 % of the range)", light(3_900), light(4_000)),
                new Row(KNOT, "there is one knot or sink: it is on a host where who ended a wait is a guess", asked(true), asked(false)),
                new Row(KNOT, "there are 2 knots and sinks: 1 is in the background and 1 is at work for at most 25.0 % of the range",
                        sleepersBeside("A", "B"), sleepersBeside("A", "B", "tidies")));
    }

    /** Two threads that wait for each other in so much of 20 ms, and else work both. */
    private static Stage light(long micros) {
        Stage stage = two("A", "B");
        for (int i = 0; i < 50; i++) {
            long t = 20_000L * i;
            stage.runs(0, t + 10_000 - micros).waits(0, 1, t + 10_000).runs(0, t + 20_000);
            stage.runs(1, t + 20_000 - micros).waits(1, 0, t + 20_000);
        }
        return stage;
    }

    /** A client on a host and a server on another one, which may not tell who ended a wait. */
    private static Analysis asked(boolean guess) {
        Stage stage = new Stage();
        int a = stage.thread(stage.host("a"), 1, "client");
        int b = stage.thread(stage.host("b"), 1, "server");
        for (int i = 0; i < 50; i++) {
            stage.runs(a, 2_000L * i + 1_000).waits(a, b, 2_000L * (i + 1));
            stage.waits(b, a, 2_000L * i + 1_000).runs(b, 2_000L * (i + 1));
        }
        return Analysis.of(stage.builder.build())
                .recorded(List.of(Stage.ALL, guess ? MissingEventsTest.without(Sort.INTERRUPTS) : Stage.ALL)).build();
    }

    private static List<Row> works() {
        Stage two = beside(Cause.TIMER, VertexKind.TIMER, 0);
        return List.of(
                row("while on average 3.0 threads wait for it, and 1.0 wait for these in turn.", IdleTwinsTest.workers("other", 22, 1_000),
                        ToldSinkTest.several(2, false)),
                row(" But worker2 (h:106) of another process has hardly anything to do: it runs for 9.00 % of the range. So what comes is not shared out among them.",
                        IdleTwinsTest.workers("worker2", 22, 90_000), IdleTwinsTest.workers("worker2", 21, 90_000)),
                row(" But worker2 (h:106) and worker3 (h:108) of other processes have hardly anything to do: each of them runs for at most 9.00 % of the range. So",
                        IdleTwinsTest.twoIdle(), IdleTwinsTest.workers("worker2", 22, 90_000)),
                row("Share out what comes among all of them before more are started", IdleTwinsTest.twoIdle(),
                        IdleTwinsTest.workers("other", 22, 90_000)),
                row("while on average 0.9 threads wait for it. So does works (h:104), at work in 100 %.", ToldSinkTest.several(2, false),
                        ToldSinkTest.asked()),
                row("while on average 0.9 threads wait for it. So do works ×4 (h), at work in 100 %.", ToldSinkTest.several(5, false),
                        ToldSinkTest.several(2, false)),
                row("B (h:102) and A (h:101) bound the work: they wait only for each other, and at least one of them is at work in 100 % of the"
                        + " range. The heaviest wait is that of B (h:102) for A (h:101): 250 ms, 50.0 % of the range, in 50 waits.", two,
                        without(1_000)),
                row(" is at work in 80.0 % of the range; in another 20.0 % at least one of them wants a processor, and none of them has one. The",
                        without(1_000), two),
                row("at least one of them wants a processor, and none", without(500), without(499)),
                row(", and the network between c and s, bound the work: ", DominantKnotTest.far(9_000), DominantKnotTest.far(200)),
                row("In 16.7 % of the range none of them is at work, and what they sent to each other is on its way between c and s. The heaviest",
                        DominantKnotTest.far(200), DominantKnotTest.far(100)),
                new Row(KNOT,
                        " between A and B. That share is an estimate: the clocks of A and B may be off against each other by 13.2 ms, and packets"
                                + " take 13.7 ms at the median. The heaviest",
                        farServer(), of(DominantKnotTest.far(9_000))),
                row(" is on its way between A and B, for 74.3 % in the queue of a link that is full. The heaviest", FullLinkTest.narrow(),
                        FullLinkTest.distant()),
                new Row(KNOT,
                        "works ×2 (h) bound the work: at least one of them is at work in 85.0 % of the range, in another 15.0 % at least one of them wants a processor and none has one, and at least one"
                                + " waits for timers in 60.0 %; they wait for nobody else, while on average 1.8 threads wait for them.",
                        ToldSinkTest.asOne(3_000, 1_500, 0), ToldSinkTest.asOne(0, 0, 0)),
                new Row(KNOT, "% of the range, and they wait for nobody, while on average 1.8 threads wait for them.",
                        ToldSinkTest.asOne(0, 0, 0), ToldSinkTest.asOne(3_000, 1_500, 0)),
                row("works (h:101) bounds the work: it is at work in 100 % of the range and waits for nobody, while on average 1.0 thread waits"
                        + " for it.", busy(0, 1), busy(0, 2)),
                row("and waits for nobody, while on average 2.0 threads wait for it.", busy(0, 2), busy(0, 1)),
                row("it is at work in 70.0 % of the range, in another 30.0 % it wants a processor and has none, and waits for nobody,",
                        busy(3_000, 1), busy(0, 1)),
                row("at work in 94.0 % of the range and waits for others in 6.00 %, while on average", helped(600), helped(400)),
                row("and waits for what the recording does not tell in 20.0 % and for nobody else, while on average",
                        ToldSinkTest.onHosts(1),
                        sleeps(4_000)),
                row("at work in 60.0 % of the range and waits for timers in 40.0 % and for nobody else, while on average", sleeps(4_000),
                        sleeps(400)),
                row("at work in 96.0 % of the range and waits for hardly anybody, while on average", helped(400), helped(600)),
                row("and waits for what the recording does not tell in 20.0 % and for hardly anybody else, while on average",
                        ToldSinkTest.helpedShortly(), ToldSinkTest.onHosts(1)),
                row("at work in 99.9 % of the range and waits for nobody, while on average", helped(9), helped(400)),
                row("Give it less to do, make it faster, or split its work among several.", busy(0, 1), two));
    }

    /** A and B are chosen. With y, A is a knot of their chains alone: everybody's waits lead out of it, by x and to S, and it comes apart before these are passed over. So the waits of y do not count. */
    private static Analysis whereNotAllCount() {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        List<String> names = List.of("A", "B", "x", "y", "S", "d1", "d2", "d3", "e1", "e2", "e3");
        names.forEach(name -> builder.thread(host, 101 + names.indexOf(name), 101, name));
        for (long at = 0; at < 1_000_000; at += 100_000) {
            waits(builder, at, 0, 0, 30, 3, 57, 75, 2);
            waits(builder, at, 1, 45, 55, 3);
            waits(builder, at, 2, 75, 100, 3);
            waits(builder, at, 3, 30, 55, 0, 55, 100, 4);
            waits(builder, at, 4);
            for (int behind = 5; behind < 8; behind++) {
                waits(builder, at, behind, 0, 30, 0, 57, 75, 0);
                waits(builder, at, behind + 3, 75, 100, 2);
            }
        }
        return Analysis.of(builder.build()).question(Question.ALL.from(all -> thread -> thread < 2)).build();
    }

    /** A thread runs for 100 µs, but for some waits, each with its begin and end in µs and for whom it is. */
    private static void waits(TimelineBuilder builder, long at, int thread, int... waits) {
        long time = at;
        for (int i = 0; i < waits.length; i += 3) {
            long begin = at + waits[i] * 1_000L;
            if (begin > time) {
                builder.segment(thread, time, begin, ThreadState.RUNNING, 0);
            }
            time = at + waits[i + 1] * 1_000L;
            builder.blocked(thread, begin, time, Cause.THREAD, waits[i + 2], Timeline.NONE, 0);
        }
        if (time < at + 100_000) {
            builder.segment(thread, time, at + 100_000, ThreadState.RUNNING, 0);
        }
    }

    private static Analysis farServer() {
        return recorded("first-answers/far-server");
    }

    /** Its server waits for the client until it is asked. */
    private static Analysis threeTier() {
        return recorded("three-tier");
    }

    private static Analysis recorded(String name) {
        try {
            return Analysis.of(List.of(Recordings.own(name)), OpenOptions.DEFAULT, Question.WORK, Progress.NONE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Row> members() {
        Stage timers = beside(Cause.TIMER, VertexKind.TIMER, 1_000);
        Stage disks = beside(Cause.DISK, VertexKind.DISK, 1_000);
        String share = "they wait for each other in 83.3 % of their waiting time, for ";
        return List.of(row("they wait only for each other, and", beside(Cause.TIMER, VertexKind.TIMER, 0), timers),
                row("they wait for hardly anything but each other, and", beside(Cause.TIMER, VertexKind.TIMER, 4), timers),
                new Row(KNOT,
                        "bound the work: not counting waits for new work, they wait for each other in 77.9 % of their waiting time, for ",
                        threeTier(), of(timers)),
                new Row(KNOT, "they wait for each other, and", whereNotAllCount(), of(DominantKnotTest.pipeline(0))),
                row(share + "timers in 16.7 %, and", timers, disks), row(share + "disk x (h) in 16.7 %, and", disks, timers),
                row(share + "other disks in 16.7 %, and", besideDisks(), disks),
                row(share + "other B ×3 (h) in 16.7 %, and", besideLikeB(), besideTwo()),
                row(share + "C (h:103) in 16.7 %, and", beside(Cause.THREAD, VertexKind.THREAD, 1_000), besideTwo()),
                row(share + "other threads in 16.7 %, and", besideTwo(), beside(Cause.THREAD, VertexKind.THREAD, 1_000)),
                row("A (h:101) is by far the busiest of them: it is at work, or wants a processor, in 80.0 % of the range, B (h:102) in 20.0 %. The heaviest",
                        uneven(8_000), uneven(7_000)),
                row("it is at work, or wants a processor, in 76.0 % of the range, the others in at most 12.0 %. The heaviest",
                        unevenOfThree(),
                        uneven(8_000)),
                row(share + "the network in 16.7 %, and", beside(Cause.NETWORK, VertexKind.NETWORK, 1_000), timers),
                row(share + "other devices in 16.7 %, and", beside(Cause.DEVICE, VertexKind.DEVICE, 1_000), timers),
                row("they wait for each other in 83.3 % of their waiting time, the kernel holds them back in 16.7 %, and",
                        beside(Cause.TIMER, VertexKind.TIMER, Timeline.HELD, 1_000), timers),
                row(share + "the kernel in 16.7 %, and", beside(Cause.KERNEL, VertexKind.KERNEL, 1_000), timers),
                row(share + "what the recording does not tell in 16.7 %, and", beside(Cause.UNKNOWN, VertexKind.UNKNOWN, 1_000), timers),
                row(", one of 2 equal groups, bound the work: ", equal("client"), equal("reader")),
                row("4 threads omp* (h) meet at a barrier and bound the work: omp-0 (h:101) is last in 23 of 39 phases, and waiting for the last one takes ",
                        LoadImbalanceTest.changing(40, 6), LoadImbalanceTest.changing(40, 0)),
                row("4 threads omp* (h) meet at a barrier and bound the work: who is last changes; omp-", LoadImbalanceTest.changing(40, 0),
                        LoadImbalanceTest.changing(40, 6)),
                row(" 1 more thread does the same as some of these.", unequal(1), unequal(0)),
                row(" 2 more threads do the same as some of these.", unequal(2), unequal(1)));
    }

    /** A thread computes for 9.1 of every 10 ms and gives a disk 0.9 ms to do, and another one waits for it so many times. */
    public static Stage asked(int times) {
        Stage stage = writes(900);
        for (int i = 0; i < times; i++) {
            stage.runs(0, 10_000L * i + 1_000).waits(0, 1, 10_000L * (i + 1));
        }
        return stage.runs(0, 10_000L * times + 10);
    }

    private static List<Row> heaviest() {
        Stage writersInTurn = DominantKnotTest.writersInTurn(3, "w");
        Stage two = DominantKnotTest.writersInTurn(2, "w");
        return List.of(
                row("The heaviest wait is that of B (h:102) for disk vda (h): 500 ms, 50.0 % of the range, in 100 waits, each of which holds up 2.0"
                        + " threads on average. Without this wait the work would be at most 50.0 % shorter (an estimate).",
                        DominantKnotTest.pipeline(0),
                        writes(5_000)),
                row("300 ms, 60.0 % of the range, in 50 waits. Meanwhile B (h:102) is at work for 83.3 % of that time and wants a processor for 16.7 %."
                        + " Without this wait the work would be at most 60.0 % shorter, or 50.0 % with as much to do for B (h:102) as now (an estimate).",
                        wants(1_000),
                        wants(2_000)),
                row("The heaviest wait that repeats is that of server (h:101) for client (h:102): 300 ms, 30.0 % of the range, in 100 waits",
                        HappensOnceTest.orders(1, 100), HappensOnceTest.orders(4, 25)),
                row("The heaviest wait is that of boss (h:101) for worker* ×4 (h): it waits so in 60.0 % of the range, in 80 waits, each of which holds up",
                        gives(4), gives(2)),
                row("The heaviest wait is that of boss (h:101) for worker* ×4 (h): it waits so in 60.0 % of the range", gives(4),
                        gives(4, 200)),
                row(" Without this wait the work would be at most 60.0 % shorter, or 35.0 % with as much to do for the processors of h as now (an estimate).",
                        beside(5), beside(6)),
                row(" Without this wait the work would be at most 60.0 % shorter, or 50.0 % with as much to do for serves (h:102) as now (an estimate).",
                        beside(6), beside(5)),
                row(" Without this wait the work would be at most 4.00 % shorter, since the processors of h would have as much to do as now (an estimate).",
                        fullProcessors(5), fullProcessors(4)),
                row(" Without this wait the work would be at most 60.0 % shorter (an estimate).", wants(2_000), wants(1_000)),
                row("A (h:101) bounds the work: it is on a processor in 95.0 % of the range, and B (h:102), asks-a (h:103), asks-b (h:104), asks-c (h:105) and asks-d (h:106) wait for it."
                        + " Without these waits and its own the work would be at most 5.00 % shorter (an estimate).",
                        hardlyWaits(9_500), hardlyWaits(9_000)),
                row("and B (h:102) waits for it. Without these waits and its own", hardlyWaits(9_500, 1), hardlyWaits(9_500)),
                row("of the range, and helps (h:102) and asks (h:103) wait for it.", helps(9_000), helps(9_500)),
                row("of the range, and asks (h:103) waits for it.", helps(9_500), helps(9_000)),
                row("it is on a processor in 97.0 % of the range, in 3.92 % as it waits for locks, and asks (h:102) waits for it."
                        + " Without these waits and its own the work would be at most 6.92 % shorter (an estimate).",
                        LockWaitsTest.taken(400),
                        LockWaitsTest.taken(0)),
                row("it is on a processor in 93.0 % of the range, and asks (h:102) waits for it."
                        + " Without these waits and its own the work would be at most 7.00 % shorter (an estimate).",
                        LockWaitsTest.taken(0),
                        LockWaitsTest.taken(400)),
                row("there is one knot or sink: it is at work, or wanting a processor, for at most 48.0 % of the range",
                        ToldSinkTest.wanting(50_000, new int[] {240_000}, 3), ToldSinkTest.wanting(0, new int[] {240_000}, 3)),
                row("there is one knot or sink: it is too light (under 20.0 % of the range)", writes(1_500), writes(3_000)),
                row("writes (h:102) bounds the work: it is at work, or wants a processor, in 91.0 % of the range, and waits for disk vda (h) in"
                        + " 9.00 % of it.", asked(5), asked(50)),
                row("at work, or wanting a processor", asked(5), writes(1_500)),
                row("disk vda (h) and writes (h:102) bound the work: others wait for them, they wait only for each other, and at least one of",
                        asked(50), asked(5)),
                row("The heaviest wait is that of writes (h:102) for disk vda (h): 250 ms, 50.0 % of the range, in 50 waits. Without this wait",
                        writes(5_000), writes(1_500)),
                row(" Disk loop0 (h) rests on another one, as its name tells: in 40.0 % of the time for which it serves requests, disk vdb (h) does, too.",
                        writes(5_000, "loop0", 2_000), writes(5_000, "loop0", 1_000)),
                row(" rests on another one, as its name tells", writes(5_000, "dm-3", 5_000), writes(5_000, "vda", 5_000)),
                row(" Disk nbd0 (h) is served by a program, mostly of another host, as its name tells: in 80.0 % of the time for which it serves requests, disk vdb (far) does, too.",
                        writes(5_000, "nbd0", 4_000, true), writes(5_000, "nbd0", 10_000, true)),
                row(" Disk nbd0 (h) is served by server (far:103): in 66.7 % of the time for which it serves requests, disk vdb (far), which that program uses, does, too.",
                        DiskBeneathTest.served(true), DiskBeneathTest.served(false)),
                row(" is served by ", DiskBeneathTest.served(true), DiskBeneathTest.besideAServer()),
                row(" is served by a program", writes(5_000, "rbd0", 5_000, true), writes(5_000, "loop0", 5_000, true)),
                row(" on average. For 300 ms of that, disk vdd (h) has nothing to do: what ends the waits is asked of it later. Meanwhile kworker/u4:1 (h:102) is at work for 300 ms. Without this wait",
                        BeforeTheDiskTest.encrypted(6_000), BeforeTheDiskTest.encrypted(1_000)),
                row(" Meanwhile at least one of kworker/u* ×4 (h) is at work for 300 ms.", BeforeTheDiskTest.encrypted(6_000, 4, true),
                        BeforeTheDiskTest.encrypted(6_000, 1, true)),
                row(" Most of its work, 93.7 % (an estimate), is for requests of admin (C:103): 12.0 ms for each, on average (50 times), and 200 µs for each of the others.",
                        WorksForTest.served(50, 12_000, 200), WorksForTest.served(50, 12_000, 200, ThreadState.UNKNOWN)),
                row(" Most of its work, 61.5 %, is done at 50 of the 450 times that it answers: it works for 12.9 ms on average before each of"
                        + " these, and for 1.01 ms before the others.",
                        WorksForTest.saturated("quick", 50, -100, 12_000), WorksForTest.saturated("quick", 2, -100, 12_000)),
                row(" hold up others for 26.7 % of the range: ", DominantKnotTest.log(3), DominantKnotTest.log(1)),
                row(" Behind it is that of helper (h:103) for disk vda (h): ", DominantKnotTest.chain(4_000),
                        DominantKnotTest.chain(1_900)),
                row(" For 150 ms of that, disk vda (h) also has requests of backup (h:103); nobody waits for that thread. Without this wait",
                        backup(3_000),
                        backup(900)),
                row(" Behind it is that for s* ×3 (h): at least one of them waits so in 80.0 % of the range",
                        DominantKnotTest.askedInTurn(3),
                        DominantKnotTest.askedInTurn(1)),
                row(" Behind it is that of w-0 (h:101) for s-0 (h:104): it waits so in 26.7 % of the range",
                        DominantKnotTest.askedInTurn(1),
                        DominantKnotTest.askedInTurn(3)),
                row("The heaviest wait is that of worker* ×4 (h) for each other: at least one of them waits so in 100 % of the range, in 200 waits, each",
                        LockConvoyTest.lock(4, 200, 1_000), writersInTurn),
                row(" threads on average. Meanwhile the first of them, which waits for none of the others, is at work for 100 % of that time."
                        + " If none of them had to wait for another one, the work would be at most 73.5 % shorter (an estimate).",
                        LockConvoyTest.lock(4, 200, 1_000), writersInTurn),
                row(" of that, gathers (A:101) waits for another answer, too, which comes later. Without this wait",
                        LaterAnswersTest.gathers(LaterAnswersTest.Second.BESIDE, 10),
                        LaterAnswersTest.gathers(LaterAnswersTest.Second.AFTER, 10)),
                row(" of that, works (B:103) waits for new work. Without this wait", DispatchedWaitsTest.dispatched(4_000, 2_000),
                        DispatchedWaitsTest.dispatched(100, 2_000)),
                new Row(KNOT, "at least one of them wants a processor while none is at work for 14.5 %.", TaskSleepsTest.awaited(true),
                        TaskSleepsTest.awaited(false)),
                row("Meanwhile server (h:11) is at work for 55.6 % of that time and wants a processor for 44.4 %. Without",
                        CrowdedOutTest.server(false),
                        CrowdedOutTest.server(900)),
                row("For 200 ms of that, the kernel holds spools (h:102) back. Without this wait",
                        WritesHeldBackTest.writer(Timeline.HELD, true, 40),
                        WritesHeldBackTest.writer(Timeline.NONE, true, 40)),
                row("The heaviest wait is that of w* ×3 (h) for disk vda (h): at least one of them waits so in 80.0 % of the range, in 90 waits,"
                        + " each of which holds up ", writersInTurn, two),
                row(" Without these waits the work would be at most 80.0 % shorter (an estimate).", writersInTurn, two),
                row(" Without these waits the work would be at most 80.0 % shorter, if they sleep as long as now (an estimate).",
                        SleepsBesideTest.writers(10_000), SleepsBesideTest.writers(8_000)),
                row(" Without these waits the work would be at most 60.0 % shorter (an estimate).",
                        DominantKnotTest.writersInTurn(3, "w", 5_000), writersInTurn),
                new Row(KNOT, "The heaviest wait is that of request ×60 (h) for each other: at least one of them waits so in ",
                        requests(60),
                        requests(19)),
                new Row(KNOT,
                        " on average. Meanwhile the first of them, which waits for none of the others, waits for disk vda (h) for 78.7 % of that time and is at"
                                + " work for 21.3 %. Behind it is that for disk vda (h): at least one of them waits so in 77.4 % of the range, in 60 waits",
                        requests(60), requests(19)),
                new Row(KNOT, "the heaviest of 60 edges of request ×60 (h) for disk vda (h), ", requests(60), requests(19)),
                new Row(KNOT,
                        "The heaviest wait is that of boss (h:101) for job ×58 (h): it waits so in 77.3 % of the range, in 58 waits."
                                + " Meanwhile the one of job ×58 (h) that is waited for is at work for 100 % of that time. Without",
                        jobs(60), jobs(19)),
                row("\n50.0 % of the range, each holds up 2.0 threads on average", DominantKnotTest.pipeline(0), writes(5_000)));
    }
}
