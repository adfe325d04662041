/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.number;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import it.unimi.dsi.fastutil.ints.IntArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.HostLoad;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.waits.HostRule;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.finding.rules.waits.Workload;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * Hosts whose processors the work has nearly all the time, though hardly any more threads want to run: as many workers as processors, each of them busy. Then nothing queues for a processor, and yet nothing but less to do there, or more processors with threads for them, makes the work faster.
 */
public final class FullProcessors extends HostRule {
    private static final Setting<Double> MIN_LOAD = Setting.share("min-load", 0.9, "load of the host's processors");
    private static final Setting<Double> MIN_WORK = Setting.share("min-work", 0.8,
            "share of the processors' time that threads of the work have");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.9, "from this load on it is critical");
    /** Who has less of the processors' time is not named. */
    private static final double LEAST_NAMED = 0.1;
    private static final RuleInfo INFO = new RuleInfo("full-processors", "Full processors", "scheduling events with wake-ups",
            "The processors of a host are busy for min-load of the time at least. Threads of the work, those that wait for others again and "
                    + "again or are waited for so, have min-work of the processors' time. It is not told as runnable-pressure that more want to run. Not "
                    + "where one thread has nearly all of the only processor: that is told as what bounds the work.",
            "As many threads as there are processors have all to do, so that hardly any queues for one; whoever waits for them waits for processors all the same.",
            "Less work per request, or more processors with more workers; more workers alone bring nothing. Look at those that take most of the time, with a profile of what they run (perf, the recording profile samples).",
            List.of(MIN_LOAD, MIN_WORK, CRITICAL));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public NextStep.Step next(Analysis analysis, Finding finding) {
        return NextStep.runnable(analysis);
    }

    /** Threads of one name, and how much of the processors' time they have. */
    private record Part(IntArrayList threads, long nanos) {}

    @Override
    protected List<Finding> look(Analysis analysis, int host, RuleSettings settings) {
        HostLoad load = analysis.load(host);
        if (load.load() < settings.get(MIN_LOAD) || RunnablePressure.tells(load)) {
            return List.of();
        }
        double time = load.knownNanos();
        List<Part> parts = parts(analysis, host);
        long ofWork = parts.stream().mapToLong(Part::nanos).sum();
        boolean ofOne = load.recorded() == 1 && parts.stream()
                .anyMatch(part -> part.threads.size() == 1 && part.nanos >= settings.get(MIN_WORK) * time);
        return ofOne || ofWork < settings.get(MIN_WORK) * time ? List.of() : List.of(finding(analysis, host, load, parts, time, settings));
    }

    @Override
    protected String otherwise(Analysis analysis) {
        return "no host whose processors the work has nearly all the time, while hardly any more threads want to run";
    }

    /** Those of the work that somebody waits for, or that wait for somebody, again and again, by name; who has most of the time first. */
    private static List<Part> parts(Analysis analysis, int host) {
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        WaitForGraph graph = analysis.graph();
        BitSet waits = new BitSet();
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            if (graph.source(edge) != graph.target(edge) && Workload.isRepeated(analysis, edge)) {
                waits.set(graph.source(edge));
                waits.set(graph.target(edge));
            }
        }
        Map<String, IntArrayList> byName = new LinkedHashMap<>();
        Map<String, Long> nanos = new LinkedHashMap<>();
        for (ThreadTotals total : analysis.totals()) {
            int thread = total.thread();
            if (timeline.host(thread) == host && roles.isProgram(thread) && analysis.isChosen(thread)
                    && waits.get(graph.groups().vertex(thread))) {
                String name = Kin.of(timeline, thread);
                byName.computeIfAbsent(name, key -> new IntArrayList()).add(thread);
                nanos.merge(name, total.onCpu(), Long::sum);
            }
        }
        List<Part> parts = new ArrayList<>();
        byName.forEach((name, threads) -> parts.add(new Part(threads, nanos.getOrDefault(name, 0L))));
        parts.sort(Comparator.comparingLong(Part::nanos).reversed());
        return parts;
    }

    private static Finding finding(Analysis analysis, int host, HostLoad load, List<Part> parts, double time, RuleSettings settings) {
        Timeline timeline = analysis.timeline();
        List<String> named = new ArrayList<>();
        // Where half of it goes to garbage, that is what is wrong, and has a finding of its own.
        BitSet collecting = GarbageCollection.collecting(analysis);
        long garbage = analysis.totals().stream().filter(total -> timeline.host(total.thread()) == host && collecting.get(total.thread()))
                .mapToLong(ThreadTotals::onCpu).sum();
        boolean isGarbage = garbage > 0 && 2 * garbage >= parts.stream().mapToLong(Part::nanos).sum();
        Finding.Builder finding = Finding
                .of(INFO, isGarbage ? Severity.WARNING : Severity.ofShare(load.load(), settings.get(CRITICAL)), load.load())
                .subject(timeline.hostName(host))
                .evidence(new Evidence.OfHost(host, percent(load.load()) + " busy"));
        for (Part part : parts) {
            if (part.nanos >= LEAST_NAMED * time || named.isEmpty()) {
                String names = PoolNames.list(analysis, part.threads.toIntArray());
                String together = part.threads.size() > 1 && names.contains(" and ") ? " together" : "";
                named.add(!named.isEmpty() ? names + together + ' ' + percent(part.nanos / time)
                        : names + together + (part.threads.size() == 1 ? " takes " : " take ") + percent(part.nanos / time) + " of "
                                + (load.recorded() == 1 ? "the processor's" : "the processors'") + " time");
                finding.evidence(new Evidence.Vertex(part.threads.getInt(0), part.nanos, "on a processor"
                        + (part.threads.size() == 1 ? "" : ", with the others of its name")));
            }
        }
        double more = load.queue() * load.recorded();
        return finding.summary(load.phrase(timeline.hostName(host)) + ' ' + percent(load.load()) + " busy"
                + ", while " + number(more) + " more threads want to run on average: " + Words.list(named, "and")
                + ". More threads alone bring nothing there: less to do would help, or more processors with threads for them.")
                .restsOn(analysis.doubts(host)).build();
    }
}
