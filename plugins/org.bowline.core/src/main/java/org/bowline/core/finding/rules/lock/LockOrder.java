/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.lock;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.LockNames;
import org.bowline.core.analysis.Locks;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.lock.GrantOrder;
import org.bowline.core.lock.LockHistory;
import org.bowline.core.lock.LockUse;

/** A lock that does not go to whoever has waited longest, so that some wait again and again while others pass: the mean may be the same, the latency varies. */
public final class LockOrder implements Rule {
    private static final Setting<Long> MIN_GRANTS = Setting.count("min-grants", 50, 1,
            "times that it is got while another thread goes on waiting");
    private static final Setting<Double> MIN_REVERSED = Setting.share("min-reversed", 0.25,
            "share of the pairs of waits at one time of which the later one ends first: none if whoever has waited longest comes next, half if that is by chance");
    private static final Setting<Double> MIN_QUEUE = Setting.number("min-queue", 0.1, "threads that wait for it on average");
    private static final RuleInfo INFO = new RuleInfo("lock-order", "Lock order",
            "lock events of the programs (profile locks)",
            "A mutex is got min-grants times while others wait, and of min-reversed of the pairs of waits at one time the one that began later ends first; on average min-queue threads wait for it.",
            "Whoever asks first does not get it first: with the same mean, some waits are much longer than others, and so are the requests that wait there.",
            "Let the lock go to whoever has waited longest (a fair or queued lock, or one queue of work before it), and hold it for less time. Fairness costs throughput where a lock is held"
                    + " for less than a wake-up takes: measure both.",
            List.of(MIN_GRANTS, MIN_REVERSED, MIN_QUEUE));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        LockHistory history = analysis.get(Locks.HISTORY);
        List<LockUse> told = Locks.told(analysis);
        if (told.isEmpty()) {
            return RuleOutcome.notApplicable("no program told of its locks");
        }
        List<Finding> findings = new ArrayList<>();
        int candidates = 0;
        for (LockUse use : told) {
            if (use.contended() == 0) {
                continue;
            }
            GrantOrder order = GrantOrder.of(history, use.lock(), analysis.fromNanos(), analysis.toNanos(), analysis.progress());
            double queue = (double) use.waitNanos() / analysis.rangeNanos();
            if (order.grants() >= settings.get(MIN_GRANTS) && queue >= settings.get(MIN_QUEUE)) {
                candidates++;
                if (order.reversedShare() >= settings.get(MIN_REVERSED)) {
                    findings.add(finding(analysis, history, order, queue));
                }
            }
        }
        return RuleOutcome.of(findings, candidates == 0 ? "no mutex is got " + settings.get(MIN_GRANTS) + " times while others wait for it"
                : count(candidates, "mutex goes", "mutexes go") + " to whoever has waited longest, or nearly so");
    }

    @Override
    public NextStep.Step next(Analysis analysis, Finding finding) {
        return NextStep.locks(analysis);
    }

    private static Finding finding(Analysis analysis, LockHistory history, GrantOrder order, double queue) {
        int lock = order.lock();
        int host = history.host(lock);
        String name = analysis.timeline().hostName(host);
        LockNames names = analysis.get(Locks.NAMES);
        return Finding.of(INFO, Severity.WARNING, Math.min(1, queue / Math.max(1, order.waiters())))
                .subject(name + ':' + names.text(lock))
                .summary("The mutex " + names.ofProcess(lock) + " (" + name
                        + ") does not go to whoever has waited longest: " + percent((double) order.overtaken() / order.grants()) + " of "
                        + count(order.grants(), "time") + " that others waited, another one got it (rank correlation "
                        + String.format(Locale.ROOT, "%.2f", order.correlation()) + "). Its " + count(order.waits(), "wait") + " take "
                        + duration(Math.round(order.meanNanos())) + " on average, with a standard deviation of "
                        + duration(Math.round(order.deviationNanos())) + '.'
                        + (order.longestUnfinishedNanos() <= order.longestNanos() ? ""
                                : ' ' + count(order.unfinished(), "wait has", "waits have")
                                        + " not ended by the end of the recording, the longest after "
                                        + duration(order.longestUnfinishedNanos())
                                        + '.'))
                .evidence(new Evidence.Range(analysis.fromNanos(), analysis.toNanos(), "the range that was looked at"))
                .restsOn(analysis.doubts(host)).build();
    }
}
