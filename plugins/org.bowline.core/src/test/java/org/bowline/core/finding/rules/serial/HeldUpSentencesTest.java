/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.serial;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.event.RecordedFacts.Sort;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.rules.SentenceTable;
import org.bowline.core.finding.rules.Sentences.Row;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.lock.LockConvoy;
import org.bowline.core.finding.rules.lock.LockConvoyTest;
import org.bowline.core.finding.rules.network.FullLink;
import org.bowline.core.finding.rules.network.FullLinkTest;
import org.bowline.core.finding.rules.network.KeptPacketsTest;
import org.bowline.core.finding.rules.network.ReachedInVainTest;
import org.bowline.core.finding.rules.network.SmallSends;
import org.bowline.core.finding.rules.network.SmallSendsTest;
import org.bowline.core.finding.rules.network.Unanswered;
import org.bowline.core.finding.rules.network.UnansweredTest;
import org.bowline.core.finding.rules.network.WithheldRequests;
import org.bowline.core.finding.rules.network.WithheldRequestsTest;
import org.bowline.core.finding.rules.processor.Computing;
import org.bowline.core.finding.rules.processor.ComputingTest;
import org.bowline.core.finding.rules.processor.GarbageCollection;
import org.bowline.core.finding.rules.processor.GarbageCollectionTest;
import org.bowline.core.finding.rules.processor.HeldBack;
import org.bowline.core.finding.rules.processor.Stopped;
import org.bowline.core.finding.rules.processor.StoppedTest;
import org.bowline.core.finding.rules.processor.WritesHeldBack;
import org.bowline.core.finding.rules.processor.WritesHeldBackTest;
import org.bowline.core.finding.rules.recording.MissingEventsTest;
import org.bowline.core.finding.rules.server.OneAtATime;
import org.bowline.core.finding.rules.server.OneAtATimeTest;
import org.bowline.core.finding.rules.server.OneConnection;
import org.bowline.core.finding.rules.server.OneConnectionTest;
import org.bowline.core.finding.rules.sleep.OwnPace;
import org.bowline.core.finding.rules.sleep.OwnPaceTest;
import org.bowline.core.finding.rules.sleep.SleepWhileAwaitedTest;
import org.bowline.core.timeline.ResentFate;
import org.bowline.core.timeline.Timeline;

/** Every sentence of the rules on work that is held up by itself or by the kernel, with a run in which it must appear and one near it in which it must not. */
public class HeldUpSentencesTest extends SentenceTable {
    /** Whose words are in this table. */
    public static final Set<String> FILES = Set.of("WritesHeldBack", "SerialWork", "OneAfterAnother", "OwnPace", "Computing", "SentAgain",
            "SmallSends", "OneConnection", "HeldBack", "OwnWork", "OneAtATime", "ProcessRuns", "FullLink", "FullWay",
            "KernelWork", "LateAnswers", "ReachedInVain", "WithheldRequests", "SerialPhases", "Turns", "Stopped", "GarbageCollection");

    @Override
    protected Set<String> files() {
        return FILES;
    }

