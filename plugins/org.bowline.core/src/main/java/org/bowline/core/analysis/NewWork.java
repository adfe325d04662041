/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;

import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.interval.OpenSpans;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.PlainText;
import org.bowline.core.model.ThreadState;
import org.bowline.core.offcpu.SystemCallLog;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * Which edges of the wait-for graph are waits for new work: they end when there is something to do, so it is not worth while to make them shorter. Only what is known to be so: that a thread waits in
 * {@code epoll_wait} or for a condition tells nothing, as it may wait for the answer to what it asked for. Immutable.
 */
public final class NewWork {
    /** Waits that the user says are for new work. */
    public static final Parameter<List<Pair>> NEW_WORK = new Parameter<>("new-work", "FROM,TO",
            "The waits of the threads FROM for the threads TO are for new work (an empty queue, an idle server), and not worth making shorter: they are marked. Threads as of --worker."
                    + " Several may be given. Marked in any case: idle devices, waits between requests, waits in accept, and waits for what comes over connections that the other side opened.",
            List::of, NewWork::with);
    /** Those of an analysis. */
    public static final Result<NewWork> RESULT = Result.ofGraph(NewWork::make, found -> found.caveats);

    /** An edge is for new work if that is known of so much of its time. */
    private static final double LEAST_SHARE = 0.9;
    /** Of the waits of a thread that ends no requests so many end with work for one whose path leads through it; for others it may have been quick enough. */
    private static final double LEAST_BEFORE_VISIT = 0.25;
    /** Who takes requests for others hands them on soon. */
    private static final int MOST_LOOKED_AT = 64;
    /** So many threads of a process pass a request from one to the next at most. */
    private static final int MOST_HOPS = 4;
    /** Of the waits of one thread for another that something is passed on for is so much, or it is by chance. */
    private static final double LEAST_PASSED_ON = 0.5;
    private static final Set<String> ACCEPT = Set.of("accept", "accept4");

    private final Why[] edges;
    private final long[] nanos;
    private final List<Caveat> caveats;

    /** Why an edge is one. */
    public enum Why {
        /** It is not, as far as is known. */
        NOT(""),
        /** A device that idles waits for who gives it work. */
        IDLE_DEVICE("idle-device"),
        /** The thread has requests, and no request of it was open; or it waited for a thread while it was on no request's path, and then it was. */
        BETWEEN_REQUESTS("between-requests"),
        /** The thread waited for connections. */
        ACCEPT("accept"),
        /** What ended the waits came over connections that the other side opened, or from processes of the host that come and go, see {@link UnaskedWaits}: requests; and nobody else waited for the thread, see {@link HeldConnections}, {@link AwaitedByServers} and {@link PassedOn}. */
        REQUESTS("requests"),
        /** No thread of a group lived, and the next was not made yet. */
        NEXT_THREAD("next-thread"),
        /** The user says so. */
        MARKED("marked");

        private final String label;

        Why(String label) {
            this.label = label;
        }

        /** As in reports; empty if it is not. */
        public String label() {
            return label;
        }
    }

    /** Who waits for whom, in words of the user. */
    record Pair(String text, ThreadPattern from, ThreadPattern to) {}

    private NewWork(Why[] edges, long[] nanos, List<Caveat> caveats) {
        this.edges = edges;
        this.nanos = nanos;
        this.caveats = List.copyOf(caveats);
    }

    private static List<Pair> with(List<Pair> before, String text) {
        int comma = text.indexOf(',');
        if (comma < 0 || text.substring(0, comma).isBlank() || text.substring(comma + 1).isBlank()) {
            throw new IllegalArgumentException("is not of the form FROM,TO");
        }
        List<Pair> all = new ArrayList<>(before);
        all.add(new Pair(text, new ThreadPattern(text.substring(0, comma)), new ThreadPattern(text.substring(comma + 1))));
        return List.copyOf(all);
    }

