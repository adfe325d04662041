/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Experiment;
import org.bowline.core.analysis.HostTraces;
import org.bowline.core.analysis.OpenTrace;
import org.bowline.core.analysis.OpenTrace.Domain;
import org.bowline.core.analysis.ThreadTotals;
import org.bowline.core.event.RecordedFacts;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.PlainText;
import org.bowline.core.progress.Progress;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.KnotHierarchy;
import org.bowline.core.waitfor.KnotPolicy;
import org.bowline.core.waitfor.WaitForAnalysis;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * What rules look at: the results for one range. What is costly is computed when a rule asks for it first, once for all; so the rules of one
 * context run one after another. It needs no open experiment.
 */
public final class FindingContext {
    /** Characters of a name in a sentence: one in a damaged trace may have any length. */
    private static final int MOST_OF_NAME = 100;

    /** Why a rule cannot look that rests on who woke whom. */
    public static final String NO_WAKERS = "the traces have no wake-ups or no interrupts, so who ended a wait is a guess";

    private final Builder given;
    private final long rangeNanos;
    private @Nullable WaitForGraph graph;
    private @Nullable List<Knot> knots;
    private @Nullable List<ThreadTotals> totals;
    private @Nullable List<HostLoad> loads;
    private final Map<Class<?>, Object> shared = new HashMap<>();

    private FindingContext(Builder given) {
        this.given = given;
        graph = given.graph;
        knots = given.knots;
        totals = given.totals;
        long recorded = given.timeline.recordedNanos(given.from, given.to);
        rangeNanos = recorded == 0 ? given.to - given.from : recorded;
    }

    /** A context of a timeline alone, for what is added to it. The range is the whole timeline. */
    public static Builder of(Timeline timeline) {
        return new Builder(timeline);
    }

    /** A context of all that was read from an experiment. The range is the whole timeline. */
    public static Builder of(Analysis analysis) {
        return new Builder(analysis.timeline()).sync(analysis.sync()).caveats(analysis.caveats()).recorded(recorded(analysis.experiment()));
    }

    /** What the traces of each host can tell, by their metadata: cheap, no event is read. */
    public static List<Recorded> recorded(Experiment experiment) {
        List<Recorded> recorded = new ArrayList<>();
        for (HostTraces host : experiment.hosts()) {
            boolean user = host.traces().stream().anyMatch(trace -> trace.domain() == Domain.USER);
            List<OpenTrace> kernels = host.traces().stream().filter(trace -> trace.domain() == Domain.KERNEL).toList();
            recorded.add(new Recorded(!kernels.isEmpty(), user, RecordedFacts.of(kernels.stream().map(OpenTrace::ctf).toList())));
        }
        return recorded;
    }

