/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.serial;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;
import static org.bowline.core.model.Words.number;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import it.unimi.dsi.fastutil.ints.Int2LongLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntLinkedOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.NewWork;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.finding.rules.waits.Whose;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.Timeline;

/**
 * A long step that one thread does alone while others wait for it, in work of which much else is done by several at a time: the link at the end of a build, the reduction after a parallel loop. It waits for
 * nobody and is waited for once, so that the wait-for graph, which lives of waits that repeat, does not show it.
 */
public final class SerialWork implements Rule {
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.2,
            "share of the range for which threads of one name work alone, each while others wait for it");
    private static final Setting<Double> MIN_STRETCH = Setting.share("min-stretch", 0.05,
            "share of the range for which one of them works alone at a time");
    private static final Setting<Double> MIN_PARALLEL = Setting.share("min-parallel", 0.2,
            "share of the range in which nobody works alone so long, and 1.5 threads or more run, or want to, on average");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.5, "from this share on it is critical");
    /** From so many threads at work on average on work is done by several at a time. */
    private static final double SEVERAL = 1.5;
    /** For whom nobody waits while it works alone has waited for others in so much of the rest. */
    private static final double LEAST_GATHERED = 0.5;
    /** So many of those that work, or start those that do, are told. */
    private static final int MOST_TOLD = 3;
    /** Phases in which processes work one at a time are told instead of a step of one name, which says more, if they last for so much longer. */
    private static final double MORE = 1.5;
    private static final RuleInfo INFO = new RuleInfo("serial-work", "One works, the others wait", "scheduling events with wake-ups",
            "A thread of a program is the only one of all that runs or wants to, for min-stretch of the range at a time, while another one waits "
                    + "for it. Threads of its name do so for min-share of the range; in the rest, which is min-parallel of the range or more, several are "
                    + "at work."
                    + "\nWhere no such thread is waited for, those count that wait for others in half of the rest."
                    + "\nOr processes, whichever, do so for min-share in phases of min-stretch or more: in nine tenths of a phase exactly one is at work, "
                    + "while the one that has started it waits for it, or goes on after such a wait.",
            "While one thread works alone the other processors have nothing to do: however many there are, the work takes at least as long as this step.",
            "Split the step, begin it before all that comes before it is done, or give it less to do; more processors or more parallel jobs do not make it shorter.",
            List.of(MIN_SHARE, MIN_STRETCH, MIN_PARALLEL, CRITICAL));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        if (!analysis.tellsWakers()) {
            return RuleOutcome.notApplicable(Rule.NO_WAKERS);
        }
        double range = analysis.rangeNanos();
        long leastNanos = Math.max(1, (long) Math.ceil(settings.get(MIN_STRETCH) * range));
        AloneAtWork work = new AloneAtWork(leastNanos);
        SerialPhases serial = new SerialPhases(analysis, leastNanos);
        AloneAtWork.each(analysis, (working, thread, begin, end) -> {
            work.stretch(working, thread, begin, end);
            serial.stretch(working, thread, begin, end);
        });
        List<AloneAtWork.Stretch> stretches = work.stretches();
        Map<String, Step> steps = new LinkedHashMap<>();
        long alone = 0;
        for (AloneAtWork.Stretch stretch : stretches) {
            alone += stretch.aloneNanos();
            IntLinkedOpenHashSet waiting = waiting(analysis, stretch);
            if (!waiting.isEmpty() && analysis.isChosen(stretch.thread())) {
                steps.computeIfAbsent(Kin.of(analysis.timeline(), stretch.thread()), name -> new Step()).add(stretch, waiting);
            }
        }
        double rest = range - alone;
        if (steps.isEmpty()) {
            addGatherers(analysis, stretches, rest, steps);
        }
        double several = rest <= 0 ? 0 : (work.workNanos() - alone) / rest;
        List<Finding> findings = new ArrayList<>();
        double most = 0;
        long told = 0;
        for (Step step : steps.values()) {
            double share = step.nanos / range;
            most = Math.max(most, share);
            if (share >= settings.get(MIN_SHARE) && rest >= settings.get(MIN_PARALLEL) * range && several >= SEVERAL) {
                findings.add(finding(analysis, step, several, settings));
                told = Math.max(told, step.nanos);
            }
        }
        List<SerialPhases.Phase> phases = serial.phases();
        long ofPhases = phases.stream().mapToLong(SerialPhases.Phase::aloneNanos).sum();
        most = Math.max(most, ofPhases / range);
        if (ofPhases > MORE * told && areSerial(range, ofPhases, work, settings)) {
            findings.clear();
            findings.add(finding(analysis, phases, (work.workNanos() - ofPhases) / (range - ofPhases), settings));
        }
        return RuleOutcome.of(findings, most == 0 ? "nowhere does a thread work alone for long while others wait for it"
                : "threads of one name work alone while others wait for them in at most " + percent(most) + " of the range; in the rest "
                        + number(several) + " threads run, or want to, on average");
    }

    /** Whether phases of work of which much else is done by several at a time last for long. */
    private static boolean areSerial(double range, long ofPhases, AloneAtWork work, RuleSettings settings) {
        double rest = range - ofPhases;
        return rest > 0 && ofPhases >= settings.get(MIN_SHARE) * range && rest >= settings.get(MIN_PARALLEL) * range
                && work.workNanos() - ofPhases >= SEVERAL * rest;
    }

    /** Nobody waits any more for whom a thread that has started others has to put together what they did: it has waited for them in most of the rest. */
    private static void addGatherers(Analysis analysis, List<AloneAtWork.Stretch> stretches, double rest, Map<String, Step> steps) {
        Int2ObjectOpenHashMap<IntArrayList> awaited = new Int2ObjectOpenHashMap<>();
        for (AloneAtWork.Stretch stretch : stretches) {
            int thread = stretch.thread();
            if (analysis.isChosen(thread)
                    && !awaited.computeIfAbsent(thread, key -> awaited(analysis, key, LEAST_GATHERED * rest)).isEmpty()) {
                steps.computeIfAbsent(Kin.of(analysis.timeline(), thread), name -> new Step()).addGathered(stretch, awaited.get(thread));
            }
        }
    }

    /** For which threads of programs a thread waits, other than for new work, if it does so for so long; empty if not. */
    private static IntArrayList awaited(Analysis analysis, int thread, double least) {
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        IntLinkedOpenHashSet threads = new IntLinkedOpenHashSet();
        long nanos = 0;
        for (int s = HandOvers.firstSegment(timeline, thread, analysis.fromNanos()); s < timeline.endSegment(thread, analysis.toNanos());
                s++) {
            boolean waits = timeline.state(s) == ThreadState.BLOCKED
                    && (timeline.cause(s) == Cause.THREAD || timeline.cause(s) == Cause.NETWORK);
            int target = waits ? timeline.target(s) : Timeline.NONE;
            if (target >= 0 && target < timeline.threadCount() && roles.isProgram(target) && !NewWork.isEndedByRequest(timeline, s)) {
                threads.add(target);
                nanos += Math.min(timeline.end(thread, s), analysis.toNanos()) - Math.max(timeline.start(s), analysis.fromNanos());
            }
        }
        return nanos >= least ? new IntArrayList(threads) : new IntArrayList();
    }

    /** What threads of one name do alone. */
    private static final class Step {
        private final IntLinkedOpenHashSet threads = new IntLinkedOpenHashSet();
        private final IntLinkedOpenHashSet waiting = new IntLinkedOpenHashSet();
        private final IntLinkedOpenHashSet awaited = new IntLinkedOpenHashSet();
        private final List<AloneAtWork.Stretch> stretches = new ArrayList<>();
        private long nanos;

        void add(AloneAtWork.Stretch stretch, IntLinkedOpenHashSet others) {
            threads.add(stretch.thread());
            waiting.addAll(others);
            stretches.add(stretch);
            nanos += stretch.aloneNanos();
        }

        /** Of whom nobody waits for any more: whom it has waited for. */
        void addGathered(AloneAtWork.Stretch stretch, IntArrayList gathered) {
            add(stretch, new IntLinkedOpenHashSet());
            awaited.addAll(gathered);
        }

        /** Who waits for them: of those of the work, if there are any. */
        int[] waiting(Analysis analysis) {
            int[] ofWork = waiting.intStream().filter(thread -> !FirstLook.leaves(analysis, thread)).toArray();
            return ofWork.length == 0 ? waiting.toIntArray() : ofWork;
        }
    }

    /** Who waits for most of a stretch for its thread, or for one that does. */
    private static IntLinkedOpenHashSet waiting(Analysis analysis, AloneAtWork.Stretch stretch) {
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        IntLinkedOpenHashSet chain = new IntLinkedOpenHashSet();
        chain.add(stretch.thread());
        int before;
        do {
            before = chain.size();
            for (int thread = 0; thread < timeline.threadCount(); thread++) {
                if (!chain.contains(thread) && roles.isProgram(thread) && chain.contains(waitsFor(timeline, thread, stretch))) {
                    chain.add(thread);
                }
            }
        } while (chain.size() > before);
        chain.remove(stretch.thread());
        return chain;
    }

    /** The thread for which a thread waits in more than half of a stretch, without a break; {@link Timeline#NONE} if it does not. */
    private static int waitsFor(Timeline timeline, int thread, AloneAtWork.Stretch stretch) {
        long middle = stretch.fromNanos() + (stretch.toNanos() - stretch.fromNanos()) / 2;
        int segment = timeline.segmentAt(thread, middle);
        if (segment == Timeline.NONE || timeline.state(segment) != ThreadState.BLOCKED || timeline.cause(segment) != Cause.THREAD) {
            return Timeline.NONE;
        }
        long both = Math.min(timeline.end(thread, segment), stretch.toNanos()) - Math.max(timeline.start(segment), stretch.fromNanos());
        return 2 * both > stretch.toNanos() - stretch.fromNanos() ? timeline.target(segment) : Timeline.NONE;
    }

    /** About processes that work one at a time, in phases. */
    private static Finding finding(Analysis analysis, List<SerialPhases.Phase> phases, double several, RuleSettings settings) {
        Timeline timeline = analysis.timeline();
        Int2LongLinkedOpenHashMap byThread = new Int2LongLinkedOpenHashMap();
        IntOpenHashSet themselves = new IntOpenHashSet();
        long nanos = 0;
        for (SerialPhases.Phase phase : phases) {
            byThread.addTo(phase.thread(), phase.aloneNanos());
            nanos += phase.aloneNanos();
            if (phase.itself()) {
                themselves.add(phase.thread());
            }
        }
        int[] order = byThread.keySet().intStream().boxed()
                .sorted((one, other) -> Long.compare(byThread.get(other.intValue()), byThread.get(one.intValue())))
                .mapToInt(Integer::intValue).toArray();
        List<String> who = new ArrayList<>();
        for (int thread : order) {
            who.add("for " + duration(byThread.get(thread)) + " mostly "
                    + (themselves.contains(thread) ? "" : "what is started by ") + analysis.phrase(thread));
        }
        double share = nanos / (double) analysis.rangeNanos();
        int host = timeline.host(order[0]);
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share)
                .wins(won(analysis, host, share))
                .subject(analysis.stableName(order[0]))
                .summary("Only one process at a time works for " + duration(nanos) + ", " + percent(share) + " of the range, in "
                        + count(phases.size(), "stretch", "stretches") + ", while the one that has started it waits: "
                        + Words.list(who.size() <= MOST_TOLD ? who : who.subList(0, MOST_TOLD), "and")
                        + "; in the rest of the range " + number(several) + " threads run, or want to, on average."
                        + gain(analysis, host, share))
                .estimate();
        for (int thread : order) {
            finding.evidence(new Evidence.Vertex(thread, byThread.get(thread),
                    themselves.contains(thread) ? "works alone" : "starts what works alone"));
        }
        for (SerialPhases.Phase phase : phases) {
            finding.evidence(new Evidence.Range(phase.fromNanos(), phase.toNanos(), "one process works at a time"));
        }
        return finding.restsOn(analysis.doubts(host)).build();
    }

    /** What would be won at most if the processors shared what is done alone, as a sentence with a space before it. */
    private static String gain(Analysis analysis, int host, double share) {
        int processors = analysis.load(host).cpus();
        return processors == 1 ? ""
                : " If " + (processors == 2 ? "both" : "all " + processors) + " processors of "
                        + Whose.named(analysis.timeline().hostName(host))
                        + " shared it, the work would be at most " + percent(won(analysis, host, share)) + " shorter (an estimate).";
    }

    private static double won(Analysis analysis, int host, double share) {
        int processors = analysis.load(host).cpus();
        return share * (processors - 1) / processors;
    }

    private static Finding finding(Analysis analysis, Step step, double several, RuleSettings settings) {
        int host = analysis.timeline().host(step.threads.firstInt());
        double share = (double) step.nanos / analysis.rangeNanos();
        boolean one = step.threads.size() == 1;
        int[] waiting = step.waiting(analysis);
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share)
                .wins(won(analysis, host, share))
                .subject(analysis.stableName(step.threads.firstInt()))
                .summary(PoolNames.list(analysis, step.threads.toIntArray()) + (one ? " works alone for " : " work alone for ")
                        + duration(step.nanos) + ", " + percent(share) + " of the range, in "
                        + count(step.stretches.size(), "stretch", "stretches")
                        + (waiting.length == 0 ? "" : ", while " + PoolNames.list(analysis, waiting)
                                + (waiting.length == 1 ? " waits" : " wait") + (one ? " for it" : " for them"))
                        + "; in the rest of the range " + number(several) + " threads run, or want to, on average"
                        + (waiting.length > 0 ? "." : ", and " + (one ? "it waits" : "they wait") + " for "
                                + PoolNames.list(analysis, step.awaited.toIntArray()) + " in most of it.")
                        + gain(analysis, host, share))
                .estimate();
        for (int thread : step.threads) {
            finding.evidence(new Evidence.Vertex(thread, step.stretches.stream().filter(stretch -> stretch.thread() == thread)
                    .mapToLong(AloneAtWork.Stretch::aloneNanos).sum(), "works alone"));
        }
        for (AloneAtWork.Stretch stretch : step.stretches) {
            finding.evidence(new Evidence.Range(stretch.fromNanos(), stretch.toNanos(), "nobody else works"));
        }
        return finding.restsOn(analysis.doubts(host)).build();
    }
}
