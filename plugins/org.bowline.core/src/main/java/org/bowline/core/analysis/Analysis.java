/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import org.jspecify.annotations.Nullable;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.figures.Threshold;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.runnable.Processors;
import org.bowline.core.runnable.RanInstead;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.tag.TagLog;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.IntervalNames;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.ReadTraces;
import org.bowline.core.trace.Recorded;
import org.bowline.core.trace.RecordedCalls;
import org.bowline.core.waitfor.BusyThreads;
import org.bowline.core.waitfor.DeviceWaits;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.KnotHierarchy;
import org.bowline.core.waitfor.KnotPolicy;
import org.bowline.core.waitfor.SetAside;
import org.bowline.core.waitfor.WaitForAnalysis;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.core.waitfor.WholeKnots;
import org.bowline.ctf.TraceReadException;

/**
 * What was read, on one clock, and a {@link Question}: everything that Bowline says of a recording is asked of this. A {@link Result} is
 * computed when somebody first asks for it, and once; whoever asks meanwhile waits, and can be cancelled alone. Who is cancelled while it
 * computes leaves nothing behind: the next who asks starts anew. Needs no open trace. Safe for many threads.
 */
public final class Analysis {
    /** Whose the threads are. */
    public static final Result<ThreadRoles> ROLES = Result.of(analysis -> ThreadRoles.of(analysis.timeline()));
    /** What a first look at the range leaves out. */
    public static final Result<SetAside> ASIDE = Result
            .ofGraph(Analysis::setAside);
    /** What of the waits is for network interfaces or the network: the same for the graphs of all choices of threads. */
    private static final Result<DeviceWaits> DEVICE_WAITS = Result.of(analysis -> DeviceWaits.of(analysis.timeline(), analysis.fromNanos(),
            analysis.toNanos(), Devices.rules(analysis), analysis.progress()));
    /** The wait-for graph of the range and the origins. */
    public static final Result<WaitForGraph> GRAPH = Result.ofGraph(
            analysis -> WaitForAnalysis.run(analysis.timeline(), analysis.get(DEVICE_WAITS), analysis.origins(), analysis.wholeKnots(),
                    analysis.get(Locks.HISTORY), analysis.question().get(Locks.BLAME), analysis.progress()),
            WaitForGraph::caveats);
    /** Its refinement over all thresholds; if the question is of the work, without what is set aside. */
    public static final Result<KnotHierarchy> HIERARCHY = Result.ofGraph(analysis -> analysis.isOfWork()
            ? KnotHierarchy.of(analysis.graph(), KnotPolicy.OF_WORK, edge -> !analysis.aside().isAside(analysis.graph(), edge),
                    analysis.progress())
            : KnotHierarchy.of(analysis.graph(), KnotPolicy.DEFAULT, analysis.progress()));
    /** Its knots, then its sinks, at the threshold of the question, the heaviest of each first. */
    public static final Result<List<Knot>> KNOTS = Result
            .ofGraph(analysis -> List.copyOf(analysis.hierarchy().knotsAt(analysis.thresholdNanos())));
    /** The usual threshold. */
    private static final Result<Long> THRESHOLD = Result
            .ofGraph(analysis -> analysis.isOfWork() ? analysis.hierarchy().thresholdWithKnotNanos()
                    : analysis.hierarchy().thresholdNanos());
    /** What each thread that lives within the range did. */
    public static final Result<List<ThreadTotals>> TOTALS = Result.of(analysis -> List.copyOf(
            ThreadTotals.of(analysis.timeline(), analysis.fromNanos(), analysis.toNanos(), analysis.progress())));
    /** What the processors of all hosts did in the range. */
    public static final Result<Processors> PROCESSORS = Result.of(analysis -> Processors.of(analysis.timeline(), analysis.fromNanos(),
            analysis.toNanos(), analysis.progress()));
    /** What ran while threads wanted a processor. */
    public static final Result<RanInstead> RAN_INSTEAD = Result
            .of(analysis -> RanInstead.of(analysis.get(PROCESSORS), analysis.progress()));
    /** How busy the processors of each host were. */
    public static final Result<List<HostLoad>> LOADS = Result.of(analysis -> HostLoad.of(analysis.timeline(), analysis.fromNanos(),
            analysis.toNanos(), analysis.totals(), analysis.progress()));
    /** The critical paths of the intervals in the range. */
    public static final Result<IntervalPaths> INTERVALS = new Result<>() {
        @Override
        public IntervalPaths compute(Analysis analysis) {
            return IntervalPaths.of(analysis.timeline(), analysis.matched(), analysis.progress());
        }

        @Override
        public List<Caveat> caveats(Analysis analysis) {
            List<Caveat> all = new ArrayList<>(analysis.matched().caveats());
            all.addAll(analysis.get(this).caveats());
            if (!analysis.get(this).paths().isEmpty()) {
                all.addAll(analysis.get(PacketWays.RESULT).caveats(host -> true));
            }
            return all;
        }
    };

