/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.event.RecordedFacts.Sort;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleSet;
import org.bowline.core.finding.rules.Sentences.Row;
import org.bowline.core.finding.rules.disk.DiskBoundWrites;
import org.bowline.core.finding.rules.disk.DiskBoundWritesTest;
import org.bowline.core.finding.rules.hang.HangingSentencesTest;
import org.bowline.core.finding.rules.knot.DominantKnotTest;
import org.bowline.core.finding.rules.knot.KnotSentencesTest;
import org.bowline.core.finding.rules.lock.InterpreterLockTest;
import org.bowline.core.finding.rules.lock.KernelLockTest;
import org.bowline.core.finding.rules.lock.LockConvoy;
import org.bowline.core.finding.rules.lock.LockConvoyTest;
import org.bowline.core.finding.rules.lock.LockOrder;
import org.bowline.core.finding.rules.lock.LockOrderTest;
import org.bowline.core.finding.rules.lock.LockWaits;
import org.bowline.core.finding.rules.lock.LockWaitsTest;
import org.bowline.core.finding.rules.lock.PassedAroundTest;
import org.bowline.core.finding.rules.network.RoundTripsInSeries;
import org.bowline.core.finding.rules.network.RoundTripsInSeriesTest;
import org.bowline.core.finding.rules.network.Unanswered;
import org.bowline.core.finding.rules.network.UnansweredTest;
import org.bowline.core.finding.rules.processor.DeclaredTagsRulesTest;
import org.bowline.core.finding.rules.processor.OneProcessorTest;
import org.bowline.core.finding.rules.processor.ProcessorSentencesTest;
import org.bowline.core.finding.rules.recording.ClockQuality;
import org.bowline.core.finding.rules.recording.ClockQualityTest;
import org.bowline.core.finding.rules.recording.LostEvents;
import org.bowline.core.finding.rules.recording.LostEventsTest;
import org.bowline.core.finding.rules.recording.MissingEvents;
import org.bowline.core.finding.rules.recording.MissingEventsTest;
import org.bowline.core.finding.rules.recording.SlowerWithTime;
import org.bowline.core.finding.rules.recording.SlowerWithTimeTest;
import org.bowline.core.finding.rules.recording.UnrecordedHost;
import org.bowline.core.finding.rules.recording.UnrecordedHostTest;
import org.bowline.core.finding.rules.serial.HeldUpSentencesTest;
import org.bowline.core.finding.rules.serial.LoadImbalance;
import org.bowline.core.finding.rules.serial.LoadImbalanceTest;
import org.bowline.core.finding.rules.server.HandedOnTest;
import org.bowline.core.finding.rules.server.QuestionsInSeriesTest;
import org.bowline.core.finding.rules.server.TooFewConnections;
import org.bowline.core.finding.rules.server.TooFewConnectionsTest;
import org.bowline.core.finding.rules.sleep.PolledTurnsTest;
import org.bowline.core.finding.rules.sleep.SleepWhileAwaited;
import org.bowline.core.finding.rules.sleep.SleepWhileAwaitedTest;
import org.bowline.core.finding.rules.sleep.SleepsOnBusyProcessorsTest;
import org.bowline.core.finding.rules.sleep.TaskSleepsTest;
import org.bowline.core.finding.rules.worker.ForNobodyTest;
import org.bowline.core.finding.rules.worker.QueuedRequestsTest;
import org.bowline.core.finding.rules.worker.TooFewWorkers;
import org.bowline.core.finding.rules.worker.TooFewWorkersTest;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.VertexKind;
import org.bowline.core.sync.SyncCaveat;
import org.bowline.core.sync.SyncQuality;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Recorded;

/**
 * Every sentence that a rule can print, with a run in which it must appear and one near it in which it must not. Those on knots are in
 * {@link KnotSentencesTest}, those on declared tags in {@link DeclaredTagsRulesTest}, those on work that is held up in {@link HeldUpSentencesTest}, those on processors in
 * {@link ProcessorSentencesTest}.
 */
class SentencesTest extends SentenceTable {
    private static final Set<String> ELSEWHERE = Set.of("dominant-knot", "tag-on-wrong-cpu", "background-ahead", "writes-held-back",
            "serial-work", "computing", "small-sends", "one-after-another", "own-pace", "own-work", "one-connection", "held-back",
            "one-at-a-time", "full-link", "crowded-out", "interrupt-time", "one-processor", "runnable-pressure", "throttled",
            "tracer-cost", "full-processors", "withheld-requests", "stopped", "garbage-collection",
            "hanging-requests", "overdue-requests", "deadlock", "questions-in-series", "polled-turns");

    private static Stage idle() {
        Stage stage = new Stage();
        stage.runs(stage.thread(stage.host("h"), 1, "a"), 10);
        return stage;
    }

    private static Analysis recorded(Sort... missing) {
        return Analysis.of(idle().builder.build()).recorded(List.of(MissingEventsTest.without(missing))).build();
    }

    private static Caveat lost(String kind, long count) {
        return new Caveat(Caveat.Severity.WARNING, "h", kind, count, 100_000, 200_000, "Whatever.");
    }

    private static Analysis lossy(Caveat... caveats) {
        return LostEventsTest.context(100, 0, caveats);
    }

    private static Analysis wanted(boolean userSpace) {
        return Analysis.of(idle().builder.build()).recorded(List.of(new Recorded(true, userSpace, EnumSet.allOf(Sort.class))))
                .intervals(new MatchedIntervals(List.of(), List.of())).build();
    }

    /** Threads that wake two others each, long after they were woken themselves. */
    private static Stage cliques(int cliques) {
        Stage stage = new Stage();
        int host = stage.host("h");
        for (int clique = 0; clique < cliques; clique++) {
            int[] threads = new int[4];
            for (int i = 0; i < threads.length; i++) {
                threads[i] = stage.thread(host, 1 + clique, "t-" + i);
            }
            // each in turn wakes two others once in a while: they mostly do nothing at all
            int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
            for (int turn = 0; turn < 60; turn++) {
                long end = 100_000L * (turn + 1);
                int waker = threads[turn % 4];
                stage.waits(waker, Cause.TIMER, timer, Timeline.NONE, end - 5).runs(waker, end);
                for (int other = 1; other < 3; other++) {
                    stage.waits(threads[(turn + other) % 4], waker, end);
                }
            }
        }
        return stage;
    }

