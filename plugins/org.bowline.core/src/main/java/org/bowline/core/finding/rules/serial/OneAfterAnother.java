/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.serial;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;
import static org.bowline.core.model.Words.number;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Result;
import org.bowline.core.event.RecordedFacts.Sort;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.finding.rules.waits.Whose;
import org.bowline.core.timeline.Kin;
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
    /** Each of several that are told together starts so many, on average: who starts one is no script. */
    private static final int LEAST_OF_EACH = 2;
    private static final int MOST_DEPTH = 64;
    /** Those of which a finding tells by the settings as they come. */
    private static final Result<List<Script>> TOLD = Result.of(OneAfterAnother::told);
    private static final RuleInfo INFO = new RuleInfo("one-after-another", "One command after another",
            "scheduling events with wake-ups and forks",
            "One thread of a host starts min-commands short-lived processes one after another, and waits for them, or for what they start, in "
                    + "min-share of the range. They are at work for half of the time for which it waits. In min-idle of the processors' time nobody uses "
                    + "or wants them."
                    + "\nOr short-lived threads of one name do, as the scripts that a server runs for its requests: one at a time, each of which starts "
                    + "two processes or more on average.",
            "While each command waits for the one before to end the other processors have nothing to do: faster commands, or several at a time, make the whole faster; more processors do not.",
            "Start commands that do not need each other's results at the same time (make -j, xargs -P, & and wait); do several things in one process, as starting one takes time of its own.",
            List.of(MIN_SHARE, MIN_COMMANDS, MIN_IDLE, CRITICAL));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    /** Who starts commands, one thread or several that are told as one, and what of them is waited for. */
    private record Script(int[] threads, int commands, long waitNanos, int waits) {
        boolean has(int thread) {
            return Arrays.binarySearch(threads, thread) >= 0;
        }

        boolean isBelow(Timeline timeline, Script other) {
            return OneAfterAnother.isBelow(timeline, threads[0], other::has);
        }
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        if (!analysis.tellsWakers()) {
            return RuleOutcome.notApplicable(Rule.NO_WAKERS);
        }
        if (!tellsForks(analysis)) {
            return RuleOutcome.notApplicable("the traces have no forks, so who started a process is not known");
        }
        List<Finding> findings = new ArrayList<>();
        for (Script script : scripts(analysis, settings)) {
            Finding finding = finding(analysis, script, settings);
            if (finding != null) {
                findings.add(finding);
            }
        }
        return RuleOutcome.of(findings, "no thread starts " + settings.get(MIN_COMMANDS)
                + " short-lived processes one after another and waits for them in " + percent(settings.get(MIN_SHARE))
                + " of the range, while processors have nothing to do");
    }

    /** Whether some threads are commands of which a finding tells, by the settings as they come, or were started by such. */
    public static boolean tells(Analysis analysis, int[] threads) {
        Timeline timeline = analysis.timeline();
        return analysis.get(TOLD).stream()
                .anyMatch(script -> Arrays.stream(threads).allMatch(thread -> isBelow(timeline, thread, script::has)));
    }

    private static List<Script> told(Analysis analysis) {
        return !analysis.tellsWakers() || !tellsForks(analysis) ? List.of()
                : scripts(analysis, RuleSettings.STANDARD).stream()
                        .filter(script -> finding(analysis, script, RuleSettings.STANDARD) != null).toList();
    }

    private static List<Script> scripts(Analysis analysis, RuleSettings settings) {
        Collection<IntArrayList> starters = starters(analysis);
        List<Script> scripts = new ArrayList<>();
        for (int host = 0; host < analysis.timeline().hostCount(); host++) {
            Script script = script(analysis, host, starters, settings);
            if (script != null) {
                scripts.add(script);
            }
        }
        return scripts;
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

    /** The threads that have made short-lived ones, once for each of those; short-lived ones of one name together. */
    private static Collection<IntArrayList> starters(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        Map<String, IntArrayList> together = new LinkedHashMap<>();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            int starter = timeline.parent(thread);
            if (isCommand(analysis, thread) && analysis.isChosen(starter)) {
                together.computeIfAbsent(isShort(analysis, starter) ? Kin.of(timeline, starter) : "thread " + starter,
                        name -> new IntArrayList()).add(starter);
            }
        }
        return together.values();
    }

    private static boolean isCommand(Analysis analysis, int thread) {
        Timeline timeline = analysis.timeline();
        return timeline.threadStart(thread) >= analysis.fromNanos() && timeline.threadEnd(thread) <= analysis.toNanos()
                && isShort(analysis, thread);
    }

    /** Whether a program's thread that another one made lives for a small part of the range, as far as it lives in it. */
    private static boolean isShort(Analysis analysis, int thread) {
        Timeline timeline = analysis.timeline();
        long lives = Math.min(timeline.threadEnd(thread), analysis.toNanos())
                - Math.max(timeline.threadStart(thread), analysis.fromNanos());
        return timeline.parent(thread) != Timeline.NONE && analysis.get(Analysis.ROLES).isProgram(thread)
                && lives < analysis.rangeNanos() / SHORT_PART;
    }

    /** The one of a host that waits for its commands; null if there is none, or several do, so that their commands run beside each other. */
    private static @Nullable Script script(Analysis analysis, int host, Collection<IntArrayList> all, RuleSettings settings) {
        Timeline timeline = analysis.timeline();
        Script found = null;
        for (IntArrayList starters : all) {
            if (starters.size() < settings.get(MIN_COMMANDS) || timeline.host(starters.getInt(0)) != host) {
                continue;
            }
            analysis.progress().check();
            Script script = script(analysis, starters);
            if (script.waitNanos < settings.get(MIN_SHARE) * analysis.rangeNanos() || found != null && script.isBelow(timeline, found)) {
                continue;
            }
            if (found != null && !found.isBelow(timeline, script)) {
                return null;
            }
            found = script;
        }
        return found;
    }

    /** How long some threads wait for what they have started; not at all if they do so beside each other, or each starts one process, as a server for each that asks. */
    private static Script script(Analysis analysis, IntArrayList starters) {
        Timeline timeline = analysis.timeline();
        IntOpenHashSet together = new IntOpenHashSet(starters);
        int[] outer = starters.intStream().filter(thread -> !isBelow(timeline, thread, together::contains)).toArray(); // a shell starts shells
        int[] threads = Arrays.stream(outer).distinct().sorted().toArray();
        TimeUnion any = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        long[] sums = {0, 0};
        for (int thread : threads) {
            EdgeWaits.each(analysis.graph(), thread, (segment, target, nanos) -> {
                if (target >= 0 && target < timeline.threadCount() && isBelow(timeline, target, thread)) {
                    any.add(timeline.start(segment), timeline.end(thread, segment));
                    sums[0] += nanos;
                    sums[1]++;
                }
            }, analysis.progress());
        }
        boolean apart = threads.length == 1 || outer.length >= LEAST_OF_EACH * threads.length && sums[0] <= MOST_AT_A_TIME * any.nanos();
        return new Script(threads, outer.length, apart ? threads.length == 1 ? sums[0] : any.nanos() : 0, (int) sums[1]);
    }

    /** Whether a thread was made by another one, or by one that is below that. */
    public static boolean isBelow(Timeline timeline, int thread, int ancestor) {
        return isBelow(timeline, thread, (int at) -> at == ancestor);
    }

    private static boolean isBelow(Timeline timeline, int thread, IntPredicate isAncestor) {
        int at = timeline.parent(thread);
        for (int depth = 0; at != Timeline.NONE && !isAncestor.test(at) && depth < MOST_DEPTH; depth++) {
            at = timeline.parent(at);
        }
        return at != Timeline.NONE && isAncestor.test(at);
    }

    /** Whether a thread does some of what a script waits for: below it, but not of a process that the script has started to run beside its commands, as a server that they ask. */
    private static boolean isOfCommand(Analysis analysis, int thread, Script script) {
        Timeline timeline = analysis.timeline();
        int at = thread;
        for (int depth = 0; at != Timeline.NONE && !script.has(timeline.parent(at)) && depth < MOST_DEPTH; depth++) {
            at = timeline.parent(at);
        }
        if (at == Timeline.NONE || !script.has(timeline.parent(at))) {
            return false;
        }
        long lives = Math.min(timeline.threadEnd(at), analysis.toNanos()) - Math.max(timeline.threadStart(at), analysis.fromNanos());
        return lives < analysis.rangeNanos() / BESIDE_PART;
    }

    private static @Nullable Finding finding(Analysis analysis, Script script, RuleSettings settings) {
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        int host = timeline.host(script.threads[0]);
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
            below += isOfCommand(analysis, thread, script) ? atWork : 0;
            if (script.has(timeline.parent(thread)) && isCommand(analysis, thread)) {
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
        boolean one = script.threads.length == 1;
        double bound = Math.min(idle, share); // what is not waited for cannot become shorter, whatever the processors could do
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(bound, settings.get(CRITICAL)), share).wins(bound)
                .subject(analysis.stableName(script.threads[0]))
                .summary(PoolNames.list(analysis, script.threads) + (one ? " runs " : " run ") + count(script.commands, "command")
                        + " one after another and " + (one ? "waits" : "wait") + " for them: for "
                        + duration(script.waitNanos) + ", " + percent(share) + " of the range, in " + count(script.waits, "wait")
                        + ". On average " + atWork(all / range) + " on " + Whose.named(timeline.hostName(host)) + ", which has "
                        + processors + " processors" + (share < idle ? ". Without these waits" : ": if these shared that,")
                        + " the work would be at most " + percent(bound) + " shorter (an estimate).")
                .evidence(new Evidence.Vertex(script.threads[0], script.waitNanos,
                        one ? "waits for its commands" : "they wait for their commands"))
                .estimate();
        return finding.restsOn(analysis.doubts(host)).build();
    }

    private static String atWork(double threads) {
        String text = number(threads);
        return text + (text.equals("1.0") ? " thread runs, or wants to," : " threads run, or want to,");
    }
}
