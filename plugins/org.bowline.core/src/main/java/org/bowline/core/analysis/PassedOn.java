/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.BitSet;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;

import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

/**
 * Waits of who passes on what one client sends to another one that has asked before, as a broker of messages does: a worker puts its result into a queue of it, and whoever waits for that gets it. While somebody has asked, such a wait
 * is not for new work, though what ends it comes as a request does. Who answers a request of another process, which had come before the wait ended, before it waits again, has passed on. What is sent to who has subscribed is found by {@link Pushes}.
 * O(requests × log segments + packets). Immutable.
 */
public final class PassedOn {
    /** Those of the range. */
    public static final Result<PassedOn> RESULT = Result.of(PassedOn::new);

    /** Who passes something on does that soon. */
    private static final int MOST_LOOKED_AT = 64;

    private final Timeline timeline;
    private final Int2LongOpenHashMap nanos = new Int2LongOpenHashMap();
    private final IntColumn makers = new IntColumn();
    private final IntColumn passers = new IntColumn();
    private final LongColumn begins = new LongColumn();
    private final LongColumn ends = new LongColumn();
    /** The packets with which somebody sends what is passed on. */
    private final BitSet made = new BitSet();
    /** By connection, how many of these there are, and how many requests. */
    private final Int2IntOpenHashMap madeOver = new Int2IntOpenHashMap();
    private final Int2IntOpenHashMap askedOver = new Int2IntOpenHashMap();

    private PassedOn(Analysis analysis) {
        AskedRequests requests = analysis.get(AskedRequests.RESULT);
        timeline = analysis.timeline();
        Int2IntOpenHashMap byPacket = new Int2IntOpenHashMap();
        Pushes pushes = new Pushes(analysis);
        pushes.find(new Pushes.Found() {
            @Override
            public void passedOn(int segment, long forHowLong) {
                nanos.put(segment, forHowLong);
            }

            @Override
            public void made(int packet, int broker, long begin, long end) {
                addMade(packet, broker, begin, end);
            }
        });
        for (int request = 0; request < requests.size(); request++) {
            if (requests.answered(request) >= analysis.fromNanos() && requests.arrived(request) <= analysis.toNanos()) {
                askedOver.addTo(requests.connection(request), 1);
                int server = requests.server(request);
                BrokerWaits tasks = pushes.ofTasks(server);
                int last = tasks == null ? lastWait(server, requests.answered(request)) : tasks.last(requests.answered(request));
                int wait = tasks == null || last == Timeline.NONE ? last : tasks.segment(last);
                boolean prompt = tasks == null || wait == Timeline.NONE
                        || tasks.isPrompt(last, requests.whole(request), requests.answered(request));
                if (wait != Timeline.NONE && prompt && NewWork.isEndedByRequest(timeline, wait)) {
                    add(requests, request, wait, tasks == null ? timeline.end(server, wait) : tasks.end(last), byPacket);
                }
            }
        }
    }

    /** Adds a request that is answered after a wait, if what ended that comes from somebody else. */
    private void add(AskedRequests requests, int request, int wait, long end, Int2IntOpenHashMap byPacket) {
        int packet = timeline.link(wait);
        long open = Math.max(timeline.start(wait), requests.whole(request));
        if (open < end && timeline.packetConnection(packet) != requests.connection(request)
                && isAnotherProcess(timeline, requests.client(request), timeline.packetSender(packet))) {
            if (byPacket.isEmpty()) {
                addAll(requests, byPacket);
            }
            nanos.merge(wait, end - open, Math::max);
            addMade(requests, request, byPacket.getOrDefault(packet, Timeline.NONE));
        }
    }

    private static void addAll(AskedRequests requests, Int2IntOpenHashMap byPacket) {
        for (int request = 0; request < requests.size(); request++) {
            byPacket.put(requests.packet(request), request);
        }
    }

    /** Whoever sent what is passed on has made it since it got what it needs, over the same connection. */
    private void addMade(AskedRequests requests, int request, int told) {
        if (told > 0 && requests.connection(told - 1) == requests.connection(told)) {
            long begin = Math.max(requests.received(told - 1), requests.arrived(request));
            if (begin < requests.sent(told)) {
                addMade(requests.packet(told), requests.server(request), begin, requests.sent(told));
            }
        }
    }

    private void addMade(int packet, int passer, long begin, long end) {
        if (!made.get(packet)) {
            made.set(packet);
            madeOver.addTo(timeline.packetConnection(packet), 1);
        }
        makers.add(timeline.packetSender(packet));
        passers.add(passer);
        begins.add(begin);
        ends.add(end);
    }

    /** The wait before a time, in which the thread did not wait. */
    private int lastWait(int thread, long nanos) {
        int s = timeline.segmentAt(thread, nanos);
        int first = s == Timeline.NONE ? 0 : Math.max(timeline.firstSegment(thread), s - MOST_LOOKED_AT);
        while (s >= first) {
            if (timeline.state(s) == ThreadState.BLOCKED && timeline.end(thread, s) <= nanos) {
                return s;
            }
            s--;
        }
        return Timeline.NONE;
    }

    static boolean isAnotherProcess(Timeline timeline, int one, int other) {
        return one != Timeline.NONE && other != Timeline.NONE
                && (timeline.host(one) != timeline.host(other) || timeline.pid(one) != timeline.pid(other));
    }

    /** How often somebody makes what somebody else has asked for already. */
    public int size() {
        return makers.size();
    }

    /** Who does. */
    public int maker(int i) {
        return makers.get(i);
    }

    /** Who passes it on. */
    public int passer(int i) {
        return passers.get(i);
    }

    /** Since when: it has been answered before by who passes it on, and the other one has asked. */
    public long begin(int i) {
        return begins.get(i);
    }

    /** When it sends that; after {@link #begin}. */
    public long end(int i) {
        return ends.get(i);
    }

    /** Whether half of what a client sends over a connection, or more, is what it makes for others: with that, and with what else it sends, it hardly asks for anything that takes its time. O(1). */
    public boolean isOfMaker(int connection) {
        int makings = madeOver.get(connection);
        return makings > 0 && 2L * makings >= askedOver.get(connection);
    }

    /** Whether somebody sends with a packet what is passed on. */
    public boolean isMade(int packet) {
        return made.get(packet);
    }

    /** For how long of a wait somebody waits for what is passed on after it. */
    long nanos(int segment) {
        return nanos.get(segment);
    }
}
