/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import static org.bowline.core.figures.Percent.percent;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

import it.unimi.dsi.fastutil.ints.IntArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Workers;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.SetAside;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * Threads that run, or want to, nearly all of the range, where no threads of programs wait for each other again and again: no wait bounds the work, and the wait-for graph has nothing to say. Whether they
 * work, or spin until another one lets them on, scheduling does not tell. Where threads do wait for each other, but none of them is in a knot, the same is said of who is at the end of a chain: it waits for others, and
 * nobody waits for it.
 */
public final class Computing implements Rule {
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.8,
            "share of the range in which a thread runs or wants to; of others that live for half of it, of their life");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.9,
            "if those threads do so for this share on average it is critical");
    private static final RuleInfo INFO = new RuleInfo("computing", "Threads that compute", "scheduling events with wake-ups",
            "Threads of programs run, or want a processor, in min-share of the range, and no two threads of programs wait for each other three times or more; or, where some do and there is no knot of the work, such threads that wait for others three times or more and for which nobody waits.",
            "No wait bounds the work, but what these threads do on the processors, or that there are too few of these.",
            "Look what they do: samples of call stacks (perf record -g) tell work from a lock that spins, and which function takes the time. If they want processors for longer than they run, fewer threads or"
                    + " more processors help.",
            List.of(MIN_SHARE, CRITICAL));

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
        IntArrayList threads = new IntArrayList();
        long atWork = 0;
        long onCpu = 0;
        double most = 0;
        for (ThreadTotals total : analysis.totals()) {
            int thread = total.thread();
            if (!roles.isProgram(thread) || !analysis.isChosen(thread)) {
                continue;
            }
            long running = total.nanos(ThreadState.RUNNING) + total.nanos(ThreadState.INTERRUPTED);
            long active = running + total.nanos(ThreadState.RUNNABLE) + total.nanos(ThreadState.PREEMPTED);
            most = Math.max(most, (double) active / analysis.rangeNanos());
            long life = total.endNanos() - total.startNanos(); // one that ended before the others computed like them
            if (2 * life >= analysis.rangeNanos() && active >= settings.get(MIN_SHARE) * life) {
                threads.add(thread);
                atWork += active;
                onCpu += running;
            }
        }
        if (most < settings.get(MIN_SHARE)) {
            return RuleOutcome.of(List.of(), "no thread runs, or wants to, for more than " + percent(most) + " of the range");
        }
        if (!waitsRepeat(analysis, roles)) {
            return RuleOutcome.of(List.of(finding(analysis, threads, atWork, onCpu, settings)), "");
        }
        return RuleOutcome.of(isKnotted(analysis) ? List.of() : last(analysis, threads, settings),
                "there are threads of programs that wait for each other three times or more");
    }

    /** Whether threads of the work are in a knot: then that bounds it. */
    private static boolean isKnotted(Analysis analysis) {
        return analysis.get(Workers.KNOTS).found().stream()
                .anyMatch(found -> !found.isBackground() && found.knot().kind() == Knot.Kind.KNOT);
    }

    /** Of some threads those at the end of a chain, each by itself. */
    private static List<Finding> last(Analysis analysis, IntArrayList threads, RuleSettings settings) {
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
        for (ThreadTotals total : analysis.totals()) {
            int thread = total.thread();
            if (threads.contains(thread) && waits.get(thread) && !awaited.get(thread)) {
                findings.add(ofLast(analysis, total, settings));
            }
        }
        return findings;
    }

    private static Finding ofLast(Analysis analysis, ThreadTotals total, RuleSettings settings) {
        double range = analysis.rangeNanos();
        long onCpu = total.nanos(ThreadState.RUNNING) + total.nanos(ThreadState.INTERRUPTED);
        double share = total.active() / range;
        return Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share).subject(analysis.stableName(total.thread()))
                .summary(analysis.phrase(total.thread()) + " bounds the work: it runs in " + percent(onCpu / range)
                        + " of the range and wants a processor in " + percent((total.active() - onCpu) / range)
                        + ". It waits for others only now and then, and nobody waits for it: what it does on the processors is what takes the time.")
                .evidence(new Evidence.Vertex(total.thread(), onCpu, "on a processor"))
                .restsOn(analysis.doubts(analysis.timeline().host(total.thread()))).build();
    }

    /** Whether it tells, by the settings as they come, of a thread that is at work for a share of the range. */
    static boolean tells(Analysis analysis, double share) {
        return share >= MIN_SHARE.standard() && !waitsRepeat(analysis, analysis.get(Analysis.ROLES));
    }

    private static boolean waitsRepeat(Analysis analysis, ThreadRoles roles) {
        BitSet related = new BitSet();
        CrowdedOut.look(analysis, new BitSet(), related);
        return related.stream().anyMatch(roles::isProgram);
    }

    private static Finding finding(Analysis analysis, IntArrayList threads, long atWork, long onCpu, RuleSettings settings) {
        Timeline timeline = analysis.timeline();
        double range = (double) threads.size() * analysis.rangeNanos();
        double share = atWork / range;
        boolean one = threads.size() == 1;
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share)
                .subject(analysis.stableName(threads.getInt(0)))
                .summary(PoolNames.list(analysis, threads.toIntArray()) + (one ? " computes: it runs in " : " compute: they run in ")
                        + percent(onCpu / range) + " of the range and want" + (one ? "s" : "") + " a processor in "
                        + percent((atWork - onCpu) / range)
                        + (one ? "" : ", on average")
                        + ", and no two threads of programs wait for each other again and again. What bounds the work is what "
                        + (one ? "it does" : "they do")
                        + " on the processors; whether that is work, or spinning for a lock that another thread has, only samples of call stacks tell (perf record -g).");
        for (int thread : threads) {
            finding.evidence(new Evidence.Vertex(thread, analysis.totals().stream().filter(total -> total.thread() == thread)
                    .mapToLong(total -> total.nanos(ThreadState.RUNNING) + total.nanos(ThreadState.INTERRUPTED)).sum(), "on a processor"));
        }
        return finding.restsOn(analysis.doubts(timeline.host(threads.getInt(0)))).build();
    }
}
