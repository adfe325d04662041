/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.ConnectionPackets;
import org.bowline.core.timeline.Timeline;

/**
 * What was asked over connections, as packets tell: from the arrival of data from the side that opened a connection until the other side's thread gives its kernel the first data of an answer. Several that are
 * asked before the answer are one. So it is known how many wait for a server though one thread asks for all of them, as event loops and load generators do. What is never answered is none, and what one side tells without being asked, neither.
 * By packets of which both ends are known, of connections of which it is known who opened them. O(packets); 24 bytes for each that is answered. Immutable.
 */
public final class AskedRequests {
    /** All of the recording. */
    public static final Result<AskedRequests> RESULT = Result.of(AskedRequests::new);

    /** Pieces of an answer follow each other soon: so much is looked at between two. */
    private static final int MOST_LOOKED_AT = 256;

    private final Timeline timeline;
    /** Packets: the first and the last of what is asked, and of the answer. */
    private final IntColumn asked = new IntColumn();
    private final IntColumn whole = new IntColumn();
    private final IntColumn told = new IntColumn();
    private final IntColumn toldWhole = new IntColumn();
    private final LongColumn answered = new LongColumn();

    private AskedRequests(Analysis analysis) {
        timeline = analysis.timeline();
        ConnectionPackets asks = analysis.get(ConnectionData.RESULT).asks();
        ConnectionPackets answers = analysis.get(ConnectionData.RESULT).answers();
        for (int of = 0; of < timeline.packetCount(); of++) {
            if (!asks.isEmpty(of) && !answers.isEmpty(of)) {
                analysis.progress().check();
                add(of, asks, answers);
            }
        }
    }

    private void add(int of, ConnectionPackets asks, ConnectionPackets answers) {
        int answer = answers.first(of);
        int ask = asks.first(of);
        while (ask < asks.end(of)) {
            int first = asks.packet(ask);
            long arrival = timeline.packetReceived(first);
            while (answer < answers.end(of) && !answers(timeline, answers.packet(answer), arrival)) {
                answer++;
            }
            if (answer == answers.end(of)) {
                return;
            }
            int last = first;
            while (ask < asks.end(of) && timeline.packetReceived(asks.packet(ask)) <= timeline.packetSent(answers.packet(answer))) {
                last = asks.packet(ask++);
            }
            asked.add(first);
            whole.add(last);
            told.add(answers.packet(answer));
            answered.add(Math.max(arrival, timeline.packetGiven(answers.packet(answer))));
            long next = ask < asks.end(of) ? timeline.packetReceived(asks.packet(ask)) : Long.MAX_VALUE;
            answer = lastPiece(answers, answer, answers.end(of), next);
            toldWhole.add(answers.packet(answer));
        }
    }

    /**
     * Where the last piece of an answer is: further ones follow as long as the thread that sends waits for nothing in between but for a disk, or for room for what it sends. What it tells later, of its own, is no part of the answer. O(pieces + segments between them).
     *
     * @param next when the next question arrives
     */
    private int lastPiece(ConnectionPackets answers, int first, int end, long next) {
        int sender = timeline.packetSender(answers.packet(first));
        int last = first;
        int segment = Timeline.NONE;
        while (last + 1 < end && timeline.packetSent(answers.packet(last + 1)) < next
                && timeline.packetSender(answers.packet(last + 1)) == sender) {
            int piece = answers.packet(last + 1);
            if (segment == Timeline.NONE) {
                segment = timeline.segmentAt(sender, timeline.packetGiven(answers.packet(first)));
            }
            if (segment == Timeline.NONE) {
                return last;
            }
            if (timeline.packetSent(piece) >= timeline.end(sender, segment)) {
                segment = without(sender, segment, timeline.packetGiven(piece));
                if (segment == Timeline.NONE) {
                    return last;
                }
            }
            last++;
        }
        return last;
    }

    /** The segment of a thread at a time, from an earlier one on; {@link Timeline#NONE} if it waits for something else in between, or does too much to be looked at. */
    private int without(int thread, int from, long nanos) {
        int segment = from;
        int most = Math.min(timeline.endSegment(thread), from + MOST_LOOKED_AT) - 1;
        while (segment < most && timeline.end(thread, segment) <= nanos) {
            if (timeline.state(segment) == ThreadState.BLOCKED && !isForAnswering(segment)) {
                return Timeline.NONE;
            }
            segment++;
        }
        return timeline.end(thread, segment) > nanos || segment + 1 == timeline.endSegment(thread) ? segment : Timeline.NONE;
    }

    private boolean isForAnswering(int wait) {
        int packet = timeline.cause(wait) == Cause.NETWORK ? timeline.link(wait) : Timeline.NONE;
        return timeline.cause(wait) == Cause.DISK || packet >= 0 && timeline.packetAcknowledges(packet);
    }

    private static boolean answers(Timeline timeline, int packet, long arrival) {
        int sender = timeline.packetSender(packet);
        return sender != Timeline.NONE && !timeline.isIdle(sender) && timeline.packetSent(packet) >= arrival;
    }

    /** Number of requests; those of a connection follow one another, in the order of their arrival. */
    public int size() {
        return asked.size();
    }

    /** The packet with the first data of a request. */
    public int packet(int request) {
        return asked.get(request);
    }

    /** The packet with the first data of its answer. */
    public int answer(int request) {
        return told.get(request);
    }

    /** When the first data of a request arrived at the server's host, reference time. */
    public long arrived(int request) {
        return timeline.packetReceived(asked.get(request));
    }

    /** When the client's host sent the first data of a request. */
    public long sent(int request) {
        return timeline.packetSent(asked.get(request));
    }

    /** When the first data of the answer arrived at the client's host; not before {@link #answered} but for the clocks' error. */
    public long received(int request) {
        return timeline.packetReceived(told.get(request));
    }

    /** When the last data of the answer arrived at the client's host, as far as it was sent without a wait in between for anything but a disk or room for it, and before the client's next question came; not before {@link #received}. */
    public long wholeReceived(int request) {
        return Math.max(received(request), timeline.packetReceived(toldWhole.get(request)));
    }

    /** When the server's thread had given its kernel the last data of the answer, at the latest; not before {@link #answered}. */
    public long wholeAnswered(int request) {
        int last = toldWhole.get(request);
        return last == told.get(request) ? answered(request) : Math.max(answered(request), timeline.packetGiven(last));
    }

    /** When the last data of a request arrived before it was answered: until then the server may have waited for its client. */
    public long whole(int request) {
        return timeline.packetReceived(whole.get(request));
    }

    /** When the client's host sent what arrived last of a request. */
    public long wholeSent(int request) {
        return timeline.packetSent(whole.get(request));
    }

    /** When the server's thread had given its kernel the first data of the answer, at the latest; not before {@link #arrived}. */
    public long answered(int request) {
        return answered.get(request);
    }

    /** The thread that asked; {@link Timeline#NONE} if it is not known. */
    public int client(int request) {
        return timeline.packetSender(asked.get(request));
    }

    /** The thread that answered. */
    public int server(int request) {
        return timeline.packetSender(told.get(request));
    }

    /** The connection that it came over. */
    public int connection(int request) {
        return timeline.packetConnection(asked.get(request));
    }
}
