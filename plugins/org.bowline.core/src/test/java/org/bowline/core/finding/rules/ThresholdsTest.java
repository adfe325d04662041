/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.HostLoad;
import org.bowline.core.event.RecordedFacts.Sort;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleSet;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.disk.DiskBoundWrites;
import org.bowline.core.finding.rules.disk.DiskBoundWritesTest;
import org.bowline.core.finding.rules.hang.HangingRequests;
import org.bowline.core.finding.rules.hang.HangingRequestsTest;
import org.bowline.core.finding.rules.hang.OverdueRequests;
import org.bowline.core.finding.rules.hang.OverdueRequestsTest;
import org.bowline.core.finding.rules.knot.DominantKnot;
import org.bowline.core.finding.rules.knot.DominantKnotTest;
import org.bowline.core.finding.rules.knot.KnotSentencesTest;
import org.bowline.core.finding.rules.knot.ToldSinkTest;
import org.bowline.core.finding.rules.lock.LockConvoy;
import org.bowline.core.finding.rules.lock.LockConvoyTest;
import org.bowline.core.finding.rules.lock.LockOrder;
import org.bowline.core.finding.rules.lock.LockOrderTest;
import org.bowline.core.finding.rules.lock.LockWaits;
import org.bowline.core.finding.rules.lock.LockWaitsTest;
import org.bowline.core.finding.rules.network.FullLink;
import org.bowline.core.finding.rules.network.FullLinkTest;
import org.bowline.core.finding.rules.network.RoundTripsInSeries;
import org.bowline.core.finding.rules.network.RoundTripsInSeriesTest;
import org.bowline.core.finding.rules.network.SmallSends;
import org.bowline.core.finding.rules.network.SmallSendsTest;
import org.bowline.core.finding.rules.network.Unanswered;
import org.bowline.core.finding.rules.network.UnansweredTest;
import org.bowline.core.finding.rules.network.WithheldRequests;
import org.bowline.core.finding.rules.network.WithheldRequestsTest;
import org.bowline.core.finding.rules.processor.Computing;
import org.bowline.core.finding.rules.processor.ComputingTest;
import org.bowline.core.finding.rules.processor.CrowdedOut;
import org.bowline.core.finding.rules.processor.CrowdedOutTest;
import org.bowline.core.finding.rules.processor.DeclaredTagsRulesTest;
import org.bowline.core.finding.rules.processor.FullProcessors;
import org.bowline.core.finding.rules.processor.FullProcessorsTest;
import org.bowline.core.finding.rules.processor.GarbageCollection;
import org.bowline.core.finding.rules.processor.GarbageCollectionTest;
import org.bowline.core.finding.rules.processor.HeldBack;
import org.bowline.core.finding.rules.processor.InterruptTime;
import org.bowline.core.finding.rules.processor.InterruptTimeTest;
import org.bowline.core.finding.rules.processor.OneProcessor;
import org.bowline.core.finding.rules.processor.OneProcessorTest;
import org.bowline.core.finding.rules.processor.RunnablePressure;
import org.bowline.core.finding.rules.processor.RunnablePressureTest;
import org.bowline.core.finding.rules.processor.Stopped;
import org.bowline.core.finding.rules.processor.StoppedTest;
import org.bowline.core.finding.rules.processor.Throttled;
import org.bowline.core.finding.rules.processor.ThrottledTest;
import org.bowline.core.finding.rules.processor.WritesHeldBack;
import org.bowline.core.finding.rules.processor.WritesHeldBackTest;
import org.bowline.core.finding.rules.recording.ClockQuality;
import org.bowline.core.finding.rules.recording.ClockQualityTest;
import org.bowline.core.finding.rules.recording.LostEvents;
import org.bowline.core.finding.rules.recording.LostEventsTest;
import org.bowline.core.finding.rules.recording.MissingEvents;
import org.bowline.core.finding.rules.recording.MissingEventsTest;
import org.bowline.core.finding.rules.recording.SlowerWithTime;
import org.bowline.core.finding.rules.recording.SlowerWithTimeTest;
import org.bowline.core.finding.rules.recording.TracerCost;
import org.bowline.core.finding.rules.recording.TracerCostTest;
import org.bowline.core.finding.rules.recording.UnrecordedHost;
import org.bowline.core.finding.rules.recording.UnrecordedHostTest;
import org.bowline.core.finding.rules.serial.LoadImbalance;
import org.bowline.core.finding.rules.serial.LoadImbalanceTest;
import org.bowline.core.finding.rules.serial.OneAfterAnother;
import org.bowline.core.finding.rules.serial.OneAfterAnotherTest;
import org.bowline.core.finding.rules.serial.OwnWork;
import org.bowline.core.finding.rules.serial.OwnWorkTest;
import org.bowline.core.finding.rules.serial.SerialWork;
import org.bowline.core.finding.rules.serial.SerialWorkTest;
import org.bowline.core.finding.rules.server.AskedOver;
import org.bowline.core.finding.rules.server.OneAtATime;
import org.bowline.core.finding.rules.server.OneAtATimeTest;
import org.bowline.core.finding.rules.server.OneConnection;
import org.bowline.core.finding.rules.server.OneConnectionTest;
import org.bowline.core.finding.rules.server.QuestionsInSeries;
import org.bowline.core.finding.rules.server.QuestionsInSeriesTest;
import org.bowline.core.finding.rules.server.TooFewConnections;
import org.bowline.core.finding.rules.server.TooFewConnectionsTest;
import org.bowline.core.finding.rules.sleep.OwnPace;
import org.bowline.core.finding.rules.sleep.OwnPaceTest;
import org.bowline.core.finding.rules.sleep.PolledTurns;
import org.bowline.core.finding.rules.sleep.PolledTurnsTest;
import org.bowline.core.finding.rules.sleep.SleepWhileAwaited;
import org.bowline.core.finding.rules.sleep.SleepWhileAwaitedTest;
import org.bowline.core.finding.rules.worker.QueuedRequestsTest;
import org.bowline.core.finding.rules.worker.TooFewWorkers;
import org.bowline.core.finding.rules.worker.TooFewWorkersTest;
import org.bowline.core.model.Cause;
import org.bowline.core.sync.SyncQuality;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Recorded;

