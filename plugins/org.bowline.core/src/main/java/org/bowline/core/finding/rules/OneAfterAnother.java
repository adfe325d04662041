/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;
import static org.bowline.core.model.Words.number;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.event.RecordedFacts.Sort;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Recorded;
import org.bowline.core.waitfor.EdgeWaits;

/**
 * A thread that starts one short-lived process after another and waits for each, as a script does, while processors have nothing to do. No two of these processes wait for each other again and again, and each lives for a moment, so
 * that the wait-for graph shows who waits and not why. O(threads + segments of the threads that start many).
 */
public final class OneAfterAnother implements Rule {
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.5,
            "share of the range in which the thread waits for what it has started");
    private static final Setting<Long> MIN_COMMANDS = Setting.count("min-commands", 10, 2,
            "processes or threads that it has started and that lived for less than a tenth of the range");
    private static final Setting<Double> MIN_IDLE = Setting.share("min-idle", 0.2,
            "share of the processors' time in which they could do more: the host's programs neither use it nor want it");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.5,
            "if the work could be shorter by this share it is critical");
    /** Who is alive for longer than this part of the range is more than a command. */
    private static final int SHORT_PART = 10;
    /** Who lives for more than this part of the range runs beside commands. */
    private static final int BESIDE_PART = 2;
    /** If for each moment in which one of them is alive so many are on average they are started beside each other. */
    private static final double MOST_AT_A_TIME = 1.25;
    /** They are at work for at least this share of the time for which they are waited for: who waits for {@code sleep} does not work. */
    private static final double LEAST_AT_WORK = 0.5;
    private static final int MOST_DEPTH = 64;
    private static final RuleInfo INFO = new RuleInfo("one-after-another", "One command after another",
            "scheduling events with wake-ups and forks",
            "One thread of a host starts min-commands short-lived processes one after another, and waits for them, or for what they start, in "
                    + "min-share of the range. They are at work for half of the time for which it waits. In min-idle of the processors' time nobody uses "
                    + "or wants them.",
            "While each command waits for the one before to end the other processors have nothing to do: faster commands, or several at a time, make the whole faster; more processors do not.",
            "Start commands that do not need each other's results at the same time (make -j, xargs -P, & and wait); do several things in one process, as starting one takes time of its own.",
            List.of(MIN_SHARE, MIN_COMMANDS, MIN_IDLE, CRITICAL));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    /** A thread that starts commands, and what of them is waited for. */
    private record Script(int thread, int commands, long waitNanos, int waits) {}

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        if (!analysis.tellsWakers()) {
            return RuleOutcome.notApplicable(Rule.NO_WAKERS);
        }
        if (!tellsForks(analysis)) {
            return RuleOutcome.notApplicable("the traces have no forks, so who started a process is not known");
        }
        int[] commands = commands(analysis);
        List<Finding> findings = new ArrayList<>();
        for (int host = 0; host < analysis.timeline().hostCount(); host++) {
            Script script = script(analysis, host, commands, settings);
            Finding finding = script == null ? null : finding(analysis, script, settings);
            if (finding != null) {
                findings.add(finding);
            }
        }
        return RuleOutcome.of(findings, "no thread starts " + settings.get(MIN_COMMANDS)
                + " short-lived processes one after another and waits for them in " + percent(settings.get(MIN_SHARE))
                + " of the range, while processors have nothing to do");
    }

    private static boolean tellsForks(Analysis analysis) {
        for (int host = 0; host < analysis.timeline().hostCount(); host++) {
            Recorded recorded = analysis.recorded(host);
            if (recorded == null || recorded.facts().contains(Sort.FORKS)) {
                return true;
            }
        }
        return false;
    }

    /** How many short-lived threads each thread has made. */
    private static int[] commands(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        int[] commands = new int[timeline.threadCount()];
        for (int thread = 0; thread < commands.length; thread++) {
            if (isCommand(analysis, thread)) {
                commands[timeline.parent(thread)]++;
            }
        }
        return commands;
    }

    private static boolean isCommand(Analysis analysis, int thread) {
        Timeline timeline = analysis.timeline();
        long begin = timeline.threadStart(thread);
        long end = timeline.threadEnd(thread);
        return timeline.parent(thread) != Timeline.NONE && analysis.get(Analysis.ROLES).isProgram(thread) && begin >= analysis.fromNanos()
                && end <= analysis.toNanos() && end - begin < analysis.rangeNanos() / SHORT_PART;
    }

    /** The one thread of a host that waits for its commands; null if there is none, or several do, so that their commands run beside each other. */
    private static @Nullable Script script(Analysis analysis, int host, int[] commands, RuleSettings settings) {
        Timeline timeline = analysis.timeline();
        Script found = null;
        for (int thread = 0; thread < commands.length; thread++) {
            if (commands[thread] < settings.get(MIN_COMMANDS) || timeline.host(thread) != host || !analysis.isChosen(thread)) {
                continue;
            }
            analysis.progress().check();
            long[] sums = {0, 0};
            int of = thread;
            EdgeWaits.each(analysis.graph(), thread, (segment, target, nanos) -> {
                if (target >= 0 && target < timeline.threadCount() && isBelow(timeline, target, of)) {
                    sums[0] += nanos;
                    sums[1]++;
                }
            }, analysis.progress());
            if (sums[0] < settings.get(MIN_SHARE) * analysis.rangeNanos() || found != null && isBelow(timeline, thread, found.thread)) {
                continue;
            }
            if (found != null && !isBelow(timeline, found.thread, thread)) {
                return null;
            }
            found = new Script(thread, commands[thread], sums[0], (int) sums[1]);
        }
        return found;
    }

    /** Whether a thread was made by another one, or by one that is below that. */
    static boolean isBelow(Timeline timeline, int thread, int ancestor) {
        int at = timeline.parent(thread);
        for (int depth = 0; at != Timeline.NONE && at != ancestor && depth < MOST_DEPTH; depth++) {
            at = timeline.parent(at);
        }
        return at == ancestor;
    }

    /** Whether a thread does some of what a script waits for: below it, but not of a process that the script has started to run beside its commands, as a server that they ask. */
    private static boolean isOfCommand(Analysis analysis, int thread, int script) {
        Timeline timeline = analysis.timeline();
        int at = thread;
        for (int depth = 0; at != Timeline.NONE && timeline.parent(at) != script && depth < MOST_DEPTH; depth++) {
            at = timeline.parent(at);
        }
        if (at == Timeline.NONE || timeline.parent(at) != script) {
            return false;
        }
        long lives = Math.min(timeline.threadEnd(at), analysis.toNanos()) - Math.max(timeline.threadStart(at), analysis.fromNanos());
        return lives < analysis.rangeNanos() / BESIDE_PART;
    }

    private static @Nullable Finding finding(Analysis analysis, Script script, RuleSettings settings) {
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        int host = timeline.host(script.thread);
        TimeUnion alive = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        long lives = 0;
        long below = 0;
        long all = 0;
        for (ThreadTotals total : analysis.totals()) {
            int thread = total.thread();
            if (timeline.host(thread) != host || !roles.isProgram(thread)) {
                continue;
            }
            long atWork = total.active();
            all += atWork;
            below += isOfCommand(analysis, thread, script.thread) ? atWork : 0;
            if (timeline.parent(thread) == script.thread && isCommand(analysis, thread)) {
                alive.add(timeline.threadStart(thread), timeline.threadEnd(thread));
                lives += timeline.threadEnd(thread) - timeline.threadStart(thread);
            }
        }
        int processors = analysis.load(host).cpus();
        double range = analysis.rangeNanos();
        double idle = 1 - all / range / processors;
        if (processors == 1 || lives > MOST_AT_A_TIME * alive.nanos() || below < LEAST_AT_WORK * script.waitNanos
                || idle < settings.get(MIN_IDLE)) {
            return null;
        }
        double share = script.waitNanos / range;
        double bound = Math.min(idle, share); // what is not waited for cannot become shorter, whatever the processors could do
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(bound, settings.get(CRITICAL)), share * idle)
                .subject(analysis.stableName(script.thread))
                .summary(analysis.phrase(script.thread) + " runs " + count(script.commands, "command")
                        + " one after another and waits for them: for "
                        + duration(script.waitNanos) + ", " + percent(share) + " of the range, in " + count(script.waits, "wait")
                        + ". On average " + atWork(all / range) + " on " + Whose.named(timeline.hostName(host)) + ", which has "
                        + processors + " processors" + (share < idle ? ". Without these waits" : ": if these shared that,")
                        + " the work would be at most " + percent(bound) + " shorter (an estimate).")
                .evidence(new Evidence.Vertex(script.thread, script.waitNanos, "waits for its commands")).estimate();
        return finding.restsOn(analysis.doubts(host)).build();
    }

    private static String atWork(double threads) {
        String text = number(threads);
        return text + (text.equals("1.0") ? " thread runs, or wants to," : " threads run, or want to,");
    }
}