    @Override
    protected List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        rows.addAll(writers());
        rows.addAll(withheld());
        rows.addAll(steps());
        rows.addAll(scripts());
        rows.addAll(sleepers());
        rows.addAll(computers());
        rows.addAll(senders());
        rows.addAll(smallSends());
        rows.addAll(connections());
        rows.addAll(heldBack());
        rows.addAll(ownWork());
        rows.addAll(oneAtATime());
        rows.addAll(fullLinks());
        rows.addAll(turns());
        rows.addAll(stopped());
        rows.addAll(garbage());
        return rows;
    }

    private static List<Row> stopped() {
        Rule rule = new Stopped();
        Analysis two = of(StoppedTest.workers(2, Timeline.STOPPED, 12));
        Analysis one = of(StoppedTest.workers(1, Timeline.STOPPED, 12));
        Analysis traced = of(StoppedTest.workers(1, Timeline.TRACED, 12));
        Analysis tracedTwo = of(StoppedTest.workers(2, Timeline.TRACED, 12));
        Analysis awaited = of(StoppedTest.awaited(1, true));
        Analysis both = of(StoppedTest.awaited(2, true));
        Analysis idle = of(StoppedTest.awaited(1, false));
        Analysis open = of(StoppedTest.open(1));
        String let = "It is limit (h:101) that lets ";
        return List.of(
                new Row(rule,
                        "srv ×2 (h) are stopped by signals: 24 times, and for 48.0 ms, 40.0 % of the range, at least one of them may not go on (4.00 ms at the median). "
                                + let + "them go on."
                                + " Without these stops the work would be at most 40.0 % shorter (an estimate).",
                        two, one),
                new Row(rule,
                        "srv (h:102) is stopped by signals: 12 times, and for 48.0 ms, 40.0 % of the range, it may not go on (4.00 ms at the median). "
                                + let + "it go on.",
                        one, two),
                new Row(rule, "srv (h:102) is stopped by who traces it: 12 times", traced, one),
                new Row(rule, "srv ×2 (h) are stopped by who traces them: 24 times", tracedTwo, two),
                new Row(rule,
                        "is stopped by signals: once, and for 30.0 ms, 30.0 % of the range, it may not go on while others wait for it (40.0 ms at the median). It is",
                        awaited, idle),
                new Row(rule, "may not go on while others wait for them (40.0 ms at the median)", both, awaited),
                new Row(rule, "It is kill ×2 (h) that let it go on.", of(StoppedTest.killers()), one),
                new Row(rule, "Nobody lets it go on before the recording ends.", open, one),
                new Row(rule, "Nobody lets them go on before the recording ends.", of(StoppedTest.open(2)), open),
                new Row(rule, "Who lets it go on is not known.", of(StoppedTest.unknown()), open),
                new Row(rule, "no thread of a program is stopped again and again, or while others wait for it", idle, one),
                new Row(rule, "threads are stopped for at most 8.00 % of the range", of(StoppedTest.workers(1, Timeline.STOPPED, 12, 60)),
                        one));
    }

    private static List<Row> garbage() {
        Rule rule = new GarbageCollection();
        Analysis helped = of(GarbageCollectionTest.program());
        Analysis serial = of(GarbageCollectionTest.program("VM Thread", "handler"));
        Analysis beside = of(GarbageCollectionTest.program("VM Thread", "handler", false, "GC Thread#0"));
        Stage much = GarbageCollectionTest.program();
        Analysis little = of(much.runs(much.thread(0, 1, "other"), 1_000_000));
        return List.of(
                new Row(rule,
                        "java (h:101) collects garbage while its threads wait: for 40.0 ms, 40.0 % of the range, in 1 wait, handler (h:103) waits until GC Thread#0 (h:104) and GC Thread#1 (h:105) have"
                                + " done that. Without it the work would be at most 40.0 % shorter (an estimate).",
                        helped, serial),
                new Row(rule,
                        "for 40.0 ms, 40.0 % of the range, in 2 waits, at least one of handler ×2 (h) waits until VM Thread (h:102) has",
                        of(GarbageCollectionTest.two()), serial),
                new Row(rule, "in 1 wait, handler (h:103) waits until VM Thread (h:102) has done that", serial, helped),
                new Row(rule, "no thread of a Java program waits while garbage is collected", beside, helped),
                new Row(rule, "threads of Java programs wait while garbage is collected in at most 4.00 % of the range", little, helped));
    }

    private static List<Row> fullLinks() {
        Rule rule = new FullLink();
        Analysis narrow = of(FullLinkTest.narrow());
        Analysis distant = of(FullLinkTest.distant());
        Analysis seldom = of(FullLinkTest.seldom());
        Analysis both = of(FullLinkTest.both());
        Stage noPacket = new Stage();
        noPacket.runs(noPacket.thread(noPacket.host("h"), 1, "a"), 10);
        return List.of(
                new Row(rule,
                        "The link from A to B carries 12.0 Mbit/s and is full for 144 ms, 84.9 % of the range: what A sends queues, and arrives at that rate all the time (144 packets). gets"
                                + " (B:102) waits for it for 144 ms, 84.9 % of the range. On a link that is never full the work would be at most 84.9 % shorter (an estimate).",
                        narrow, distant),
                new Row(rule, "sends (A:101) and gets (B:102) wait for it; at least one of them for ", both, narrow),
                new Row(rule, "what it sends queues", narrow, distant),
                new Row(rule, "waits for what queues", narrow, distant),
                new Row(rule, "nobody waits for packets that queue and arrive at one rate", distant, seldom),
                new Row(rule, "threads wait for what queues on a full link in at most ", seldom, distant),
                new Row(rule, "there is no packet of which the traces have the length, the sending and the arrival", of(noPacket), narrow));
    }

    private static List<Row> turns() {
        Rule rule = new LockConvoy();
        Analysis files = of(LockConvoyTest.files(30, 10));
        Analysis others = of(LockConvoyTest.files(30, 8));
        return List.of(
                new Row(rule,
                        "30 threads locks (h) have something in turn, which looks like a lock: 29 times it is handed on to one that waits, 28 times by the one that was handed it last, which has it for 100 ms"
                                + " at the median. For 2.90 s, 96.5 % of the range, at least one of them waits for it, from the first hand-over to the last 5.7 on average.",
                        files, others),
                new Row(rule, "from the first hand-over to the last", files, others),
                new Row(rule, "waits handed over", files, others));
    }

    private static List<Row> oneAtATime() {
        Rule rule = new OneAtATime();
        Analysis far = of(OneAtATimeTest.server(9_000, OneAtATimeTest.Clients.FAR));
        Analysis near = of(OneAtATimeTest.server(9_000, OneAtATimeTest.Clients.NEAR));
        Analysis none = of(OneAtATimeTest.server(9_000, OneAtATimeTest.Clients.NONE));
        Analysis guess = Analysis.of(near.timeline())
                .recorded(List.of(MissingEventsTest.without(Sort.INTERRUPTS), MissingEventsTest.without(Sort.INTERRUPTS))).build();
        return List.of(new Row(rule, Rule.NO_WAKERS, guess, far),
                new Row(rule,
                        "w* ×4 (h) run one at a time: at least one of them is on a processor in 90.0 % of the range, and then 1.0 of them are, on average, though the 4"
                                + " processors of h are only 22.5 % busy. Meanwhile 3.9 requests are open that they answer, on average.",
                        far, near),
                new Row(rule, " busy. Meanwhile 3.9 threads of others wait for them, on average.", near, far),
                new Row(rule, "on a processor", far, of(new Stage())),
                new Row(rule,
                        "no process whose threads run in 80.0 % of the range, hardly ever two at once, while others wait for them and its host has processors to spare",
                        none, far));
    }

    private static List<Row> ownWork() {
        Rule rule = new OwnWork();
        Analysis runs = of(OwnWorkTest.holder(OwnWorkTest.Does.RUNS));
        Analysis pool = of(OwnWorkTest.pool());
        Analysis pools = of(OwnWorkTest.pool(OwnWorkTest.Does.WRITES));
        Analysis guess = Analysis.of(runs.timeline()).recorded(List.of(MissingEventsTest.without(Sort.INTERRUPTS))).build();
        String gain = "Without these waits the work would be at most 30.0 % shorter (an estimate).";
        return List.of(new Row(rule, Rule.NO_WAKERS, guess, runs),
                new Row(rule,
                        "flushes (h:101) does something of its own while others wait for it: for 300 ms, 30.0 % of the range, a (h:102) and b (h:103) wait for"
                                + " it, in 20 waits. It had slept, and had begun before each of these waits. " + gain,
                        runs, pool),
                new Row(rule,
                        "gc* ×3 (h) do something of their own while others wait for them: for 90.0 ms, 30.0 % of the range, waits (h:101) waits for one of them,"
                                + " in 30 waits. They had slept, and had begun before each of these waits. " + gain,
                        pool, runs),
                new Row(rule, ", each of which holds up 2.0 threads on average", of(OwnWorkTest.queue()), runs),
                new Row(rule, "In 96.7 % of that time it waits for disk sda (h). ", of(OwnWorkTest.holder(OwnWorkTest.Does.WRITES)), runs),
                new Row(rule, "In 96.7 % of that time it wants a processor and has none. ", of(OwnWorkTest.holder(OwnWorkTest.Does.WANTS)),
                        runs),
                new Row(rule, "In 46.7 % of that time it waits for disk sda (h), and in 50.0 % it wants a processor and has none. ",
                        of(OwnWorkTest.holder(OwnWorkTest.Does.BOTH)), runs),
                new Row(rule, "of that time one of them waits for disk sda (h)", pools, pool),
                new Row(rule, "of that time one of them wants a processor and has none", of(OwnWorkTest.pool(OwnWorkTest.Does.WANTS)),
                        pool),
                new Row(rule, "waits meanwhile", runs, of(SleepWhileAwaitedTest.poller(5_000))),
                new Row(rule, "nobody waits for what a thread does of its own after a sleep", of(SleepWhileAwaitedTest.poller(5_000)),
                        runs),
                new Row(rule, "others wait for what threads do of their own after a sleep in at most 9.90 % of the range",
                        of(OwnWorkTest.held(9_900)), runs));
    }

    private static List<Row> heldBack() {
        Rule rule = new HeldBack();
        Analysis one = of(WritesHeldBackTest.writer(Timeline.HELD, false, 40));
        Analysis two = of(WritesHeldBackTest.jobs());
        Analysis disk = of(WritesHeldBackTest.writer(Timeline.HELD, true, 40));
        Analysis guess = Analysis.of(one.timeline())
                .recorded(List.of(MissingEventsTest.without(Sort.INTERRUPTS), MissingEventsTest.without(Sort.INTERRUPTS))).build();
        Analysis unknown = Analysis.of(one.timeline())
                .recorded(List.of(MissingEventsTest.without(Sort.DISK_REQUESTS), MissingEventsTest.without(Sort.DISK_REQUESTS))).build();
        String reason = " in the uninterruptible state until a timer ends that, for 200 ms in all, 40.0 % of the range, 5.00 ms at the median;"
                + " no program does that of its own accord, and no disk has enough to write to be the reason. The kernel does that to programs with more memory than their control group may have (memory.high)."
                + " Without these waits the work would be at most 40.0 % shorter (an estimate).";
        return List.of(new Row(rule, Rule.NO_WAKERS, guess, one),
                new Row(rule, "spools (h:102) is held back by the kernel: 40 times it waits" + reason, one, disk),
                new Row(rule, "jobs ×2 (h) are held back by the kernel: 80 times one of them waits" + reason, two, one),
                new Row(rule,
                        "5.00 ms at the median; no program does that of its own accord, and whether a disk writes meanwhile was not recorded (profile waits-disk). The kernel does that to programs with more memory than"
                                + " their control group may have (memory.high), and to those that change pages faster than a disk writes them. Without these",
                        unknown, one),
                new Row(rule, "held back", one, of(new Stage())),
                new Row(rule, "no thread of a program is held back by the kernel again and again while no disk is seen to write", disk,
                        one),
                new Row(rule, "threads are held back by the kernel while no disk is seen to write for at most 9.00 % of the range",
                        of(WritesHeldBackTest.writer(Timeline.HELD, false, 9)), one));
    }

    private static List<Row> connections() {
        Rule rule = new OneConnection();
        Analysis one = of(OneConnectionTest.server(10, 10_000));
        Analysis two = of(OneConnectionTest.servers());
        Analysis late = of(OneConnectionTest.server(10, 48_200));
        Stage noPacket = new Stage();
        noPacket.runs(noPacket.thread(noPacket.host("h"), 1, "a"), 10);
        String held = " waits for what comes over it next, although a request has come over another one, which it answers later. These are ";
        return List.of(
                new Row(rule, "serves (B:103) serves one connection at a time: for 400 ms, 38.0 % of the range, it" + held
                        + "10 waits for holds (A:101). Without them the work would be at most 38.0 % shorter (an estimate).", one, late),
                new Row(rule,
                        "serves ×2 (B) serve one connection at a time: for 400 ms, 38.0 % of the range, at least one of them" + held
                                + "20 waits",
                        two,
                        one),
                new Row(rule, "serves one connection at a time", one, late),
                new Row(rule, "no thread waits for one client while requests of others wait for it", late, one),
                new Row(rule, "threads wait for one client while requests of others wait for them in at most ",
                        of(OneConnectionTest.server(10, 40_000)),
                        one),
                new Row(rule, "there is no packet of which the traces have both the sending and the arrival", of(noPacket), one));
    }

    private static List<Row> smallSends() {
        Rule rule = new SmallSends();
        Analysis one = of(SmallSendsTest.sender(40_000, 10));
        Analysis two = of(SmallSendsTest.senders());
        Analysis soon = of(SmallSendsTest.sender(10_000, 10));
        Analysis little = of(SmallSendsTest.sender(20_000, 114, 250_000, 10, false));
        Stage noPacket = new Stage();
        noPacket.runs(noPacket.thread(noPacket.host("h"), 1, "a"), 10);
        return List.of(
                new Row(rule, ": 10 small packets leave 40.0 ms after", of(SmallSendsTest.withinHost(true)), one),
                new Row(rule,
                        "Small pieces that asks (A:101) sends are kept back by its kernel while tells (B:102) waits for them: 10 packets of 114 bytes at the median leave"
                                + " 40.0 ms after the sender has begun to wait itself; for 400 ms, 40.0 % of the range, both ends wait so. Nagle's algorithm does that: a small"
                                + " piece waits until the one before it is acknowledged, which the other side may delay. Without these waits the work would be at most 40.0 %"
                                + " shorter (an estimate).",
                        one, soon),
                new Row(rule,
                        "Small pieces that asks ×2 (A) send are kept back by their kernel while tells ×2 (B) wait for them: 20 packets",
                        two, one),
                new Row(rule,
                        "40.0 ms after the piece before, when that is acknowledged; for 400 ms, 66.7 % of the range, at least one is kept back so. Nagle's",
                        of(KeptPacketsTest.server(10)), of(KeptPacketsTest.server(7))),
                new Row(rule, "what is sent is kept back", one, soon),
                new Row(rule, "no thread's small packets leave again and again only after it has begun to wait", soon, little),
                new Row(rule, "small packets leave late while both ends wait for at most 8.00 % of the range", little, soon),
                new Row(rule, "there is no packet of which the traces have both the sending and the arrival", of(noPacket), soon));
    }

    private static List<Row> senders() {
        Rule rule = new Unanswered();
        Analysis one = of(UnansweredTest.resender(1, 10, true));
        Analysis three = of(UnansweredTest.resender(3, 10, true));
        Analysis data = of(UnansweredTest.resender(1, 10, false));
        Analysis threeData = of(UnansweredTest.resender(3, 10, false));
        Analysis hangs = of(ReachedInVainTest.client(ReachedInVainTest.Server.HANGS, false));
        String lost = " What is sent, or what acknowledges it, is lost or late. Without these waits the work would be at most 49.7 % shorter (an estimate).";
        return List.of(
                new Row(rule,
                        "dials-0 (A:101) asks for connections and gets no answer in time: 4 times the kernel sends it again, 99.0 ms after the time before"
                                + " at the median; it waits so for 396 ms, 49.7 % of the range. What asks, or the answer, is lost, or the other side has no room for it: the"
                                + " queue of its listening socket is full. Without",
                        one, data),
                new Row(rule,
                        "dials* ×3 (A) ask for connections and get no answer in time: 12 times the kernel sends it again, 99.0 ms after the time before at"
                                + " the median; at least one of them waits so for 396 ms",
                        three, one),
                new Row(rule,
                        "dials-0 (A:101) sends what nobody acknowledges in time: 4 times the kernel sends it again, 99.0 ms after the time before at the"
                                + " median; it waits so for 396 ms, 49.7 % of the range." + lost,
                        data, one),
                new Row(rule, "dials* ×3 (A) send what nobody acknowledges in time: 12 times", threeData, data),
                new Row(rule, "until it is sent again", one, of(UnansweredTest.asker(4))),
                new Row(rule, " of the range. 4 times it is lost on its way. Without",
                        of(UnansweredTest.resender(1, 10, true, ResentFate.LOST)), one),
                new Row(rule, " of the range. 4 times it arrives, and the answer is lost or late. Without",
                        of(UnansweredTest.resender(1, 10, true, ResentFate.GRANTED)), one),
                new Row(rule,
                        " of the range. 4 times it arrives and is not answered before that, as where the queue of the listening socket is full. Without",
                        of(UnansweredTest.resender(1, 10, true, ResentFate.ARRIVED)), one),
                new Row(rule,
                        " of the range. 4 times it arrives, and what acknowledges it is lost or late, or the receiver has no room for it. Without",
                        of(UnansweredTest.resender(1, 10, false, ResentFate.ARRIVED)), data),
                new Row(rule, " of the range. 2 times it is lost on its way; 2 times it is not known what became of it. Without",
                        of(UnansweredTest.resender(1, 10, false, ResentFate.LOST, ResentFate.UNKNOWN)), data),
                new Row(rule,
                        "asks (A:101) waits for answers of tells (B:102) that the kernel there sends again, as they were not acknowledged in time: 10 times, 200 ms after it sent them before, at the median; it waits so for ",
                        of(UnansweredTest.lostAnswers(false)), data),
                new Row(rule,
                        " Meanwhile what it asked is sent again, too, 20 times: it had arrived, and what acknowledges it is lost with the answer, or late. Without these waits",
                        of(UnansweredTest.askedAgain(ResentFate.LOST, ResentFate.ARRIVED)),
                        of(UnansweredTest.askedAgain(ResentFate.LOST, ResentFate.LOST))),
                new Row(rule,
                        " 8 times an answer ends such a wait. 3 answers come later, 62.0 ms after the timer at the median."
                                + " From the request to the answer the one of tells ×3 (B) that gives it waits for timers for 90.0 % of that time and is at work for 10.0 %. Without these waits",
                        of(UnansweredTest.late(3, UnansweredTest.Again.ANEW)),
                        of(UnansweredTest.late(3, UnansweredTest.Again.OVER_THE_SAME))),
                new Row(rule,
                        "No answer ends such a wait. 11 answers come later, 62.0 ms after the timer at the median. From the request to the answer the one of tells ×3 (B) that gives it waits for timers for ",
                        of(UnansweredTest.late(1, UnansweredTest.Again.ANEW)), of(UnansweredTest.late(3, UnansweredTest.Again.ANEW))),
                new Row(rule,
                        " 1 answer comes later, 62.0 ms after the timer. From the request to the answer tells (B:103) waits for timers for ",
                        of(UnansweredTest.lateAndLost()),
                        of(UnansweredTest.late(3, UnansweredTest.Again.ANEW))),
                new Row(rule, " What else it asks, or the answer, is lost or late.",
                        of(UnansweredTest.late(3, UnansweredTest.Again.OVER_THE_SAME)), of(UnansweredTest.lateAndLost())),
                new Row(rule,
                        "11 times what it asks reaches bad ×11 (C), and no answer comes in time. From the request to the timer the one of bad ×11 (C) that got it waits for 99.0 % of that time,"
                                + " and it is not known whom for. Without these waits",
                        hangs, of(ReachedInVainTest.client(ReachedInVainTest.Server.DEAF, false))),
                new Row(rule, " From the request to the timer the one of bad ×11 (C) that got it waits for timers for 99.0 %",
                        of(ReachedInVainTest.client(ReachedInVainTest.Server.SLEEPS, false)), hangs),
                new Row(rule, "got what is not answered in time", hangs, of(UnansweredTest.asker(4))));
    }

    private static List<Row> computers() {
        Rule rule = new Computing();
        Analysis three = of(ComputingTest.threads(3, 900));
        Analysis one = of(ComputingTest.threads(1, 900));
        Analysis idle = of(ComputingTest.threads(3, 590));
        Analysis guess = Analysis.of(ComputingTest.threads(3, 900).builder.build())
                .recorded(List.of(MissingEventsTest.without(Sort.INTERRUPTS)))
                .build();
        Analysis sleeps = of(ComputingTest.threads(1, 650));
        String tell = "; whether that is work, or spinning for a lock that another thread has, only samples of call stacks tell (perf record -g).";
        return List.of(new Row(rule, Rule.NO_WAKERS, guess, three),
                new Row(rule,
                        "spin* ×3 (h) compute: they run in 45.0 % of the range and want a processor in 45.0 %, on average, and no two threads of programs"
                                + " wait for each other again and again. What bounds the work is what they do on the processors" + tell,
                        three, idle),
                new Row(rule,
                        "spin-0 (h:101) computes: it runs in 45.0 % of the range and wants a processor in 45.0 %, and no two threads of programs"
                                + " wait for each other again and again. What bounds the work is what it does on the processors" + tell,
                        one, three),
                new Row(rule, "no thread runs, or wants to, for more than 59.0 % of the range", idle, three),
                new Row(rule, " It waits for timers in 35.0 % of the range.", sleeps, one),
                new Row(rule, " What takes most of the time is what it does on the processors; whether", sleeps, one),
                new Row(rule, " What takes most of the time is what they do on the processors; whether", of(ComputingTest.threads(2, 650)),
                        three),
                new Row(rule, " They wait for timers in 35.0 % of the range, on average.", of(ComputingTest.threads(2, 650)), three),
                new Row(rule, "waits that are not recorded", of(ComputingTest.besideLosses()), three),
                new Row(rule,
                        "sink (h:103) bounds the work: it runs in 89.0 % of the range and wants a processor in 0.00 %. It waits for others only now and then, and nobody"
                                + " waits for it: what it does on the processors is what takes the time.",
                        of(ComputingTest.pipeline(11_000, false)), of(ComputingTest.pipeline(9_900, false))),
                new Row(rule, "there are threads of programs that wait for each other three times or more",
                        of(ComputingTest.besideAServer(3)), three));
    }

    private static List<Row> sleepers() {
        Rule rule = new OwnPace();
        Analysis one = of(OwnPaceTest.client(8_000));
        Analysis two = of(OwnPaceTest.clients(2));
        Analysis guess = Analysis.of(OwnPaceTest.client(8_000).builder.build())
                .recorded(List.of(MissingEventsTest.without(Sort.INTERRUPTS), MissingEventsTest.without(Sort.INTERRUPTS))).build();
        String limited = " If these are sleeps, and not waits for what does not come within a time limit, the pace is ";
        String faster = " own: making everything else faster makes the work at most 20.0 % shorter (an estimate).";
        Analysis limit = of(OwnPaceTest.client(8_000, 20));
        return List.of(new Row(rule, Rule.NO_WAKERS, guess, one),
                new Row(rule,
                        "thinks (A:101) waits 20 times with a time limit that passes; for 160 ms of that, 80.0 % of the range, nobody works and nobody waits",
                        limit, one),
                new Row(rule, " so for its next timer. Making everything else faster makes the work at most 20.0 % shorter (an estimate).",
                        limit, one),
                new Row(rule,
                        "cb (A:103) wait up to 20 times each with a time limit that passes; for up to 160 ms of that, 80.0 % of the range, ",
                        of(OwnPaceTest.clients(2, Timeline.LIMITED)), two),
                new Row(rule,
                        "thinks (A:101) sleeps 20 times; for 160 ms of that, 80.0 % of the range, nobody works and nobody waits for anything but timers"
                                + " and new work." + limited + "its" + faster,
                        one, two),
                new Row(rule,
                        " sleep, up to 20 times each; for up to 160 ms of that, 80.0 % of the range, nobody works and nobody waits for anything but"
                                + " timers and new work." + limited + "their" + faster,
                        two, one),
                new Row(rule,
                        "no thread sleeps in 50.0 % of the range and does something after each sleep, while nobody has anything to do",
                        of(OwnPaceTest.client(4_900)), one));
    }

    private static List<Row> scripts() {
        Rule rule = new OneAfterAnother();
        Analysis script = of(OneAfterAnotherTest.script(40, 0));
        Analysis pairs = of(OneAfterAnotherTest.pairs(40));
        Analysis guess = Analysis.of(OneAfterAnotherTest.script(40, 0).builder.build())
                .recorded(List.of(MissingEventsTest.without(Sort.INTERRUPTS))).build();
        Analysis forkless = Analysis.of(OneAfterAnotherTest.script(40, 0).builder.build())
                .recorded(List.of(MissingEventsTest.without(Sort.FORKS))).build();
        return List.of(new Row(rule, Rule.NO_WAKERS, guess, script),
                new Row(rule, "the traces have no forks, so who started a process is not known", forkless, script),
                new Row(rule,
                        "script (h:101) runs 40 commands one after another and waits for them: for 800 ms, 80.0 % of the range, in 40 waits. On average"
                                + " 1.0 thread runs, or wants to, on h, which has 4 processors: if these shared that, the work would be at most 75.0 % shorter"
                                + " (an estimate).",
                        script, pairs),
                new Row(rule, "which has 4 processors. Without these waits the work would be at most 57.1 % shorter (an estimate)",
                        of(OneAfterAnotherTest.working(15)), script),
                new Row(rule, "cgi ×40 (h) run 120 commands one after another and wait for them: for ",
                        of(OneAfterAnotherTest.scripts(3, false)),
                        of(OneAfterAnotherTest.scripts(3, true))),
                new Row(rule, "they wait for their commands", of(OneAfterAnotherTest.scripts(3, false)), script),
                new Row(rule, "0.6 threads run, or want to, on h", of(OneAfterAnotherTest.script(40, 10)), script),
                new Row(rule, "waits for its commands", script, pairs),
                new Row(rule,
                        "no thread starts 10 short-lived processes one after another and waits for them in 50.0 % of the range, while processors have"
                                + " nothing to do",
                        pairs, script));
    }

    private static List<Row> steps() {
        Rule rule = new SerialWork();
        Analysis link = of(SerialWorkTest.build(4, 400));
        Analysis two = of(SerialWorkTest.builds(2, 200));
        Analysis chain = of(SerialWorkTest.build(1, 400));
        Analysis phases = of(SerialWorkTest.phases(300, 200, true));
        Analysis guess = Analysis.of(SerialWorkTest.build(4, 400).builder.build())
                .recorded(List.of(MissingEventsTest.without(Sort.INTERRUPTS)))
                .build();
        return List.of(new Row(rule, Rule.NO_WAKERS, guess, link),
                new Row(rule,
                        "ld (h:106) works alone for 400 ms, 40.0 % of the range, in 1 stretch, while make (h:101) waits for it; in the rest"
                                + " of the range 4.0 threads run, or want to, on average. If all 4 processors of h shared it, the work would be at most"
                                + " 30.0 % shorter (an estimate).",
                        link, chain),
                new Row(rule,
                        "ld ×2 (h) work alone for 400 ms, 40.0 % of the range, in 2 stretches, while make (h:101) waits for them; in the",
                        two, link),
                new Row(rule, "If all ", link, of(SerialWorkTest.onOneProcessor())),
                new Row(rule, "If both processors of h shared it, the work would be at most 20.0 % shorter (an estimate).",
                        of(SerialWorkTest.onTwoProcessors()), link),
                new Row(rule,
                        "job (h:101) works alone for 400 ms, 40.0 % of the range, in 1 stretch; in the rest of the range 3.0 threads run, or want to, on average,"
                                + " and it waits for map-0 (h:102) in most of it.",
                        of(SerialWorkTest.job(400, true)), link),
                new Row(rule,
                        "Only one process at a time works for 500 ms, 50.0 % of the range, in 2 stretches, while the one that has started it waits: for 300 ms mostly what is"
                                + " started by script (h:101) and for 200 ms mostly cc (h:114); in the rest of the range 4.0 threads run, or want to, on average. If all 4 processors"
                                + " of h shared it, the work would be at most 37.5 % shorter (an estimate).",
                        phases, link),
                new Row(rule, "starts what works alone", phases, link),
                new Row(rule, "one process works at a time", phases, link),
                new Row(rule, "nowhere does a thread work alone for long while others wait for it", of(SerialWorkTest.build(4, 49)), link),
                new Row(rule,
                        "threads of one name work alone while others wait for them in at most 60.0 % of the range; in the rest 0.0 threads"
                                + " run, or want to, on average",
                        chain, link));
    }

    private static List<Row> writers() {
        Rule rule = new WritesHeldBack();
        Analysis held = of(WritesHeldBackTest.writer(Timeline.HELD, true, 40));
        Analysis sleeps = of(WritesHeldBackTest.writer(Timeline.NONE, true, 40));
        Analysis little = of(WritesHeldBackTest.writer(Timeline.HELD, true, 9));
        Stage noDisk = new Stage();
        noDisk.runs(noDisk.thread(noDisk.host("h"), 1, "a"), 10);
        return List.of(
                new Row(rule,
                        "spools (h:102) is held back by the kernel while disk vda (h) writes: 40 times it waits in the uninterruptible state"
                                + " until a timer ends that, for 200 ms in all, 40.0 % of the range, 5.00 ms at the median;"
                                + " no program does that of its own accord. In 100 % of that time the disk has something to write: the kernel does that with whoever changes pages faster than the disk"
                                + " writes them. Without these waits the work would be at most 40.0 % shorter (an estimate).",
                        held, sleeps),
                new Row(rule, "no thread of a program is held back by the kernel again and again while a disk writes", sleeps, held),
                new Row(rule, "a thread is held back by the kernel while a disk writes for at most 9.00 % of the range", little, sleeps),
                new Row(rule, "there is no disk request in the traces", of(noDisk), sleeps));
    }

    private static List<Row> withheld() {
        Rule rule = new WithheldRequests();
        Analysis limited = of(WithheldRequestsTest.limited(WithheldRequestsTest.Giver.TIMER, 1, 40));
        Analysis little = of(WithheldRequestsTest.limited(WithheldRequestsTest.Giver.TIMER, 1, 8));
        Analysis itself = of(WithheldRequestsTest.limited(WithheldRequestsTest.Giver.ITSELF, 1, 40));
        return List.of(
                new Row(rule,
                        "writer (h:101) waits for disk vda (h) while the kernel holds requests back from it: for 240 ms, 48.0 % of the range, it waits"
                                + " and the disk has nothing to do. 40 times the disk gets the request only when a timer of the kernel ends, 6.00 ms after"
                                + " the wait began at the median, as a limit for input and output makes it (io.max of a control group).",
                        limited, itself),
                new Row(rule,
                        "writer ×2 (h) wait for disk vda (h) while the kernel holds requests back from it: for 240 ms, 48.0 % of the range, at least one"
                                + " of them waits and the disk has nothing to do. 80 times the disk",
                        of(WithheldRequestsTest.limited(WithheldRequestsTest.Giver.TIMER, 1, 40, false, 2)), limited),
                new Row(rule, "no request is given to a disk late by the clock while somebody waits for it", itself, limited),
                new Row(rule,
                        "requests are given to disks late by the clock, while these have nothing to do, for at most 9.60 % of the range",
                        little, itself));
    }
}