/** Every threshold of every rule on a run of which the figure is known: on it the rule still fires, a step beyond it it does not. */
public class ThresholdsTest {
    /** They bound the work, and decide nothing. */
    private static final Set<String> NO_THRESHOLDS = Set.of("round-trips-in-series.most-intervals", "round-trips-in-series.most-waits");

    private static Analysis context(Stage stage) {
        return Analysis.of(stage.builder.build()).build();
    }

    /** A rule, a run, a setting, its value on which the rule still fires, and one on which it does not. */
    static Stream<Arguments> edges() {
        Analysis writes = context(DiskBoundWritesTest.stage(50, true, true));
        Analysis knot = context(DominantKnotTest.pipeline(0));
        Analysis sink = context(ToldSinkTest.asked());
        Analysis barrier = context(LoadImbalanceTest.stage(20, 0, 2_000, 4_000, 6_000, 8_000));
        Analysis slowBarrier = context(LoadImbalanceTest.stage(20, 5, 2_000, 4_000, 6_000, 8_000));
        Analysis interrupts = context(InterruptTimeTest.stage(1, 1_500, 500));
        Analysis lock = context(LockConvoyTest.lock(4, 200, 1_000));
        Analysis last = context(LockOrderTest.lock(4, 200, LockOrderTest.Next.LAST));
        Analysis queue = context(TooFewWorkersTest.queue(20, 2, 100, false, true));
        Analysis idle = context(TooFewWorkersTest.queue(20, 2, 100, true, true));
        Analysis uneven = context(QueuedRequestsTest.loop(6, 2, 60, QueuedRequestsTest.Workers.UNEVEN));
        Analysis connections = context(TooFewConnectionsTest.app(6, 40, TooFewConnectionsTest.How.FEW));
        Analysis series = context(QuestionsInSeriesTest.asked(20, QuestionsInSeriesTest.Way.IN_SERIES, 4_000, 2_000, 6_000));
        Analysis polls = context(PolledTurnsTest.takers(PolledTurnsTest.How.LOCK, 4, 1, 30));
        Analysis turns = context(RunnablePressureTest.stage(4));
        Analysis trips = RoundTripsInSeriesTest.context(8, 500, 200, true);
        Analysis tripsOfThread = RoundTripsInSeriesTest.context(8, 500, 200, false);
        Analysis clock = ClockQualityTest.context(SyncQuality.ACCURATE, 2_100_000);
        Analysis device = MissingEventsTest.context(1, MissingEventsTest.without(Sort.DISK_REQUESTS), Cause.DEVICE);
        Analysis network = MissingEventsTest.context(1, MissingEventsTest.without(Sort.PACKETS_SENT), Cause.NETWORK);
        return Stream.of(
                arguments(new DiskBoundWrites(), writes, "min-share", "60%", "60.01%"),
                arguments(new DiskBoundWrites(), writes, "min-waits", "50", "51"),
                arguments(new DiskBoundWrites(), context(DiskBoundWritesTest.server(50, 2_000, 17_000, 1_000)), "min-cost", "10%",
                        "10.01%"),
                arguments(new TracerCost(), context(TracerCostTest.stage("lttng-consumerd", 25_000)), "min-cpu", "12.5%", "12.51%"),
                arguments(new TracerCost(), context(TracerCostTest.disk(11_000)), "min-disk", "11%", "11.01%"),
                arguments(new DominantKnot(), knot, "min-work", "100%", "100.01%"),
                arguments(new DominantKnot(), knot, "min-weight", "100%", "100.01%"),
                arguments(new DominantKnot(), sink, "min-work-sink", "100%", "100.01%"),
                arguments(new DominantKnot(), sink, "min-weight", "90%", "90.01%"),
                arguments(new DominantKnot(), context(KnotSentencesTest.asked(5)), "min-work-devices", "91%", "91.01%"),
                arguments(new InterruptTime(), interrupts, "min-share", "20%", "20.01%"),
                arguments(new InterruptTime(), interrupts, "min-range", "10%", "10.01%"),
                arguments(new LoadImbalance(), barrier, "min-threads", "4", "5"),
                arguments(new LoadImbalance(), barrier, "min-phases", "19", "20"),
                arguments(new LoadImbalance(), barrier, "min-share", "37.5%", "37.51%"),
                arguments(new LoadImbalance(), barrier, "min-range", "35.62%", "35.63%"),
                arguments(new LoadImbalance(), slowBarrier, "burst", "500ns", "499ns"),
                arguments(new LockConvoy(), lock, "min-threads", "4", "5"),
                arguments(new LockConvoy(), lock, "min-hand-overs", "200", "201"),
                arguments(new LockConvoy(), lock, "min-active", "100%", "100.01%"),
                arguments(new LockConvoy(), lock, "max-hold", "1ms", "999999ns"),
                arguments(new LockConvoy(), context(LockConvoyTest.barged(new int[] {0}, 600)), "min-passed-on", "98.33%", "98.34%"),
                arguments(new LockConvoy(), context(LockConvoyTest.barged(new int[] {1, 2}, 0)), "min-passed-on-apart", "39.33%", "39.34%"),
                arguments(new LockOrder(), last, "min-grants", "200", "201"),
                arguments(new LockOrder(), last, "min-reversed", "66.72%", "66.73%"),
                arguments(new LockOrder(), last, "min-queue", "0.9951", "0.9952"),
                arguments(new SlowerWithTime(), SlowerWithTimeTest.server(40, 50), "min-excess", "37.97%", "37.98%"),
                arguments(new LockWaits(), context(LockWaitsTest.holder(1, 3_000)), "min-share", "30%", "30.01%"),
                arguments(new TooFewWorkers(), queue, "min-served", "200", "201"),
                arguments(new TooFewWorkers(), queue, "min-each", "10", "11"),
                arguments(new TooFewWorkers(), idle, "max-idle", "100%", "99.99%"),
                arguments(new TooFewWorkers(), uneven, "min-busy", "61%", "63%"),
                arguments(new TooFewConnections(), connections, "min-asked", "80", "81"),
                arguments(new TooFewConnections(), connections, "min-busy", "96%", "96.2%"),
                arguments(new TooFewConnections(), connections, "max-free", "2.5%", "2.48%"),
                arguments(new SleepWhileAwaited(), context(SleepWhileAwaitedTest.poller(5_000)), "min-share", "50%", "50.01%"),
                arguments(new OwnWork(), context(OwnWorkTest.holder(OwnWorkTest.Does.RUNS)), "min-share", "30%", "30.01%"),
                arguments(new OwnPace(), context(OwnPaceTest.client(8_000)), "min-share", "80%", "80.01%"),
                arguments(new OwnPace(), context(OwnPaceTest.client(8_000)), "min-times", "20", "21"),
                arguments(new CrowdedOut(), context(CrowdedOutTest.server(false)), "min-share", "40%", "40.01%"),
                arguments(new InterruptTime(), context(InterruptTimeTest.deferred(6_000, false)), "min-deferred", "60%", "60.01%"),
                arguments(new FullProcessors(), context(FullProcessorsTest.workers(2, 9_200)), "min-load", "92%", "92.01%"),
                arguments(new FullProcessors(), context(FullProcessorsTest.workers(2, 9_200)), "min-work", "92%", "92.01%"),
                arguments(new Throttled(), context(ThrottledTest.server(6_000)), "min-share", "60%", "60.01%"),
                arguments(new Throttled(), context(ThrottledTest.server(6_000)), "min-wait", "6ms", "6001us"),
                arguments(new Throttled(), context(ThrottledTest.server(6_000)), "min-times", "50", "51"),
                arguments(new OneProcessor(), context(OneProcessorTest.workers(8_000)), "min-share", "80%", "80.01%"),
                arguments(new OneProcessor(), context(OneProcessorTest.workers(8_000)), "min-wait", "8ms", "8001us"),
                arguments(new OneProcessor(), context(OneProcessorTest.workers(8_000)), "min-times", "50", "51"),
                arguments(new Unanswered(), context(UnansweredTest.asker(4)), "min-times", "9", "10"),
                arguments(new Unanswered(), context(UnansweredTest.asker(4)), "min-share", "49.8%", "49.81%"),
                arguments(new UnrecordedHost(), context(UnrecordedHostTest.asks(40, 0, "10.0.0.9")), "min-share", "40%", "40.01%"),
                arguments(new WithheldRequests(), context(WithheldRequestsTest.limited(WithheldRequestsTest.Giver.TIMER, 1, 40)),
                        "min-share",
                        "48%", "48.01%"),
                arguments(new WithheldRequests(), context(WithheldRequestsTest.limited(WithheldRequestsTest.Giver.TIMER, 1, 40)),
                        "min-times",
                        "40", "41"),
                arguments(new WritesHeldBack(), context(WritesHeldBackTest.writer(Timeline.HELD, true, 40)), "min-share", "40%", "40.01%"),
                arguments(new WritesHeldBack(), context(WritesHeldBackTest.writer(Timeline.HELD, true, 40)), "min-times", "40", "41"),
                arguments(new SmallSends(), context(SmallSendsTest.sender(40_000, 10)), "min-share", "40%", "40.01%"),
                arguments(new SmallSends(), context(SmallSendsTest.sender(40_000, 10)), "min-wait", "40ms", "40001us"),
                arguments(new SmallSends(), context(SmallSendsTest.sender(40_000, 10)), "min-times", "10", "11"),
                arguments(new FullLink(), context(FullLinkTest.narrow()), "min-share", "84.9%", "84.91%"),
                arguments(new LockConvoy(), context(LockConvoyTest.files(30, 10)), "min-turns", "29", "30"),
                arguments(new Stopped(), context(StoppedTest.workers(1, Timeline.STOPPED, 12)), "min-share", "40%", "40.01%"),
                arguments(new GarbageCollection(), context(GarbageCollectionTest.program()), "min-share", "40%", "40.01%"),
                arguments(new Stopped(), context(StoppedTest.workers(1, Timeline.STOPPED, 12)), "min-times", "12", "13"),
                arguments(new HangingRequests(), context(hanging(1, 1)), "min-share", "89.91%", "89.92%"),
                arguments(new HangingRequests(), context(hanging(1, 1)), "min-answered", "20", "21"),
                arguments(new OverdueRequests(), OverdueRequestsTest.open(300_000), "min-share", "30%", "30.01%"),
                arguments(new HeldBack(), context(WritesHeldBackTest.writer(Timeline.HELD, false, 40)), "min-share", "40%", "40.01%"),
                arguments(new HeldBack(), context(WritesHeldBackTest.writer(Timeline.HELD, false, 40)), "min-times", "40", "41"),
                arguments(new PolledTurns(), polls, "min-share", "50%", "99%"),
                arguments(new QuestionsInSeries(), series, "min-requests", "20", "21"),
                arguments(new QuestionsInSeries(), series, "min-open", "85%", "95%"),
                arguments(new QuestionsInSeries(), series, "min-saved", "48.4%", "48.6%"),
                arguments(new QuestionsInSeries(), series, "most-work", "43%", "40%"),
                arguments(new QuestionsInSeries(), context(QuestionsInSeriesTest.again(20, 10, 500)), "min-times", "10", "11"),
                arguments(new QuestionsInSeries(), context(QuestionsInSeriesTest.again(20, 10, 500)), "min-share", "89%", "90%"),
                arguments(new OneConnection(), context(OneConnectionTest.server(10, 10_000)), "min-share", "37.9%", "38.1%"),
                arguments(new OneConnection(), context(OneConnectionTest.server(10, 10_000)), "min-times", "10", "11"),
                arguments(new Computing(), context(ComputingTest.threads(3, 800)), "min-share", "80%", "80.01%"),
                arguments(new Computing(), context(ComputingTest.pipeline(11_000, false)), "min-share-last", "89%", "89.01%"),
                arguments(new SerialWork(), context(SerialWorkTest.build(4, 400)), "min-share", "40%", "40.01%"),
                arguments(new SerialWork(), context(SerialWorkTest.builds(2, 150)), "min-stretch", "15%", "15.01%"),
                arguments(new SerialWork(), context(SerialWorkTest.build(4, 400)), "min-parallel", "60%", "60.01%"),
                arguments(new SerialWork(), context(SerialWorkTest.phases(300, 150, true)), "min-parallel", "55%", "55.01%"),
                arguments(new OneAfterAnother(), context(OneAfterAnotherTest.script(40, 0)), "min-share", "80%", "80.01%"),
                arguments(new OneAfterAnother(), context(OneAfterAnotherTest.script(40, 0)), "min-commands", "40", "41"),
                arguments(new OneAfterAnother(), context(OneAfterAnotherTest.script(40, 0)), "min-idle", "75%", "75.01%"),
                arguments(new OneAtATime(), context(OneAtATimeTest.server(9_000, OneAtATimeTest.Clients.FAR)), "min-work", "90%", "90.01%"),
                arguments(new OneAtATime(), context(OneAtATimeTest.early(1_000)), "max-beside", "9.9%", "9.89%"),
                arguments(new OneAtATime(), context(OneAtATimeTest.early(0)), "max-cpu", "25%", "24.99%"),
                arguments(new OneAtATime(), context(OneAtATimeTest.server(9_000, OneAtATimeTest.Clients.FAR)), "min-waiting", "3.9",
                        "3.95"),
                arguments(new OneAtATime(), context(OneAtATimeTest.server(9_000, OneAtATimeTest.Clients.NEAR)), "min-waiting", "3.9",
                        "3.95"),
                arguments(new RunnablePressure(), turns, "min-cpu", "100%", "100.01%"),
                arguments(new RunnablePressure(), turns, "min-queue", "3", "3.0001"),
                arguments(new RunnablePressure(), turns, "min-share", "75%", "75.01%"),
                arguments(new RoundTripsInSeries(), trips, "min-trips", "8", "9"),
                arguments(new RoundTripsInSeries(), trips, "min-share", "82.2%", "82.3%"),
                arguments(new RoundTripsInSeries(), tripsOfThread, "min-trips-of-thread", "160", "161"),
                arguments(new ClockQuality(), clock, "max-of-way", "209.99%", "210%"),
                arguments(new ClockQuality(), clock, "min-error", "2099999ns", "2100us"),
                arguments(new MissingEvents(), device, "min-share", "100%", "100.01%"),
                arguments(new MissingEvents(), network, "min-share", "100%", "100.01%"));
    }

