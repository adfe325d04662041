/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.CodeQuestion;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Findings;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.Latencies;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.PlainText;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.rows.IntervalPathRow;
import org.bowline.report.rows.KnotRow;
import org.bowline.report.rows.OffCpuRow;
import org.bowline.report.rows.PathRow;
import org.bowline.report.rows.PathRows;
import org.bowline.report.rows.TagRow;
import org.bowline.report.rows.ThreadRow;
import org.bowline.report.rows.ThreadRows;
import org.bowline.report.rows.WaitForRow;
import org.bowline.report.rows.WaitForRows;

/** The figures of one run, by names that stay the same from run to run. Immutable, but for arrays, which nobody may change. */
public final class RunFacts {
    /**
     * A part of critical paths.
     *
     * @param label the sort of interval; empty for the path of a thread
     * @param host where
     * @param name of the thread or resource
     * @param state running, runnable, preempted, blocked, interrupted or unknown
     * @param cause what ended a wait; empty if it is none
     */
    public record Part(String label, String host, String name, String state, String cause) implements Comparable<Part> {
        /** As reports have them, so that a run that was read from its files is the same as before. */
        public Part {
            label = PlainText.visible(label);
            host = PlainText.visible(host);
            name = PlainText.visible(name);
        }

        @Override
        public int compareTo(Part other) {
            int order = label.compareTo(other.label);
            order = order != 0 ? order : host.compareTo(other.host);
            order = order != 0 ? order : name.compareTo(other.name);
            order = order != 0 ? order : state.compareTo(other.state);
            return order != 0 ? order : cause.compareTo(other.cause);
        }
    }

    private final String name;
    private final long rangeNanos;
    private final boolean knowsThreads;
    private final SortedSet<String> hosts;
    private final SortedMap<String, long[]> lengths;
    private final SortedMap<String, Latencies> latencies;
    private final SortedMap<Part, Long> intervalParts;
    private final SortedMap<Part, Long> pathParts;
    private final SortedMap<String, Long> blocked;
    private final List<KnotFact> knots;
    private final List<FindingFact> findings;
    private final List<String> caveats;
    private final TagFacts tags;
    private final CodeFacts code;
    private final EdgeFacts edges;

    private RunFacts(Builder builder) {
        name = builder.name;
        knowsThreads = builder.end > builder.start;
        // a recording of programs alone has no threads, but the time in which its intervals ended
        rangeNanos = knowsThreads ? builder.end - builder.start
                : builder.lastEnded > builder.firstBegun ? builder.lastEnded - builder.firstBegun : 0;
        hosts = knowsThreads ? builder.hosts : builder.intervalHosts;
        lengths = new TreeMap<>();
        Map<String, long[]> unfinished = new HashMap<>();
        builder.unfinished.forEach((label, values) -> unfinished.put(label, values.toLongArray()));
        builder.lengths.forEach((label, values) -> {
            long[] sorted = values.toLongArray();
            Arrays.sort(sorted);
            lengths.put(label, sorted);
        });
        latencies = Latencies.byLabel(lengths, unfinished);
        intervalParts = knowsThreads ? builder.intervalParts : Collections.emptySortedMap(); // nothing of them is known then
        pathParts = builder.pathParts;
        blocked = builder.blocked;
        knots = KnotFact.of(builder.knots);
        findings = List.copyOf(builder.findings);
        caveats = List.copyOf(builder.caveats);
        tags = builder.tags;
        code = builder.code;
        edges = builder.edges;
    }

    /**
     * The facts of an analysis.
     *
     * @param name what the user calls the run
     * @param analysis of the run
     * @param caveats what is not known of it, of all results that are shown
     */
    public static RunFacts of(String name, Analysis analysis, List<Caveat> caveats) {
        Builder builder = new Builder(name);
        ThreadRows.of(analysis.timeline(), analysis.totals()).forEach(builder::thread);
        WaitForRows.knots(analysis).forEach(builder::knot);
        WaitForGraph graph = analysis.graph();
        builder.edgesKnown();
        for (int edge = 0; edge < graph.edgeCount(); edge++) {
            builder.edge(WaitForRows.edge(graph, edge));
        }
        IntervalPaths intervals = analysis.intervals();
        if (intervals != null) {
            PathRows.of(analysis.timeline(), intervals).forEach(builder::interval);
        }
        if (!analysis.tags().isEmpty()) {
            TagRow.byHost(analysis)
                    .forEach(row -> builder.tag(row.host(), row.path(), row.times().ownNanosThatCount(), row.times().nanos()));
        }
        if (CodeQuestion.isKnown(analysis)) {
            builder.codeKnown();
            for (OffCpuRow row : OffCpuRow.of(analysis)) {
                builder.code(row.host(), row.stack().thread(), OffCpuRow.joined(row.stack().functions()), row.stack().call(),
                        OffCpuRow.joined(row.stack().kernel()), row.stack().cause(), row.stack().target(), row.targetHost(),
                        row.total().nanos());
            }
        }
        findings(Findings.of(analysis)).forEach(builder::finding);
        caveats.forEach(caveat -> builder.caveat(caveat.severity().label(), caveat.kind(), caveat.text()));
        return builder.build();
    }

