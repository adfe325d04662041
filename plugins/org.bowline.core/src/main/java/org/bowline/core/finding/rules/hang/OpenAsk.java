/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.hang;

import java.util.ArrayList;
import java.util.List;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.ConnectionData;
import org.bowline.core.analysis.Result;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.ConnectionPackets;
import org.bowline.core.timeline.ResentFate;
import org.bowline.core.timeline.Timeline;

/**
 * Something that a thread sent last over a connection that its side opened, after which no data came back, and since which the thread waits for as long as it is known: until the recording of its host ends, or until it
 * ends itself. Who gives up after a time, or ends the connection, waits for nothing more.
 *
 * @param client the thread
 * @param packet the first data that was not answered; {@link Timeline#NONE} if it did not arrive, though the kernel sent it again
 * @param answerer who sent the last answer over the connection before; {@link Timeline#NONE} if there was none
 * @param sentNanos when the last of that data was sent, reference time
 * @param waitSegment the client's wait
 * @param endNanos the end of the wait
 * @param open whether the recording ends with it
 */
record OpenAsk(int client, int packet, int answerer, long sentNanos, int waitSegment, long endNanos, boolean open) {
    /** The wait takes so much of the time from the sending to the end of what is known of the thread, or more. */
    private static final double LEAST_OF_REST = 0.99;
    private static final int LEAST_OF_RECORDING = 100;
    /** What is sent again once may be the last thing that a kernel sends to be sure. */
    private static final int LEAST_LOST = 2;
    /** A thread that is killed has few segments more. */
    private static final int MOST_LOOKED_AT = 64;

    /** Those of the whole recording, whatever the range is, that last for a {@value #LEAST_OF_RECORDING}th of it or more. O(packets + threads that ask). */
    static final Result<List<OpenAsk>> RESULT = Result.of(OpenAsk::of);

    /** For how long there was no answer. */
    long nanos() {
        return endNanos - sentNanos;
    }

    /** Whether what was asked arrived. */
    boolean arrived() {
        return packet != Timeline.NONE;
    }

    /** When it arrived, if it did; else when it was sent. */
    long arrivedNanos(Timeline timeline) {
        return arrived() ? timeline.packetReceived(packet) : sentNanos;
    }

    /** How often the kernel sent something again that a thread had sent in a time; 0 if any of that is known to have arrived. O(packets that were sent again). */
    static int resent(Timeline timeline, int thread, long fromNanos, long toNanos) {
        int times = 0;
        for (int i = 0; i < timeline.resentCount(); i++) {
            if (timeline.resentThread(i) == thread && timeline.resentBefore(i) >= fromNanos && timeline.resentAgain(i) <= toNanos) {
                if (timeline.resentFate(i) != ResentFate.UNKNOWN) {
                    return 0;
                }
                times++;
            }
        }
        return times;
    }

    private static List<OpenAsk> of(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        long leastNanos = (timeline.endNanos() - timeline.startNanos()) / LEAST_OF_RECORDING;
        ConnectionPackets asks = analysis.get(ConnectionData.RESULT).asks();
        ConnectionPackets answers = analysis.get(ConnectionData.RESULT).answers();
        List<OpenAsk> all = new ArrayList<>();
        for (int of = 0; of < timeline.packetCount(); of++) {
            if (!asks.isEmpty(of)) {
                OpenAsk last = last(analysis, of, asks, answers, leastNanos);
                if (last != null) {
                    all.add(last);
                }
            }
        }
        if (!all.isEmpty()) {
            ConnectionPackets ends = ConnectionPackets.bySending(timeline, Timeline.Opener.SENDER,
                    packet -> timeline.packetIsEmpty(packet) && !timeline.packetAcknowledges(packet));
            all.removeIf(one -> isClosed(timeline, one, ends));
        }
        addLost(analysis, all, leastNanos);
        return all;
    }