    /** A thread that one sort of interrupt takes much of a CPU from. */
    @Override
    protected Set<String> files() throws IOException {
        Set<String> files = new TreeSet<>(Sentences.files());
        files.removeAll(KnotSentencesTest.FILES);
        files.removeAll(DeclaredTagsRulesTest.FILES);
        files.removeAll(HeldUpSentencesTest.FILES);
        files.removeAll(HangingSentencesTest.FILES);
        files.removeAll(ProcessorSentencesTest.FILES);
        files.removeAll(KernelLockTest.FILES);
        files.removeAll(QuestionsInSeriesTest.FILES);
        files.removeAll(PolledTurnsTest.FILES);
        return files;
    }

    @Override
    protected List<Row> rows() {
        return ofWhatThreadsDo();
    }

    private static List<Row> ofWhatThreadsDo() {
        List<Row> rows = new ArrayList<>();
        rows.addAll(clocks());
        rows.addAll(disks());
        rows.addAll(groups());
        rows.addAll(losses());
        rows.addAll(missing());
        rows.addAll(network());
        return rows;
    }

    private static List<Row> clocks() {
        Rule rule = new ClockQuality();
        Analysis one = of(idle());
        Analysis fine = ClockQualityTest.context(SyncQuality.ACCURATE, 1_900_000);
        Analysis early = Analysis.of(fine.timeline()).sync(java.util.Objects.requireNonNull(fine.sync()))
                .question(Question.ALL.within(0, 5_000_000)).build();
        Analysis unknown = ClockQualityTest.context(SyncQuality.ACCURATE, Long.MAX_VALUE);
        Analysis unknownEarly = Analysis.of(unknown.timeline()).sync(java.util.Objects.requireNonNull(unknown.sync()))
                .question(Question.ALL.within(0, 5_000_000)).build();
        Analysis absent = ClockQualityTest.context(SyncQuality.ABSENT, Long.MAX_VALUE);
        Analysis failed = ClockQualityTest.context(SyncQuality.FAILED, Long.MAX_VALUE);
        Analysis off = ClockQualityTest.context(SyncQuality.ACCURATE, 2_100_000);
        Analysis alone = Analysis.of(fine.timeline()).sync(java.util.Objects.requireNonNull(fine.sync()))
                .recorded(List.of(MissingEventsTest.without(), new Recorded(false, true, EnumSet.noneOf(Sort.class)))).build();
        String headers = "known of it. What B received was recorded without the headers that tell who sent it:"
                + " switch on generic receive offload there (ethtool -K INTERFACE gro on) and record again.";
        return List.of(new Row(rule, "there is one host only", one, fine),
                new Row(rule, headers, ClockQualityTest.headerless(), absent),
                new Row(rule, "only one host has a kernel trace", alone, fine),
                new Row(rule, "the clock of B is known to ±1.90 ms in the middle of its packets, while packets take 1.00 ms at the median",
                        fine,
                        off),
                new Row(rule, "in the middle of its packets, and no wait in the range was ended by a packet between it and another host",
                        early,
                        fine),
                new Row(rule, "the clock of B, the least known, is known to ±1.50 ms", ClockQualityTest.three(100, 1_500_000), fine),
                new Row(rule, "the clock of B has an unknown error, and no wait", unknownEarly, early),
                new Row(rule,
                        "The clock of B may be off by 2.10 ms in the middle of the packets that it rests on, while packets take 1.00 ms at the median.",
                        off,
                        fine),
                new Row(rule, "may be off by an unknown time in the middle of the packets that it rests on", unknown, off),
                new Row(rule,
                        "The clock of B is as recorded: no packet links it to the other hosts, so nothing across hosts is known of it.",
                        absent, failed),
                new Row(rule,
                        "The clock of B tells no possible time: its origin is beyond the years 1823 to 2116. Nothing is known of what this host does, nor of anything across hosts in which it takes part.",
                        ClockQualityTest.timeless(), absent),
                new Row(rule, "known of it. The packets of B, whose clock tells no possible time, are left out.",
                        ClockQualityTest.timeless(), absent),
                new Row(rule, "no other host exchanged a packet with B", ClockQualityTest.apart(), absent),
                new Row(rule, "The clock of B is as recorded: the packets contradict each other, so nothing across hosts is known of it.",
                        failed, absent),
                new Row(rule, "The clock of B rests on 10 packets one way only: the order is right, but its error is not known.",
                        ClockQualityTest.unbounded(SyncCaveat.Kind.ONE_WAY), ClockQualityTest.unbounded(SyncCaveat.Kind.PARTLY_ONE_WAY)),
                new Row(rule, "The clock of B rests in a part of the trace on packets one way only: its error is not known.",
                        ClockQualityTest.unbounded(SyncCaveat.Kind.PARTLY_ONE_WAY), ClockQualityTest.unbounded(SyncCaveat.Kind.ONE_WAY)),
                new Row(rule, "The clock of C is carried over B, whose error is not known; so its own is not known either.",
                        ClockQualityTest.carried(), ClockQualityTest.three(100, 1_500_000)));
    }

