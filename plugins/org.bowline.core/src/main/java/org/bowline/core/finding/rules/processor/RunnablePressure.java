/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.number;

import java.util.List;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.HostLoad;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.waits.HostRule;
import org.bowline.core.finding.rules.waits.Whose;
import org.bowline.core.model.ThreadState;
import org.bowline.core.runnable.RanInstead;
import org.bowline.core.timeline.Timeline;

/** Threads that want to run and get no processor, on a host whose processors are busy. */
public final class RunnablePressure extends HostRule {
    private static final Setting<Double> MIN_CPU = Setting.share("min-cpu", 0.7, "load of the host's processors");
    private static final Setting<Double> MIN_QUEUE = Setting.number("min-queue", 0.5,
            "threads a processor that want to run and do not, on average");
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.2,
            "share of the time in which threads want to run that they wait for a processor");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.5, "from this share on it is critical");
    private static final RuleInfo INFO = new RuleInfo("runnable-pressure", "Runnable pressure",
            "scheduling events; for the time from a wake-up to running, wake-ups",
            "The processors of a host are busy for at least min-cpu of the range, min-queue threads a processor are runnable or preempted on average, and they are so for "
                    + "min-share of the time in which they want to run.",
            "The processors are the bottleneck: every step of every request waits for one first, and waits for locks and replies get longer by it.",
            "Less work per request, fewer busy threads, more processors; or look who takes the time: the threads with most running time come first in the evidence.",
            List.of(MIN_CPU, MIN_QUEUE, MIN_SHARE, CRITICAL));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public NextStep.Step next(Analysis analysis, Finding finding) {
        return NextStep.runnable(analysis);
    }

    @Override
    protected List<Finding> look(Analysis analysis, int host, RuleSettings settings) {
        HostLoad load = analysis.load(host);
        return isPressed(load, settings.get(MIN_CPU), settings.get(MIN_QUEUE), settings.get(MIN_SHARE))
                ? List.of(finding(analysis, host, load.load(), load.queue(), share(load), settings))
                : List.of();
    }

    /** Whether it tells of a host with such a load, by the settings as they come. */
    static boolean tells(HostLoad load) {
        return isPressed(load, MIN_CPU.standard(), MIN_QUEUE.standard(), MIN_SHARE.standard());
    }

    private static boolean isPressed(HostLoad load, double minLoad, double minQueue, double minShare) {
        return load.load() >= minLoad && load.queue() >= minQueue && share(load) >= minShare;
    }

    private static double share(HostLoad load) {
        return load.waitingNanos() == 0 ? 0 : (double) load.waitingNanos() / (load.waitingNanos() + load.runningNanos());
    }

    @Override
    protected String otherwise(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        int busiest = 0;
        for (int host = 1; host < timeline.hostCount(); host++) {
            busiest = analysis.load(host).load() > analysis.load(busiest).load() ? host : busiest;
        }
        HostLoad most = analysis.load(busiest);
        return "the " + (most.unrecorded() == 0 ? "" : "recorded ") + "processor" + (most.recorded() == 1 ? "" : "s") + " of "
                + Whose.named(timeline.hostName(busiest)) + (timeline.hostCount() == 1 ? "" : ", the busiest host,")
                + (most.recorded() == 1 ? " is " : " are ")
                + percent(most.load()) + " busy, and on average " + number(most.queue() * most.recorded())
                + " more threads want to run";
    }

    /** What would help: more processors, where those of the work ran instead of each other; priority, where others did. */
    private static String instead(Analysis analysis, int host) {
        Timeline timeline = analysis.timeline();
        long all = 0;
        long ofWork = 0;
        Int2LongOpenHashMap others = new Int2LongOpenHashMap();
        for (RanInstead.Share share : analysis.get(Analysis.RAN_INSTEAD).shares()) {
            if (timeline.host(share.thread()) == host && analysis.isChosen(share.thread())) {
                all += share.nanos();
                if (share.doing() == RanInstead.Doing.THREAD && analysis.isChosen(share.other())) {
                    ofWork += share.nanos();
                } else if (share.doing() == RanInstead.Doing.THREAD) {
                    others.addTo(share.other(), share.nanos());
                }
            }
        }
        long ofOthers = others.values().longStream().sum();
        if (all == 0) {
            return "";
        }
        if (ofWork >= ofOthers) {
            return " For " + percent((double) ofWork / all) + " of that they wait for each other: more processors would help"
                    + (CrowdedOut.tells(analysis, host) ? ", or a lower priority of those for whom nobody waits."
                            : "; a higher priority of one would only take from another.");
        }
        return " For " + percent((double) ofOthers / all) + " of the time for which the work waits so, others run, "
                + RanMost.sentence(analysis, others)
                + ": a higher priority of the work would help, or moving the others away.";
    }

    private static Finding finding(Analysis analysis, int host, double cpu, double queue, double share, RuleSettings settings) {
        Timeline timeline = analysis.timeline();
        HostLoad load = analysis.load(host);
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share).subject(timeline.hostName(host))
                .summary(load.phrase(timeline.hostName(host)) + ' ' + percent(cpu)
                        + " busy, and "
                        + number(queue * load.recorded()) + " more threads want to run on average: they wait for a processor in "
                        + percent(share)
                        + " of the time in which they could run, " + duration(load.waitingNanos()) + " in all." + instead(analysis, host))
                .evidence(new Evidence.OfHost(host, percent(cpu) + " busy"));
        most(analysis, host, ThreadState.RUNNING, total -> !timeline.isIdle(total.thread()))
                .forEach(total -> finding.evidence(new Evidence.Vertex(total.thread(), total.nanos(ThreadState.RUNNING),
                        "running; waits for a processor for "
                                + duration(total.nanos(ThreadState.RUNNABLE) + total.nanos(ThreadState.PREEMPTED)))));
        return finding.restsOn(analysis.doubts(host)).build();
    }
}