    /** What got no answer before the thread ends that sent it last. */
    private static @Nullable OpenAsk last(Analysis analysis, int of, ConnectionPackets asks, ConnectionPackets answers, long leastNanos) {
        Timeline timeline = analysis.timeline();
        int last = asks.packet(asks.end(of) - 1);
        int client = timeline.packetSender(last);
        if (client == Timeline.NONE || !analysis.get(Analysis.ROLES).isProgram(client)) {
            return null;
        }
        analysis.progress().check();
        long answered = Long.MIN_VALUE;
        int answerer = Timeline.NONE;
        for (int i = answers.first(of); i < answers.end(of) && timeline.packetReceived(answers.packet(i)) <= timeline.threadEnd(client);
                i++) {
            if (timeline.packetSent(answers.packet(i)) >= answered) {
                answered = timeline.packetSent(answers.packet(i));
                answerer = timeline.packetSender(answers.packet(i));
            }
        }
        int first = asks.end(of);
        while (first > asks.first(of) && timeline.packetReceived(asks.packet(first - 1)) > answered) {
            first--;
        }
        return first == asks.end(of) || client != timeline.packetSender(asks.packet(first)) ? null
                : of(timeline, client, asks.packet(first), answerer, timeline.packetSent(last), leastNanos);
    }

    private static @Nullable OpenAsk of(Timeline timeline, int client, int packet, int answerer, long sentNanos, long leastNanos) {
        if (timeline.threadEnd(client) - sentNanos < leastNanos) {
            return null;
        }
        int wait = lastWait(timeline, client, sentNanos);
        return wait == Timeline.NONE ? null
                : new OpenAsk(client, packet, answerer, sentNanos, wait, timeline.end(client, wait), timeline.isOpen(client, wait));
    }

    /** What never arrived, though the kernel sent it again: of those that are known already it tells nothing more. */
    private static void addLost(Analysis analysis, List<OpenAsk> all, long leastNanos) {
        Timeline timeline = analysis.timeline();
        IntOpenHashSet known = new IntOpenHashSet();
        all.forEach(one -> known.add(one.client));
        for (int i = 0; i < timeline.resentCount(); i++) {
            int client = timeline.resentThread(i);
            if (!timeline.resentOpens(i) && analysis.get(Analysis.ROLES).isProgram(client) && !known.contains(client)) {
                analysis.progress().check();
                OpenAsk lost = of(timeline, client, Timeline.NONE, Timeline.NONE, timeline.resentBefore(i), leastNanos);
                if (lost != null && resent(timeline, client, lost.sentNanos, lost.endNanos) >= LEAST_LOST) {
                    known.add(client);
                    all.add(lost);
                }
            }
        }
    }

    /** The wait that a thread is in from a time on for as long as it is known, if no timer ends it; else {@link Timeline#NONE}. */
    static int lastWait(Timeline timeline, int thread, long fromNanos) {
        int first = timeline.firstSegment(thread);
        int wait = timeline.endSegment(thread) - 1;
        int least = Math.max(first, wait - MOST_LOOKED_AT);
        while (wait >= least && timeline.state(wait) != ThreadState.BLOCKED) {
            wait--;
        }
        if (wait < least || timeline.cause(wait) == Cause.TIMER || timeline.isSpin(wait)) {
            return Timeline.NONE;
        }
        long nanos = timeline.end(thread, wait) - Math.max(fromNanos, timeline.start(wait));
        return nanos >= LEAST_OF_REST * (timeline.threadEnd(thread) - fromNanos) ? wait : Timeline.NONE;
    }

    /** Whether the client had ended its side of the connection before it began to wait. */
    private static boolean isClosed(Timeline timeline, OpenAsk ask, ConnectionPackets ends) {
        int of = timeline.packetConnection(ask.packet);
        long begun = timeline.start(ask.waitSegment) + (long) ((1 - LEAST_OF_REST) * ask.nanos());
        for (int i = ends.first(of); i < ends.end(of); i++) {
            long sent = timeline.packetSent(ends.packet(i));
            if (sent >= ask.sentNanos && sent <= begun) {
                return true;
            }
        }
        return false;
    }
}
