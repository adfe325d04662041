/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.Map;
import java.util.TreeMap;

import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;

import org.bowline.core.column.Ascending;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

/**
 * Threads that serve one connection at a time: they wait for what comes over it next, and sleep through the requests of others, which they answer later. Such a wait is not for new work while somebody else waits. Who looks at all of its
 * connections is woken by the first request of any. By packets between two threads, of connections of which it is known who opened them; within a host most have none. O(packets × log segments + waits of who is asked × requests that wait
 * then). Immutable.
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

    /** The requests that a thread answers, each from its arrival until it is answered. */
    private static final class Asked {
        private final LongColumn arrivals = new LongColumn();
        private final LongColumn answers = new LongColumn();
        private final IntColumn packets = new IntColumn();
        private final IntColumn clients = new IntColumn();

        void add(long arrival, long answer, int packet, int client) {
            arrivals.add(arrival);
            answers.add(answer);
            packets.add(packet);
            clients.add(client);
        }
    }

    private HeldConnections(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        Map<Integer, Asked> asked = new TreeMap<>();
        for (Int2IntMap.Entry wait : asking(analysis).int2IntEntrySet()) {
            int answer = timeline.link(wait.getIntKey());
            int packet = wait.getIntValue();
            asked.computeIfAbsent(timeline.packetSender(answer), thread -> new Asked()).add(timeline.packetReceived(packet),
                    timeline.packetGiven(answer), packet, timeline.packetSender(packet));
        }
        asked.forEach((thread, requests) -> {
            analysis.progress().check();
            Int2LongOpenHashMap since = requests.arrivals.size() < FEW ? new Int2LongOpenHashMap() : held(analysis, thread, requests);
            if (!since.isEmpty()) {
                threads.put(thread, new OfThread(since));
            }
        });
    }

    /** By waits of clients that an answer ended: the last packet of what they asked before. */
    private static Int2IntMap asking(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        Int2IntOpenHashMap asking = new Int2IntOpenHashMap();
        for (int packet = 0; packet < timeline.packetCount(); packet++) {
            if (timeline.packetOpener(packet) != Timeline.Opener.SENDER || timeline.packetIsEmpty(packet)) {
                continue;
            }
            int wait = waitAfter(analysis, timeline.packetSender(packet), timeline.packetSent(packet));
            if (wait != Timeline.NONE && isEndedByAnswer(timeline, wait, timeline.packetSender(packet))
                    && timeline.packetSent(packet) >= timeline.packetSent(asking.getOrDefault(wait, packet))) {
                asking.put(wait, packet);
            }
        }
        return asking;
    }

    /** The wait of a thread in the range in which it is at a time, or else the next one. */
    private static int waitAfter(Analysis analysis, int thread, long nanos) {
        Timeline timeline = analysis.timeline();
        if (thread < 0 || thread >= timeline.threadCount() || nanos < analysis.fromNanos() || nanos > analysis.toNanos()) {
            return Timeline.NONE;
        }
        int segment = timeline.segmentAt(thread, nanos);
        int last = timeline.endSegment(thread, analysis.toNanos());
        while (segment != Timeline.NONE && segment < last && timeline.state(segment) != ThreadState.BLOCKED) {
            segment++;
        }
        return segment == Timeline.NONE || segment >= last ? Timeline.NONE : segment;
    }

    private static boolean isEndedByAnswer(Timeline timeline, int wait, int client) {
        int answer = timeline.cause(wait) == Cause.NETWORK ? timeline.link(wait) : Timeline.NONE;
        int thread = answer == Timeline.NONE ? Timeline.NONE : timeline.packetSender(answer);
        return thread >= 0 && thread < timeline.threadCount() && thread != client && !timeline.isIdle(thread)
                && timeline.packetOpener(answer) == Timeline.Opener.RECEIVER && !timeline.packetIsEmpty(answer);
    }

    /** Since when somebody waits in waits of a thread; none if it is woken by requests of others more often than it sleeps through them. */
    private static Int2LongOpenHashMap held(Analysis analysis, int thread, Asked asked) {
        Timeline timeline = analysis.timeline();
        Int2LongOpenHashMap since = new Int2LongOpenHashMap();
        IntColumn order = Ascending.order(asked.arrivals);
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
            int client = timeline.packetSender(timeline.link(s));
            long first = Long.MAX_VALUE;
            while (next < order.size() && asked.arrivals.get(order.get(next)) < end) {
                open.add(order.get(next++));
            }
            open.removeIf((int request) -> asked.answers.get(request) < end);
            for (int i = 0; i < open.size(); i++) {
                int request = open.getInt(i);
                long arrival = asked.arrivals.get(request);
                boolean others = asked.clients.get(request) != client && arrival < end - LEAST_SLEPT_NANOS;
                first = others ? Math.min(first, arrival) : first;
                slept += others && arrival > begin ? 1 : 0;
                woken += asked.packets.get(request) == timeline.link(s) && client != before ? 1 : 0;
            }
            if (first < end) {
                since.put(s, Math.max(begin, first));
            }
            before = client;
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