    private static final Result<Integer> PATH_THREAD = Result.of(analysis -> {
        Question.ThreadChoice choice = analysis.question().path();
        return choice == null ? Timeline.NONE : choice.in(analysis.timeline(), analysis.fromNanos(), analysis.toNanos());
    });

    private final Known known;
    private final Progress progress;

    /** The critical path of a thread in the range. */
    private record PathOf(int thread) implements Result<CriticalPath> {
        @Override
        public CriticalPath compute(Analysis analysis) {
            return CriticalPath.of(analysis.timeline(), thread, analysis.fromNanos(), analysis.toNanos(), analysis.progress());
        }

        @Override
        public List<Caveat> caveats(Analysis analysis) {
            CriticalPath path = analysis.get(this);
            IntSet hosts = new IntOpenHashSet();
            IntStream.range(0, path.size()).forEach(leg -> hosts.add(analysis.timeline().host(path.thread(leg))));
            List<Caveat> all = new ArrayList<>(path.caveats());
            all.addAll(analysis.get(PacketWays.RESULT).caveats(hosts::contains));
            return all;
        }
    }

    Analysis(Known known, Progress progress) {
        this.known = known;
        this.progress = progress;
    }

    /**
     * Of open traces. If the question has intervals or is of tags, reads these; else nothing is computed yet.
     *
     * @throws TraceReadException if a trace cannot be read any more
     * @throws IntervalNames.UnknownNameException if an interval names an event or a field that no trace has; the message says what there is
     */
    public static Analysis of(ReadTraces read, Question question, Progress progress) throws TraceReadException {
        return Opening.of(read, question, progress);
    }

    /**
     * Opens traces, reads them, and closes them again.
     *
     * @param traces directories or archives; every trace below them
     * @throws IOException if there is no trace, one cannot be read, none tells what threads did and no interval is asked for, or they span more than
     *         63 bits of ns hold
     * @throws IntervalNames.UnknownNameException if an interval names an event or a field that no trace has; the message says what there is
     * @throws CancelledException if the progress says so
     */
    public static Analysis of(List<Path> traces, OpenOptions options, Question question, Progress progress) throws IOException {
        return Opening.of(traces, options, question, progress);
    }

    /** Of a result without its traces, as one that was stored: intervals cannot be read. */
    public static AnalysisBuilder of(AnalysisResult result) {
        return new AnalysisBuilder(result.timeline()).sync(result.sync()).caveats(result.caveats()).known(Locks.FILES, result.files());
    }

    /** Of a timeline alone. */
    public static AnalysisBuilder of(Timeline timeline) {
        return new AnalysisBuilder(timeline);
    }

    /** The same analysis for somebody else to ask: what is computed for one is there for all. */
    public Analysis with(Progress another) {
        return new Analysis(known, another);
    }

    /** The same analysis with another graph, and the results that follow from it. */
    Analysis with(Map<Result<?>, Object> ofGraph) {
        return new Analysis(new Known(known, ofGraph), progress);
    }

    /**
     * A result: known, or computed now.
     *
     * @throws CancelledException if the progress says so
     * @throws IllegalStateException if the result asks for itself
     */
    public <T> T get(Result<T> wanted) {
        Known knows = known.of(wanted);
        return knows.slots.get(wanted, knows == known ? this : new Analysis(knows, progress));
    }

    /** A result if it is known; does not wait. */
    public <T> @Nullable T peek(Result<T> wanted) {
        return known.of(wanted).slots.peek(wanted);
    }

    /** The same work for another thread, for which a result that is being computed here will wait: what this thread computes is refused there as it is here. */
    public Runnable forHelper(Runnable work) {
        Runnable ofGraph = known.slots.forHelper(work);
        return known.base == null ? ofGraph : known.base.slots.forHelper(ofGraph);
    }