    private static List<Row> disks() {
        Rule rule = new DiskBoundWrites();
        Analysis bound = of(DiskBoundWritesTest.stage(50, true, true));
        Analysis few = of(DiskBoundWritesTest.stage(5, true, true));
        Analysis others = of(DiskBoundWritesTest.stage(50, true, false));
        Analysis none = of(DiskBoundWritesTest.server(50, 0, 1_000, 1_000));
        Analysis server = of(DiskBoundWritesTest.server(50, 2_000, 15_000, 1_000));
        Analysis noRequest = Analysis.of(idle().builder.build()).recorded(List.of(MissingEventsTest.without())).build();
        Analysis pool = of(DiskBoundWritesTest.pool(3));
        Timeline timeline = none.timeline();
        Analysis chosen = Analysis.of(timeline).question(Question.ALL.from(all -> thread -> true)).build();
        return List.of(new Row(rule, "disk requests were not recorded", recorded(Sort.DISK_REQUESTS), noRequest),
                new Row(rule, "no disk request was made", noRequest, recorded(Sort.DISK_REQUESTS)),
                new Row(rule, "no thread waits for a disk", none, few),
                new Row(rule, "none of the chosen threads waits for a disk", chosen, none),
                new Row(rule,
                        "log (h:101) waits most for disks: 60.0 % of its time, none of it for its own writes",
                        others, few),
                new Row(rule, "log (h:101) waits most for disks: 60.0 % of its time, 60.0 % in 5 waits for its own writes", few, bound),
                new Row(rule,
                        "log (h:101) spends 300 ms, 60.0 % of its time, waiting for disk vda (h) to complete what it wrote: 50 waits of"
                                + " 6.00 ms at the median, 83.3 % of it at the device and not in its queue.",
                        bound, few),
                new Row(rule,
                        "log* ×3 (h) each spend 45.6 % to 60.0 % of their time waiting for disk vda (h) to complete what they wrote: 128 waits of 6.00 ms"
                                + " at the median, 83.3 % of it at the device and not in its queue.",
                        pool, bound),
                new Row(rule, "log* ×3 (h) each spend 60.0 % of their time waiting for disk vda (h)", of(DiskBoundWritesTest.pool(3, true)),
                        pool),
                new Row(rule, "% of the thread's time", pool, few),
                new Row(rule, " Others wait for log (h:102) in 26.7 % of the range.", of(DominantKnotTest.log(3)),
                        of(DominantKnotTest.log(1))),
                new Row(rule, "11.1 % of its time and 66.7 % of that in which it does not wait for anything else, waiting for disk vda (h)",
                        server,
                        bound));
    }

