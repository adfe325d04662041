/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.network;

import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntRBTreeSet;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.ConnectionData;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.finding.rules.waits.WhileAwaited;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.order.Bisection;
import org.bowline.core.timeline.ConnectionPackets;
import org.bowline.core.timeline.Timeline;

/**
 * Whom requests reached of which no answer came until a timer ended the wait: they are not lost. Who got one is the thread that it woke; or who else gives answers over its connection, as it was at something then; or
 * whom the connection woke when it was made, who may have given it to another thread before the request came. What those did meanwhile is known of the first two.
 */
final class ReachedInVain {
    private static final int MOST_EVIDENCE = 4;
    /** For so much of the time they wait if it is said that they do, and not whom for. */
    private static final double LEAST_WAITING = 0.9;

    private final Analysis analysis;
    private final Timeline timeline;
    private final ConnectionPackets asks;
    private final ConnectionPackets answers;
    /** Of what got no answer in time: the packet, when its sender waited, and the answer that came over the connection before anything else was asked there. */
    private final IntArrayList packets = new IntArrayList();
    private final LongArrayList begins = new LongArrayList();
    private final LongArrayList ends = new LongArrayList();
    private final IntArrayList next = new IntArrayList();
    private final Int2IntOpenHashMap wokenByPacket = new Int2IntOpenHashMap();
    private final Int2IntOpenHashMap wokenByConnection = new Int2IntOpenHashMap();
    private final IntRBTreeSet who = new IntRBTreeSet();
    private final IntArrayList by = new IntArrayList();
    private final LongArrayList from = new LongArrayList();
    private final LongArrayList to = new LongArrayList();
    private int times;

    private record Wait(int thread, long begin) {}

    private ReachedInVain(Analysis analysis) {
        this.analysis = analysis;
        timeline = analysis.timeline();
        asks = analysis.get(ConnectionData.RESULT).asks();
        answers = analysis.get(ConnectionData.RESULT).answers();
        wokenByPacket.defaultReturnValue(Timeline.NONE);
        wokenByConnection.defaultReturnValue(Timeline.NONE);
    }

    /**
     * Those whom some threads asked. O(packets × log requests + segments).
     *
     * @param byThread what each asked, without what was answered late, which is told with who gave the answer
     */
    static ReachedInVain of(Analysis analysis, Map<Integer, LateAnswers> byThread) {
        ReachedInVain reached = new ReachedInVain(analysis);
        IntOpenHashSet connections = new IntOpenHashSet();
        for (int of = 0; of < reached.timeline.packetCount(); of++) {
            for (int ask = reached.asks.first(of); ask < reached.asks.end(of); ask++) {
                LateAnswers asked = byThread.get(reached.timeline.packetSender(reached.asks.packet(ask)));
                if (asked != null && reached.add(asked, of, ask)) {
                    connections.add(of);
                }
            }
        }
        if (!connections.isEmpty()) {
            reached.findWoken(connections);
            reached.findServers();
        }
        return reached;
    }

    /** Adds what was asked, if it got no answer before the timer. */
    private boolean add(LateAnswers asked, int of, int ask) {
        int packet = asks.packet(ask);
        int request = asked.request(timeline.packetSent(packet));
        if (request == Timeline.NONE || asked.isLate(request)) {
            return false;
        }
        int answer = answerAfter(packet);
        if (answer < answers.end(of) && timeline.packetReceived(answers.packet(answer)) <= asked.end(request)) {
            return false;
        }
        boolean isOnlyAsk = answer < answers.end(of) && (ask + 1 == asks.end(of)
                || timeline.packetSent(asks.packet(ask + 1)) > timeline.packetReceived(answers.packet(answer)));
        next.add(isOnlyAsk ? answers.packet(answer) : Timeline.NONE);
        packets.add(packet);
        begins.add(asked.begin(request));
        ends.add(asked.end(request));
        return true;
    }

