/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.PlainText;
import org.bowline.core.model.ThreadState;
import org.bowline.core.offcpu.SystemCallLog;
import org.bowline.core.order.Bisection;
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
    private static final Set<String> ACCEPT = Set.of("accept", "accept4");

    private final Why[] edges;
    private final List<Caveat> caveats;

    /** Why an edge is one. */
    public enum Why {
        /** It is not, as far as is known. */
        NOT(""),
        /** A device that idles waits for who gives it work. */
        IDLE_DEVICE("idle-device"),
        /** The thread has requests, and no request of it was open. */
        BETWEEN_REQUESTS("between-requests"),
        /** The thread waited for connections. */
        ACCEPT("accept"),
        /** What ended the waits came over connections that the other side opened: requests. */
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

    private NewWork(Why[] edges, List<Caveat> caveats) {
        this.edges = edges;
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
        Int2ObjectOpenHashMap<Requests> requests = requests(analysis);
        SystemCallLog calls = analysis.get(OffCpuQuestion.SYSTEM_CALLS);
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (graph.firstEdge(thread) < graph.endEdge(thread)
                    && (!requests.isEmpty() || !calls.isEmpty() || timeline.packetCount() > 0)) {
                mark(analysis, thread, requests, calls, edges);
            }
        }
        List<Caveat> caveats = new ArrayList<>();
        analysis.question().get(NEW_WORK).forEach(pair -> mark(graph, pair, edges, caveats));
        return new NewWork(edges, caveats);
    }

    /** Where a thread of the group once waited for who makes them, too, the gaps are still what the edge is about. */
    private static boolean isForNextThread(WaitForGraph graph, int edge) {
        long gaps = graph.gapNanos(edge);
        return gaps > 0 && gaps >= LEAST_SHARE * graph.directNanos(edge);
    }

    /** Adds up the waits of a vertex: all, those between the requests of who waits, those for connections. */
    private static void mark(Analysis analysis, int vertex, Int2ObjectOpenHashMap<Requests> all, SystemCallLog calls, Why[] edges) {
        WaitForGraph graph = analysis.graph();
        Timeline timeline = analysis.timeline();
        int first = graph.firstEdge(vertex);
        boolean anyCalls = !calls.isEmpty();
        long[][] sums = new long[graph.endEdge(vertex) - first][4];
        for (int thread : graph.groups().members(vertex)) {
            Requests requests = all.get(thread);
            EdgeWaits.each(graph, thread, (segment, target, nanos) -> {
                int edge = target == Timeline.NONE ? Timeline.NONE : graph.edge(vertex, graph.groups().vertex(target));
                if (edge != Timeline.NONE) {
                    long[] sum = sums[edge - first];
                    sum[0] += nanos;
                    sum[1] += requests != null && requests.isBetween(timeline.start(segment), timeline.end(thread, segment)) ? nanos : 0;
                    sum[2] += anyCalls && ACCEPT.contains(calls.of(segment)) ? nanos : 0;
                    sum[3] += isEndedByRequest(timeline, segment) ? nanos : 0;
                }
            }, analysis.progress());
        }
        for (int i = 0; i < sums.length; i++) {
            double least = LEAST_SHARE * sums[i][0];
            if (sums[i][0] > 0 && edges[first + i] == Why.NOT) {
                edges[first + i] = sums[i][2] >= least ? Why.ACCEPT
                        : sums[i][1] >= least ? Why.BETWEEN_REQUESTS : sums[i][3] >= least ? Why.REQUESTS : Why.NOT;
            }
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

    /** By thread that ended requests. */
    private static Int2ObjectOpenHashMap<Requests> requests(Analysis analysis) {
        Int2ObjectOpenHashMap<Requests> all = new Int2ObjectOpenHashMap<>();
        if (analysis.intervalsWanted()) {
            List<NamedInterval> sorted = new ArrayList<>(analysis.matched().intervals());
            // what did not end may be open ever after
            analysis.matched().unfinished().forEach(open -> sorted.add(
                    new NamedInterval(open.label(), open.key(), open.host(), open.thread(), open.beginNanos(), Long.MAX_VALUE)));
            sorted.sort(NamedInterval.BY_TIME);
            for (NamedInterval one : sorted) {
                if (one.thread() != Timeline.NONE) {
                    all.computeIfAbsent(one.thread(), thread -> new Requests()).add(one.beginNanos(), one.endNanos());
                }
            }
        }
        return all;
    }

    /** The requests of a thread, by begin. */
    private static final class Requests {
        private final LongArrayList begins = new LongArrayList();
        /** The latest end so far. */
        private final LongArrayList ends = new LongArrayList();

        void add(long begin, long end) {
            begins.add(begin);
            ends.add(ends.isEmpty() ? end : Math.max(end, ends.getLong(ends.size() - 1)));
        }

        /** Whether a request ended before a wait, another one begins after it, and none is open meanwhile. */
        boolean isBetween(long from, long to) {
            int next = Bisection.firstAtLeast(begins.elements(), 0, begins.size(), to);
            return next > 0 && next < begins.size() && ends.getLong(next - 1) <= from;
        }
    }

    /** Why an edge of the analysis's graph is for new work. */
    public Why why(int edge) {
        return edges[edge];
    }

    /** Whether a wait of a thread is for new work; of idle devices that is a matter of course. */
    public boolean isOfThread(int edge) {
        return edges[edge] != Why.NOT && edges[edge] != Why.IDLE_DEVICE;
    }
}
