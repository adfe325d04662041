/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.figures.Samples;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.runnable.IdleBeside;
import org.bowline.core.runnable.RanInstead;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * Threads that want a processor and do not get it although it has nothing to do: a limit on processor time holds them back, as the CPU limit of a container does. The load of the host does not show it;
 * it is even low. Threads of one host are told together, as a limit holds for a group. O(segments × log segments) where a thread waits beside idle processors for long enough, else O(threads).
 */
public final class Throttled implements Rule {
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.1,
            "share of the range for which at least one thread of a host is held back");
    private static final Setting<Long> MIN_WAIT = Setting.duration("min-wait", 5_000_000,
            "waits for a processor that is idle for so long count; shorter ones may be those of a processor, or a virtual machine, that wakes up");
    private static final Setting<Long> MIN_TIMES = Setting.count("min-times", 3, 1,
            "such waits that begin while a thread is running: nothing but a limit takes an idle processor from a thread");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.3, "from this share on it is critical");
    private static final int MOST_THREADS = 8;
    private static final RuleInfo INFO = new RuleInfo("throttled", "Throttled",
            "scheduling events; for the time from a wake-up on, wake-ups",
            "Threads of programs on a host are runnable or preempted while their processor is idle, for min-wait and most of such a wait, min-times right after they were running; at least one of them in min-share of the range.",
            "Their group has used up its share of processor time and waits for the next period (100 ms, mostly), or the host of a virtual "
                    + "machine does not run that processor. So they stand still whatever they have to do and however idle the machine is: every request "
                    + "that is under way takes that much longer.",
            "Raise or remove the limit: cpu.max of the control group (cat /sys/fs/cgroup/.../cpu.stat counts nr_throttled and throttled_usec), limits.cpu of a Kubernetes container, --cpus of Docker, CPUQuota= of systemd; for real-time threads sched_rt_runtime_us."
                    + " Or run fewer threads at a time, so that a period's share lasts for the whole period. In a virtual machine look first at what its host takes (st in vmstat and top).",
            List.of(MIN_SHARE, MIN_WAIT, MIN_TIMES, CRITICAL));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public NextStep.Step next(Analysis analysis, Finding finding) {
        return NextStep.runnable(analysis);
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        long least = Math.max(1, (long) Math.ceil(settings.get(MIN_SHARE) * analysis.rangeNanos()));
        List<Finding> findings = new ArrayList<>();
        long most = 0;
        IdleBeside idle = null;
        for (int host = 0; host < analysis.timeline().hostCount(); host++) {
            int[] threads = candidates(analysis, host, least);
            if (threads.length == 0) {
                continue;
            }
            idle = idle == null ? IdleBeside.of(analysis.get(Analysis.PROCESSORS), analysis.progress()) : idle;
            HeldBack held = HeldBack.of(analysis, threads, idle, settings.get(MIN_WAIT));
            if (held.fromRunning < settings.get(MIN_TIMES)) {
                continue;
            }
            most = Math.max(most, held.nanos);
            if (held.nanos >= least) {
                findings.add(finding(analysis, host, held, settings));
            }
        }
        return RuleOutcome.of(findings,
                most == 0 ? "no thread of a program is kept from an idle processor again and again"
                        : "threads are kept from idle processors for at most " + percent((double) most / analysis.rangeNanos())
                                + " of the range");
    }

    /** The threads of programs on a host that wait beside an idle processor; none if all of them together do not for so long. */
    private static int[] candidates(Analysis analysis, int host, long least) {
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        List<RanInstead.Share> idle = analysis.get(Analysis.RAN_INSTEAD).shares().stream()
                .filter(share -> share.doing() == RanInstead.Doing.IDLE && timeline.host(share.thread()) == host
                        && roles.isProgram(share.thread())
                        && analysis.isChosen(share.thread()))
                .toList();
        return idle.stream().mapToLong(RanInstead.Share::nanos).sum() < least ? new int[0]
                : idle.stream().mapToInt(RanInstead.Share::thread).toArray();
    }

    private static Finding finding(Analysis analysis, int host, HeldBack held, RuleSettings settings) {
        double share = (double) held.nanos / analysis.rangeNanos();
        int[] threads = held.threads();
        boolean one = threads.length == 1;
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share).wins(share)
                .subject(analysis.stableName(threads[0]))
                .summary(PoolNames.list(analysis, threads) + (one ? " is" : " are") + " held back: for " + duration(held.nanos) + ", "
                        + percent(share) + " of the range, "
                        + (one ? "it wants a processor and does not get it"
                                : "at least one of them wants a processor and does not get it")
                        + ", although nothing else runs there (" + held.lengths.size() + " times, " + duration(held.lengths.median())
                        + " at the median). A limit on processor time does that, as cpu.max of a control group or the CPU limit of a container; or, in a virtual machine, its host, which runs something else on that processor."
                        + " Without it the work would be at most " + percent(share) + " shorter (an estimate).")
                .evidence(new Evidence.OfHost(host, "its processors are " + percent(analysis.load(host).load()) + " busy"));
        for (int thread : Arrays.copyOf(threads, Math.min(threads.length, MOST_THREADS))) {
            finding.evidence(new Evidence.Vertex(thread, held.byThread.get(thread), "held back"));
        }
        finding.estimate();
        return finding.restsOn(analysis.doubts(host)).build();
    }

    /** When the threads of a host were kept from idle processors. */
    private static final class HeldBack {
        private final Int2LongOpenHashMap byThread = new Int2LongOpenHashMap();
        private final Samples lengths = new Samples();
        private int fromRunning;
        private long nanos;

        static HeldBack of(Analysis analysis, int[] threads, IdleBeside idle, long least) {
            HeldBack held = new HeldBack();
            TimeUnion union = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
            for (int thread : threads) {
                analysis.progress().check();
                idle.forEach(thread, least, (preempted, from, to, idleNanos) -> {
                    if (idleNanos >= least && idleNanos > (to - from) / 2) {
                        held.byThread.addTo(thread, to - from);
                        held.lengths.add(to - from);
                        held.fromRunning += preempted ? 1 : 0;
                        union.add(from, to);
                    }
                });
            }
            held.nanos = union.nanos();
            return held;
        }

        /** Who is held back longest, first. */
        int[] threads() {
            return byThread.int2LongEntrySet().stream()
                    .sorted(Comparator.comparingLong((Int2LongMap.Entry entry) -> -entry.getLongValue())
                            .thenComparingInt(Int2LongMap.Entry::getIntKey))
                    .mapToInt(Int2LongMap.Entry::getIntKey).toArray();
        }
    }
}
