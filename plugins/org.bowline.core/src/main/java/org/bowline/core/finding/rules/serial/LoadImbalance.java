/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.serial;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import it.unimi.dsi.fastutil.ints.Int2LongMap;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.timeline.Timeline;

/** Threads that meet at {@link Barriers barriers}, again and again, and some of which arrive much later than the others. */
public final class LoadImbalance implements Rule {
    private static final Setting<Long> MIN_THREADS = Setting.count("min-threads", 3, 2, "threads that meet");
    private static final Setting<Long> MIN_PHASES = Setting.count("min-phases", 5, 2,
            "phases, each ended by a barrier of the same threads");
    private static final Setting<Long> BURST = Setting.duration("burst", 1_000_000,
            "wake-ups by one thread that follow each other so closely are one release");
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.2,
            "share of the threads' time in the phases that they wait for the last one");
    private static final Setting<Double> MIN_RANGE = Setting.share("min-range", 0.1,
            "share of the range for which one of them waits so, on average");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.5, "from this share on it is critical");
    /** From here on more of what is lost is slept away than worked: work that is split more evenly wins the smaller part, and the sleep is the cause. */
    private static final double MOSTLY_SLEEPS = 0.5;
    /** What to do where the others wait for the last one. */
    public static final String ADVICE = "Split the work more evenly, or into more and smaller pieces that threads take when they are free; or let threads begin a phase before all have finished the one before.";
    /** Its id, for who tells the same in other words. */
    public static final String ID = "load-imbalance";
    private static final RuleInfo INFO = new RuleInfo(ID, "Load imbalance between phases",
            "scheduling events with wake-ups, seen where the waker runs",
            "At least min-threads threads of a host, of one process or several, are released from a wait together, min-phases times, by the "
                    + "last of them to arrive or by a coordinator that the last of them woke. Waiting for the last one costs min-share of their time "
                    + "from the first release to the last, and min-range of the range."
                    + "\nBetween two wake-ups of a release there is burst at most; or a tenth of the time since the one who releases last woke "
                    + "anybody, up to ten times burst, as a release may be held up."
                    + "\nNot three threads of which always the same one is last, or of which two share a name and one of these is always last: a pipeline's slowest stage and its neighbours look the same."
                    + "\nNot threads that wait together for a lock of the kernel, nor those among which a runtime moves tasks."
                    + "\nNot threads of which the last one sleeps until a timer for half of the time for which others wait for it, or longer: that is not "
                    + "work that could be split."
                    + "\nNot threads of which dominant-knot says that they meet at a barrier, as it tells the same of them, unless this is the worse finding.",
            "Every phase lasts as long as its slowest thread; the time for which the others wait is lost, and more threads make it worse.",
            ADVICE,
            List.of(MIN_THREADS, MIN_PHASES, BURST, MIN_SHARE, MIN_RANGE, CRITICAL));

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
        Barriers.Phases worst = null;
        for (Barriers.Phases phases : analysis
                .get(new Meetings(settings.get(MIN_THREADS), settings.get(MIN_PHASES), settings.get(BURST)))) {
            worst = worst == null || phases.share() > worst.share() ? phases : worst;
            if (isForWork(phases) && phases.share() >= settings.get(MIN_SHARE) && ofRange(analysis, phases) >= settings.get(MIN_RANGE)) {
                findings.add(finding(analysis, phases, settings));
            }
        }
        return RuleOutcome.of(findings, worst == null ? "no threads are seen to meet at barriers"
                : Meetings.who(analysis, worst) + " meet " + count(worst.releases(), "time") + " and wait for the last one for "
                        + percent(worst.share()) + " of their time, " + percent(ofRange(analysis, worst)) + " of the range on average"
                        + (isForWork(worst) ? "" : ", but for " + percent(worst.sleepShare())
                                + " of the time for which others wait for that one it sleeps until a timer ends"));
    }

    /** Who meets, by the settings as they come, and loses a noticeable part of the time at it. */
    public static List<Barriers.Phases> usual(Analysis analysis) {
        return analysis.get(new Meetings(MIN_THREADS.standard(), MIN_PHASES.standard(), BURST.standard())).stream()
                .filter(phases -> isForWork(phases) && phases.share() >= MIN_SHARE.standard()
                        && ofRange(analysis, phases) >= MIN_RANGE.standard())
                .toList();
    }

    /** Whether the others wait for what the last one does, and not for its sleep. */
    private static boolean isForWork(Barriers.Phases phases) {
        return phases.sleepShare() < MOSTLY_SLEEPS;
    }

    /** For how much of the range one of those who meet waits for the last one, on average. */
    private static double ofRange(Analysis analysis, Barriers.Phases phases) {
        return (double) phases.lostNanos() / phases.threads().size() / analysis.rangeNanos();
    }

    private static Finding finding(Analysis analysis, Barriers.Phases phases, RuleSettings settings) {
        Timeline timeline = analysis.timeline();
        int host = timeline.host(phases.threads().getInt(0));
        Finding.Builder finding = Finding
                .of(INFO, Severity.ofShare(phases.share(), settings.get(CRITICAL)),
                        ofRange(analysis, phases))
                .subject(Meetings.subject(analysis, phases))
                .summary(Meetings.who(analysis, phases) + " meet "
                        + count(phases.releases(), "time") + " and wait for the last one for " + duration(phases.lostNanos()) + ", "
                        + percent(phases.share())
                        + " of their time; " + Meetings.last(analysis, phases) + '.')
                .evidence(new Evidence.Range(phases.firstNanos(), phases.lastNanos(), "from the first release to the last")).estimate();
        evidence(phases).forEach(finding::evidence);
        return finding.restsOn(analysis.doubts(host)).build();
    }

    /** Who is how often the last, who most often is first: no others are when these are. For who {@linkplain Finding#also tells} the same in other words the first one says which finding that is. */
    public static List<Evidence> evidence(Barriers.Phases phases) {
        return phases.last().int2LongEntrySet().stream().sorted(Comparator.<Int2LongMap.Entry>comparingLong(entry -> -entry.getLongValue())
                .thenComparingInt(entry -> entry.getIntKey()))
                .<Evidence>map(entry -> new Evidence.Vertex(entry.getIntKey(), phases.waited(entry.getIntKey()),
                        "last in " + count(entry.getLongValue(), "phase")))
                .toList();
    }
}