    private static List<Row> groups() {
        Analysis guess = recorded(Sort.INTERRUPTS);
        Analysis barrier = of(LoadImbalanceTest.stage(20, 5, 2_000, 3_000, 4_000, 10_000));
        Analysis balanced = of(LoadImbalanceTest.stage(20, 5, 9_000, 9_200, 9_400, 10_000));
        Analysis lock = of(LockConvoyTest.lock(4, 200, 1_000));
        Analysis inOrder = of(LockOrderTest.lock(4, 200, LockOrderTest.Next.FIRST));
        Analysis lastFirst = of(LockOrderTest.lock(4, 200, LockOrderTest.Next.LAST));
        Analysis keeps = of(LockWaitsTest.holder(1, 3_000));
        Analysis keepsMany = of(LockWaitsTest.holder(4, 3_000));
        Analysis byChance = of(LockOrderTest.lock(4, 200, LockOrderTest.Next.ANY));
        Analysis bound = of(OneProcessorTest.workers(8_000));
        Analysis unanswered = of(UnansweredTest.asker(4));
        Analysis answered = of(UnansweredTest.asker(4, UnansweredTest.Then.WAITS_ON, Timeline.Opener.SENDER));
        Analysis polled = of(SleepWhileAwaitedTest.poller(5_000));
        Analysis ofPool = of(SleepWhileAwaitedTest.sleepingHolders(4));
        return List.of(new Row(new LoadImbalance(), Rule.NO_WAKERS, guess, balanced),
                new Row(new LoadImbalance(),
                        "4 threads omp* (h) meet 20 times and wait for the last one for 399 ms, 52.5 % of their time; omp-3"
                                + " (h:104) is last in 19 of 19 phases.",
                        barrier, balanced),
                new Row(new LoadImbalance(), "no threads are seen to meet at barriers", lock, balanced),
                new Row(new LoadImbalance(), " of their time; who is last changes; omp-", of(LoadImbalanceTest.changing(40, 0)), barrier),
                new Row(new LoadImbalance(), "; omp-0 (h:101) is last in 14 of 41 phases, which have 80.6 % of the waiting.",
                        of(LoadImbalanceTest.alone(8_000)), of(LoadImbalanceTest.alone(1_500))),
                new Row(new LoadImbalance(), "4 threads omp* (h) meet 20 times and wait for the last one for 5.9", balanced, barrier),
                new Row(new LoadImbalance(), " that one it sleeps until a timer ends", of(LoadImbalanceTest.herd(1_000)),
                        of(LoadImbalanceTest.herd(3_000))),
                new Row(new LockConvoy(), Rule.NO_WAKERS, guess, barrier),
                new Row(new LockConvoy(),
                        "4 threads worker* (h) queue for what looks like a lock: it is handed on 200 times and held for 1.00 ms"
                                + " at the median, and on average ",
                        lock, barrier),
                new Row(new LockConvoy(), " Of the time for which these threads run, 99.2 % is that of calc ×2 (h).",
                        of(InterpreterLockTest.served(3)), of(LockConvoyTest.interpreter(50))),
                new Row(new LockConvoy(), " It is the mutex 0xb0 of process 1; worker-", of(LockConvoyTest.lock(4, 200, 1_000, true)),
                        lock),
                new Row(new LockConvoy(),
                        "use a structure without a lock. bowline locks has its figures, the recording profile waits-stacks tells where it is taken.",
                        of(LockConvoyTest.lock(4, 200, 1_000, true)), lock),
                new Row(new LockConvoy(), "The recording profile locks tells which lock it is", lock,
                        of(LockConvoyTest.lock(4, 200, 1_000, true))),
                new Row(new LockConvoy(), "no 3 threads of one program hand something on to each other 30 times", barrier, of(cliques(1))),
                new Row(new LockConvoy(), "1 group of threads wakes each other, but does not queue for something that is handed on",
                        of(cliques(1)), of(cliques(2))),
                new Row(new LockConvoy(), "2 groups of threads wake each other, but do not queue for something that is handed on",
                        of(cliques(2)), of(cliques(1))),
                new Row(new LockWaits(), "no program told of its locks", lock, inOrder),
                new Row(new LockWaits(),
                        "no thread waits for a mutex of which its program told, or lock-convoy, with its settings as they come, names it",
                        of(LockConvoyTest.lock(4, 200, 1_000, true)), keeps),
                new Row(new LockWaits(), "threads wait for a mutex in at most 10.0 % of the range", of(LockWaitsTest.holder(1, 1_000)),
                        keeps),
                new Row(new LockWaits(),
                        "The mutex 0xb0 of process 1 (h) keeps asksa (h:102) waiting: in 30.0 % of the range it waits for it, 20 times, for 3.00 ms on"
                                + " average. For 100 % of that time holder (h:101) has it, longer than any other thread. Without these waits the work would be at most"
                                + " 30.0 % shorter (an estimate).",
                        keeps, keepsMany),
                new Row(new LockWaits(), " waiting: in 33.0 % of the range at least one of them waits for it, 80 times, ",
                        keepsMany, keeps),
                new Row(new SlowerWithTime(), "it is not said which events begin and end requests, or no label has 20 that ended",
                        SlowerWithTimeTest.server(19, 50), SlowerWithTimeTest.server(40, 50)),
                new Row(new SlowerWithTime(), "no requests take longer the later they begin", SlowerWithTimeTest.server(40, 10),
                        SlowerWithTimeTest.server(40, 50)),
                new Row(new SlowerWithTime(),
                        "requests that take longer the later they begin would take at most 14.1 % less time if they did not",
                        SlowerWithTimeTest.late(), SlowerWithTimeTest.server(40, 50)),
                new Row(new SlowerWithTime(),
                        "Requests take longer the later they begin (get): the first quarter of 40 takes 1.23 ms at the median, the last 2.73 ms (rank"
                                + " correlation of length and time 1.00), while 0.1 and 0.3 of them are under way on average. If all took as long at the"
                                + " median as the first quarter they would take 38.0 % less time (an estimate).",
                        SlowerWithTimeTest.server(40, 50), SlowerWithTimeTest.server(40, 10)),
                new Row(new LockOrder(), "no program told of its locks", lock, inOrder),
                new Row(new LockOrder(), "1 mutex goes to whoever has waited longest, or nearly so", inOrder, lastFirst),
                new Row(new LockOrder(), "no mutex is got 50 times while others wait for it",
                        of(LockOrderTest.lock(4, 20, LockOrderTest.Next.LAST)),
                        lastFirst),
                new Row(new LockOrder(), "The mutex 0xb0 of process 1 (h) does not go to whoever has waited longest: 99.5 % of ", lastFirst,
                        inOrder),
                new Row(new LockOrder(), " times that others waited, another one got it (rank correlation -0.33). Its ", lastFirst,
                        byChance),
                new Row(new LockOrder(), "(rank correlation 0.", byChance, lastFirst),
                new Row(new LockOrder(), " not ended by the end of the recording, the longest after 200 ms.", lastFirst, byChance),
                new Row(new Unanswered(), "there is no packet of which the traces have both the sending and the arrival", bound,
                        unanswered),
                new Row(new Unanswered(),
                        "asks (A:101) asks and gets no answer in time: 9 times it sends something, waits until a timer wakes it, and sends again; that takes 350 ms, ",
                        unanswered, answered),
                new Row(new Unanswered(),
                        "38.9 ms at the median. 30 times an answer ends such a wait. What it asks, or the answer, is lost or late. Without these waits the work would be at most ",
                        unanswered,
                        answered),
                new Row(new Unanswered(),
                        " No answer ends such a wait, and what it sends wakes no thread of the other side: nobody there takes it. Without",
                        of(UnansweredTest.unheard(9)), of(UnansweredTest.unheard(2))),
                new Row(new Unanswered(),
                        "asks* ×3 (A) ask and get no answer in time: up to 9 times each they send something, wait until a timer wakes them, and send again; that takes up to ",
                        of(UnansweredTest.askers(3)), unanswered),
                new Row(new Unanswered(), "no thread asks over the network again and again without an answer", answered, unanswered),
                new Row(new Unanswered(), "threads wait in vain for answers in at most 9.", of(UnansweredTest.seldom()), answered),
                new Row(new SleepWhileAwaited(), Rule.NO_WAKERS, guess, polled),
                new Row(new SleepWhileAwaited(),
                        "polls (h:102) sleeps while others wait for it: for 250 ms, 50.0 % of the range, it waits for a timer while asks (h:101) waits for it."
                                + " Without these sleeps the work would be at most 50.0 % shorter (an estimate).",
                        polled, ofPool),
                new Row(new SleepWhileAwaited(),
                        " Before 50 of 50 sleeps, 245 ms of 245 ms, it has asked somebody over the network: perhaps these are waits for an answer, with a time limit. Without",
                        of(SleepWhileAwaitedTest.limited(Timeline.Opener.SENDER, 50)),
                        of(SleepWhileAwaitedTest.limited(Timeline.Opener.RECEIVER, 50))),
                new Row(new SleepWhileAwaited(),
                        "polls (h:102) waits with a time limit that passes while others wait for it: for 250 ms, 50.0 % of the range, it waits for a timer while asks (h:101) waits for it."
                                + " Hardly any of these are sleeps: they are waits with a time limit, as in poll, select, epoll_wait or for a socket, 5.00 ms at the median. What they are for does not come in that time, or a loop of"
                                + " events waits so for its next timer. Without these waits the work would be at most 50.0 % shorter (an estimate).",
                        of(SleepWhileAwaitedTest.poller(5_000, 45)), of(SleepWhileAwaitedTest.poller(5_000, 44))),
                new Row(new SleepWhileAwaited(), " wait with a time limit that passes while others wait for them: for ",
                        of(SleepWhileAwaitedTest.limitedOnes(Timeline.LIMITED)), of(SleepWhileAwaitedTest.limitedOnes())),
                new Row(new SleepWhileAwaited(),
                        " Before 50 of 50 waits, 245 ms of 245 ms, it has asked somebody over the network: perhaps they are for an answer. Without these waits",
                        of(SleepWhileAwaitedTest.limited(Timeline.Opener.SENDER, 50, Timeline.LIMITED)),
                        of(SleepWhileAwaitedTest.limited(Timeline.Opener.SENDER, 50))),
                new Row(new SleepWhileAwaited(), " they have asked somebody over the network", of(SleepWhileAwaitedTest.limitedOnes()),
                        polled),
                new Row(new SleepWhileAwaited(), " sleep while others wait for them: for ", ofPool, polled),
                new Row(new SleepWhileAwaited(), ", at least one of them waits for a timer while another one of them waits for that one",
                        ofPool,
                        polled),
                new Row(new SleepWhileAwaited(), ", at least one of them waits for a timer while asks (h:101) waits for that one.",
                        of(SleepWhileAwaitedTest.asksSleepers()), ofPool),
                new Row(new SleepWhileAwaited(),
                        "w* ×3 (h) sleep while others wait for them: for 360 ms, 75.0 % of the range, at least one of them waits for a timer while one of other w* ×3 (h) waits for that one.",
                        of(SleepWhileAwaitedTest.asksSleepers(Timeline.NONE, "w-7", "w-8", "w-9")),
                        of(SleepWhileAwaitedTest.asksSleepers(Timeline.NONE, "a-7", "a-8", "a-9"))),
                new Row(new SleepWhileAwaited(), " at least one of them waits for a timer while one of a* ×3 (h) waits for that one.",
                        of(SleepWhileAwaitedTest.asksSleepers(Timeline.NONE, "a-7", "a-8", "a-9")),
                        of(SleepWhileAwaitedTest.asksSleepers(Timeline.NONE, "w-7", "w-8", "w-9"))),
                new Row(new SleepWhileAwaited(), " while another one of them or front (h:101) waits for that one.",
                        of(PassedAroundTest.inTurn(PassedAroundTest.How.ASKED, 6_000, true)), ofPool),
                new Row(new SleepWhileAwaited(),
                        " What they wait for looks like a lock that one of them has: it is handed on 200 times, held for 6.00 ms at the median, and on average 3.9 of them wait for it.",
                        of(PassedAroundTest.inTurn(PassedAroundTest.How.ASKED, 6_000, true)),
                        of(PassedAroundTest.inTurn(PassedAroundTest.How.STAGES, 6_000, true))),
                new Row(new SleepWhileAwaited(),
                        " app (B:102) has 5.8 requests open meanwhile, on average, and asks them for 2 things at a time. Without",
                        of(TooFewConnectionsTest.app(6, 40, TooFewConnectionsTest.How.FREE)),
                        of(TooFewConnectionsTest.app(2, 40, TooFewConnectionsTest.How.FREE))),
                new Row(new SleepWhileAwaited(),
                        "polls (h:102) sleeps in its requests: for 250 ms, 50.0 % of the range, it waits for a timer while a request waits for it.",
                        SleepWhileAwaitedTest.requests(0, 10_000), polled),
                new Row(new SleepWhileAwaited(), " it waits for a timer while asks (h:101) waits for it, or a request does.",
                        SleepWhileAwaitedTest.requests(2_000, 8_000), SleepWhileAwaitedTest.requests(0, 10_000)),
                new Row(new SleepWhileAwaited(),
                        "task ×4 (B) sleep in their requests: for 1.50 µs, 50.0 % of the range, a request is open that they answer, they ask nobody else for anything, as far as was recorded, and none of them is at work until a timer ends or the next request comes. Without these sleeps the work would be at most 50.0 % shorter (an estimate).",
                        TaskSleepsTest.found(30), TaskSleepsTest.found(10)),
                new Row(new SleepWhileAwaited(),
                        " On average 4.0 such requests are open then; whether they sleep side by side, or one after another, as below a lock, is not known.",
                        TaskSleepsTest.several(3), TaskSleepsTest.several(0)),
                new Row(new SleepWhileAwaited(), "until a timer ends", TaskSleepsTest.found(30), TaskSleepsTest.found(10)),
                new Row(new SleepWhileAwaited(), ", since the processors of h would have as much to do as now (an estimate).",
                        of(SleepsOnBusyProcessorsTest.housekeeper(6_000)), polled),
                new Row(new SleepWhileAwaited(), " and the processors have so much time for more work",
                        of(SleepsOnBusyProcessorsTest.housekeeper(9_500)), of(SleepWhileAwaitedTest.poller(1_999))),
                new Row(new SleepWhileAwaited(), " sleep in their requests: for ", SleepWhileAwaitedTest.requestsOfAPool(false), ofPool),
                new Row(new SleepWhileAwaited(),
                        ", at least one of them waits for a timer while another one of them waits for that one, or a request does",
                        SleepWhileAwaitedTest.requestsOfAPool(true), ofPool),
                new Row(new SleepWhileAwaited(),
                        "no thread, and no threads of one name, wait for timers in 20.0 % of the range while others wait for them",
                        of(SleepWhileAwaitedTest.poller(1_999)), polled));
    }