    private void findWoken(IntOpenHashSet connections) {
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            analysis.progress().check();
            for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                int packet = timeline.state(s) == ThreadState.BLOCKED && timeline.cause(s) == Cause.NETWORK ? timeline.link(s)
                        : Timeline.NONE;
                if (packet != Timeline.NONE && connections.contains(timeline.packetConnection(packet))) {
                    wokenByPacket.put(packet, thread);
                    if (timeline.packetOpener(packet) == Timeline.Opener.SENDER) {
                        wokenByConnection.put(timeline.packetConnection(packet), thread);
                    }
                }
            }
        }
    }

    private void findServers() {
        Set<Wait> waits = new HashSet<>(); // each is told once, however much was asked before it
        for (int i = 0; i < packets.size(); i++) {
            int packet = packets.getInt(i);
            if (next.getInt(i) != Timeline.NONE && wokenByPacket.get(next.getInt(i)) == timeline.packetSender(packet)) {
                continue; // it waits on: the timer is another one's, as in an event loop
            }
            int woken = wokenByPacket.get(packet);
            int server = woken != Timeline.NONE ? woken : answerer(packet);
            boolean isAtIt = server != Timeline.NONE && !isWaitingForOthers(server, packet, ends.getLong(i));
            server = server != Timeline.NONE ? server : wokenByConnection.get(timeline.packetConnection(packet));
            if (server != Timeline.NONE) {
                who.add(server);
                times += waits.add(new Wait(timeline.packetSender(packet), begins.getLong(i))) ? 1 : 0;
            }
            if (isAtIt) {
                by.add(server);
                from.add(timeline.packetReceived(packet));
                to.add(ends.getLong(i));
            }
        }
    }

    /** Whether a thread waits at a time until something comes over another connection than a packet did: it has given the request to somebody, as who accepts connections does. */
    private boolean isWaitingForOthers(int thread, int packet, long nanos) {
        int segment = timeline.segmentAt(thread, nanos);
        int link = segment == Timeline.NONE || timeline.state(segment) != ThreadState.BLOCKED || timeline.cause(segment) != Cause.NETWORK
                ? Timeline.NONE : timeline.link(segment);
        return link != Timeline.NONE && timeline.packetConnection(link) != timeline.packetConnection(packet);
    }

    /** Who gives the first answer over a connection after a packet, or else the last one before; {@link Timeline#NONE} if that is nobody. */
    private int answerer(int packet) {
        int of = timeline.packetConnection(packet);
        int after = answerAfter(packet);
        int answer = after < answers.end(of) ? after : after - 1;
        int thread = answer < answers.first(of) ? Timeline.NONE : timeline.packetSender(answers.packet(answer));
        return thread == Timeline.NONE || timeline.isIdle(thread) ? Timeline.NONE : thread;
    }

    /** The first answer over a connection that comes after a packet was sent. */
    private int answerAfter(int packet) {
        int of = timeline.packetConnection(packet);
        return Bisection.first(answers.first(of), answers.end(of),
                i -> timeline.packetReceived(answers.packet(i)) > timeline.packetSent(packet));
    }

    /** Before how many of the waits something was asked that reached somebody. */
    int times() {
        return times;
    }

    /** Adds those whom it reached as evidence. */
    void addTo(Finding.Builder finding) {
        who.intStream().limit(MOST_EVIDENCE).forEach(server -> {
            long nanos = 0;
            for (int i = 0; i < by.size(); i++) {
                nanos += by.getInt(i) == server ? to.getLong(i) - from.getLong(i) : 0;
            }
            finding.evidence(new Evidence.Vertex(server, Math.max(0, nanos), "got what is not answered in time"));
        });
    }

    /**
     * Sentences with a space before each: whom it reached, and what those did until the timer. Empty if it is known to have reached nobody.
     *
     * @param one whether one thread asks
     */
    String sentences(boolean one) {
        if (who.isEmpty()) {
            return "";
        }
        int[] vertices = who.intStream().map(analysis.graph().groups()::vertex).distinct().toArray();
        String name = PoolNames.list(analysis, vertices);
        boolean oneServer = vertices.length == 1 && analysis.graph().groups().of(vertices[0]) == null;
        String reached = ' ' + count(times, "time") + " what " + (one ? "it asks" : "they ask") + " reaches " + name
                + ", and no answer comes in time.";
        if (by.isEmpty()) {
            return reached;
        }
        String subject = oneServer ? name : "the one of " + name + " that got it";
        String meanwhile = WhileAwaited.sentence(analysis, "From the request to the timer ", subject, by, from, to);
        double waiting = waiting();
        return reached + (!meanwhile.isEmpty() || waiting < LEAST_WAITING ? meanwhile
                : " From the request to the timer " + subject + " waits for " + percent(waiting)
                        + " of that time, and it is not known whom for.");
    }

    /** For which share of the time in which they have it those wait that got something. */
    private double waiting() {
        long all = 0;
        long waiting = 0;
        for (int i = 0; i < by.size(); i++) {
            int thread = by.getInt(i);
            all += Math.max(0, to.getLong(i) - from.getLong(i));
            for (int s = HandOvers.firstSegment(timeline, thread, from.getLong(i)); s < timeline.endSegment(thread)
                    && timeline.start(s) < to.getLong(i); s++) {
                waiting += timeline.state(s) != ThreadState.BLOCKED ? 0
                        : Math.max(0, Math.min(to.getLong(i), timeline.end(thread, s)) - Math.max(from.getLong(i), timeline.start(s)));
            }
        }
        return all == 0 ? 0 : (double) waiting / all;
    }
}
