/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.BitSet;
import java.util.Objects;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrays;
import org.jspecify.annotations.Nullable;

import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.order.Bisection;
import org.bowline.core.timeline.ConnectionPackets;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.ThreadGroups;

/**
 * What brokers of messages send on to who has subscribed, as soon as somebody else has sent it. The question of who waits for it was acknowledged at once, so it is not known by an open question that a broker waits for the one who makes the answer, but by this: whoever
 * gets the message waits for it and has told something since it got the last one, and whoever sent it has got something from the broker since. Who only takes what others make at their own pace has told them nothing.
 *
 * <p>In a closed loop both sides do all of that. The one that had something passed on before it got anything that was passed on is the one that asks, and for the other one it has new work. Of a connection that is older than the recording it is not known who did what first: one of
 * both must have been opened in it.
 *
 * <p>Only threads whose waits end with the requests of several processes pass on anything. Threads among which a runtime moves tasks are one: what one of them sends is for what the last of them got. O(packets + segments of these threads + messages passed on × log waits); 28 bytes for each message. Immutable.
 */
final class Pushes {
    /** By chance two clients come at one time; of the waits that the requests over a connection end so much is for what is passed on. */
    private static final double LEAST_PASSED_ON = 0.5;

    private final Analysis analysis;
    private final Timeline timeline;
    private final ConnectionPackets asks;
    private final ConnectionPackets answers;
    private final ThreadGroups tasks;
    /** By who may pass on: a thread, or those among which a runtime moves tasks, of which another one may send than the one that received. */
    private final Int2ObjectOpenHashMap<BrokerWaits> waits = new Int2ObjectOpenHashMap<>();
    /** The connections that were opened in the recording. */
    private final BitSet opened = new BitSet();
    /** The packets that end waits of the range. */
    private final BitSet ending = new BitSet();

    // of each message that is passed on, but for those that follow after the same wait
    private final IntColumn messages = new IntColumn();
    /** The connection over which it came, and when. */
    private final IntColumn makers = new IntColumn();
    private final LongColumn came = new LongColumn();
    /** Where the wait of the broker is among its waits. */
    private final IntColumn places = new IntColumn();
    /** The first data that the one that gets the message has sent since the last one; {@link Timeline#NONE} if there is none. */
    private final IntColumn told = new IntColumn();
    /** Whether somebody waits for it. */
    private final BitSet awaited = new BitSet();

    // by connection
    private final Int2LongOpenHashMap firstMade = new Int2LongOpenHashMap();
    private final Int2LongOpenHashMap firstGot = new Int2LongOpenHashMap();
    private final Int2LongOpenHashMap waitNanos = new Int2LongOpenHashMap();

    /** Takes what is found. */
    interface Found {
        /**
         * A wait of a broker for what it passes on.
         *
         * @param nanos for how much of it somebody waits for that
         */
        void passedOn(int segment, long nanos);

        /**
         * The message was made between two times.
         *
         * @param packet with which its maker sent it to the broker
         */
        void made(int packet, int broker, long begin, long end);
    }

    Pushes(Analysis analysis) {
        this.analysis = analysis;
        timeline = analysis.timeline();
        tasks = analysis.get(Merging.RESULT).groups();
        ConnectionData data = analysis.get(ConnectionData.RESULT);
        asks = data.asks();
        answers = data.answers();
        firstMade.defaultReturnValue(Long.MAX_VALUE);
        firstGot.defaultReturnValue(Long.MAX_VALUE);
        findBrokers();
        for (int connection = 0; connection < timeline.packetCount() && !waits.isEmpty(); connection++) {
            if (!asks.isEmpty(connection) && !answers.isEmpty(connection)) {
                analysis.progress().check();
                Collected of = new Collected(connection);
                for (int i = answers.first(connection); i < answers.end(connection); i++) {
                    of.add(answers.packet(i));
                }
            }
        }
    }

