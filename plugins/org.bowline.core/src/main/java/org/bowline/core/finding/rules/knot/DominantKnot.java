/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.knot;

import static org.bowline.core.figures.Percent.percent;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.Workers;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.rules.heaviest.WholePool;
import org.bowline.core.finding.rules.serial.OneAfterAnother;
import org.bowline.core.model.Words;
import org.bowline.core.waitfor.BackgroundKnots;
import org.bowline.core.waitfor.Knot;

/**
 * A knot (or a sink) that is at work most of the time: what is in it bounds the throughput. A knot of threads that mostly idle is none: a
 * closed loop of threads and devices that wait for nothing else has somebody at work at every moment.
 */
public final class DominantKnot implements Rule {
    private static final Setting<Double> MIN_WORK = Setting.share("min-work", 0.3,
            "share of the range for which somebody in the knot works: runs, wants to run, or serves a disk request; or nobody does, and what they sent to each other is on its way through a network");
    private static final Setting<Double> MIN_WORK_SINK = Setting.share("min-work-sink", 0.5,
            "the same for a single thread or disk that waits for nobody");
    private static final Setting<Double> MIN_WORK_DEVICES = Setting.share("min-work-devices", 0.8,
            "the same for a single thread that waits for devices alone, and hardly for them");
    private static final Setting<Double> MIN_WEIGHT = Setting.share("min-weight", 0.2,
            "weight of the heaviest wait in the knot or for it, or of all that wait for the sink, as a share of the range; the idle time of a device does not count as a wait");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.8, "from this share of work on it is critical");
    private static final RuleInfo INFO = new RuleInfo("dominant-knot", "Dominant knot", "scheduling events with wake-ups",
            "A knot of the wait-for graph, at the default threshold and not in the background: somebody of it, or the network between them, is "
                    + "at work, or wants a processor, in at least min-work of the range. Its heaviest wait, or one of a thread outside that waits for it ten times or more, "
                    + "weighs at least min-weight of the range. Threads that meet at a barrier, and of which some are a knot, are told together."
                    + "\nOr a sink that is itself at work, or wants a processor, for min-work-sink, and for which others wait for min-weight, unless it is at work for less than "
                    + "80 % and has nothing to do for a tenth of the range. Sinks of one name that are equally at work are told together. "
                    + "Not one of many commands of which one-after-another tells, with its settings as they come."
                    + "\nOr a thread that is at work, or wants a processor, for min-work-devices and is in a knot with devices alone, for which it hardly waits."
                    + "\nWho asks several and goes on when all have answered waits for the last answer: how long the others take is not told as what can be won.",
            "Its threads and devices wait for each other in a circle, so the throughput rises when a wait inside it gets shorter, or one of its "
                    + "members waits less for what the summary names beside it (timers, the network). Making anything else faster changes little.",
            "Shorten the heaviest wait inside: let its two ends work at the same time (a queue, a second thread, asynchronous or batched requests) or give less work to "
                    + "the slower one. The recording profile waits-stacks shows which code waits.",
            List.of(MIN_WORK, MIN_WORK_SINK, MIN_WORK_DEVICES, MIN_WEIGHT, CRITICAL));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public NextStep.Step next(Analysis analysis, Finding finding) {
        return NextStep.slowestBy(analysis, finding).orElseGet(() -> NextStep.usual(analysis, finding));
    }

    @Override
    public RuleOutcome evaluate(Analysis threads, RuleSettings settings) {
        if (!threads.tellsWakers()) {
            return RuleOutcome.notApplicable(Rule.NO_WAKERS);
        }
        Analysis analysis = Merging.view(threads);
        List<Finding> findings = new ArrayList<>();
        List<BackgroundKnots.Found> knots = analysis.get(Workers.KNOTS).found();
        if (analysis.graph().edgeCount() == 0) {
            return RuleOutcome.notApplicable("no thread waits for anything in the range");
        }
        Passed passed = new Passed();
        Set<String> signatures = new HashSet<>(); // of equal groups one is told, with how many there are
        long least = (long) Math.ceil(settings.get(MIN_WEIGHT) * analysis.rangeNanos());
        HeldUpOutside outside = new HeldUpOutside(analysis, least);
        ToldKnot told = new ToldKnot(INFO, threads, analysis, outside, least);
        EqualSinks sinks = new EqualSinks(analysis, knots, least, settings.get(MIN_WORK_SINK));
        for (int i = 0; i < knots.size(); i++) {
            analysis.progress().check();
            Knot knot = knots.get(i).knot();
            if (knots.get(i).isBackground()) {
                passed.background++;
                continue;
            }
            if (!tellsWakers(analysis, knot)) {
                passed.guesses++;
                continue;
            }
            Knot found = knot;
            knot = WholePool.of(analysis, found);
            Finding.@Nullable Builder finding;
            if (ToldKnot.heaviestNanos(analysis, knot) < least && outside.heaviest(knot) < 0) {
                passed.light++;
                finding = ToldSink.besideDevices(INFO, analysis, knot, i + 1, settings.get(MIN_WORK_DEVICES), settings.get(CRITICAL));
            } else {
                boolean isSink = knot.kind() == Knot.Kind.SINK;
                KnotWork work = isSink ? sinks.work(knot) : KnotWork.of(analysis, knot);
                passed.atWork(work);
                if (isSink) {
                    finding = sinks.isTold(knot) && !areCommands(threads, analysis, knot)
                            ? ToldSink.finding(INFO, threads, analysis, knot, i + 1, settings.get(CRITICAL), sinks)
                            : null;
                } else {
                    finding = work.share() < settings.get(MIN_WORK) || !signatures.add(told.signature(knot)) ? null
                            : told.finding(knot, found, i + 1, work, settings.get(CRITICAL));
                }
            }
            if (finding != null) {
                findings.add(restsOn(analysis, knot, sinks.others(knot), finding).build());
            }
        }
        return RuleOutcome.of(findings, passed.why(knots.size(), settings));
    }

    /** Whether a sink stands for many commands, of which it is told that one comes after another: who starts them says more than that they are at work. */
    private static boolean areCommands(Analysis threads, Analysis analysis, Knot sink) {
        return analysis.graph().groups().of(sink.vertex(0)) != null
                && OneAfterAnother.tells(threads, analysis.graph().groups().members(sink.vertex(0)));
    }

    /** On all of its hosts: a knot across hosts is as much a guess as its worst part. */
    private static boolean tellsWakers(Analysis analysis, Knot knot) {
        for (int i = 0; i < knot.vertexCount(); i++) {
            if (!analysis.tellsWakers(analysis.timeline().host(knot.vertex(i)))) {
                return false;
            }
        }
        return true;
    }

    private static Finding.Builder restsOn(Analysis analysis, Knot knot, int[] others, Finding.Builder finding) {
        TreeSet<Integer> hosts = new TreeSet<>();
        for (int other : others) {
            hosts.add(analysis.timeline().host(other));
        }
        for (int i = 0; i < knot.vertexCount(); i++) {
            hosts.add(analysis.timeline().host(knot.vertex(i)));
        }
        return finding.restsOn(hosts.stream().flatMap(host -> analysis.doubts(host).stream()).distinct().toList());
    }

    /** Why knots and sinks are not told. */
    private static final class Passed {
        private int background;
        private int guesses;
        private int light;
        /** Those that are heavy enough. */
        private int idle;
        /** The most that one of them is at work or wants to be, as a share of the range. */
        private double most;
        /** Whether that one's threads noticeably want a processor and have none. */
        private boolean wants;

        void atWork(KnotWork work) {
            idle++;
            if (work.share() > most) {
                most = work.share();
                wants = !percent(most).equals(percent(most - work.heldUpShare()));
            }
        }

        String why(int all, RuleSettings settings) {
            if (all == 0) {
                return "there is no knot and no sink";
            }
            List<String> parts = new ArrayList<>();
            add(parts, all, background, "in the background");
            add(parts, all, guesses, "on a host where who ended a wait is a guess");
            add(parts, all, light, "too light (under " + percent(settings.get(MIN_WEIGHT)) + " of the range)");
            add(parts, all, idle,
                    (wants ? "at work, or wanting a processor, for at most " : "at work for at most ") + percent(most) + " of the range");
            return (all == 1 ? "there is one knot or sink: " : "there are " + all + " knots and sinks: ") + Words.list(parts, "and");
        }

        private static void add(List<String> parts, int all, int some, String what) {
            if (some > 0) {
                parts.add((all == 1 ? "it is " : some + (some == 1 ? " is " : " are ")) + what);
            }
        }
    }
}