    private static NewWork make(Analysis analysis) {
        WaitForGraph graph = analysis.graph();
        Timeline timeline = analysis.timeline();
        Why[] edges = new Why[graph.edgeCount()];
        Arrays.setAll(edges, edge -> graph.isIdle(edge) ? Why.IDLE_DEVICE : isForNextThread(graph, edge) ? Why.NEXT_THREAD : Why.NOT);
        long[] nanos = new long[edges.length];
        Known known = Known.of(analysis);
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (graph.firstEdge(thread) < graph.endEdge(thread)) {
                mark(known, thread, edges, nanos);
            }
        }
        List<Caveat> caveats = new ArrayList<>();
        analysis.question().get(NEW_WORK).forEach(pair -> mark(graph, pair, edges, caveats));
        return new NewWork(edges, nanos, caveats);
    }

    /** Where a thread of the group once waited for who makes them, too, the gaps are still what the edge is about. */
    private static boolean isForNextThread(WaitForGraph graph, int edge) {
        long gaps = graph.gapNanos(edge);
        return gaps > 0 && gaps >= LEAST_SHARE * graph.directNanos(edge);
    }

    /** Adds up the waits of a vertex. */
    private static void mark(Known known, int vertex, Why[] edges, long[] ofEdges) {
        WaitForGraph graph = known.analysis.graph();
        int first = graph.firstEdge(vertex);
        Sums[] sums = new Sums[graph.endEdge(vertex) - first];
        Arrays.setAll(sums, i -> new Sums());
        for (int thread : graph.groups().members(vertex)) {
            EdgeWaits.eachPart(graph, thread, (segment, target, begin, end) -> {
                int edge = target == Timeline.NONE ? Timeline.NONE : graph.edge(vertex, graph.groups().vertex(target));
                if (edge != Timeline.NONE) {
                    sums[edge - first].add(known, thread, segment, target, begin, end);
                }
            }, known.analysis.progress());
        }
        for (int i = 0; i < sums.length; i++) {
            ofEdges[first + i] = sums[i].nanos();
            if (edges[first + i] == Why.NOT) {
                edges[first + i] = sums[i].why();
            }
        }
    }

    /** The waits of an edge, and how many of them are of which sort. */
    private static final class Sums {
        private long all;
        private long accept;
        private long between;
        private long byRequest;
        /** Of these, in how much another one's request was open, which is answered then. */
        private long passedOn;
        /** Until a request came to whoever hands it on, or another one asked what this one hears the answer to. */
        private long handedOn;
        private long offPaths;
        /** Of threads that end no requests. */
        private int waits;
        private int beforeVisit;

        void add(Known known, int thread, int segment, int target, long begin, long end) {
            Timeline timeline = known.analysis.timeline();
            long nanos = end - begin;
            long from = timeline.start(segment);
            long to = timeline.end(thread, segment);
            all += nanos;
            accept += known.hasCalls && ACCEPT.contains(known.calls.of(segment)) ? nanos : 0;
            if (isEndedByRequest(timeline, segment)) {
                long idle = Math.max(0, nanos - Math.max(known.held.nanos(thread, segment, to), known.awaited.nanos(thread, from, to)));
                byRequest += idle;
                passedOn += Math.min(idle, known.passed.nanos(segment));
            } else if (known.unasked.isForPassingClient(thread, segment)) {
                byRequest += Math.max(0, nanos - known.awaited.nanos(thread, from, to));
            } else {
                handedOn += Math.max(handedOn(known, thread, segment, target, nanos),
                        known.unasked.nanos(thread, segment, target, begin, end));
            }
            if (known.requests.has(thread)) {
                between += known.requests.isBetween(thread, from, to) ? nanos : 0;
                return;
            }
            waits++;
            if (target < timeline.threadCount() && known.visits.has(thread) && to <= known.firstUnfinished
                    && !known.visits.isOpen(thread, from, to)) {
                offPaths += nanos;
                beforeVisit += known.visits.begins(thread, to, nextWait(timeline, thread, segment)) ? 1 : 0;
            }
        }

        /**
         * For how long of a wait there is no request yet that the thread gets then: one of a pool waits for who takes the requests for all of them, who waits for the next one itself. Whoever has a request already waits for
         * help with it, as do those for which others wait. Who gets one need not answer it: another one of its process may, to which it hands it on.
         */
        private static long handedOn(Known known, int thread, int segment, int target, long nanos) {
            Timeline timeline = known.analysis.timeline();
            if (timeline.packetCount() == 0 || timeline.cause(segment) != Cause.THREAD || target < 0 || target >= timeline.threadCount()) {
                return 0;
            }
            long from = Math.max(known.analysis.fromNanos(), timeline.start(segment));
            long to = Math.min(known.analysis.toNanos(), timeline.end(thread, segment));
            boolean getsOne = !known.awaited.isAsked(thread, from, from + 1)
                    && (known.awaited.isAsked(thread, to - 1, to + 1)
                            || Kin.areOfOneProcess(timeline, thread, target) && !asks(known, target, from, to));
            boolean isWhole = nanos == to - from; // not one of several that have a lock
            long came = getsOne && isWhole ? came(timeline, target, from, to) : from;
            return Math.max(0, came - from - known.awaited.nanos(thread, from, came));
        }

        /** Whether a thread had asked somebody something when it was woken last in a wait of another one: the answer may be what that one waits for. */
        private static boolean asks(Known known, int target, long from, long to) {
            int woken = wokenBy(known.analysis.timeline(), target, from, to);
            return woken != Timeline.NONE && known.asked.isOpen(target, known.analysis.timeline().start(woken), to);
        }

        /**
         * When the request came that made a thread wake another one: it, or who woke it before in turn; the begin of the wait if something else did.
         */
        private static long came(Timeline timeline, int waker, long from, long to) {
            int thread = waker;
            long end = to;
            for (int hop = 0; hop < MOST_HOPS; hop++) {
                int woken = wokenBy(timeline, thread, from, end);
                if (woken == Timeline.NONE) {
                    return from;
                }
                if (isEndedByRequest(timeline, woken)) {
                    return timeline.end(thread, woken);
                }
                int next = timeline.target(woken);
                if (!Kin.areOfOneProcess(timeline, thread, next)) {
                    return from;
                }
                end = timeline.end(thread, woken);
                thread = next;
            }
            return from;
        }

        /**
         * The wait of a thread within [from, to) that a request ended; else the only one that another thread did. {@link Timeline#NONE} if something else made it go on, or which of several did is not known:
         * on the way it may wait for a lock.
         */
        private static int wokenBy(Timeline timeline, int thread, long from, long to) {
            int s = timeline.segmentAt(thread, to - 1);
            int first = s == Timeline.NONE ? 0 : Math.max(timeline.firstSegment(thread), s - MOST_LOOKED_AT);
            int byThread = Timeline.NONE;
            int waits = 0;
            for (; s >= first && timeline.end(thread, s) > from; s--) {
                if (isEndedByRequest(timeline, s)) {
                    return s;
                }
                if (timeline.state(s) == ThreadState.BLOCKED) {
                    if (timeline.cause(s) != Cause.THREAD) {
                        return Timeline.NONE;
                    }
                    byThread = s;
                    waits++;
                }
            }
            boolean all = s < timeline.firstSegment(thread) || timeline.end(thread, s) <= from;
            return all && waits == 1 ? byThread : Timeline.NONE;
        }

        /** When a thread waits again. */
        private static long nextWait(Timeline timeline, int thread, int segment) {
            int next = segment + 1;
            while (next < timeline.endSegment(thread) && timeline.state(next) != ThreadState.BLOCKED) {
                next++;
            }
            return next < timeline.endSegment(thread) ? timeline.start(next) : Long.MAX_VALUE;
        }

        /** For how long nothing was to be done, as far as requests that were told, and paths to their ends, tell it. */
        private long betweenRequests() {
            return between + (beforeVisit >= LEAST_BEFORE_VISIT * waits ? offPaths : 0);
        }

        /** Two clients that come at one time look like one for which something is passed on to the other. */
        private long requests() {
            return passedOn >= LEAST_PASSED_ON * byRequest ? byRequest - passedOn : byRequest;
        }

        Why why() {
            double least = LEAST_SHARE * all;
            if (all == 0) {
                return Why.NOT;
            }
            return accept >= least ? Why.ACCEPT
                    : betweenRequests() >= least ? Why.BETWEEN_REQUESTS : requests() >= least ? Why.REQUESTS : Why.NOT;
        }

        long nanos() {
            return Math.max(accept, Math.max(betweenRequests(), requests() + handedOn));
        }
    }

    /**
     * What tells of single waits whether they are for new work.
     *
     * @param requests when requests were open, by the thread that ended them
     * @param visits when other threads were on the paths of requests
     * @param firstUnfinished since when a request that was not seen to end may be at work anywhere
     * @param calls in which system calls threads waited
     * @param hasCalls whether any are known
     * @param held who waits for one client while another one waits
     * @param awaited who is waited for by others that have a request to answer
     * @param passed what is passed on to others that have asked before
     * @param unasked what others ask that this one hears the answer to
     * @param asked when threads had asked somebody else something over a connection, and had no answer
     */
    private record Known(Analysis analysis, OpenSpans requests, OpenSpans visits, long firstUnfinished, SystemCallLog calls,
            boolean hasCalls, HeldConnections held, AwaitedByServers awaited, PassedOn passed, UnaskedWaits unasked,
            OpenSpans asked) {
        static Known of(Analysis analysis) {
            IntervalPaths paths = analysis.intervals();
            SystemCallLog calls = analysis.get(OffCpuQuestion.SYSTEM_CALLS);
            return new Known(analysis, NewWork.requests(analysis), paths == null ? OpenSpans.NONE : paths.visits(),
                    NewWork.firstUnfinished(analysis), calls, !calls.isEmpty(), analysis.get(HeldConnections.RESULT),
                    analysis.get(AwaitedByServers.RESULT), analysis.get(PassedOn.RESULT), analysis.get(UnaskedWaits.RESULT),
                    questions(analysis.get(AskedRequests.RESULT)));
        }

        private static OpenSpans questions(AskedRequests requests) {
            OpenSpans.Builder spans = new OpenSpans.Builder();
            for (int i = 0; i < requests.size(); i++) {
                if (requests.client(i) != Timeline.NONE) {
                    spans.add(requests.client(i), requests.sent(i), requests.answered(i));
                }
            }
            return spans.build();
        }
    }

    /**
     * Whether a request ended a wait: the side that opened a connection asks; a packet from it to the side that accepted is a request or a part of one. What only acknowledges is none: it ends the waits
     * of who answers, and cannot send more yet.
     *
     * @param timeline what threads did
     * @param segment of one of them
     */
    public static boolean isEndedByRequest(Timeline timeline, int segment) {
        return timeline.state(segment) == ThreadState.BLOCKED && timeline.cause(segment) == Cause.NETWORK
                && timeline.link(segment) != Timeline.NONE
                && timeline.packetOpener(timeline.link(segment)) == Timeline.Opener.SENDER
                && !timeline.packetAcknowledges(timeline.link(segment));
    }

    private static void mark(WaitForGraph graph, Pair pair, Why[] edges, List<Caveat> caveats) {
        int threads = graph.timeline().threadCount();
        IntPredicate from = pair.from().in(graph.timeline());
        IntPredicate to = pair.to().in(graph.timeline());
        boolean found = false;
        for (int edge = 0; edge < edges.length; edge++) {
            if (graph.source(edge) < threads && graph.target(edge) < threads && isAny(graph, graph.source(edge), from)
                    && isAny(graph, graph.target(edge), to)) {
                edges[edge] = Why.MARKED;
                found = true;
            }
        }
        if (!found) {
            caveats.add(Caveat.of(Severity.WARNING, "", "mark-not-found", 1,
                    NEW_WORK + " " + PlainText.visible(pair.text()) + ": no such wait in the range, so it marks none."));
        }
    }

    private static boolean isAny(WaitForGraph graph, int vertex, IntPredicate threads) {
        return Arrays.stream(graph.groups().members(vertex)).anyMatch(threads);
    }

    /** When requests were open, by who ended them. */
    private static OpenSpans requests(Analysis analysis) {
        OpenSpans.Builder all = new OpenSpans.Builder();
        if (analysis.intervalsWanted()) {
            analysis.matched().intervals().forEach(one -> add(all, one, one.endNanos()));
            // what did not end may be open ever after
            analysis.matched().unfinished().forEach(one -> add(all, one, Long.MAX_VALUE));
        }
        return all.build();
    }

    private static void add(OpenSpans.Builder all, NamedInterval one, long end) {
        if (one.thread() != Timeline.NONE) {
            all.add(one.thread(), one.beginNanos(), end);
        }
    }

    /** Since when a request that was not seen to end may be at work anywhere. */
    private static long firstUnfinished(Analysis analysis) {
        return !analysis.intervalsWanted() ? Long.MAX_VALUE
                : analysis.matched().unfinished().stream().mapToLong(NamedInterval::beginNanos).min().orElse(Long.MAX_VALUE);
    }

    /** Why an edge of the analysis's graph is for new work. */
    public Why why(int edge) {
        return edges[edge];
    }

    /**
     * For how much of the waits of an edge between threads it is known that they are for new work, though it may be too little for {@link #why}. So, too, those of one of a pool for whoever hands requests on to it, until its next request comes:
     * what then is left may be what everybody waits for.
     */
    public long nanos(int edge) {
        return nanos[edge];
    }

    /** Whether an edge is for new work, or nearly all of it: of one of a pool for who hands requests on to it, as {@link #nanos} tells. */
    public boolean isMostly(WaitForGraph graph, int edge) {
        return edges[edge] != Why.NOT || nanos[edge] > 0 && nanos[edge] >= LEAST_SHARE * graph.directNanos(edge);
    }

    /** Whether a wait of a thread is for new work; of idle devices that is a matter of course. */
    public boolean isOfThread(int edge) {
        return edges[edge] != Why.NOT && edges[edge] != Why.IDLE_DEVICE;
    }
}
