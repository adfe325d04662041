/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import static org.bowline.core.figures.Percent.percent;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Workers;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.LostTime;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.SetAside;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * Threads that run, or want to, nearly all of the range, where no threads of programs wait for each other again and again: no wait bounds the work, and the wait-for graph has nothing to say. Whether they
 * work, or spin until another one lets them on, scheduling does not tell. Where threads do wait for each other, but none of them is in a knot, the same is said of who is at the end of a chain: it waits for others, and
 * nobody waits for it.
 */
public final class Computing implements Rule {
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.6,
            "share of the range in which a thread runs or wants to; of others that live for half of it, of their life");
    private static final Setting<Double> MIN_SHARE_LAST = Setting.share("min-share-last", 0.8,
            "the same for a thread that waits for others, and for which nobody waits");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.9,
            "if those threads do so for this share on average it is critical");
    /** What a thread may wait for that is none. */
    private static final Map<Cause, String> WAITS = new EnumMap<>(
            Map.of(Cause.TIMER, "timers", Cause.DISK, "disks", Cause.NETWORK, "packets", Cause.THREAD, "other threads"));
    /** Of less it is not said what it waits for. */
    private static final double LEAST_REST = 0.1;
    /** Who computes for so much of its time does nothing else. */
    private static final double NEARLY_ALL = 0.8;
    private static final RuleInfo INFO = new RuleInfo("computing", "Threads that compute", "scheduling events with wake-ups",
            "Threads of programs run, or want a processor, in min-share of the range, and no two threads of programs wait for each other three "
                    + "times or more."
                    + "\nOr some do, there is no knot of the work, and a thread runs, or wants to, in min-share-last of the range: one that waits for "
                    + "others three times or more, and for which nobody waits.",
            "Most of the time goes into what these threads do on the processors, or into waiting for these; no wait for another thread that comes again and again bounds the work.",
            "Look what they do: samples of call stacks (perf record -g) tell work from a lock that spins, and which function takes the time. If they want processors for longer than they run, fewer threads or"
                    + " more processors help.",
            List.of(MIN_SHARE, MIN_SHARE_LAST, CRITICAL));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        if (!analysis.tellsWakers()) {
            return RuleOutcome.notApplicable(Rule.NO_WAKERS);
        }
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        double min = Math.min(settings.get(MIN_SHARE), settings.get(MIN_SHARE_LAST));
        double most = 0;
        List<ThreadTotals> busy = new ArrayList<>();
        for (ThreadTotals total : analysis.totals()) {
            if (roles.isProgram(total.thread()) && analysis.isChosen(total.thread())) {
                most = Math.max(most, (double) total.active() / analysis.rangeNanos());
                if (2 * life(total) >= analysis.rangeNanos() && total.active() >= min * life(total)) { // one that ended before the others computed like them
                    busy.add(total);
                }
            }
        }
        if (most < min || busy.isEmpty()) {
            return RuleOutcome.of(List.of(), "no thread runs, or wants to, for more than " + percent(most) + " of the range");
        }
        if (!waitsRepeat(analysis, roles)) {
            List<ThreadTotals> threads = busiest(atLeast(busy, settings.get(MIN_SHARE)), analysis.rangeNanos());
            return RuleOutcome.of(threads.isEmpty() ? List.of() : List.of(finding(analysis, threads, settings)),
                    "no thread runs, or wants to, for more than " + percent(most) + " of the range");
        }
        return RuleOutcome.of(isKnotted(analysis) ? List.of() : last(analysis, busy, settings),
                "there are threads of programs that wait for each other three times or more");
    }

    private static long life(ThreadTotals total) {
        return total.endNanos() - total.startNanos();
    }

    /** Those that do nothing else, if one of them does nothing else in all of the range: on average with others they would seem to wait. */
    private static List<ThreadTotals> busiest(List<ThreadTotals> busy, long rangeNanos) {
        boolean throughout = busy.stream().anyMatch(total -> total.active() >= NEARLY_ALL * rangeNanos);
        return throughout ? atLeast(busy, NEARLY_ALL) : busy;
    }

    private static List<ThreadTotals> atLeast(List<ThreadTotals> threads, double share) {
        return threads.stream().filter(total -> total.active() >= share * life(total)).toList();
    }

    /** Whether threads of the work are in a knot: then that bounds it. */
    private static boolean isKnotted(Analysis analysis) {
        return analysis.get(Workers.KNOTS).found().stream()
                .anyMatch(found -> !found.isBackground() && found.knot().kind() == Knot.Kind.KNOT);
    }

    /** Of some threads those at the end of a chain, each by itself. */
    private static List<Finding> last(Analysis analysis, List<ThreadTotals> threads, RuleSettings settings) {
        WaitForGraph graph = analysis.graph();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        BitSet waits = new BitSet();
        BitSet awaited = new BitSet();
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            int source = graph.source(edge);
            int target = graph.target(edge);
            boolean threadsWait = source != target && source < analysis.timeline().threadCount()
                    && target < analysis.timeline().threadCount();
            if (threadsWait && roles.isProgram(source) && roles.isProgram(target) && !analysis.aside().isAside(source)) {
                awaited.set(target);
                waits.set(source, waits.get(source) || graph.waits(edge) >= SetAside.FEW);
            }
        }
        List<Finding> findings = new ArrayList<>();
        for (ThreadTotals total : atLeast(threads, settings.get(MIN_SHARE_LAST))) {
            if (waits.get(total.thread()) && !awaited.get(total.thread())) {
                findings.add(ofLast(analysis, total, settings));
            }
        }
        return findings;
    }

    private static Finding ofLast(Analysis analysis, ThreadTotals total, RuleSettings settings) {
        double range = analysis.rangeNanos();
        long onCpu = total.onCpu();
        double share = total.active() / range;
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share)
                .subject(analysis.stableName(total.thread()))
                .summary(analysis.phrase(total.thread()) + " bounds the work: it runs in " + percent(onCpu / range)
                        + " of the range and wants a processor in " + percent((total.active() - onCpu) / range)
                        + ". It waits for others only now and then, and nobody waits for it: what it does on the processors is what takes the time.")
                .evidence(new Evidence.Vertex(total.thread(), onCpu, "on a processor"));
        addLosses(analysis, finding);
        return finding.restsOn(analysis.doubts(analysis.timeline().host(total.thread()))).build();
    }

    /** Whether it tells, by the settings as they come, of a thread that is at work for a share of the range. */
    public static boolean tells(Analysis analysis, double share) {
        return share >= MIN_SHARE.standard() && !waitsRepeat(analysis, analysis.get(Analysis.ROLES));
    }

    private static boolean waitsRepeat(Analysis analysis, ThreadRoles roles) {
        BitSet related = new BitSet();
        CrowdedOut.look(analysis, new BitSet(), related);
        return related.stream().anyMatch(roles::isProgram);
    }

    /** What some threads wait for while they do not compute, where that is a part of the range worth naming, as a sentence with a space before it; empty if it is none. */
    private static String rest(List<ThreadTotals> threads, double range) {
        List<String> parts = new ArrayList<>();
        WAITS.forEach((cause, name) -> {
            long nanos = threads.stream().mapToLong(total -> total.blocked(cause)).sum();
            if (nanos >= LEAST_REST * range) {
                parts.add("for " + name + " in " + percent(nanos / range));
            }
        });
        boolean one = threads.size() == 1;
        return parts.isEmpty() ? ""
                : (one ? " It waits " : " They wait ") + Words.list(parts, "and") + " of the range" + (one ? "." : ", on average.");
    }

    private static Finding finding(Analysis analysis, List<ThreadTotals> threads, RuleSettings settings) {
        double range = (double) threads.size() * analysis.rangeNanos();
        double share = threads.stream().mapToLong(ThreadTotals::active).sum() / range;
        double onCpu = threads.stream().mapToLong(ThreadTotals::onCpu).sum() / range;
        boolean one = threads.size() == 1;
        int first = threads.get(0).thread();
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share)
                .subject(analysis.stableName(first))
                .summary(PoolNames.list(analysis, threads.stream().mapToInt(ThreadTotals::thread).toArray())
                        + (one ? " computes: it runs in " : " compute: they run in ")
                        + percent(onCpu) + " of the range and want" + (one ? "s" : "") + " a processor in " + percent(share - onCpu)
                        + (one ? "" : ", on average")
                        + ", and no two threads of programs wait for each other again and again. What "
                        + (share < NEARLY_ALL ? "takes most of the time" : "bounds the work") + " is what " + (one ? "it does" : "they do")
                        + " on the processors; whether that is work, or spinning for a lock that another thread has, only samples of call stacks tell (perf record -g)."
                        + rest(threads, range));
        threads.forEach(total -> finding.evidence(new Evidence.Vertex(total.thread(), total.onCpu(), "on a processor")));
        addLosses(analysis, finding);
        return finding.restsOn(analysis.doubts(analysis.timeline().host(first))).build();
    }

    /** That nobody waits is not known of hosts of whose time in the range much is unknown. */
    private static void addLosses(Analysis analysis, Finding.Builder finding) {
        for (int host = 0; host < analysis.timeline().hostCount(); host++) {
            if (LostTime.isConsiderable(analysis, host)) {
                finding.evidence(new Evidence.OfHost(host, "waits that are not recorded"));
            }
        }
    }
}