    private static List<Finding> findings(Rule rule, Analysis context, String name, String value) {
        RuleSettings settings = RuleSettings.STANDARD;
        for (Setting<?> setting : rule.info().settings()) {
            settings = setting.name().equals(name) ? settings.withText(setting, value) : settings;
        }
        return Stage.see(rule, context, settings).findings();
    }

    @ParameterizedTest(name = "{0} {2}")
    @MethodSource("edges")
    void aRuleFiresUpToItsThresholdAndNotBeyond(Rule rule, Analysis context, String name, String fires, String silent) {
        assertThat(findings(rule, context, name, fires)).as("%s=%s", name, fires).isNotEmpty();
        assertThat(findings(rule, context, name, silent)).as("%s=%s", name, silent).isEmpty();
    }

    /** The same of the share, or number, from which on a finding is critical. */
    static Stream<Arguments> criticals() {
        return Stream.of(
                arguments(new DiskBoundWrites(), context(DiskBoundWritesTest.stage(50, true, true)), "60%", "60.01%"),
                arguments(new TracerCost(), context(TracerCostTest.stage("lttng-consumerd", 25_000)), "12.5%", "12.51%"),
                arguments(new DominantKnot(), context(DominantKnotTest.pipeline(0)), "100%", "100.01%"),
                arguments(new DominantKnot(), context(ToldSinkTest.asked()), "100%", "100.01%"),
                arguments(new InterruptTime(), context(InterruptTimeTest.stage(1, 1_500, 500)), "10%", "10.01%"),
                arguments(new LoadImbalance(), context(LoadImbalanceTest.stage(20, 0, 2_000, 4_000, 6_000, 8_000)), "37.5%", "37.51%"),
                arguments(new RunnablePressure(), context(RunnablePressureTest.stage(4)), "75%", "75.01%"),
                arguments(new LockWaits(), context(LockWaitsTest.holder(1, 3_000)), "30%", "30.01%"),
                arguments(new SleepWhileAwaited(), context(SleepWhileAwaitedTest.poller(5_000)), "50%", "50.01%"),
                arguments(new OwnWork(), context(OwnWorkTest.holder(OwnWorkTest.Does.RUNS)), "30%", "30.01%"),
                arguments(new CrowdedOut(), context(CrowdedOutTest.server(false)), "40%", "40.01%"),
                arguments(new FullProcessors(), context(FullProcessorsTest.workers(2, 9_200)), "92%", "92.01%"),
                arguments(new Throttled(), context(ThrottledTest.server(6_000)), "60%", "60.01%"),
                arguments(new OneProcessor(), context(OneProcessorTest.workers(8_000)), "80%", "80.01%"),
                arguments(new Unanswered(), context(UnansweredTest.asker(4)), "49.8%", "49.81%"),
                arguments(new WithheldRequests(), context(WithheldRequestsTest.limited(WithheldRequestsTest.Giver.TIMER, 1, 40)), "48%",
                        "48.01%"),
                arguments(new WritesHeldBack(), context(WritesHeldBackTest.writer(Timeline.HELD, true, 40)), "40%", "40.01%"),
                arguments(new SmallSends(), context(SmallSendsTest.sender(40_000, 10)), "40%", "40.01%"),
                arguments(new PolledTurns(), context(PolledTurnsTest.takers(PolledTurnsTest.How.LOCK, 4, 1, 30)), "50%", "99%"),
                arguments(new Stopped(), context(StoppedTest.workers(1, Timeline.STOPPED, 12)), "40%", "40.01%"),
                arguments(new HangingRequests(), context(hanging(5, 3)), "60%", "60.01%"),
                arguments(new OverdueRequests(), OverdueRequestsTest.open(300_000), "70.2%", "70.21%"),
                arguments(new GarbageCollection(), context(GarbageCollectionTest.program()), "40%", "40.01%"),
                arguments(new HeldBack(), context(WritesHeldBackTest.writer(Timeline.HELD, false, 40)), "40%", "40.01%"),
                arguments(new OneConnection(), context(OneConnectionTest.server(10, 10_000)), "37.9%", "38.1%"),
                arguments(new Computing(), context(ComputingTest.threads(3, 800)), "80%", "80.01%"),
                arguments(new SerialWork(), context(SerialWorkTest.build(4, 400)), "40%", "40.01%"),
                arguments(new SerialWork(), context(SerialWorkTest.phases(300, 200, true)), "50%", "50.01%"),
                arguments(new FullLink(), context(FullLinkTest.narrow()), "84.9%", "84.91%"),
                arguments(new OneAfterAnother(), context(OneAfterAnotherTest.script(40, 0)), "75%", "75.01%"),
                arguments(new OneAtATime(), context(OneAtATimeTest.server(9_000, OneAtATimeTest.Clients.FAR)), "90%", "90.01%"),
                arguments(new RoundTripsInSeries(), RoundTripsInSeriesTest.context(8, 500, 200, true), "82.2%", "82.3%"),
                arguments(new LostEvents(), LostEventsTest.context(100, 0, LostEventsTest.LOST), "1%", "1.01%"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("criticals")
    void aFindingIsCriticalFromItsThresholdOn(Rule rule, Analysis context, String critical, String warning) {
        assertThat(findings(rule, context, "critical", critical)).extracting(Finding::severity).containsOnly(Severity.CRITICAL);
        assertThat(findings(rule, context, "critical", warning)).extracting(Finding::severity).containsOnly(Severity.WARNING);
    }

    /** How many threads wait for the lock on average: the waits that the hand-overs end, since the first of them. */
    @Test
    void theQueueOfAConvoyIsWhatItsWaitsAddUpTo() {
        Analysis context = context(LockConvoyTest.lock(4, 200, 1_000));
        Timeline timeline = context.timeline();
        long first = Long.MAX_VALUE;
        long last = 0;
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                if (timeline.cause(s) == Cause.THREAD) {
                    first = Math.min(first, timeline.end(thread, s));
                    last = Math.max(last, timeline.end(thread, s));
                }
            }
        }
        long waits = 0;
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                if (timeline.cause(s) == Cause.THREAD) {
                    waits += timeline.end(thread, s) - Math.max(first, timeline.start(s));
                }
            }
        }
        double queue = (double) waits / (last - first);
        assertThat(queue).isBetween(2.9, 3.0);
        assertEdge(new LockConvoy(), context, "min-queue", queue);
        assertSeverity(new LockConvoy(), context, "critical", queue / 4);
    }

    /** Twenty threads wait for two workers nearly all the time, from the first question to the last answer. */
    @Test
    void theQueueAndTheLoadOfTeamsAreWhatIsMeasured() {
        Analysis context = context(TooFewWorkersTest.queue(20, 2, 100, false, true));
        HostLoad load = context.load(0);
        double cpu = (double) load.runningNanos() / load.cpus() / context.rangeNanos();
        TooFewWorkers rule = new TooFewWorkers();
        assertThat(rule.evaluate(context, with(rule, "max-cpu", cpu)).findings()).isNotEmpty();
        assertThat(rule.evaluate(context, with(rule, "max-cpu", Math.nextDown(cpu))).findings()).isEmpty();
        // 10 waits each; the client of turn k is first answered at the end of round k / 2, then every 10 rounds
        long waits = 0;
        for (int k = 0; k < 20; k++) {
            waits += ((k / 2 + 90) * 10_000L + 9_995) * Stage.US;
        }
        double queue = (double) waits / (999_995 * Stage.US) / 2 - 1;
        assertEdge(rule, context, "min-queue", queue);
        assertSeverity(rule, context, "critical-queue", queue);
    }

    @Test
    void theQueueAndTheLoadOfConnectionsAreWhatIsMeasured() {
        Analysis context = context(TooFewConnectionsTest.app(6, 40, TooFewConnectionsTest.How.FEW));
        TooFewConnections rule = new TooFewConnections();
        double queue = context.get(AskedOver.RESULT).get(0).queueOfEach();
        assertThat(queue).isBetween(1.9, 2.0);
        assertEdge(rule, context, "min-queue", queue);
        assertSeverity(rule, context, "critical-queue", queue);
        double cpu = Math.max(context.load(1).load(), context.load(2).load());
        assertThat(rule.evaluate(context, with(rule, "max-cpu", cpu)).findings()).isNotEmpty();
        assertThat(rule.evaluate(context, with(rule, "max-cpu", Math.nextDown(cpu))).findings()).isEmpty();
    }

    private static void assertEdge(Rule rule, Analysis context, String name, double figure) {
        assertThat(rule.evaluate(context, with(rule, name, figure)).findings()).as("%s %s", name, figure).isNotEmpty();
        assertThat(rule.evaluate(context, with(rule, name, Math.nextUp(figure))).findings()).as("more than %s %s", name, figure).isEmpty();
    }

    private static Stage hanging(int clients, int hanging) {
        return HangingRequestsTest.hangs(clients, hanging, HangingRequestsTest.Client.OPEN, HangingRequestsTest.Server.WAITS, 20);
    }

    private static void assertSeverity(Rule rule, Analysis context, String name, double figure) {
        assertThat(rule.evaluate(context, with(rule, name, figure)).findings()).extracting(Finding::severity)
                .containsOnly(Severity.CRITICAL);
        assertThat(rule.evaluate(context, with(rule, name, Math.nextUp(figure))).findings()).extracting(Finding::severity)
                .containsOnly(Severity.WARNING);
    }

    @SuppressWarnings("unchecked")
    public static RuleSettings with(Rule rule, String name, double value) {
        Setting<?> setting = rule.info().settings().stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
        assertThat(setting.standard()).isInstanceOf(Double.class);
        return RuleSettings.STANDARD.with((Setting<Double>) setting, value);
    }

    @Test
    void everyThresholdOfEveryInstalledRuleHasAnEdgeHere() {
        Set<String> all = new TreeSet<>();
        for (RuleInfo info : RuleSet.installed().infos()) {
            info.settings().forEach(setting -> all.add(info.id() + '.' + setting.name()));
        }
        Set<String> tested = new TreeSet<>(NO_THRESHOLDS);
        edges().forEach(edge -> tested.add(((Rule) edge.get()[0]).info().id() + '.' + edge.get()[2]));
        criticals().forEach(edge -> tested.add(((Rule) edge.get()[0]).info().id() + ".critical"));
        tested.addAll(Set.of("lock-convoy.min-queue", "lock-convoy.critical", "too-few-workers.min-queue", "too-few-workers.max-cpu",
                "too-few-workers.critical-queue", "too-few-connections.min-queue", "too-few-connections.max-cpu",
                "too-few-connections.critical-queue"));
        tested.addAll(DeclaredTagsRulesTest.SETTINGS);
        assertThat(tested).isEqualTo(all);
    }

    @Test
    void aRuleThatNeedsWakersIsSilentOnAHostThatDoesNotTellThem() {
        Recorded guesses = new Recorded(true, false, EnumSet.of(Sort.SWITCHES, Sort.WAKINGS));
        for (Rule rule : List.of(new LockConvoy(), new LoadImbalance(), new TooFewWorkers(), new DominantKnot())) {
            Stage stage = rule instanceof LockConvoy ? LockConvoyTest.lock(4, 200, 1_000)
                    : rule instanceof LoadImbalance ? LoadImbalanceTest.stage(20, 5, 2_000, 3_000, 4_000, 10_000)
                            : rule instanceof TooFewWorkers ? TooFewWorkersTest.queue(20, 2, 100, false, true)
                                    : DominantKnotTest.pipeline(0);
            Analysis context = Analysis.of(stage.builder.build()).recorded(List.of(guesses)).build();
            assertThat(Stage.see(rule, context, RuleSettings.STANDARD).applicable()).as(rule.info().id()).isFalse();
        }
    }
}