    private static List<Row> losses() {
        Rule rule = new LostEvents();
        Analysis whole = lossy(lost("discarded-events", 17));
        Analysis part = LostEventsTest.context(100, 150, lost("discarded-events", 17));
        Analysis unknown = lossy(lost("lost-events", -1));
        return List.of(
                new Row(rule, "h: nothing was recorded of 1 processor on which threads ran.",
                        LostEventsTest.unrecorded(1, lost("unrecorded-processors", 1)),
                        lossy(lost("truncated", 1))),
                new Row(rule, "nothing is known to have been lost in the range", lossy(), whole),
                new Row(rule, "h: 17 events are missing; for 1.00 % of the threads' time it is not known what they did.", whole, unknown),
                new Row(rule, "h: 1 event is missing; for", lossy(lost("discarded-events", 1)), whole),
                new Row(rule, "h: some of the 17 events that the recording lost are missing; for", part, whole),
                new Row(rule, "h: an unknown number of events is missing; for", unknown, whole),
                new Row(rule, "h: 1 part (packet, file end or event) of the traces cannot be used; for", lossy(lost("truncated", 1)),
                        whole),
                new Row(rule, "h: 1 part (packet, file end or event) of the traces cannot be used.",
                        LostEventsTest.context(0, 0, lost("truncated", 1)), lossy(lost("truncated", 1))),
                new Row(rule, "h: 17 events are missing and 2 parts (packets, file ends or events) of the traces cannot be used; for",
                        lossy(lost("discarded-events", 17), lost("broken-packet", 2)), whole),
                new Row(rule, "h: switches of threads contradict each other, so events are missing; for",
                        lossy(lost("contradicting-switches", 3)), whole),
                new Row(rule, "Left out x.", lossy(Caveat.of(Caveat.Severity.ERROR, "", "unreadable-trace", 1, "Left out x.")), whole));
    }

