/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;

import java.util.ArrayList;
import java.util.Arrays;
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
import org.bowline.core.model.Words;

/**
 * Threads that may not go on, though they wait for nothing: a signal has stopped them, as {@code cpulimit} does to make a program slower, or who traces them looks at them. The scheduler knows that of a wait
 * when it begins. O(segments of the threads of programs).
 */
public final class Stopped implements Rule {
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.1,
            "share of the range for which at least one of the threads stands still");
    private static final Setting<Long> MIN_TIMES = Setting.count("min-times", 10, 1,
            "times that they are stopped; of fewer only the time counts for which others wait for them, as somebody may have stopped a program that has nothing to do");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.3, "from this share on it is critical");
    private static final int MOST_THREADS = 8;
    private static final RuleInfo INFO = new RuleInfo("stopped", "Stopped",
            "scheduling events; for who lets them go on, wake-ups",
            "Threads of programs on a host are stopped by signals, or by who traces them, and one program lets them go on. They are stopped "
                    + "min-times or more, and at least one of them stands still for min-share of the range. Or they are stopped fewer times, and others "
                    + "wait for them meanwhile for min-share of the range.",
            "Who is stopped waits for nothing that could come sooner: it goes on when somebody else says so, and whoever waits for it waits as long.",
            "Look at the one that lets them go on. cpulimit and its kind stop a program again and again so that it uses less of the processors: a control group (cpu.max, cpu.weight) does that without stopping it while it holds a lock."
                    + " strace and debuggers stop a program at each system call, or wherever they were told to: trace less (strace --seccomp-bpf -f -e), or with perf trace or LTTng, which stop nobody."
                    + " A shell stops what is in the background and wants to read from the terminal; kill -CONT lets it go on.",
            List.of(MIN_SHARE, MIN_TIMES, CRITICAL));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        double least = settings.get(MIN_SHARE);
        List<Finding> findings = new ArrayList<>();
        double most = 0;
        for (Stops stops : analysis.get(Stops.RESULT)) {
            boolean often = stops.times() >= settings.get(MIN_TIMES);
            double all = (double) stops.nanos() / analysis.rangeNanos();
            double share = often ? all : all < least ? 0 : (double) stops.awaitedNanos(analysis) / analysis.rangeNanos();
            if (share >= least) {
                findings.add(finding(analysis, stops, often, share, settings));
            } else {
                most = Math.max(most, share);
            }
        }
        return RuleOutcome.of(findings, most == 0 ? "no thread of a program is stopped again and again, or while others wait for it"
                : "threads are stopped for at most " + percent(most) + " of the range");
    }

    private static Finding finding(Analysis analysis, Stops stops, boolean often, double share, RuleSettings settings) {
        int[] threads = stops.threads(analysis.timeline());
        boolean one = threads.length == 1;
        long nanos = often ? stops.nanos() : stops.awaitedNanos(analysis);
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share).wins(share)
                .subject(analysis.stableName(threads[0]))
                .summary(PoolNames.list(analysis, threads) + (one ? " is stopped by " : " are stopped by ")
                        + (stops.areTraced() ? one ? "who traces it: " : "who traces them: " : "signals: ") + Words.times(stops.times())
                        + ", and for " + duration(nanos) + ", " + percent(share) + " of the range, "
                        + (one ? "it may not go on" : "at least one of them may not go on")
                        + (often ? "" : one ? " while others wait for it" : " while others wait for them") + " ("
                        + duration(stops.lengths().median()) + " at the median). " + end(analysis, stops, one)
                        + " Without these stops the work would be at most " + percent(share) + " shorter (an estimate).");
        for (int thread : Arrays.copyOf(threads, Math.min(threads.length, MOST_THREADS))) {
            finding.evidence(new Evidence.Vertex(thread, stops.nanos(thread), "stopped"));
        }
        int[] others = stops.others();
        for (int other : Arrays.copyOf(others, Math.min(others.length, MOST_THREADS))) {
            finding.evidence(new Evidence.Vertex(other, stops.nanos(other), "lets them go on"));
        }
        return finding.estimate().restsOn(analysis.doubts(analysis.timeline().host(threads[0]))).build();
    }

    private static String end(Analysis analysis, Stops stops, boolean one) {
        int[] others = stops.others();
        String them = one ? "it" : "them";
        if (others.length > 0) {
            return "It is " + PoolNames.list(analysis, others) + " that " + (others.length == 1 ? "lets " : "let ") + them + " go on.";
        }
        return stops.areOpen() ? "Nobody lets " + them + " go on before the recording ends."
                : "Who lets " + them + " go on is not known.";
    }
}