    /** Findings by what tells them in another run. */
    public static List<FindingFact> findings(Findings findings) {
        List<FindingFact> facts = new ArrayList<>();
        for (Finding finding : findings.findings()) {
            facts.add(new FindingFact(finding.rule(), finding.subject(), finding.severity(), finding.summary(), finding.failed()));
        }
        return facts;
    }

    /** Knots by what tells them in another run. */
    public static List<KnotFact> knots(Analysis analysis) {
        return KnotFact.of(WaitForRows.knots(analysis));
    }

    /** The hosts of threads, as a run has them; of a recording without any thread those that were recorded. */
    public static SortedSet<String> hosts(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        SortedSet<String> hosts = new TreeSet<>();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            hosts.add(PlainText.visible(timeline.hostName(timeline.host(thread))));
        }
        for (int host = 0; host < timeline.hostCount() && timeline.threadCount() == 0; host++) {
            hosts.add(PlainText.visible(timeline.hostName(host)));
        }
        return hosts;
    }

    /**
     * Whether this is the same recording under another name: no two runs of a program take equally long in all they do, to the nanosecond. Only known if there
     * are intervals.
     */
    public boolean isCopyOf(RunFacts other) {
        if (lengths.isEmpty() || rangeNanos != other.rangeNanos || !lengths.keySet().equals(other.lengths.keySet())) {
            return false;
        }
        return lengths.entrySet().stream().allMatch(entry -> Arrays.equals(entry.getValue(), other.lengths.get(entry.getKey())))
                && blocked.equals(other.blocked) && intervalParts.equals(other.intervalParts) && pathParts.equals(other.pathParts);
    }

    /** What the user calls the run: a path. */
    public String name() {
        return name;
    }

    /** Length of the range, ns; of a recording without threads from the first interval to the last; 0 if it has none either. */
    public long rangeNanos() {
        return rangeNanos;
    }

    /** Whether threads are known: a recording of programs alone tells how long intervals take, and nothing of what they wait for. */
    public boolean knowsThreads() {
        return knowsThreads;
    }

    /** The hosts that have threads or intervals. */
    public SortedSet<String> hosts() {
        return hosts;
    }

    /** The lengths of the intervals of each label that ended, ns, ascending. */
    public SortedMap<String, long[]> lengths() {
        return lengths;
    }

    /** How long the intervals of each label took, those included that did not end: a label may have only such. */
    public SortedMap<String, Latencies> latencies() {
        return latencies;
    }

    /** The time of each part of the intervals' critical paths, all intervals of a label together, ns; empty if no thread is known. */
    public SortedMap<Part, Long> intervalParts() {
        return intervalParts;
    }

    /** The time of each part of the critical path of a thread, ns; empty if the run has none. */
    public SortedMap<Part, Long> pathParts() {
        return pathParts;
    }

    /** How long threads (not the idle ones) waited for each cause, ns, all threads together. */
    public SortedMap<String, Long> blocked() {
        return blocked;
    }

    /** Knots and sinks. */
    public List<KnotFact> knots() {
        return knots;
    }

    /** What the rules found. */
    public List<FindingFact> findings() {
        return findings;
    }

    /** How long modules ran. */
    public TagFacts tags() {
        return tags;
    }

    /** Which code threads waited in, where call stacks or functions were recorded. */
    public CodeFacts code() {
        return code;
    }

    /** Who waited for whom. */
    public EdgeFacts edges() {
        return edges;
    }

    /** What makes figures of the run lower bounds or doubtful: the texts of caveats that are more than a note. */
    public List<String> caveats() {
        return caveats;
    }

    /** Collects rows. */
    static final class Builder {
        private final String name;
        private long start = Long.MAX_VALUE;
        private long end = Long.MIN_VALUE;
        private long firstBegun = Long.MAX_VALUE;
        private long lastEnded = Long.MIN_VALUE;
        private final SortedSet<String> hosts = new TreeSet<>();
        private final SortedSet<String> intervalHosts = new TreeSet<>();
        private final SortedMap<String, LongArrayList> lengths = new TreeMap<>();
        private final SortedMap<String, LongArrayList> unfinished = new TreeMap<>();
        private final SortedMap<Part, Long> intervalParts = new TreeMap<>();
        private final SortedMap<Part, Long> pathParts = new TreeMap<>();
        private final SortedMap<String, Long> blocked = new TreeMap<>();
        private final List<KnotRow> knots = new ArrayList<>();
        private final List<FindingFact> findings = new ArrayList<>();
        private final List<String> caveats = new ArrayList<>();
        private final TagFacts tags = new TagFacts();
        private final CodeFacts code = new CodeFacts();
        private final EdgeFacts edges = new EdgeFacts();
        private String lastLabel = "";
        private String lastKey = "";
        private long lastStart = Long.MIN_VALUE;
        private long lastEnd = Long.MIN_VALUE;

        Builder(String name) {
            this.name = name;
        }

        void thread(ThreadRow row) {
            start = Math.min(start, row.startNanos());
            end = Math.max(end, row.endNanos());
            hosts.add(PlainText.visible(row.host()));
            if (row.tid() == 0) {
                return;
            }
            for (Cause cause : Cause.values()) {
                if (cause != Cause.NONE) {
                    blocked.merge(cause.label(), row.blockedByCause()[cause.ordinal()], Math::addExact);
                }
            }
        }

        void knot(KnotRow row) {
            knots.add(row);
        }

        /** The rows of one interval follow one another. */
        void interval(IntervalPathRow row) {
            firstBegun = Math.min(firstBegun, row.startNanos());
            intervalHosts.add(PlainText.visible(row.host()));
            if (!row.hasEnded()) {
                unfinished.computeIfAbsent(row.label(), label -> new LongArrayList()).add(row.endNanos() - row.startNanos());
                return;
            }
            lastEnded = Math.max(lastEnded, row.endNanos());
            if (row.startNanos() != lastStart || row.endNanos() != lastEnd || !row.key().equals(lastKey)
                    || !row.label().equals(lastLabel)) {
                lastLabel = row.label();
                lastKey = row.key();
                lastStart = row.startNanos();
                lastEnd = row.endNanos();
                lengths.computeIfAbsent(PlainText.visible(lastLabel), label -> new LongArrayList()).add(lastEnd - lastStart);
            }
            intervalParts.merge(new Part(row.label(), row.host(), Words.stable(row.name()), row.state(), row.cause()), row.nanos(),
                    Math::addExact);
        }

        void path(PathRow row) {
            pathParts.merge(new Part("", row.host(), Words.stable(row.name()), row.state(), row.cause()),
                    Math.subtractExact(row.endNanos(), row.startNanos()), Math::addExact);
        }

        void tag(String host, String path, long exclusiveNanos, long inclusiveNanos) {
            tags.add(host, path, exclusiveNanos, inclusiveNanos);
        }

        void codeKnown() {
            code.known();
        }

        void code(String host, String thread, String functions, String call, String kernel, Cause cause, String target, String targetHost,
                long nanos) {
            code.add(host, thread, functions, call, kernel, cause, target, targetHost, nanos);
        }

        void edgesKnown() {
            edges.known();
        }

        void edge(WaitForRow row) {
            edges.add(row);
        }

        void finding(FindingFact fact) {
            findings.add(fact);
        }

        void caveat(String severity, String kind, String text) {
            if (!severity.equals(Caveat.Severity.INFO.label())) {
                caveats.add(kind + ": " + PlainText.visible(text));
            }
        }

        RunFacts build() {
            return new RunFacts(this);
        }
    }

    /**
     * Facts that are made up: for tests and simulations.
     *
     * @param name of the run
     * @param rangeNanos its length
     * @param lengths ns of the intervals of each label
     */
    public static RunFacts of(String name, long rangeNanos, Map<String, long[]> lengths) {
        return of(name, rangeNanos, lengths, Map.of());
    }

    /** The same with intervals that did not end: ns for which they are known to have lasted, by label. */
    public static RunFacts unfinished(String name, long rangeNanos, Map<String, long[]> lengths, Map<String, long[]> unfinished) {
        Builder builder = new Builder(name);
        builder.start = 0;
        builder.end = rangeNanos;
        lengths.forEach((label, values) -> builder.lengths.put(label, LongArrayList.of(values.clone())));
        unfinished.forEach((label, values) -> builder.unfinished.put(label, LongArrayList.of(values.clone())));
        return builder.build();
    }

    /** The same with waits: ns for which threads were blocked, by cause. */
    public static RunFacts of(String name, long rangeNanos, Map<String, long[]> lengths, Map<String, Long> blocked) {
        Builder builder = new Builder(name);
        builder.start = 0;
        builder.end = rangeNanos;
        lengths.forEach((label, values) -> builder.lengths.put(label, LongArrayList.of(values.clone())));
        builder.blocked.putAll(blocked);
        return builder.build();
    }
}
