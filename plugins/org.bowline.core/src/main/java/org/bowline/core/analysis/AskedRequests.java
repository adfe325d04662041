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

    /** Pieces of an answer follow each other soon. */
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
            while (answer + 1 < answers.end(of) && timeline.packetSent(answers.packet(answer + 1)) < next
                    && goesOn(answers.packet(answer), answers.packet(answer + 1))) {
                answer++;
            }
            toldWhole.add(answers.packet(answer));
        }
    }

    /** Whether a piece of an answer is followed by another one: the thread that sends has waited for nothing in between but for a disk. What it tells later, of its own, is no part of the answer. */
    private boolean goesOn(int piece, int next) {
        int sender = timeline.packetSender(piece);
        if (sender == Timeline.NONE || timeline.packetSender(next) != sender) {
            return false;
        }
        long from = timeline.packetGiven(piece);
        long to = timeline.packetGiven(next);
        int s = timeline.segmentAt(sender, from);
        int last = s == Timeline.NONE ? 0 : Math.min(timeline.endSegment(sender), s + MOST_LOOKED_AT);
        for (; s != Timeline.NONE && s < last && timeline.start(s) < to; s++) {
            boolean waits = timeline.state(s) == ThreadState.BLOCKED && timeline.cause(s) != Cause.DISK;
            if (waits && timeline.start(s) >= from && timeline.end(sender, s) <= to) {
                return false;
            }
        }
        return s == Timeline.NONE || s < last || s == timeline.endSegment(sender) || to <= from;
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

    /** When the last data of the answer arrived at the client's host, as far as it was sent without a wait in between for anything but a disk, and before the client's next question came; not before {@link #received}. */
    public long wholeReceived(int request) {
        return Math.max(received(request), timeline.packetReceived(toldWhole.get(request)));
    }

    /** When the server's thread had given its kernel the last data of the answer, at the latest; not before {@link #answered}. */
    public long wholeAnswered(int request) {
        return Math.max(answered(request), timeline.packetGiven(toldWhole.get(request)));
    }

    /** When the last data of a request arrived before it was answered: until then the server may have waited for its client. */
    public long whole(int request) {
        return timeline.packetReceived(whole.get(request));
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
