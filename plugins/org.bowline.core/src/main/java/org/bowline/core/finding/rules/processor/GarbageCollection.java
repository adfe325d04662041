/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.waits.PoolNames;

/** Threads of a Java program that wait while its virtual machine collects garbage. O(segments of the threads of such programs). */
public final class GarbageCollection implements Rule {
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.1,
            "share of the range for which a thread of the program waits while garbage is collected");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.3, "from this share on it is critical");
    private static final int MOST_EVIDENCE = 8;
    private static final RuleInfo INFO = new RuleInfo("garbage-collection", "Garbage collection", "scheduling events with wake-ups",
            "Threads of a Java program (HotSpot of JDK 9 and later, known by the names of its threads) wait for the thread VM Thread, or for those that collect garbage, for min-share of the range"
                    + " in which one of these is at work."
                    + "\nWhere the virtual machine has no threads that collect, as with the serial collector, it is VM Thread that does. It does other things, too, for which all threads have to stand still.",
            "While garbage is collected no thread of the program may go on, or none that needs memory, whatever they are at; to whoever waits for them it looks as if they worked.",
            "Give the heap more room (-Xmx), make fewer new objects, or choose a collector that runs beside the program (-XX:+UseZGC). Java's own log (-Xlog:gc) tells of each collection how long it took, and how much is left."
                    + " If that is hardly less than before, what the program keeps fills the heap.",
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
        List<Finding> findings = new ArrayList<>();
        double most = 0;
        for (Collector collector : analysis.get(Collector.RESULT)) {
            double share = (double) collector.waitNanos() / analysis.rangeNanos();
            most = Math.max(most, share);
            if (share >= settings.get(MIN_SHARE)) {
                findings.add(finding(analysis, collector, share, settings));
            }
        }
        return RuleOutcome.of(findings, most == 0 ? "no thread of a Java program waits while garbage is collected"
                : "threads of Java programs wait while garbage is collected in at most " + percent(most) + " of the range");
    }

    /** The threads that collect where that is told, by the settings as they come. */
    static BitSet collecting(Analysis analysis) {
        BitSet threads = new BitSet();
        if (analysis.tellsWakers()) {
            for (Collector collector : analysis.get(Collector.RESULT)) {
                if (collector.waitNanos() >= MIN_SHARE.standard() * analysis.rangeNanos()) {
                    collector.workers(analysis).forEach(threads::set);
                }
            }
        }
        return threads;
    }

    private static Finding finding(Analysis analysis, Collector collector, double share, RuleSettings settings) {
        int[] workers = collector.workers(analysis).stream().mapToInt(Integer::intValue)
                .filter(thread -> collector.workNanos(analysis, thread) > 0).toArray();
        int[] waiting = collector.waiting();
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share).wins(share)
                .subject(analysis.stableName(collector.coordinator()))
                .summary(PoolNames.list(analysis, new int[] {collector.process(analysis.timeline())})
                        + " collects garbage while its threads wait: for "
                        + duration(collector.waitNanos()) + ", " + percent(share) + " of the range, in " + count(collector.waits(), "wait")
                        + (waiting.length == 1 ? ", " : ", at least one of ")
                        + PoolNames.list(analysis, waiting) + " waits until " + PoolNames.list(analysis, workers)
                        + (workers.length == 1 ? " has" : " have") + " done that. Without it the work would be at most " + percent(share)
                        + " shorter (an estimate).");
        for (int thread : Arrays.copyOf(waiting, Math.min(waiting.length, MOST_EVIDENCE))) {
            finding.evidence(new Evidence.Edge(thread, collector.coordinator(), collector.waitNanos(thread), collector.waits(thread),
                    "waits while garbage is collected"));
        }
        for (int thread : Arrays.copyOf(workers, Math.min(workers.length, MOST_EVIDENCE))) {
            finding.evidence(new Evidence.Vertex(thread, collector.workNanos(analysis, thread), "collects"));
        }
        return finding.estimate().restsOn(analysis.doubts(analysis.timeline().host(collector.coordinator()))).build();
    }
}