    /** A host without a kernel trace, and so many traces that could not be read. */
    private static Analysis leftOut(int traces) {
        return Analysis.of(idle().builder.build()).recorded(List.of(new Recorded(false, true, EnumSet.noneOf(Sort.class))))
                .caveats(java.util.Collections.nCopies(traces,
                        Caveat.of(Caveat.Severity.ERROR, "", "unreadable-trace", 1, "Left out x.")))
                .build();
    }

    private static List<Row> missing() {
        Rule rule = new MissingEvents();
        Analysis all = recorded();
        Analysis packets = MissingEventsTest.context(1, MissingEventsTest.without(Sort.PACKETS_SENT), Cause.NETWORK);
        Analysis disks = MissingEventsTest.context(1, MissingEventsTest.without(Sort.DISK_REQUESTS), Cause.DEVICE);
        Analysis noKernel = Analysis.of(idle().builder.build()).recorded(List.of(new Recorded(false, true, EnumSet.noneOf(Sort.class))))
                .build();
        return List.of(new Row(rule, "it is not known which events were recorded", of(idle()), all),
                new Row(rule, "no kind of event is missing that would explain 1.00 % of the waiting time or more", all, disks),
                new Row(rule, "h has no kernel trace: nothing is known of its threads and waits.", noKernel, all),
                new Row(rule,
                        "h has no kernel trace that could be read: nothing is known of its threads and waits. 1 trace was left out, perhaps this one.",
                        leftOut(1), leftOut(2)),
                new Row(rule, " 2 traces were left out, perhaps this one among them.", leftOut(2), leftOut(1)),
                new Row(rule, "h has no scheduling events: nothing is known of its threads and waits.", recorded(Sort.SWITCHES), noKernel),
                new Row(rule,
                        "h has scheduling events without prev_state, which says whether a thread waits or has to give way: nothing is known of"
                                + " its threads and waits.",
                        recorded(Sort.REASONS_TO_LEAVE), recorded(Sort.SWITCHES)),
                new Row(rule, "h has no wake-ups: nothing tells who ended a wait.", recorded(Sort.WAKINGS, Sort.WAKE_UPS),
                        recorded(Sort.WAKINGS)),
                new Row(rule,
                        "h has wake-ups only as the woken thread's processor saw them: a wait may have been ended by another thread than"
                                + " the one that is named.",
                        recorded(Sort.WAKINGS), recorded(Sort.WAKE_UPS)),
                new Row(rule,
                        "h has no interrupts: waits for timers, disks and packets seem to be ended by whichever thread the interrupt hit.",
                        recorded(Sort.INTERRUPTS, Sort.DEVICE_INTERRUPTS, Sort.SOFT_INTERRUPTS),
                        recorded(Sort.INTERRUPTS, Sort.SOFT_INTERRUPTS)),
                new Row(rule,
                        "h has the interrupts of devices, but no soft interrupts: waits for packets, and for timers and disks that soft interrupts end, seem to be ended by whichever thread they hit.",
                        recorded(Sort.INTERRUPTS, Sort.SOFT_INTERRUPTS), recorded(Sort.INTERRUPTS, Sort.DEVICE_INTERRUPTS)),
                new Row(rule,
                        "h has soft interrupts, but none of devices: waits for disks and other devices that these end themselves seem to be ended by whichever thread they hit.",
                        recorded(Sort.INTERRUPTS, Sort.DEVICE_INTERRUPTS), recorded(Sort.INTERRUPTS, Sort.SOFT_INTERRUPTS)),
                new Row(rule,
                        "h0 has no disk requests, while threads wait for disks or other devices for 10.0 ms, 100 % of the waiting time:"
                                + " which disk, and whose request, is not known.",
                        disks, packets),
                new Row(rule,
                        "h0 has no events of packets sent, of packets received, or of both: its clock cannot be related to the others',"
                                + " and waits for the network lead nowhere.",
                        MissingEventsTest.context(2, MissingEventsTest.without(Sort.PACKETS_SENT), Cause.NONE), packets),
                new Row(rule,
                        "h0 has no events of packets sent, of packets received, or of both, while threads wait for packets for 10.0 ms,"
                                + " 100 % of the waiting time: who sent them is not known.",
                        packets, disks),
                new Row(rule, "h has no state at the start (statedump): nothing is known of a thread until its first event, and processes,"
                        + " interrupts and disks have no names.", recorded(Sort.STATE_AT_START), all),
                new Row(rule, "Intervals were asked for, but there are none and no host has a user-space trace.", wanted(false),
                        wanted(true)));
    }