    /**
     * Does some work, unless it asks for a result that another thread is computing: then it comes back at once, and the caller does something else meanwhile and this once more. What the work has had
     * computed until then is known; it must not have done anything else that cannot be done twice.
     *
     * @return null if it was done; else what tells whether the result for which it would have had to wait is still being computed
     */
    public @Nullable BooleanSupplier unlessAwaited(Runnable work) {
        return Slots.unlessAwaited(work);
    }

    /** Asked whether to stop. */
    public Progress progress() {
        return progress;
    }

    /** What was asked. */
    public Question question() {
        return known.question;
    }

    /** What all threads did, in the whole recording; with vertices for the network between hosts if the question is of these. */
    public Timeline timeline() {
        return known.timeline;
    }

    /** Whether it is known what threads did: there is a kernel trace with scheduling events. Without one only the lengths of intervals are known. */
    public boolean knowsWaits() {
        return known.timeline.segmentCount() > 0;
    }

    /** The range, and why it is that one. */
    public ChosenRange range() {
        return known.range;
    }

    /** Begin of the range, reference time. */
    public long fromNanos() {
        return known.from;
    }

    /** End of the range, exclusive. */
    public long toNanos() {
        return known.to;
    }

    /** Length of the range without the time in which no host was recorded; what shares are shares of. */
    public long rangeNanos() {
        return known.nanos;
    }

    /** The clocks; null if there is nothing to say of them. */
    public @Nullable SyncResult sync() {
        return known.sync;
    }

    /** All that is not known of the recording, whatever is asked of it. */
    public List<Caveat> caveats() {
        return known.caveats;
    }

    /** The same, and what some results do not know, in their order. */
    public List<Caveat> caveats(List<Result<?>> results) {
        // two results may say the same
        Set<Caveat> all = new LinkedHashSet<>(known.caveats);
        new LinkedHashSet<>(results).forEach(result -> all.addAll(result.caveats(this)));
        return List.copyOf(all);
    }

    /** What the traces of a host can tell; null if that is not known. */
    public @Nullable Recorded recorded(int host) {
        List<Recorded> all = known.recorded;
        return all == null || host >= all.size() ? null : all.get(host);
    }

    /** Whether the traces of a host tell who ended a wait, see {@link Recorded#tellsWakers}. True where it is not known what was recorded. */
    public boolean tellsWakers(int host) {
        Recorded recorded = recorded(host);
        return recorded == null || recorded.tellsWakers();
    }

