/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.server;

import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.number;

import java.util.ArrayList;
import java.util.List;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AskedRequests;
import org.bowline.core.analysis.NewWork;
import org.bowline.core.analysis.Workers;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.processor.OneProcessor;
import org.bowline.core.finding.rules.processor.ProcessRuns;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.BackgroundKnots;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * The threads of a process that run nearly all the time, but hardly ever two of them at once, though the host has processors to spare and others wait for them: no thread is busy by itself, so it takes all of them together to see what
 * bounds the work. O(segments of the range + requests + edges).
 */
public final class OneAtATime implements Rule {
    private static final Setting<Double> MIN_WORK = Setting.share("min-work", 0.8,
            "share of the range for which at least one thread of the process is on a processor");
    private static final Setting<Double> MAX_BESIDE = Setting.share("max-beside", 0.25,
            "so much more of the processors' time they take than that together, at most: nothing if never two of them run at once");
    private static final Setting<Double> MAX_CPU = Setting.share("max-cpu", 0.8,
            "load of the host's processors, at most: else it is these that they wait for");
    private static final Setting<Double> MIN_WAITING = Setting.number("min-waiting", 1,
            "open requests of others, or threads of others that wait for them, on average");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.9, "from this share of work on it is critical");
    /** Threads that have nothing to do with each other run at once by chance; these do so for at most this share of that. */
    private static final double MOST_OF_CHANCE = 0.5;
    private static final RuleInfo INFO = new RuleInfo(OneProcessor.ONE_AT_A_TIME, "One thread at a time", "scheduling events with wake-ups",
            "At least one thread of a process is on a processor in min-work of the range, and none of them alone is for so long. All together "
                    + "take at most max-beside more than that, and two run at once for half as long at most as they would by chance."
                    + "\nThe host has more processors than one, and they are busy for max-cpu of the time at most."
                    + "\nOn average min-waiting requests of others are open, or so many threads of others wait for those of the process."
                    + "\nNot where its threads are a knot by themselves: that is told with what they wait for."
                    + "\nNot told beside one-processor if that says that those that do nearly all of it share one processor, and one of them wants it "
                    + "for half as long as one runs.",
            "They do one after the other what could be done at the same time: the process is as fast as one processor, whatever the host has.",
            "Find what lets only one of them run: a lock around all of the work, or an interpreter that runs one thread at a time. A runtime may "
                    + "be allowed one processor (GOMAXPROCS, a CPU quota that it read at its start), or the set of processors may have only one (taskset, "
                    + "cpuset). Run several processes if that cannot be changed.",
            List.of(MIN_WORK, MAX_BESIDE, MAX_CPU, MIN_WAITING, CRITICAL));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        if (!analysis.tellsWakers()) {
            return RuleOutcome.notApplicable(Rule.NO_WAKERS);
        }
        long least = Math.max(1, (long) Math.ceil(settings.get(MIN_WORK) * analysis.rangeNanos()));
        List<Finding> findings = new ArrayList<>();
        for (ProcessRuns process : ProcessRuns.all(analysis)) {
            analysis.progress().check();
            int host = analysis.timeline().host(process.threads().getInt(0));
            if (process.nanos() < least || process.threads().size() < 2 || analysis.load(host).cpus() < 2
                    || analysis.load(host).load() > settings.get(MAX_CPU)) {
                continue;
            }
            long any = process.anyNanos(analysis);
            if (any >= least && process.mostNanos() < least && process.nanos() <= (1 + settings.get(MAX_BESIDE)) * any
                    && process.nanos() - any <= MOST_OF_CHANCE * process.besideByChance(analysis.rangeNanos())
                    && !isKnot(analysis, process.threads())) {
                double open = open(analysis, process.threads());
                double waiting = open >= settings.get(MIN_WAITING) ? 0 : waiting(analysis, process.threads());
                if (Math.max(open, waiting) >= settings.get(MIN_WAITING)) {
                    findings.add(finding(analysis, process, any, open, waiting, settings));
                }
            }
        }
        return RuleOutcome.of(findings, "no process whose threads run in " + percent(settings.get(MIN_WORK))
                + " of the range, hardly ever two at once, while others wait for them and its host has processors to spare");
    }

    private static Finding finding(Analysis analysis, ProcessRuns process, long any, double open, double waiting, RuleSettings settings) {
        Timeline timeline = analysis.timeline();
        int host = timeline.host(process.threads().getInt(0));
        double share = (double) any / analysis.rangeNanos();
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share)
                .subject(process.subject(analysis))
                .summary(PoolNames.list(analysis, process.threads().toIntArray())
                        + " run one at a time: at least one of them is on a processor in "
                        + percent(share) + " of the range, and then " + number((double) process.nanos() / any)
                        + " of them are, on average, though the " + analysis.load(host).cpus() + " processors of " + timeline.hostName(host)
                        + " are only " + percent(analysis.load(host).load()) + " busy. Meanwhile "
                        + (open >= settings.get(MIN_WAITING) ? number(open) + " requests are open that they answer"
                                : number(waiting) + " threads of others wait for them")
                        + ", on average.");
        for (int i = 0; i < process.threads().size(); i++) {
            finding.evidence(process.evidence(i));
        }
        return finding.restsOn(analysis.doubts(host)).build();
    }

    /** How many requests of others are open that they answer, on average. */
    private static double open(Analysis analysis, IntArrayList threads) {
        AskedRequests requests = analysis.get(AskedRequests.RESULT);
        IntOpenHashSet all = new IntOpenHashSet(threads);
        long open = 0;
        for (int i = 0; i < requests.size(); i++) {
            if (all.contains(requests.server(i)) && !all.contains(requests.client(i))) {
                open += Math.max(0, Math.min(requests.answered(i), analysis.toNanos())
                        - Math.max(requests.arrived(i), analysis.fromNanos()));
            }
        }
        return (double) open / analysis.rangeNanos();
    }

    /** How many threads of other processes wait for them, other than for new work, on average. */
    private static double waiting(Analysis analysis, IntArrayList threads) {
        WaitForGraph graph = analysis.graph();
        NewWork newWork = analysis.get(NewWork.RESULT);
        IntOpenHashSet all = vertices(graph, threads);
        long nanos = 0;
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            if (all.contains(graph.target(edge)) && !all.contains(graph.source(edge))
                    && graph.source(edge) < analysis.timeline().threadCount()
                    && newWork.why(edge) == NewWork.Why.NOT) {
                nanos += graph.directNanos(edge);
            }
        }
        return (double) nanos / analysis.rangeNanos();
    }

    /** Of a graph that may be a merged one. */
    private static IntOpenHashSet vertices(WaitForGraph graph, IntArrayList threads) {
        IntOpenHashSet all = new IntOpenHashSet();
        threads.forEach(thread -> all.add(graph.groups().vertex(thread)));
        return all;
    }

    /** Whether some of them are a knot by themselves. */
    private static boolean isKnot(Analysis analysis, IntArrayList threads) {
        IntOpenHashSet all = vertices(analysis.graph(), threads);
        for (BackgroundKnots.Found found : analysis.get(Workers.KNOTS).found()) {
            Knot knot = found.knot();
            boolean inside = !found.isBackground() && knot.kind() != Knot.Kind.SINK;
            for (int i = 0; i < knot.vertexCount() && inside; i++) {
                inside = all.contains(knot.vertex(i));
            }
            if (inside) {
                return true;
            }
        }
        return false;
    }
}