    private void findBrokers() {
        PacketWaits all = analysis.get(PacketWaits.RESULT);
        Int2IntOpenHashMap firstOf = new Int2IntOpenHashMap();
        firstOf.defaultReturnValue(Timeline.NONE);
        BitSet several = new BitSet();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            int broker = broker(thread);
            for (int i = all.first(thread); i < all.end(thread); i++) {
                int segment = all.segment(i);
                ending.set(timeline.link(segment));
                if (NewWork.isEndedByRequest(timeline, segment)) {
                    int connection = timeline.packetConnection(timeline.link(segment));
                    waitNanos.addTo(connection, timeline.end(thread, segment) - timeline.start(segment));
                    int first = firstOf.putIfAbsent(broker, all.sender(i));
                    if (PassedOn.isAnotherProcess(timeline, first, all.sender(i))) {
                        several.set(broker);
                    }
                }
            }
        }
        several.stream().forEach(broker -> waits.put(broker,
                tasks.isOfTasks(broker) ? BrokerWaits.ofTasks(timeline, tasks.members(broker)) : BrokerWaits.of(timeline, broker)));
    }

    /** A thread, or the first of those among which a runtime moves tasks. */
    private int broker(int thread) {
        return tasks.isOfTasks(thread) ? tasks.vertex(thread) : thread;
    }

    /** What is passed on over a connection. Of what a broker sends after one wait the first is looked at: it is one message, or several, that are passed on or answered then. */
    private final class Collected {
        private final int connection;
        private @Nullable BrokerWaits ofBroker;
        private int place = Timeline.NONE;
        /** What is passed on after that wait. */
        private int passed = Timeline.NONE;
        /** The first that arrives after the message. */
        private int ask;
        private int since = Timeline.NONE;
        /** When the last one came that was passed on. */
        private long got = Long.MAX_VALUE;

        Collected(int connection) {
            this.connection = connection;
            ask = asks.first(connection);
        }

        void add(int message) {
            int sender = timeline.packetSender(message);
            BrokerWaits of = sender == Timeline.NONE ? null : waits.get(broker(sender));
            if (of == null) {
                return;
            }
            if (of == ofBroker && isAfterTheSameWait(of, timeline.packetSent(message))) {
                if (passed != Timeline.NONE && ending.get(message)) {
                    awaited.set(passed);
                }
                return;
            }
            long given = timeline.packetGiven(message);
            passed = Timeline.NONE;
            ofBroker = of;
            place = of.last(given);
            addFirst(of, message, given, askedBefore(given));
        }

        private boolean isAfterTheSameWait(BrokerWaits of, long sent) {
            return place >= 0 && sent < of.until(place) && sent >= of.end(place);
        }

        /** When the last question arrived before a time. */
        private long askedBefore(long given) {
            for (; ask < asks.end(connection) && timeline.packetReceived(asks.packet(ask)) < given; ask++) {
                since = since == Timeline.NONE && timeline.packetSent(asks.packet(ask)) >= got ? asks.packet(ask) : since;
            }
            return ask == asks.first(connection) ? Long.MIN_VALUE : timeline.packetReceived(asks.packet(ask - 1));
        }

        private void addFirst(BrokerWaits of, int message, long given, long asked) {
            long first = since == Timeline.NONE ? asked : timeline.packetReceived(since);
            if (place >= 0 && asked < of.end(place) && of.isPrompt(place, first, given) && isPassedOn(of.segment(place), connection)) {
                passed = messages.size();
                Pushes.this.add(message, place, since, of.segment(place));
                since = Timeline.NONE;
                got = timeline.packetReceived(message);
            }
        }
    }

    /** Whether what ended a wait of a broker comes from somebody else than the one at the other end of a connection. */
    private boolean isPassedOn(int wait, int connection) {
        return NewWork.isEndedByRequest(timeline, wait) && timeline.packetConnection(timeline.link(wait)) != Timeline.NONE
                && PassedOn.isAnotherProcess(timeline, timeline.packetSender(asks.packet(asks.first(connection))),
                        timeline.packetSender(timeline.link(wait)));
    }

    private void add(int message, int place, int since, int wait) {
        if (ending.get(message)) {
            awaited.set(messages.size());
        }
        int packet = timeline.link(wait);
        int maker = timeline.packetConnection(packet);
        int taker = timeline.packetConnection(message);
        messages.add(message);
        makers.add(maker);
        came.add(timeline.packetReceived(packet));
        places.add(place);
        told.add(since);
        firstMade.put(maker, Math.min(firstMade.get(maker), timeline.packetReceived(packet)));
        firstGot.put(taker, Math.min(firstGot.get(taker), timeline.packetSent(message)));
    }

    private BrokerWaits waits(int message) {
        return Objects.requireNonNull(waits.get(broker(timeline.packetSender(messages.get(message)))));
    }

    private int wait(int message) {
        return waits(message).segment(places.get(message));
    }

    /** The waits of the threads among which a runtime moves tasks, of which a thread is one; null if it is none, or they pass on nothing. */
    @Nullable
    BrokerWaits ofTasks(int thread) {
        return tasks.isOfTasks(thread) ? waits.get(broker(thread)) : null;
    }

    /** Tells what is passed on, by the connections over which it came. */
    void find(Found found) {
        for (int packet = 0; packet < timeline.packetCount() && !messages.isEmpty(); packet++) {
            if (timeline.packetConnects(packet) && timeline.packetConnection(packet) != Timeline.NONE) {
                opened.set(timeline.packetConnection(packet));
            }
        }
        int[] order = new int[messages.size()];
        for (int i = 0; i < order.length; i++) {
            order[i] = i;
        }
        IntArrays.stableSort(order, (a, b) -> {
            int byConnection = Integer.compare(makers.get(a), makers.get(b));
            return byConnection != 0 ? byConnection : Long.compare(came.get(a), came.get(b));
        });
        for (int from = 0; from < order.length;) {
            int connection = makers.get(order[from]);
            int to = from;
            while (to < order.length && makers.get(order[to]) == connection) {
                to++;
            }
            ofMaker(connection, order, from, to, found);
            from = to;
        }
    }

    /** What comes over a connection and is passed on, in its order. */
    private void ofMaker(int connection, int[] order, int from, int to, Found found) {
        Int2LongOpenHashMap open = new Int2LongOpenHashMap();
        for (int i = from; i < to; i++) {
            if (isFor(order[i], connection)) {
                open(order[i], connection, open);
            }
        }
        long sum = 0;
        for (long nanos : open.values()) {
            sum += nanos;
        }
        if (sum == 0 || sum < LEAST_PASSED_ON * waitNanos.get(connection)) {
            return;
        }
        int before = Timeline.NONE; // the packet with what was passed on before
        for (int i = from; i < to; i++) {
            int packet = timeline.link(wait(order[i]));
            if (isFor(order[i], connection)) {
                long begin = Math.max(workSince(connection, order[i]),
                        before == Timeline.NONE ? Long.MIN_VALUE : timeline.packetSent(before));
                if (begin < timeline.packetSent(packet)) {
                    found.made(packet, timeline.packetSender(messages.get(order[i])), begin,
                            timeline.packetSent(packet));
                }
            }
            before = i + 1 < to && timeline.link(wait(order[i + 1])) == packet ? before : packet;
        }
        open.int2LongEntrySet().forEach(one -> found.passedOn(one.getIntKey(), one.getLongValue()));
    }

    /** Whether somebody waits for a message, and its maker makes it for that one. */
    private boolean isFor(int message, int connection) {
        int taker = timeline.packetConnection(messages.get(message));
        boolean asked = opened.get(taker) && firstMade.get(taker) < firstGot.get(taker)
                || opened.get(connection) && firstGot.get(connection) <= firstMade.get(connection);
        return awaited.get(message) && told.get(message) != Timeline.NONE && asked && workSince(connection, message) != Long.MAX_VALUE;
    }

    /** When the maker got the first that was sent to it after the other one had told what it wants; {@link Long#MAX_VALUE} if it got nothing before it sent this. */
    private long workSince(int connection, int message) {
        long from = timeline.packetReceived(told.get(message));
        long to = came.get(message);
        int first = answers.first(connection); // by the clock of the broker, in whose order they are sent
        int at = Bisection.first(first, answers.end(connection), i -> timeline.packetSent(answers.packet(i)) >= from);
        return at < answers.end(connection) && timeline.packetSent(answers.packet(at)) < to ? timeline.packetReceived(answers.packet(at))
                : Long.MAX_VALUE;
    }

    /** Adds the wait before a message, and those before it that ended with what came over the same connection: a command may come in several parts, each of which is acknowledged. */
    private void open(int message, int connection, Int2LongOpenHashMap open) {
        BrokerWaits of = waits(message);
        long asked = timeline.packetReceived(told.get(message));
        for (int at = places.get(message); at >= 0 && of.end(at) > asked; at--) {
            int wait = of.segment(at);
            if (!NewWork.isEndedByRequest(timeline, wait) || timeline.packetConnection(timeline.link(wait)) != connection) {
                return;
            }
            open.merge(wait, of.end(at) - Math.max(asked, timeline.start(wait)), Math::max);
        }
    }
}