    /** Whether those of any host do. */
    public boolean tellsWakers() {
        for (int host = 0; host < known.timeline.hostCount(); host++) {
            if (tellsWakers(host)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the question is of the work alone, so that what is {@linkplain #aside set aside} does not count. */
    public boolean isOfWork() {
        return known.question.part() != Question.Part.ALL && !known.question.get(FirstLook.SHOW_ALL);
    }

    /** What a first look at the range leaves out. */
    public SetAside aside() {
        return get(ASIDE);
    }

    /**
     * Where threads that compute tell the range, they are the work, however seldom each of them gets a processor. Who answers requests is at work as well, though others wait for each
     * other more often.
     */
    private static SetAside setAside(Analysis analysis) {
        SetAside aside = SetAside.of(analysis.timeline(), analysis.get(ROLES), analysis.fromNanos(), analysis.toNanos(),
                analysis.progress());
        if (analysis.intervalsWanted()) {
            IntOpenHashSet ends = new IntOpenHashSet();
            analysis.matched().intervals().forEach(interval -> ends.add(interval.thread()));
            aside = aside.withWork(ends::contains);
        }
        if (analysis.range().kind() != ChosenRange.Kind.BUSY) {
            return aside;
        }
        IntOpenHashSet work = new IntOpenHashSet(BusyThreads.of(analysis.timeline(), analysis.get(ROLES), analysis.progress()).threads());
        return aside.without(work::contains);
    }

    /** The threads whose waits count; null for all. */
    public @Nullable IntPredicate origins() {
        if (known.origins == null && isOfWork()) {
            SetAside aside = aside();
            return thread -> !aside.isAside(thread);
        }
        return known.origins;
    }

    /** Whether the question is of the waits of some threads, which the user chose. */
    public boolean isOfSomeThreads() {
        return known.origins != null;
    }

    /** The knots of everybody, as they are and as they are shown, of which those that chosen threads reach stay whole; none if nobody was chosen. */
    private WholeKnots wholeKnots() {
        if (!isOfSomeThreads()) {
            return WholeKnots.NONE;
        }
        Analysis everybody = new Analysis(known.ofEverybody(
                Map.of(ROLES, get(ROLES), ASIDE, get(ASIDE), Locks.HISTORY, get(Locks.HISTORY), DEVICE_WAITS, get(DEVICE_WAITS))),
                progress);
        Analysis shown = Merging.view(everybody);
        return WholeKnots.of(shown == everybody ? List.of(everybody.hierarchy()) : List.of(everybody.hierarchy(), shown.hierarchy()));
    }

    /** Whether a thread matters: not an idle one, and among those that the user chose, if he did. */
    public boolean isChosen(int thread) {
        IntPredicate wanted = origins();
        return !known.timeline.isIdle(thread) && (wanted == null || wanted.test(thread));
    }

    /** The wait-for graph of the range and the origins. */
    public WaitForGraph graph() {
        return get(GRAPH);
    }

    /** Its refinement over all thresholds. */
    public KnotHierarchy hierarchy() {
        return get(HIERARCHY);
    }

    /** The threshold of the knots. */
    public long thresholdNanos() {
        Threshold chosen = known.question.threshold();
        return chosen == null ? get(THRESHOLD) : chosen.most(graph().rangeNanos());
    }

    /** The knots at that threshold, then the sinks, the heaviest of each first. */
    public List<Knot> knots() {
        return get(KNOTS);
    }

    /** What each thread that lives within the range did. */
    public List<ThreadTotals> totals() {
        return get(TOTALS);
    }

    /** How busy the processors of a host were. */
    public HostLoad load(int host) {
        return get(LOADS).get(host);
    }

    /** The critical path of a thread in the range, with its caveats. */
    public static Result<CriticalPath> pathOf(int thread) {
        return new PathOf(thread);
    }

    /** The thread whose critical path is asked for; {@link Timeline#NONE} if none is. */
    public int pathThread() {
        return get(PATH_THREAD);
    }

    /** Its critical path; null if none is asked for. */
    public @Nullable CriticalPath path() {
        int thread = pathThread();
        return thread == Timeline.NONE ? null : get(pathOf(thread));
    }

    /** Whether intervals are asked for. */
    public boolean intervalsWanted() {
        return known.matched != null;
    }

    /**
     * The intervals in the range, and what of them did not end.
     *
     * @throws IllegalStateException if none are asked for
     */
    public MatchedIntervals matched() {
        MatchedIntervals matched = known.matched;
        if (matched == null) {
            throw new IllegalStateException("no intervals are asked for");
        }
        return matched;
    }

    /** The calls of functions that were recorded; null if none were, or no intervals are asked for. */
    public @Nullable RecordedCalls calls() {
        return known.calls;
    }

    /** What threads told of the modules that they were in; empty if they told nothing, or nobody asked. */
    public TagLog tags() {
        return known.tags;
    }

    /** Their critical paths; null if none are asked for. */
    public @Nullable IntervalPaths intervals() {
        return intervalsWanted() ? get(INTERVALS) : null;
    }

    /**
     * The caveats of a host (or of all) that are more than notes and touch the range: what a finding about the host rests on.
     *
     * @param host number of the host
     */
    public List<Caveat> doubts(int host) {
        String name = known.timeline.hostName(host);
        return known.caveats.stream().filter(caveat -> caveat.severity() != Caveat.Severity.INFO)
                .filter(caveat -> caveat.host().isEmpty() || caveat.host().equals(name))
                .filter(caveat -> caveat.fromNanos() < known.to && caveat.toNanos() > known.from).toList();
    }

    /** A vertex in a sentence: {@code w2-B (A:256)}, {@code disk vdd (A)}. */
    public String phrase(int vertex) {
        return VertexNames.phrase(known.timeline, vertex);
    }

    /** The same for a vertex of the {@linkplain #graph graph}, in which several threads may be one: {@code request ×40 (B)}. */
    public String phraseOfGraph(int vertex) {
        return VertexNames.phrase(graph(), vertex);
    }

    /** A vertex by names that stay the same from run to run: {@code A:w2-B}, {@code A:vdd}. */
    public String stableName(int vertex) {
        return VertexNames.stable(known.timeline, vertex);
    }
}