    /**
     * What the traces of a host can tell.
     *
     * @param kernel whether there is a kernel trace
     * @param userSpace whether there is a user-space trace
     * @param facts what the kernel trace has
     */
    public record Recorded(boolean kernel, boolean userSpace, Set<RecordedFacts.Sort> facts) {
        /** Copies the set. */
        public Recorded {
            facts = facts.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(facts));
        }
    }

    /**
     * How busy the processors of a host were in the range.
     *
     * @param cpus how many are seen
     * @param runningNanos time for which threads other than the idle ones ran, all processors together
     * @param waitingNanos time for which threads wanted a processor and had none, all threads together
     * @param recordedNanos for how long the host was recorded
     */
    public record HostLoad(int cpus, long runningNanos, long waitingNanos, long recordedNanos) {
        /** The share of the processors' time in which they ran threads. */
        public double load() {
            return recordedNanos == 0 ? 0 : (double) runningNanos / cpus / recordedNanos;
        }

        /** How many threads a processor wanted to run and did not, on average. */
        public double queue() {
            return recordedNanos == 0 ? 0 : (double) waitingNanos / cpus / recordedNanos;
        }
    }

    /** What the context is made of. */
    public static final class Builder {
        private final Timeline timeline;
        private long from;
        private long to;
        private @Nullable SyncResult sync;
        private List<Caveat> caveats;
        private @Nullable List<Recorded> recorded;
        private @Nullable IntPredicate chosen;
        private @Nullable WaitForGraph graph;
        private @Nullable List<Knot> knots;
        private @Nullable List<ThreadTotals> totals;
        private boolean intervalsWanted;
        private @Nullable IntervalPaths intervals;
        private Progress progress = Progress.NONE;

        private Builder(Timeline timeline) {
            this.timeline = timeline;
            from = timeline.startNanos();
            to = timeline.endNanos();
            caveats = timeline.caveats();
        }

        /** The range; figures are those of the range. */
        public Builder range(long fromNanos, long toNanos) {
            if (fromNanos >= toNanos) {
                throw new IllegalArgumentException("the range is empty: from=" + fromNanos + ", to=" + toNanos);
            }
            from = fromNanos;
            to = toNanos;
            return this;
        }

        /** The clocks. */
        public Builder sync(SyncResult result) {
            sync = result;
            return this;
        }

        /** All that is not known. */
        public Builder caveats(List<Caveat> all) {
            caveats = List.copyOf(all);
            return this;
        }

        /** What the traces of each host can tell, in the order of the hosts. */
        public Builder recorded(List<Recorded> hosts) {
            recorded = List.copyOf(hosts);
            return this;
        }

        /** The threads that matter; null for all. */
        public Builder chosen(@Nullable IntPredicate threads) {
            chosen = threads;
            return this;
        }

        /** The wait-for graph of the range and its knots, if they are there already. */
        public Builder graph(WaitForGraph ofRange, List<Knot> itsKnots) {
            graph = ofRange;
            knots = List.copyOf(itsKnots);
            return this;
        }

        /** The totals of the threads in the range, if they are there already. */
        public Builder totals(List<ThreadTotals> ofRange) {
            totals = ofRange;
            return this;
        }

        /** The intervals that were asked for, and their paths. */
        public Builder intervals(IntervalPaths paths) {
            intervalsWanted = true;
            intervals = paths;
            return this;
        }

        /** Who is asked whether to stop. */
        public Builder progress(Progress told) {
            progress = told;
            return this;
        }

        /** The context. */
        public FindingContext build() {
            return new FindingContext(this);
        }
    }

    /** What all threads did. */
    public Timeline timeline() {
        return given.timeline;
    }

    /** Begin of the range. */
    public long fromNanos() {
        return given.from;
    }

    /** End of the range, exclusive. */
    public long toNanos() {
        return given.to;
    }

    /** Length of the range without the time in which no host was recorded; what shares are shares of. */
    public long rangeNanos() {
        return rangeNanos;
    }

    /** The clocks; null if there is nothing to say of them. */
    public @Nullable SyncResult sync() {
        return given.sync;
    }

    /** All that is not known. */
    public List<Caveat> caveats() {
        return given.caveats;
    }

    /** What the traces of a host can tell; null if that is not known. */
    public @Nullable Recorded recorded(int host) {
        List<Recorded> all = given.recorded;
        return all == null || host >= all.size() ? null : all.get(host);
    }

    /**
     * Whether the traces of a host tell who ended a wait: they have wake-ups, and interrupts, without which the interrupted thread seems to have
     * woken whom the interrupt woke. True where it is not known what was recorded.
     */
    public boolean tellsWakers(int host) {
        Recorded recorded = recorded(host);
        return recorded == null || (recorded.facts().contains(RecordedFacts.Sort.INTERRUPTS)
                && (recorded.facts().contains(RecordedFacts.Sort.WAKINGS) || recorded.facts().contains(RecordedFacts.Sort.WAKE_UPS)));
    }

    /** Whether those of any host do. */
    public boolean tellsWakers() {
        for (int host = 0; host < given.timeline.hostCount(); host++) {
            if (tellsWakers(host)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a thread matters: not an idle one, and among those that the user chose, if he did. */
    public boolean isChosen(int thread) {
        IntPredicate wanted = given.chosen;
        return !given.timeline.isIdle(thread) && (wanted == null || wanted.test(thread));
    }

    /** Whether the user asked for intervals. */
    public boolean intervalsWanted() {
        return given.intervalsWanted;
    }

    /** The intervals in the range and their paths; null if none were asked for. */
    public @Nullable IntervalPaths intervals() {
        return given.intervals;
    }

    /** Asked whether to stop. */
    public Progress progress() {
        return given.progress;
    }

    /** The wait-for graph of the range and the chosen threads. */
    public WaitForGraph graph() {
        WaitForGraph result = graph;
        if (result == null) {
            result = WaitForAnalysis.run(given.timeline, given.from, given.to, given.chosen, given.progress);
            graph = result;
        }
        return result;
    }

    /** Its knots, then its sinks, the heaviest of each first. */
    public List<Knot> knots() {
        List<Knot> result = knots;
        if (result == null) {
            result = KnotHierarchy.of(graph(), KnotPolicy.DEFAULT, given.progress).knots();
            knots = result;
        }
        return result;
    }

    /** The totals of all threads that live within the range. */
    public List<ThreadTotals> totals() {
        List<ThreadTotals> result = totals;
        if (result == null) {
            result = ThreadTotals.of(given.timeline, given.from, given.to);
            totals = result;
        }
        return result;
    }

    /** How busy the processors of a host were. */
    public HostLoad load(int host) {
        List<HostLoad> result = loads;
        if (result == null) {
            result = HostLoads.of(given.timeline, given.from, given.to, totals(), given.progress);
            loads = result;
        }
        return result.get(host);
    }

    /** Something that several rules compute alike: made by the first that asks. */
    public <T> T shared(Class<T> type, java.util.function.Function<FindingContext, T> make) {
        Object result = shared.get(type);
        if (result == null) {
            result = make.apply(this);
            shared.put(type, result);
        }
        return type.cast(result);
    }

    /**
     * The caveats of a host (or of all) that are more than notes and touch the range: what a finding about the host rests on.
     *
     * @param host number of the host
     */
    public List<Caveat> doubts(int host) {
        String name = given.timeline.hostName(host);
        return given.caveats.stream().filter(caveat -> caveat.severity() != Caveat.Severity.INFO)
                .filter(caveat -> caveat.host().isEmpty() || caveat.host().equals(name))
                .filter(caveat -> caveat.fromNanos() < given.to && caveat.toNanos() > given.from).toList();
    }

    /** A vertex in a sentence: {@code w2-B (A:256)}, {@code disk vdd (A)}. */
    public String phrase(int vertex) {
        Timeline timeline = given.timeline;
        String host = PlainText.shorten(timeline.hostName(timeline.host(vertex)), MOST_OF_NAME);
        if (vertex < timeline.threadCount()) {
            return PlainText.shorten(timeline.name(vertex), MOST_OF_NAME) + " (" + host + ':' + timeline.tid(vertex) + ')';
        }
        String kind = timeline.kind(vertex).label();
        String name = PlainText.shorten(timeline.vertexName(vertex), MOST_OF_NAME);
        return (name.equals(kind) ? kind : kind + ' ' + name) + " (" + host + ')';
    }

    /** A vertex by names that stay the same from run to run: {@code A:w2-B}, {@code A:vdd}. */
    public String stableName(int vertex) {
        return given.timeline.hostName(given.timeline.host(vertex)) + ':' + stable(given.timeline.vertexName(vertex));
    }

    /** A name without what the kernel changes at will: which of its workers does a piece of work is chance. */
    public static String stable(String name) {
        return name.startsWith("kworker/") ? "kworker" : name;
    }
}
