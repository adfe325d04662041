/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import static org.bowline.core.model.Words.count;
import static org.bowline.core.model.Words.duration;
import static org.bowline.core.model.Words.percent;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.FindingContext;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * A knot (or a sink) that is at work most of the time: what is in it bounds the throughput. A knot of threads that mostly idle is none: a
 * closed loop of threads and devices that wait for nothing else has somebody at work at every moment.
 */
public final class DominantKnot implements Rule {
    private static final Setting<Double> MIN_WORK = Setting.share("min-work", 0.5,
            "share of the range for which somebody in the knot works: runs, wants to run, or serves a disk request");
    private static final Setting<Double> MIN_WORK_SINK = Setting.share("min-work-sink", 0.8,
            "the same for a single thread or disk that waits for nobody");
    private static final Setting<Double> MIN_WEIGHT = Setting.share("min-weight", 0.2,
            "weight of the knot's heaviest edge, or of all that wait for the sink, as a share of the range");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.8, "from this share of work on it is critical");
    private static final int MOST_NAMES = 3;
    private static final RuleInfo INFO = new RuleInfo("dominant-knot", "Dominant knot", "scheduling events with wake-ups",
            "A knot of the wait-for graph, at the default threshold, of which somebody is at work in at least min-work of the range, and "
                    + "whose heaviest edge weighs at least min-weight of it; or a sink that is itself at work for min-work-sink and for which others wait as long.",
            "Its threads and devices wait only for each other, so the throughput cannot rise before a wait inside it gets shorter; making anything else faster changes nothing.",
            "Shorten the heaviest wait inside: let its two ends work at the same time (a queue, a second thread, asynchronous or batched requests) or give less work to "
                    + "the slower one. The recording profile waits-stacks shows which code waits.",
            List.of(MIN_WORK, MIN_WORK_SINK, MIN_WEIGHT, CRITICAL));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public RuleOutcome evaluate(FindingContext context, RuleSettings settings) {
        if (!context.tellsWakers()) {
            return RuleOutcome.notApplicable(FindingContext.NO_WAKERS);
        }
        List<Finding> findings = new ArrayList<>();
        List<Knot> knots = context.knots();
        if (context.graph().edgeCount() == 0) {
            return RuleOutcome.notApplicable("no thread waits for anything in the range");
        }
        WorkOf work = new WorkOf(context);
        double most = 0;
        for (int i = 0; i < knots.size(); i++) {
            context.progress().check();
            Knot knot = knots.get(i);
            boolean sink = knot.kind() == Knot.Kind.SINK;
            if (!tellsWakers(context, knot)) {
                continue;
            }
            long heaviest = sink ? knot.weightNanos() : knot.edgeCount() == 0 ? 0 : context.graph().weightNanos(knot.edge(0));
            if (heaviest < settings.get(MIN_WEIGHT) * context.rangeNanos()) {
                continue;
            }
            double share = (double) work.of(knot) / context.rangeNanos();
            most = Math.max(most, share);
            if (share >= settings.get(sink ? MIN_WORK_SINK : MIN_WORK)) {
                findings.add(sink ? sink(context, knot, i + 1, share, settings) : knot(context, knot, i + 1, share, settings));
            }
        }
        return RuleOutcome.of(findings, knots.isEmpty() ? "there is no knot and no sink"
                : "of " + knots.size() + " knots and sinks none that is heavy enough is at work for more than " + percent(most)
                        + " of the range");
    }

    /** On all of its hosts: a knot across hosts is as much a guess as its worst part. */
    private static boolean tellsWakers(FindingContext context, Knot knot) {
        for (int i = 0; i < knot.vertexCount(); i++) {
            if (!context.tellsWakers(context.timeline().host(knot.vertex(i)))) {
                return false;
            }
        }
        return true;
    }

    private static Finding knot(FindingContext context, Knot knot, int number, double share, RuleSettings settings) {
        WaitForGraph graph = context.graph();
        int top = knot.edge(0);
        List<String> names = new ArrayList<>();
        TreeSet<String> stable = new TreeSet<>();
        IntOpenHashSet named = new IntOpenHashSet();
        for (int i = 0; i < knot.edgeCount(); i++) {
            for (int vertex : new int[] {graph.source(knot.edge(i)), graph.target(knot.edge(i))}) {
                if (named.add(vertex)) {
                    names.add(context.phrase(vertex));
                    stable.add(context.stableName(vertex));
                }
            }
        }
        int more = knot.vertexCount() - MOST_NAMES;
        String who = names.size() == 2 ? names.get(0) + " and " + names.get(1)
                : String.join(", ", names.subList(0, Math.min(MOST_NAMES, names.size()))) + (more > 0 ? " and " + more + " more" : "");
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share)
                .subject(String.join(", ", stable))
                .summary(who + " wait only for each other and are at work in " + percent(share)
                        + " of the range; the heaviest wait is that of "
                        + context.phrase(graph.source(top)) + " for " + context.phrase(graph.target(top)) + ": "
                        + duration(graph.weightNanos(top))
                        + (graph.isIdle(top) ? "" : " in " + count(graph.waits(top), "wait")) + '.')
                .evidence(new Evidence.OfKnot(number, knot.weightNanos(), count(knot.vertexCount(), "member")));
        boolean estimate = false;
        for (int i = 0; i < knot.edgeCount(); i++) {
            int edge = knot.edge(i);
            estimate |= graph.isIdle(edge);
            finding.evidence(new Evidence.Edge(graph.source(edge), graph.target(edge), graph.weightNanos(edge), graph.waits(edge),
                    percent((double) graph.weightNanos(edge) / context.rangeNanos()) + " of the range"));
        }
        if (estimate) {
            finding.estimate(); // a disk's idle time is shared out by the number of requests
        }
        return restsOn(context, knot, finding).build();
    }

    private static Finding sink(FindingContext context, Knot sink, int number, double share, RuleSettings settings) {
        int vertex = sink.vertex(0);
        WaitForGraph graph = context.graph();
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share)
                .subject(context.stableName(vertex))
                .summary(context.phrase(vertex) + " is at work in " + percent(share)
                        + " of the range and waits for nobody, while others wait for it for "
                        + duration(sink.weightNanos()) + '.')
                .advice("Give it less to do, make it faster, or split its work among several.")
                .evidence(new Evidence.OfKnot(number, sink.weightNanos(), "sink"));
        for (int i = 0; i < sink.edgeCount(); i++) {
            int edge = sink.edge(i);
            finding.evidence(new Evidence.Edge(graph.source(edge), graph.target(edge), graph.weightNanos(edge), graph.waits(edge),
                    percent((double) graph.weightNanos(edge) / context.rangeNanos()) + " of the range"));
        }
        return restsOn(context, sink, finding).build();
    }

    private static Finding.Builder restsOn(FindingContext context, Knot knot, Finding.Builder finding) {
        TreeSet<Integer> hosts = new TreeSet<>();
        for (int i = 0; i < knot.vertexCount(); i++) {
            hosts.add(context.timeline().host(knot.vertex(i)));
        }
        return finding.restsOn(hosts.stream().flatMap(host -> context.doubts(host).stream()).distinct().toList());
    }

    /** For how long somebody in a knot works. */
    private static final class WorkOf {
        private final FindingContext context;

        WorkOf(FindingContext context) {
            this.context = context;
        }

        long of(Knot knot) {
            Timeline timeline = context.timeline();
            TimeUnion busy = new TimeUnion(context.fromNanos(), context.toNanos());
            IntOpenHashSet disks = new IntOpenHashSet();
            for (int i = 0; i < knot.vertexCount(); i++) {
                int vertex = knot.vertex(i);
                if (timeline.kind(vertex) == VertexKind.THREAD) {
                    busy.addActive(context.timeline(), vertex);
                } else {
                    disks.add(vertex);
                }
            }
            for (int request = 0; request < timeline.requestCount() && !disks.isEmpty(); request++) {
                if (disks.contains(timeline.requestDisk(request))) {
                    busy.add(timeline.requestIssued(request), timeline.requestCompleted(request));
                }
            }
            return busy.nanos();
        }
    }
}
