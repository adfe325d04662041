/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;

import org.bowline.core.column.Ascending;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.timeline.Timeline;

/**
 * Threads that serve one connection at a time: they wait for what comes over it next, and sleep through the requests of others, which they answer later. Such a wait is not for new work while somebody else waits. Who looks at all of its
 * connections is woken by the first request of any. By {@link AskedRequests}. O(packets + requests × log requests + segments of who is asked), as long as few requests are answered while the oldest one is not. Immutable.
 */
public final class HeldConnections {
    /** Those of the range. */
    public static final Result<HeldConnections> RESULT = Result.of(HeldConnections::new);

    /** A request that came so shortly before a wait's end may have ended it: a driver hands on several packets at a time. */
    private static final long LEAST_SLEPT_NANOS = 2_000_000;
    /** Of fewer requests that a thread sleeps through nothing is told. */
    private static final int FEW = 3;

    private final Map<Integer, OfThread> threads = new TreeMap<>();

    /**
     * Of a thread that serves one connection at a time.
     *
     * @param since by the segments of its waits in which a request of somebody else had come: since when, or since the wait's begin
     */
    public record OfThread(Int2LongOpenHashMap since) {
        /** For how long of a wait the request of somebody else waits for the thread, too. */
        long nanos(long end, int segment) {
            return since.containsKey(segment) ? end - since.get(segment) : 0;
        }
    }

    private HeldConnections(Analysis analysis) {
        AskedRequests requests = analysis.get(AskedRequests.RESULT);
        BitSet looked = readByOthers(analysis, requests);
        int[] first = new int[analysis.timeline().threadCount() + 2]; // one more than stays: where the next one of a thread goes
        for (int request = 0; request < requests.size(); request++) {
            if (isInRange(analysis, requests, request) && !looked.get(request)) {
                first[requests.server(request) + 2]++;
            }
        }
        for (int i = 1; i < first.length; i++) {
            first[i] += first[i - 1];
        }
        int[] byServer = new int[first[first.length - 1]];
        for (int request = 0; request < requests.size(); request++) {
            if (isInRange(analysis, requests, request) && !looked.get(request)) {
                byServer[first[requests.server(request) + 1]++] = request;
            }
        }
        for (int thread = 0; thread < first.length - 2; thread++) {
            if (first[thread + 1] - first[thread] >= FEW) {
                analysis.progress().check();
                Int2LongOpenHashMap since = held(analysis, thread, requests,
                        byArrival(requests, byServer, first[thread], first[thread + 1]));
                if (!since.isEmpty()) {
                    threads.put(thread, new OfThread(since));
                }
            }
        }
    }

    private static boolean isInRange(Analysis analysis, AskedRequests requests, int request) {
        return requests.answered(request) >= analysis.fromNanos() && requests.arrived(request) <= analysis.toNanos();
    }

    /** The requests that woke somebody else than who answers them: these did not wait until their connection is served. */
    private static BitSet readByOthers(Analysis analysis, AskedRequests requests) {
        Timeline timeline = analysis.timeline();
        PacketWaits waits = analysis.get(PacketWaits.RESULT);
        int[] woken = new int[timeline.packetCount()];
        Arrays.fill(woken, Timeline.NONE);
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            for (int wait = waits.first(thread); wait < waits.end(thread); wait++) {
                woken[timeline.link(waits.segment(wait))] = thread;
            }
        }
        BitSet others = new BitSet();
        for (int request = 0; request < requests.size(); request++) {
            int reads = woken[requests.packet(request)];
            others.set(request, reads != Timeline.NONE && reads != requests.server(request));
        }
        return others;
    }

    private static int[] byArrival(AskedRequests requests, int[] of, int from, int to) {
        LongColumn arrivals = new LongColumn();
        for (int i = from; i < to; i++) {
            arrivals.add(requests.arrived(of[i]));
        }
        IntColumn order = Ascending.order(arrivals);
        int[] sorted = new int[to - from];
        Arrays.setAll(sorted, i -> of[from + order.get(i)]);
        return sorted;
    }

    /** Since when somebody waits in waits of a thread; none if it is woken by requests over other connections more often than it sleeps through them. */
    private static Int2LongOpenHashMap held(Analysis analysis, int thread, AskedRequests requests, int[] asked) {
        Timeline timeline = analysis.timeline();
        Waits waits = new Waits(timeline, requests, asked);
        int last = timeline.endSegment(thread, analysis.toNanos());
        for (int s = timeline.firstSegment(thread); s < last; s++) {
            long end = timeline.end(thread, s);
            if (end > analysis.fromNanos() && NewWork.isEndedByRequest(timeline, s)) {
                waits.add(s, Math.max(analysis.fromNanos(), timeline.start(s)), end);
            }
        }
        return waits.slept >= FEW && waits.slept >= waits.woken ? waits.since : new Int2LongOpenHashMap();
    }

    /** The waits of a thread that requests ended, one after the other, beside what it is asked. */
    private static final class Waits {
        private final Timeline timeline;
        private final AskedRequests requests;
        private final int[] asked;
        private final Int2LongOpenHashMap since = new Int2LongOpenHashMap();
        /** The first one that may be open. */
        private int oldest;
        private int next;
        private int slept;
        private int woken;
        private int before = Timeline.NONE;

        Waits(Timeline timeline, AskedRequests requests, int[] asked) {
            this.timeline = timeline;
            this.requests = requests;
            this.asked = asked;
        }

        void add(int segment, long begin, long end) {
            int packet = timeline.link(segment);
            int connection = timeline.packetConnection(packet);
            for (; next < asked.length && requests.arrived(asked[next]) < end; next++) {
                if (requests.packet(asked[next]) == packet) {
                    woken += connection != before ? 1 : 0;
                } else if (requests.arrived(asked[next]) > begin && isSleptThrough(requests, asked[next], connection, end)) {
                    slept++;
                }
            }
            while (oldest < next && requests.answered(asked[oldest]) < end) {
                oldest++;
            }
            for (int i = oldest; i < next; i++) {
                if (isSleptThrough(requests, asked[i], connection, end)) {
                    since.put(segment, Math.max(begin, requests.arrived(asked[i])));
                    break;
                }
            }
            before = connection;
        }
    }

    /** Whether a request came some time before a wait for another connection ended, and is answered after it. */
    private static boolean isSleptThrough(AskedRequests requests, int request, int connection, long end) {
        return requests.connection(request) != connection && requests.arrived(request) < end - LEAST_SLEPT_NANOS
                && requests.answered(request) >= end;
    }

    /** For how long of a wait of a thread, until its end, the request of somebody else waits for it, too. */
    long nanos(int thread, int segment, long end) {
        OfThread held = threads.get(thread);
        return held == null ? 0 : held.nanos(end, segment);
    }

    /** By thread, in order: who serves one connection at a time. */
    public Map<Integer, OfThread> threads() {
        return threads;
    }
}
