/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;

import org.bowline.core.interval.SocketIntervals.Side;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.Words;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.ConnectionPackets;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.Timeline.Opener;

/**
 * Makes intervals of the packets of connections between hosts that were recorded, without a look at the programs: whoever opened a connection asks, the other end answers. For the one who asks an interval lasts from
 * the first packet with data of a question, when it is sent, to the first one of the answer, when it arrives; for the one who answers from the arrival of the one to the sending of the other.
 *
 * <p>An answer is sent after its question has arrived: what is sent before belongs to an earlier one. What is sent until the answer arrives is one question. So several questions at once on a connection,
 * as of HTTP/2, are one interval, and of an answer in parts the first ends it: the same as {@link SocketIntervals}. What an end sends before it closes the connection, and what nobody answers, is no question.
 */
public final class PacketIntervals {
    private final Timeline timeline;
    private final Side side;
    private final IntervalMatcher matcher = new IntervalMatcher(0); // both ends of an interval are of one host
    private final ThreadRoles roles;
    private final ConnectionPackets questions;
    private final ConnectionPackets answers;
    /** The name of the main thread of each process, by host and process id. */
    private final Map<Long, String> processes = new HashMap<>();
    /** By connection: when an end of it last closed it, reference time. */
    private final Int2LongOpenHashMap closed = new Int2LongOpenHashMap();
    private int connections;
    private long lost;

