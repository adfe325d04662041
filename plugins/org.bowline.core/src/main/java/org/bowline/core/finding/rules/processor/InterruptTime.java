/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;

import java.util.ArrayList;
import java.util.List;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.waits.HostRule;
import org.bowline.core.finding.rules.waits.Whose;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;

/** Threads whose time on a CPU went to interrupts, and CPUs whose soft interrupts the kernel leaves to a thread, as they are too many. */
public final class InterruptTime extends HostRule {
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.1,
            "share of a thread's time on a CPU that interrupts take");
    private static final Setting<Double> MIN_RANGE = Setting.share("min-range", 0.1,
            "share of the time in which its host was recorded that they take");
    private static final Setting<Double> MIN_DEFERRED = Setting.share("min-deferred", 0.3,
            "share of the time in which its host was recorded for which the kernel's thread for soft interrupts of a CPU runs");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.5,
            "from this share of the time in which its host was recorded on it is critical");
    private static final RuleInfo INFO = new RuleInfo("interrupt-time", "Interrupt time", "scheduling and interrupt events",
            "Interrupts take at least min-share of the time for which a thread is on a CPU, and min-range of the time in which its host was recorded. Or a thread ksoftirqd of the kernel, to which it leaves soft interrupts that come too fast, runs for min-deferred of that time.",
            "While a CPU serves interrupts its thread stands still, and looks slower than it is: its own code is not what takes the time.",
            "Look which device the interrupts come from and on which CPUs they are served; spread them over other CPUs than those of the threads"
                    + " (smp_affinity, receive packet steering), or let devices gather them (coalescing).",
            List.of(MIN_SHARE, MIN_RANGE, MIN_DEFERRED, CRITICAL));
    private static final String SOFT_INTERRUPTS = "ksoftirqd/";

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    protected List<Finding> look(Analysis analysis, int host, RuleSettings settings) {
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        long recorded = analysis.timeline().recordedNanos(host, analysis.fromNanos(), analysis.toNanos());
        List<ThreadTotals> held = most(analysis, host, ThreadState.INTERRUPTED, total -> {
            long interrupted = total.nanos(ThreadState.INTERRUPTED);
            return interrupted > 0 && interrupted >= settings.get(MIN_SHARE) * total.onCpu()
                    && interrupted >= settings.get(MIN_RANGE) * recorded && isOfWork(analysis, roles, total.thread());
        });
        List<Finding> findings = new ArrayList<>();
        if (!held.isEmpty()) {
            findings.add(finding(analysis, host, held, recorded, settings));
        }
        for (ThreadTotals total : most(analysis, host, ThreadState.RUNNING,
                total -> analysis.timeline().vertexName(total.thread()).startsWith(SOFT_INTERRUPTS)
                        && !roles.isProgram(total.thread()) && total.onCpu() > 0
                        && total.onCpu() >= settings.get(MIN_DEFERRED) * recorded)) {
            findings.add(deferred(analysis, total, recorded, settings));
        }
        return findings;
    }

    private static Finding deferred(Analysis analysis, ThreadTotals total, long recorded, RuleSettings settings) {
        double share = recorded == 0 ? 0 : (double) total.onCpu() / recorded;
        return Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share)
                .subject(analysis.stableName(total.thread()))
                .summary(analysis.phrase(total.thread()) + " runs for " + duration(total.onCpu()) + ", " + percent(share)
                        + " of the time: soft interrupts, as for packets that arrive, come so fast on its processor that the kernel leaves them to this thread. What they bring may be late, or dropped.")
                .evidence(new Evidence.Vertex(total.thread(), total.onCpu(), "in soft interrupts"))
                .restsOn(analysis.doubts(analysis.timeline().host(total.thread()))).build();
    }

    /** Who is set aside is not what is looked for, and a slower tracer is no harm. */
    private static boolean isOfWork(Analysis analysis, ThreadRoles roles, int thread) {
        return !roles.isOfTracer(thread) && analysis.isChosen(thread);
    }

    @Override
    protected String otherwise(Analysis analysis) {
        return analysis.totals().stream().allMatch(total -> total.nanos(ThreadState.INTERRUPTED) == 0)
                ? "no thread on a CPU was interrupted, as far as the trace tells"
                : Whose.none(analysis, "thread", "lost a noticeable part of its time on a CPU to interrupts");
    }

    private static Finding finding(Analysis analysis, int host, List<ThreadTotals> held, long recorded, RuleSettings settings) {
        ThreadTotals most = held.get(0);
        long nanos = most.nanos(ThreadState.INTERRUPTED);
        double share = recorded == 0 ? 0 : (double) nanos / recorded;
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share)
                .subject(analysis.timeline().hostName(host))
                .summary("Interrupts take " + duration(nanos) + " of the " + duration(most.onCpu()) + " for which "
                        + analysis.phrase(most.thread()) + " is on a CPU (" + percent((double) nanos / most.onCpu()) + "), most of it "
                        + words(mostly(analysis, most.thread())) + (held.size() == 1 ? "."
                                : "; " + (held.size() - 1 == 1 ? "1 more thread of the host loses"
                                        : held.size() - 1 + " more threads of the host lose") + " at least "
                                        + percent(settings.get(MIN_SHARE)) + " to them."));
        for (ThreadTotals total : held) {
            finding.evidence(new Evidence.Vertex(total.thread(), total.nanos(ThreadState.INTERRUPTED),
                    "in interrupts; on a CPU for " + duration(total.onCpu())));
        }
        return finding.restsOn(analysis.doubts(host)).build();
    }

    /** What takes most of a thread's interrupted time. */
    private static Cause mostly(Analysis analysis, int thread) {
        Timeline timeline = analysis.timeline();
        long[] nanos = new long[Cause.values().length];
        for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
            if (timeline.state(s) == ThreadState.INTERRUPTED) {
                long within = Math.min(timeline.end(thread, s), analysis.toNanos()) - Math.max(timeline.start(s), analysis.fromNanos());
                nanos[timeline.cause(s).ordinal()] += Math.max(0, within);
            }
        }
        Cause most = Cause.NONE;
        for (Cause cause : Cause.values()) {
            most = nanos[cause.ordinal()] > nanos[most.ordinal()] ? cause : most;
        }
        return most;
    }

    private static String words(Cause cause) {
        return switch (cause) {
            case NETWORK -> "for the network";
            case DISK -> "for disks";
            case TIMER -> "for timers";
            case DEVICE -> "for other devices";
            case IPI -> "for other CPUs";
            case NONE, THREAD, KERNEL, UNKNOWN -> "for other work of the kernel";
        };
    }
}