    private static List<Row> network() {
        Rule trips = new RoundTripsInSeries();
        Rule workers = new TooFewWorkers();
        Analysis guess = Analysis.of(TooFewWorkersTest.queue(20, 2, 100, false, true).builder.build())
                .recorded(List.of(MissingEventsTest.without(Sort.INTERRUPTS))).build();
        Analysis buys = RoundTripsInSeriesTest.context(8, 500, 200, true);
        Analysis fewBuys = RoundTripsInSeriesTest.context(2, 500, 200, true);
        Analysis thread = RoundTripsInSeriesTest.context(8, 500, 200, false);
        Analysis fewOfThread = RoundTripsInSeriesTest.context(2, 500, 200, false);
        Stage sent = new Stage();
        int a = sent.thread(sent.host("h"), 1, "a");
        sent.runs(a, 10).builder.packet(1_000, 2_000, a);
        Analysis noWait = of(sent);
        Analysis queue = of(TooFewWorkersTest.queue(20, 2, 100, false, true));
        Analysis enough = of(TooFewWorkersTest.queue(2, 2, 100, false, true));
        Analysis idleNow = of(TooFewWorkersTest.queue(20, 2, 100, true, true));
        Analysis loop = of(QueuedRequestsTest.loop(6, 2, 20, QueuedRequestsTest.Workers.ONE));
        Rule connections = new TooFewConnections();
        Rule unrecorded = new UnrecordedHost();
        Analysis fewConnections = of(TooFewConnectionsTest.app(6, 40, TooFewConnectionsTest.How.FEW));
        Analysis enoughConnections = of(TooFewConnectionsTest.app(2, 40, TooFewConnectionsTest.How.FEW));
        Analysis oneWorker = of(QueuedRequestsTest.loop(6, 1, 20, QueuedRequestsTest.Workers.ONE));
        return List.of(
                new Row(trips, "there is no packet of which the traces have both the sending and the arrival", of(idle()), noWait),
                new Row(trips, "no thread waits for packets", noWait, fewOfThread),
                new Row(trips,
                        "none of the threads that wait longest for packets makes enough round trips with one peer, or spends enough time"
                                + " on them",
                        fewOfThread, thread),
                new Row(trips, "in no kind of interval do the same two processes make enough round trips, or spend enough time on them",
                        fewBuys,
                        buys),
                new Row(trips,
                        "The interval buy makes 8 round trips between client (A) and server (B), one after the other (median of 20): ",
                        buys, fewBuys),
                new Row(trips, "The critical path of client (A:101) has 160 round trips between client (A) and server (B), one after the"
                        + " other: ", thread, buys),
                new Row(workers, "there is no packet of which the traces have both the sending and the arrival", of(idle()), noWait),
                new Row(workers, Rule.NO_WAKERS, guess, queue),
                new Row(workers, "nowhere do threads often wait for replies over the network from others of one program", noWait, enough),
                new Row(workers, "the longest queue is that for worker* (h): on average ", enough, queue),
                new Row(workers,
                        "every team of workers with a queue (1) waits for work now and then, has workers that are free, looks after several requests at a time, or is on a host whose processors are busy",
                        idleNow, queue),
                new Row(workers,
                        " are not being served; the workers wait for work 0 times per 200 served, and the host's processors are ",
                        queue, enough),
                new Row(workers,
                        "On average 5.7 requests of loop (A:101) are open for 2 workers worker* (B), so 3.7 wait until a worker is free: each has one for 100 % of the time and waits for work"
                                + " 0 times per 40 served, and the host's processors are ",
                        loop, queue),
                new Row(workers,
                        " Meanwhile each of them runs for 19.8 % of the range, and waits for timer (B) for 80.0 %, more than for anything else.",
                        loop, oneWorker),
                new Row(workers, " Meanwhile it runs for ", oneWorker, loop),
                new Row(workers, " of the range, wants a processor and has none for 7.00 %, and waits for timer (h) for ",
                        of(TooFewWorkersTest.queue(20, 2, 100, false, true, 700)), queue),
                new Row(workers, " Meanwhile each of them runs for 30.0 % of the range and wants a processor and has none for 70.0 %.",
                        of(TooFewWorkersTest.queue(20, 2, 100, false, true, 7_000)),
                        of(TooFewWorkersTest.queue(20, 2, 100, false, true, 700))),
                new Row(workers,
                        " Meanwhile it runs for 100 % of the range. 36 of the 40 answers come after whoever asked has ceased to wait: that work is for nobody, and whoever asks again makes more of it.",
                        of(ForNobodyTest.asked(90_000)), of(ForNobodyTest.asked(390_000))),
                new Row(workers,
                        "On average 5.8 requests are open that come through loop (B:102) to 2 workers worker* (B), so 3.8 wait until a worker is free: the workers wait for more to do for at most 0.00 % of their time, and the host's processors are ",
                        of(HandedOnTest.loop(6, 40, HandedOnTest.How.HANDS_ON)), of(HandedOnTest.loop(6, 40, HandedOnTest.How.IDLE))),
                new Row(connections, "there is no packet of which the traces have both the sending and the arrival", of(idle()), noWait),
                new Row(connections, "no program that is asked often asks another one over connections", noWait, enoughConnections),
                new Row(connections,
                        "no program has more requests open than it may ask another one at a time, and all of its connections in use; the most that are open is 2.0 for 2 connections from app (B:102)",
                        enoughConnections, fewConnections),
                new Row(connections,
                        "Questions of app (B:102) for db ×2 (C) go over 2 connections at a time and no more: a connection has one for 96.1 % of the time, and for 2.49 % one is free while nobody who asks is at work."
                                + " Meanwhile 5.8 requests of others are open there, on average, so up to 3.8 of them wait until a connection is free, as far as they wait for nothing else there.",
                        fewConnections, enoughConnections),
                new Row(connections,
                        "Questions of proxy (B:102) for db (C:103) go over 1 connection at a time and no more: each has its own, and one is in use, from its first packet to its last, for 95.3 % of the time, and for ",
                        of(TooFewConnectionsTest.proxy(TooFewConnectionsTest.Own.ONE)),
                        of(TooFewConnectionsTest.proxy(TooFewConnectionsTest.Own.OPEN))),
                new Row(unrecorded,
                        "asks (A:101) waits for packets of 10.0.0.9, which no recorded host is seen to use: it does for 160 ms, 40.0 % of the range, in 40 waits."
                                + " Whether these are answers or new work, and what is done there until they come, only a recording made there tells.",
                        of(UnrecordedHostTest.asks(40, 0, "10.0.0.9")), of(UnrecordedHostTest.asks(40, 40, "10.0.0.9"))),
                new Row(unrecorded,
                        "asks (A:101) waits for packets of 10.0.0.9, which B sent while it was not recorded: it does for 160 ms, 40.0 % of the range, in 40 waits."
                                + " Whether these are answers or new work, and what is done there until they come, only a recording made there at that time tells.",
                        of(UnrecordedHostTest.asks(0, 40, "10.0.0.9")), of(UnrecordedHostTest.asks(1, 40, "10.0.0.9"))),
                new Row(unrecorded,
                        "asks ×5 (A) wait for packets of 1, 2, 3 and 2 more, which no recorded host is seen to use: at least one of them does for ",
                        of(UnrecordedHostTest.asks(200, 0, "1", "2", "3", "4", "5")), of(UnrecordedHostTest.asks(40, 0, "1"))),
                new Row(unrecorded, "waits for packets", of(UnrecordedHostTest.asks(40, 0, "10.0.0.9")),
                        of(UnrecordedHostTest.asks(40, 40, "10.0.0.9"))),
                new Row(unrecorded,
                        "threads wait for packets of an address that no recorded host is seen to use in at most 8.00 % of the range",
                        of(UnrecordedHostTest.asks(40, 0, "10.0.0.9").runs(0, 2_000_000)),
                        of(UnrecordedHostTest.asks(0, 40, "10.0.0.9").runs(0, 2_000_000))),
                new Row(unrecorded,
                        "threads wait for packets that B sent while it was not recorded in at most 8.00 % of the range",
                        of(UnrecordedHostTest.asks(0, 40, "10.0.0.9").runs(0, 2_000_000)),
                        of(UnrecordedHostTest.asks(40, 0, "10.0.0.9").runs(0, 2_000_000))),
                new Row(unrecorded,
                        "no wait is ended by a packet of an address that no host here is seen to use, or of a host that was not recorded then",
                        of(UnrecordedHostTest.asks(0, 0, "10.0.0.9")), of(UnrecordedHostTest.asks(40, 0, "network"))),
                new Row(unrecorded,
                        "no thread waits again and again for packets of an address that no host here is seen to use, or of a host that was not recorded then",
                        of(UnrecordedHostTest.asks(40, 0, "network")), of(UnrecordedHostTest.asks(40, 0, "10.0.0.9"))),
                new Row(connections,
                        "Questions of web* ×6 (B) for db ×2 (C) go over 2 connections at a time and no more: a connection has one for 96.0 % of the time, and for 2.45 % one is free while nobody who asks is at work."
                                + " Meanwhile 3.6 of those who ask wait for each other, on average, while the connection that each of them uses next has a question of another one.",
                        of(TooFewConnectionsTest.pool(6, TooFewConnectionsTest.Handed.ON)),
                        of(TooFewConnectionsTest.pool(3, TooFewConnectionsTest.Handed.ON))),
                new Row(connections,
                        ". For another 41.6 % it is with whoever got the last answer, or with the next one to ask, who has waited for that. For 1.46 % one is free while",
                        of(TooFewConnectionsTest.pool(6, TooFewConnectionsTest.Handed.LATE)),
                        of(TooFewConnectionsTest.pool(6, TooFewConnectionsTest.Handed.ON))),
                new Row(connections,
                        ". For another 78.1 % it has none, but is kept for slow ×2 (A), asleep for 99.9 % of that time, while others wait for it. For 3.16 % one is free while a request waits and nobody",
                        of(TooFewConnectionsTest.keeps(60, TooFewConnectionsTest.Kept.SLEEPS)),
                        of(TooFewConnectionsTest.keeps(60, TooFewConnectionsTest.Kept.WORKS))),
                new Row(connections, " it has none, but is kept for slow ×2 (A), at work for 100 % of that time, while others wait for it.",
                        of(TooFewConnectionsTest.keeps(60, TooFewConnectionsTest.Kept.WORKS)),
                        of(TooFewConnectionsTest.keeps(60, TooFewConnectionsTest.Kept.SLEEPS))),
                new Row(connections,
                        " it has none, but is kept for slow ×2 (A), mostly waiting for something else, while others wait for it.",
                        of(TooFewConnectionsTest.keeps(60, TooFewConnectionsTest.Kept.WAITS)),
                        of(TooFewConnectionsTest.keeps(60, TooFewConnectionsTest.Kept.SLEEPS))),
                new Row(connections, " it has none, but is kept for a client, while others wait for it.",
                        of(TooFewConnectionsTest.keeps(60, TooFewConnectionsTest.Kept.UNSEEN)),
                        of(TooFewConnectionsTest.keeps(60, TooFewConnectionsTest.Kept.SLEEPS))),
                new Row(connections, " those who ask hand it on, or pass on what has come. For another ",
                        of(TooFewConnectionsTest.keeps(60, TooFewConnectionsTest.Kept.CROWDED)),
                        of(TooFewConnectionsTest.keeps(60, TooFewConnectionsTest.Kept.BUSY))),
                new Row(connections, " If none were kept so, the work would be at most 76.8 % shorter (an estimate).",
                        of(TooFewConnectionsTest.keeps(60, TooFewConnectionsTest.Kept.SLEEPS)),
                        of(TooFewConnectionsTest.keeps(60, TooFewConnectionsTest.Kept.OVERTAKES))));
    }

    @Test
    void everyInstalledRuleIsInATable() throws IOException {
        Set<String> told = rows().stream().map(row -> row.rule().info().id()).collect(Collectors.toSet());
        assertThat(told).isEqualTo(RuleSet.installed().infos().stream().map(RuleInfo::id).filter(id -> !ELSEWHERE.contains(id))
                .collect(Collectors.toSet()));
        assertThat(files()).hasSizeGreaterThan(20);
    }
}
