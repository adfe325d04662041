/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.lock;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;

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
import org.bowline.core.finding.rules.waits.NeededProcessor;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.lock.LockHistory;
import org.bowline.core.lock.LockUse;
import org.bowline.core.timeline.TimeUnion;

/**
 * A lock that threads wait for in much of the range, whoever they are and however few: two threads that take turns are no convoy, and wait as long. O(acquisitions × holds beside each) of the locks that are waited for.
 */
public final class LockWaits implements Rule {
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.2,
            "share of the range in which at least one thread waits for the lock");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.5, "from this share on it is critical");
    private static final RuleInfo INFO = new RuleInfo("lock-waits", "Waits for a lock", "lock events of the programs (profile locks)",
            "At least one thread of a program waits for a mutex in min-share of the range. Not where lock-convoy, with its settings as they come, names the mutex.",
            "What is done with the lock is done by one thread after the other, however many threads and processors there are.",
            LockConvoy.LESS + "bowline locks has its figures, the recording profile waits-stacks tells where it is taken.",
            List.of(MIN_SHARE, CRITICAL));

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
        double most = 0;
        for (LockUse use : told) {
            if (use.contended() == 0 || LockConvoy.names(analysis, use.lock())) {
                continue;
            }
            analysis.progress().check();
            Waits waits = new Waits(analysis, history, use.lock());
            most = Math.max(most, waits.share());
            if (waits.share() >= settings.get(MIN_SHARE)) {
                findings.add(finding(analysis, history, use, waits, settings));
            }
        }
        return RuleOutcome.of(findings,
                most == 0
                        ? "no thread waits for a mutex of which its program told, or lock-convoy, with its settings as they come, names it"
                        : "threads wait for a mutex in at most " + percent(most) + " of the range");
    }

    @Override
    public NextStep.Step next(Analysis analysis, Finding finding) {
        return NextStep.locks(analysis);
    }

    private static Finding finding(Analysis analysis, LockHistory history, LockUse use, Waits waits, RuleSettings settings) {
        int host = history.host(use.lock());
        String name = analysis.timeline().hostName(host);
        LockNames names = analysis.get(Locks.NAMES);
        int[] holder = largest(waits.byHolder, 1);
        return Finding.of(INFO, Severity.ofShare(waits.share(), settings.get(CRITICAL)), waits.share())
                .subject(name + ':' + names.text(use.lock()))
                .summary("The mutex " + names.ofProcess(use.lock()) + " (" + name + ") keeps "
                        + PoolNames.list(analysis, largest(waits.byWaiter, Integer.MAX_VALUE)) + " waiting: in "
                        + percent(waits.share()) + " of the range "
                        + (waits.byWaiter.size() == 1 ? "it waits" : "at least one of them waits")
                        + " for it, " + count(waits.count, "time") + ", for " + duration(waits.sum / waits.count) + " on average."
                        + (holder.length == 0 ? ""
                                : " For " + percent((double) waits.byHolder.get(holder[0]) / waits.sum) + " of that time "
                                        + analysis.phrase(holder[0])
                                        + " has it, longer than any other thread.")
                        + " Without these waits the work would be at most " + percent(Math.min(waits.share(), waits.rest(analysis)))
                        + " shorter (an estimate).")
                .evidence(new Evidence.Range(analysis.fromNanos(), analysis.toNanos(), "the range that was looked at")).estimate()
                .restsOn(analysis.doubts(host)).build();
    }

    private static int[] largest(Int2LongOpenHashMap nanos, int most) {
        return nanos.int2LongEntrySet().stream()
                .sorted(Comparator.comparingLong((Int2LongMap.Entry entry) -> -entry.getLongValue())
                        .thenComparingInt(Int2LongMap.Entry::getIntKey))
                .limit(most).mapToInt(Int2LongMap.Entry::getIntKey).toArray();
    }

    /** The waits of a range for a lock, by threads that count. */
    private static final class Waits {
        private final Int2LongOpenHashMap byWaiter = new Int2LongOpenHashMap();
        /** Who had it while others waited: for each that did, its time. */
        private final Int2LongOpenHashMap byHolder = new Int2LongOpenHashMap();
        private final TimeUnion union;
        private final long rangeNanos;
        private long count;
        private long sum;

        Waits(Analysis analysis, LockHistory history, int lock) {
            union = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
            rangeNanos = analysis.rangeNanos();
            for (int i = history.firstAcquisition(lock); i < history.endAcquisition(lock); i++) {
                long from = Math.max(history.requestedNanos(i), analysis.fromNanos());
                long to = Math.min(history.acquiredNanos(i), analysis.toNanos());
                int thread = history.acquirer(i);
                if (history.isContended(i) && from < to && analysis.isChosen(thread) && !analysis.aside().isAside(thread)) {
                    count++;
                    sum += to - from;
                    byWaiter.addTo(thread, to - from);
                    union.add(from, to);
                    addHolders(history, lock, thread, from, to);
                }
            }
        }

        private void addHolders(LockHistory history, int lock, int waiting, long from, long to) {
            for (int hold = history.holdAfter(lock, from); hold < history.endHold(lock) && history.holdBegin(hold) < to; hold++) {
                if (history.holder(hold) != waiting) {
                    byHolder.addTo(history.holder(hold), Math.min(history.holdEnd(hold), to) - Math.max(history.holdBegin(hold), from));
                }
            }
        }

        double share() {
            return (double) union.nanos() / rangeNanos;
        }

        /**
         * What is left of the range but for the time for which the busiest of those that wait needs a processor: without any wait the work takes that long. O(threads).
         */
        double rest(Analysis analysis) {
            return NeededProcessor.rest(analysis, analysis.totals().stream().filter(total -> byWaiter.containsKey(total.thread()))
                    .max(Comparator.comparingLong(total -> NeededProcessor.nanos(analysis, total))).orElse(null));
        }
    }
}
