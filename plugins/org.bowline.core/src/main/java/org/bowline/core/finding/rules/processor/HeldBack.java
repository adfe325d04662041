/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.event.RecordedFacts;
import org.bowline.core.figures.Samples;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Recorded;

/**
 * Threads that the kernel makes wait by the clock though no disk writes: mostly as their control group has more memory than it may. {@link WritesHeldBack} tells of the others. Threads of one name are told together. O(segments of the
 * threads that wait for timers), and O(requests × disks) for each that is held back for the least share.
 */
public final class HeldBack implements Rule {
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.1,
            "share of the range in which at least one thread of a name waits so");
    private static final Setting<Long> MIN_TIMES = Setting.count("min-times", 3, 1, "such waits of a thread");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.5, "from this share on it is critical");
    private static final RuleInfo INFO = new RuleInfo("held-back", "Held back by the kernel", "scheduling events with wake-ups",
            "A thread of a program waits in the uninterruptible state until a timer ends the wait, min-times or more; and for min-share of the range at least one of those of its name does so. Not where writes-held-back, with its settings as they come, tells that a disk writes meanwhile.",
            "No program sleeps in that state of its own: the kernel makes it wait, for up to 2 s at a time where a control group has more memory than memory.high allows, and whatever the program has to do.",
            "Look at memory.events of its control group: high counts how often that was so; give it more (memory.high, MemoryHigh= of systemd), or let the program take less memory (caches, buffers, fewer jobs at a time). Else see where it waits: /proc/PID/stack, or the recording profile waits-stacks. Memory that is nowhere free and drivers that wait for a device by the clock look the same.",
            List.of(MIN_SHARE, MIN_TIMES, CRITICAL));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    /** Threads of one name, the time in which at least one of them is held back, and their waits. */
    private record Held(List<HeldThread> threads, TimeUnion union, Samples waits) {
        void add(Timeline timeline, Analysis analysis, HeldThread one) {
            threads.add(one);
            HeldThread.each(timeline, one.thread(), analysis.fromNanos(), analysis.toNanos(), (begin, end) -> {
                union.add(begin, end);
                waits.add(end - begin);
            });
        }

        int[] numbers() {
            return threads.stream().mapToInt(HeldThread::thread).toArray();
        }
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        if (!analysis.tellsWakers()) {
            return RuleOutcome.notApplicable(Rule.NO_WAKERS);
        }
        Map<String, Held> byName = byName(analysis, settings.get(MIN_TIMES));
        List<Finding> findings = new ArrayList<>();
        double most = 0;
        for (Held held : byName.values()) {
            double share = (double) held.union.nanos() / analysis.rangeNanos();
            most = Math.max(most, share);
            if (share >= settings.get(MIN_SHARE)) {
                findings.add(finding(analysis, held, share, settings));
            }
        }
        return RuleOutcome.of(findings, most == 0
                ? "no thread of a program is held back by the kernel again and again while no disk is seen to write"
                : "threads are held back by the kernel while no disk is seen to write for at most " + percent(most) + " of the range");
    }

    private static Map<String, Held> byName(Analysis analysis, long minTimes) {
        Timeline timeline = analysis.timeline();
        Map<String, Held> byName = new LinkedHashMap<>();
        for (HeldThread one : HeldThread.of(analysis, minTimes)) {
            if (!WritesHeldBack.isByDisk(analysis, one)) {
                byName.computeIfAbsent(Kin.of(timeline, one.thread()),
                        name -> new Held(new ArrayList<>(), new TimeUnion(analysis.fromNanos(), analysis.toNanos()), new Samples()))
                        .add(timeline, analysis, one);
            }
        }
        return byName;
    }

    private static Finding finding(Analysis analysis, Held held, double share, RuleSettings settings) {
        int[] threads = held.numbers();
        boolean one = threads.length == 1;
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share).wins(share)
                .subject(analysis.stableName(threads[0]))
                .summary(PoolNames.list(analysis, threads) + (one ? " is" : " are") + " held back by the kernel: "
                        + count(held.waits.size(), "time")
                        + (one ? " it waits" : " one of them waits")
                        + " in the uninterruptible state until a timer ends that, for "
                        + duration(held.union.nanos()) + " in all, " + percent(share) + " of the range, " + duration(held.waits.median())
                        + " at the median; no program does that of its own accord, and "
                        + why(analysis.recorded(analysis.timeline().host(threads[0])))
                        + " Without these waits the work would be at most " + percent(share) + " shorter (an estimate).");
        held.threads.forEach(thread -> finding.evidence(new Evidence.Vertex(thread.thread(), thread.nanos(), "held back")));
        return finding.estimate().restsOn(analysis.doubts(analysis.timeline().host(threads[0]))).build();
    }

    /** What the reason may be, with its verb; which disks write is known where their requests were recorded. */
    private static String why(@Nullable Recorded recorded) {
        boolean disks = recorded == null || recorded.facts().contains(RecordedFacts.Sort.DISK_REQUESTS);
        return disks
                ? "no disk has enough to write to be the reason. The kernel does that to programs with more memory than their control group may have (memory.high)."
                : "whether a disk writes meanwhile was not recorded (profile waits-disk). The kernel does that to programs with more memory than their control group may have (memory.high), and to those that change pages faster than a disk writes them.";
    }
}
