/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.network;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.model.Words.count;

import java.util.BitSet;
import java.util.Collection;
import java.util.Map;
import java.util.function.Supplier;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntRBTreeSet;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.ConnectionData;
import org.bowline.core.figures.Samples;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.finding.rules.waits.WhileAwaited;
import org.bowline.core.order.Bisection;
import org.bowline.core.timeline.ConnectionPackets;
import org.bowline.core.timeline.Timeline;

/**
 * Requests of a thread for whose answers it did not wait any longer than until a timer woke it, and which of the answers came after that: these were not lost, and it is known who gave them. An answer is the first data that the other side
 * sends over the connection after the request has arrived, unless something else that was asked after the timer had arrived before. An answer that was lost first, and sent again, may have been in time.
 */
final class LateAnswers {
    /** Requests, in their order: when the first of it was sent, when the wait began, and when the timer ended it. */
    private final LongArrayList asked = new LongArrayList();
    private final LongArrayList begins = new LongArrayList();
    private final LongArrayList ends = new LongArrayList();
    /** Of those whose answer came later: who gave it, when the request arrived and when the answer was given. */
    private final IntArrayList answerers = new IntArrayList();
    private final IntArrayList packets = new IntArrayList();
    private final LongArrayList arrived = new LongArrayList();
    private final LongArrayList given = new LongArrayList();
    private final Samples delays = new Samples();
    private final BitSet answered = new BitSet();

    /** A request whose first packet is sent at a time, not before that of the last one, and its data before the wait for the answer begins, which a timer ends. */
    void add(long askedNanos, long beginNanos, long endNanos) {
        asked.add(askedNanos);
        begins.add(beginNanos);
        ends.add(endNanos);
    }

    /** The number of the request, in their order, of which something was sent at a time; {@link Timeline#NONE} if it was of none. O(log requests). */
    int request(long sentNanos) {
        int request = Bisection.first(0, begins.size(), i -> begins.getLong(i) >= sentNanos);
        return request < begins.size() && asked.getLong(request) <= sentNanos ? request : Timeline.NONE;
    }

    /** When the wait for the answer to one begins. */
    long begin(int request) {
        return begins.getLong(request);
    }

    /** When a timer ends it. */
    long end(int request) {
        return ends.getLong(request);
    }

    /** How many answers came later. */
    int size() {
        return answerers.size();
    }

    /** Adds the first packets of these. */
    void addPackets(BitSet all) {
        packets.forEach(all::set);
    }

    /** Whether that of a request did, by its number in their order. */
    boolean isLate(int request) {
        return answered.get(request);
    }

    /**
     * Looks for the answers of all threads at once. O(packets × log requests of a thread).
     *
     * @param heard the packets that end waits of threads: an answer that somebody waited for is none that its asker did not wait for any longer. Asked if there is any
     */
    static void find(Analysis analysis, Map<Integer, LateAnswers> byThread, Supplier<BitSet> heard) {
        if (byThread.isEmpty()) {
            return;
        }
        Timeline timeline = analysis.timeline();
        ConnectionPackets asks = analysis.get(ConnectionData.RESULT).asks();
        ConnectionPackets answers = ConnectionPackets.bySending(timeline, Timeline.Opener.RECEIVER, timeline::packetHasData);
        LongOpenHashSet sentAgain = new LongOpenHashSet();
        for (int i = 0; i < timeline.resentCount(); i++) {
            sentAgain.add(timeline.resentAgain(i));
        }
        for (int of = 0; of < timeline.packetCount(); of++) {
            int answer = answers.first(of);
            for (int ask = asks.first(of); ask < asks.end(of) && answer < answers.end(of); ask++) {
                long arrival = timeline.packetReceived(asks.packet(ask));
                while (answer < answers.end(of) && timeline.packetSent(answers.packet(answer)) < arrival) {
                    answer++;
                }
                LateAnswers late = byThread.get(timeline.packetSender(asks.packet(ask)));
                if (late != null && answer < answers.end(of) && !sentAgain.contains(timeline.packetSent(answers.packet(answer)))
                        && !heard.get().get(answers.packet(answer))) {
                    analysis.progress().check();
                    late.addIfLate(timeline, asks, ask, asks.end(of), answers.packet(answer));
                }
            }
        }
    }

    private void addIfLate(Timeline timeline, ConnectionPackets asks, int ask, int end, int answer) {
        int request = request(timeline.packetSent(asks.packet(ask)));
        int answerer = timeline.packetSender(answer);
        if (request == Timeline.NONE || answered.get(request) || answerer == Timeline.NONE || timeline.isIdle(answerer)
                || timeline.packetReceived(answer) <= ends.getLong(request)) {
            return;
        }
        for (int next = ask + 1; next < end && timeline.packetReceived(asks.packet(next)) <= timeline.packetSent(answer); next++) {
            if (timeline.packetSent(asks.packet(next)) > ends.getLong(request)) {
                return; // which of the two is answered is not known
            }
        }
        answered.set(request);
        answerers.add(answerer);
        packets.add(answer);
        arrived.add(timeline.packetReceived(asks.packet(ask)));
        given.add(timeline.packetGiven(answer));
        delays.add(timeline.packetReceived(answer) - ends.getLong(request));
    }

    /** Two sentences at most, with a space before: how many answers came later, how much, and what those did until then who gave them. Empty where none did. */
    static String sentences(Analysis analysis, Collection<LateAnswers> all) {
        IntArrayList by = new IntArrayList();
        LongArrayList from = new LongArrayList();
        LongArrayList to = new LongArrayList();
        Samples delays = new Samples();
        for (LateAnswers some : all) {
            by.addAll(some.answerers);
            from.addAll(some.arrived);
            to.addAll(some.given);
            delays.addAll(some.delays);
        }
        if (by.isEmpty()) {
            return "";
        }
        IntRBTreeSet vertices = new IntRBTreeSet(by.intStream().map(analysis.graph().groups()::vertex).toArray());
        String who = PoolNames.list(analysis, vertices.toIntArray());
        boolean one = vertices.size() == 1 && analysis.graph().groups().of(vertices.firstInt()) == null;
        return " " + count(by.size(), "answer") + (by.size() == 1 ? " comes later, " : " come later, ") + duration(delays.median())
                + " after the timer" + (by.size() == 1 ? "." : " at the median.")
                + WhileAwaited.sentence(analysis, "From the request to the answer ", one ? who : "the one of " + who + " that gives it", by,
                        from, to);
    }
}
