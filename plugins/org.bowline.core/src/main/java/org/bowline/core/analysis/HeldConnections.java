/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;

import org.bowline.core.column.Ascending;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.timeline.Timeline;

/**
 * Threads that serve one connection at a time: they wait for what comes over it next, and sleep through the requests of others, which they answer later. Such a wait is not for new work while somebody else waits. Who looks at all of its
 * connections is woken by the first request of any. By {@link AskedRequests}; within a host there are none. O(requests × log requests + waits of who is asked × requests that wait then).
 * Immutable.
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
        int[] first = new int[analysis.timeline().threadCount() + 2]; // one more than stays: where the next one of a thread goes
        for (int request = 0; request < requests.size(); request++) {
            first[isInRange(analysis, requests, request) ? requests.server(request) + 2 : 0]++;
        }
        first[0] = 0;
        for (int i = 1; i < first.length; i++) {
            first[i] += first[i - 1];
        }
        int[] byServer = new int[first[first.length - 1]];
        for (int request = 0; request < requests.size(); request++) {
            if (isInRange(analysis, requests, request)) {
                byServer[first[requests.server(request) + 1]++] = request;
            }
        }
        for (int thread = 0; thread < first.length - 2; thread++) {
            if (first[thread + 1] - first[thread] < FEW || isOneConnection(requests, byServer, first[thread], first[thread + 1])) {
                continue;
            }
            analysis.progress().check();
            Int2LongOpenHashMap since = held(analysis, thread, requests, byArrival(requests, byServer, first[thread], first[thread + 1]));
            if (!since.isEmpty()) {
                threads.put(thread, new OfThread(since));
            }
        }
    }

    private static boolean isInRange(Analysis analysis, AskedRequests requests, int request) {
        return requests.answered(request) >= analysis.fromNanos() && requests.arrived(request) <= analysis.toNanos();
    }

    /** Those of one connection follow one another. */
    private static boolean isOneConnection(AskedRequests requests, int[] of, int from, int to) {
        return requests.connection(of[from]) == requests.connection(of[to - 1]);
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
        Int2LongOpenHashMap since = new Int2LongOpenHashMap();
        IntArrayList open = new IntArrayList();
        int next = 0;
        int slept = 0;
        int woken = 0;
        int before = Timeline.NONE;
        int last = timeline.endSegment(thread, analysis.toNanos());
        for (int s = timeline.firstSegment(thread); s < last; s++) {
            if (!NewWork.isEndedByRequest(timeline, s)) {
                continue;
            }
            long begin = Math.max(analysis.fromNanos(), timeline.start(s));
            long end = timeline.end(thread, s);
            int connection = timeline.packetConnection(timeline.link(s));
            long arrived = timeline.packetReceived(timeline.link(s));
            long earliest = Long.MAX_VALUE;
            while (next < asked.length && requests.arrived(asked[next]) < end) {
                open.add(asked[next++]);
            }
            open.removeIf((int request) -> requests.answered(request) < end);
            for (int i = 0; i < open.size(); i++) {
                int request = open.getInt(i);
                long arrival = requests.arrived(request);
                if (requests.connection(request) == connection) {
                    woken += arrival == arrived && connection != before ? 1 : 0;
                } else if (arrival < end - LEAST_SLEPT_NANOS) {
                    earliest = Math.min(earliest, arrival);
                    slept += arrival > begin ? 1 : 0;
                }
            }
            if (earliest < end) {
                since.put(s, Math.max(begin, earliest));
            }
            before = connection;
        }
        return slept >= FEW && slept >= woken ? since : new Int2LongOpenHashMap();
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