    private PacketIntervals(Timeline timeline, Side side) {
        this.timeline = timeline;
        this.side = side;
        roles = ThreadRoles.of(timeline);
        questions = ConnectionPackets.bySending(timeline, Opener.SENDER, timeline::packetHasData);
        answers = ConnectionPackets.bySending(timeline, Opener.RECEIVER, timeline::packetHasData);
        closed.defaultReturnValue(Long.MIN_VALUE);
        for (int packet = 0; packet < timeline.packetCount(); packet++) {
            if (timeline.packetIsEmpty(packet) && !timeline.packetAcknowledges(packet)) {
                closed.mergeLong(timeline.packetConnection(packet), timeline.packetSent(packet), Math::max);
            }
        }
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (timeline.tid(thread) == timeline.pid(thread)) {
                processes.put(Kin.process(timeline, thread), timeline.name(thread));
            }
        }
    }

    /**
     * The intervals of a timeline. O(packets + threads), and the segments of threads within intervals.
     *
     * @param side whose intervals
     * @param watchedUntilNanos until when all hosts were recorded, reference time
     */
    public static MatchedIntervals of(Timeline timeline, Side side, long watchedUntilNanos, Progress progress) {
        PacketIntervals intervals = new PacketIntervals(timeline, side);
        for (int connection = 0; connection < timeline.packetCount(); connection++) {
            if (!intervals.questions.isEmpty(connection) && !intervals.answers.isEmpty(connection)) {
                progress.check();
                intervals.connection(connection);
            }
        }
        MatchedIntervals matched = intervals.matcher.match(begin -> Math.max(begin, watchedUntilNanos));
        long unknown = intervals.unknownConnections();
        if (intervals.connections == 0 && unknown == 0) {
            matched = matched.with(Caveat.of(Severity.WARNING, "", "packet-no-connection", 0,
                    "No connection between recorded hosts has packets with data both ways, so nobody asks and is answered."
                            + " Record all hosts that take part, at the same time, with the profile waits-network."));
        }
        if (unknown > 0) {
            matched = matched.with(Caveat.of(Severity.WARNING, "", "packet-side-unknown", unknown,
                    "Of " + Words.count(unknown, "connection") + " it is not known which end opened " + (unknown == 1 ? "it" : "them")
                            + ", and so which one asks: no interval is made of " + (unknown == 1 ? "its" : "their")
                            + " packets. Start the recording before the programs."));
        }
        if (intervals.lost > 0) {
            matched = matched.with(Caveat.of(Severity.WARNING, "", "packet-interval-lost", intervals.lost,
                    Words.count(intervals.lost, "interval of packets is", "intervals of packets are")
                            + " left out, as events were lost while it was open. Record with larger buffers."));
        }
        return matched;
    }

    private long unknownConnections() {
        BitSet unknown = new BitSet();
        for (int packet = 0; packet < timeline.packetCount(); packet++) {
            int sender = timeline.packetSender(packet);
            if (timeline.packetOpener(packet) == Opener.UNKNOWN && timeline.packetConnection(packet) != Timeline.NONE
                    && timeline.packetHasData(packet) && (sender == Timeline.NONE || !roles.isOfTracer(sender))) {
                unknown.set(timeline.packetConnection(packet));
            }
        }
        return unknown.cardinality();
    }

    private void connection(int connection) {
        int asker = timeline.packetSender(questions.packet(questions.first(connection)));
        int answerer = timeline.packetSender(answers.packet(answers.first(connection)));
        if (isOfTracer(asker) || isOfTracer(answerer)) {
            return; // what the tracer sends is not a request of the work
        }
        connections++;
        String key = where(asker) + " to " + where(answerer) + ", connection " + connections;
        int next = answers.first(connection);
        int question = questions.first(connection);
        boolean answered = false;
        while (question < questions.end(connection)) {
            int ask = questions.packet(question);
            while (next < answers.end(connection) && timeline.packetSent(answers.packet(next)) < timeline.packetReceived(ask)) {
                next++;
            }
            if (next == answers.end(connection)) {
                // of a connection on which nobody ever answers it is not known that anybody would, and a farewell has no answer
                if (answered && closed.get(connection) < timeline.packetSent(ask)) {
                    begin(ask, answerer, key);
                }
                return;
            }
            int answer = answers.packet(next);
            answered = true;
            interval(ask, answer, key);
            do {
                question++;
            } while (question < questions.end(connection)
                    && timeline.packetSent(questions.packet(question)) < timeline.packetReceived(answer));
        }
    }

    private void interval(int ask, int answer, String key) {
        int asker = timeline.packetSender(ask);
        int answerer = timeline.packetSender(answer);
        if (isLost(asker, timeline.packetSent(ask), timeline.packetReceived(answer))
                || isLost(answerer, timeline.packetReceived(ask), timeline.packetSent(answer))) {
            lost++;
            return;
        }
        begin(ask, answerer, key);
        int thread = side == Side.ASKS ? asker : answerer;
        matcher.end(side == Side.ASKS ? timeline.packetReceived(answer) : timeline.packetSent(answer), host(thread), thread, key,
                name(thread));
    }

    private void begin(int ask, int answerer, String key) {
        int thread = side == Side.ASKS ? timeline.packetSender(ask) : answerer;
        matcher.begin(side == Side.ASKS ? timeline.packetSent(ask) : timeline.packetReceived(ask), host(thread), thread, key, name(thread));
    }

    /** Whether events were lost while the thread did something between two times. */
    private boolean isLost(int thread, long fromNanos, long toNanos) {
        if (thread == Timeline.NONE || toNanos <= fromNanos) {
            return false;
        }
        int segment = Math.max(timeline.segmentAt(thread, fromNanos), timeline.firstSegment(thread));
        for (; segment < timeline.endSegment(thread) && timeline.start(segment) < toNanos; segment++) {
            if (timeline.state(segment) == ThreadState.UNKNOWN && timeline.end(thread, segment) > fromNanos) {
                return true;
            }
        }
        return false;
    }

    private boolean isOfTracer(int thread) {
        return thread != Timeline.NONE && roles.isOfTracer(thread);
    }

    private String where(int thread) {
        return thread == Timeline.NONE ? "?" : timeline.hostName(timeline.host(thread)) + ':' + timeline.tid(thread);
    }

    private int host(int thread) {
        return thread == Timeline.NONE ? 0 : timeline.host(thread);
    }

    private String name(int thread) {
        return thread == Timeline.NONE ? "" : processes.getOrDefault(Kin.process(timeline, thread), timeline.name(thread));
    }
}
