/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.interval.SocketIntervals.Side;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline.Opener;
import org.bowline.core.timeline.TimelineBuilder;

/** Questions and answers that packets tell of, against a plain search. */
class PacketIntervalsTest {
    private static final long END = 100_000;

    private final TimelineBuilder builder = new TimelineBuilder();
    private final int client = thread(builder.host("A"), 20, 20, "client");
    private final int other = builder.host("B");
    private final int server = thread(other, 30, 30, "server");
    private final int worker = thread(other, 31, 30, "worker");

    private int thread(int host, int tid, int pid, String name) {
        return builder.thread(host, tid, pid, name);
    }

    private int packet(int connection, int sender, Opener opener, long sent, long received) {
        int packet = builder.packet(sent, received, sender);
        builder.packetOpener(packet, opener);
        builder.packetConnection(packet, connection);
        return packet;
    }

    private int ask(int connection, long sent, long received) {
        return packet(connection, client, Opener.SENDER, sent, received);
    }

    private int answer(int connection, int sender, long sent, long received) {
        return packet(connection, sender, Opener.RECEIVER, sent, received);
    }

    private MatchedIntervals of(Side side) {
        for (int thread : new int[] {client, server, worker}) {
            builder.segment(thread, 0, END, ThreadState.RUNNING, 0);
        }
        return PacketIntervals.of(builder.build(0, END), side, END, Progress.NONE);
    }

    private static List<List<Long>> times(List<NamedInterval> intervals) {
        return intervals.stream().map(one -> List.of(one.beginNanos(), one.endNanos())).toList();
    }

    @Test
    void whoAsksWaitsFromThePacketThatItSendsToTheOneThatArrives() {
        ask(0, 100, 110);
        answer(0, worker, 150, 165);
        ask(0, 200, 215);
        answer(0, worker, 220, 240);
        MatchedIntervals matched = of(Side.ASKS);
        assertThat(times(matched.intervals())).containsExactly(List.of(100L, 165L), List.of(200L, 240L));
        assertThat(matched.intervals()).allMatch(one -> one.thread() == client && one.label().equals("client")
                && one.key().equals("A:20 to B:31, connection 1"));
        assertThat(matched.unfinished()).isEmpty();
        assertThat(matched.caveats()).isEmpty();
    }

    @Test
    void whoAnswersWorksFromThePacketThatArrivesToTheOneThatItSendsAndIsCalledLikeItsProcess() {
        ask(0, 100, 110);
        answer(0, worker, 150, 165);
        assertThat(of(Side.ANSWERS).intervals())
                .containsExactly(new NamedInterval("server", "A:20 to B:31, connection 1", 1, worker, 110, 150));
    }

    @Test
    void aQuestionInPiecesIsOneAndTheFirstPieceOfAnAnswerEndsIt() {
        ask(0, 100, 110);
        ask(0, 101, 111);
        answer(0, worker, 150, 165);
        answer(0, worker, 151, 166);
        ask(0, 170, 180);
        answer(0, worker, 190, 200);
        assertThat(times(of(Side.ASKS).intervals())).containsExactly(List.of(100L, 165L), List.of(170L, 200L));
    }

    @Test
    void whatTheOtherEndSaysFirstIsNoAnswerNorIsWhatItSentBeforeTheQuestionCame() {
        answer(0, worker, 50, 60); // a greeting
        ask(0, 100, 130);
        answer(0, worker, 120, 140); // on its way when the question was asked
        answer(0, worker, 150, 165);
        assertThat(times(of(Side.ASKS).intervals())).containsExactly(List.of(100L, 165L));
    }

    @Test
    void whatIsNotAnsweredUntilTheEndHasNotEndedUnlessTheConnectionIsClosed() {
        ask(0, 100, 110);
        answer(0, worker, 150, 165);
        ask(0, 200, 215);
        ask(1, 100, 110);
        answer(1, worker, 150, 165);
        ask(1, 300, 315); // farewell
        builder.packetIsEmpty(ask(1, 301, 316));
        ask(2, 400, 415); // nobody ever answers there
        assertThat(of(Side.ASKS).unfinished()).extracting(NamedInterval::beginNanos, NamedInterval::endNanos)
                .containsExactly(tuple(200L, END));
    }

    @Test
    void acknowledgementsAndConnectingAreNeitherQuestionsNorAnswers() {
        builder.packetConnects(ask(0, 50, 60));
        builder.packetConnects(answer(0, worker, 61, 70));
        ask(0, 100, 110);
        builder.packetAcknowledges(answer(0, worker, 111, 120));
        answer(0, worker, 150, 165);
        assertThat(times(of(Side.ASKS).intervals())).containsExactly(List.of(100L, 165L));
    }

    @Test
    void whereItIsNotKnownWhoAsksNoIntervalIsMadeAndThatIsSaid() {
        packet(0, client, Opener.UNKNOWN, 100, 110);
        packet(0, worker, Opener.UNKNOWN, 150, 165);
        MatchedIntervals matched = of(Side.ASKS);
        assertThat(matched.intervals()).isEmpty();
        assertThat(matched.caveats()).singleElement().matches(caveat -> caveat.kind().equals("packet-side-unknown") && caveat.count() == 1)
                .extracting(Caveat::text)
                .isEqualTo("Of 1 connection it is not known which end opened it, and so which one asks: no interval"
                        + " is made of its packets. Start the recording before the programs.");
    }

    @Test
    void withoutAConnectionThatHasPacketsBothWaysItIsSaidWhatToRecord() {
        ask(0, 100, 110);
        MatchedIntervals matched = of(Side.ASKS);
        assertThat(matched.intervals()).isEmpty();
        assertThat(matched.caveats()).singleElement().matches(caveat -> caveat.kind().equals("packet-no-connection"))
                .extracting(Caveat::text).asString().startsWith("No connection between recorded hosts has packets with data both ways, ");
    }

    @Test
    void whileEventsAreLostAnAnswerMayBeMissedSoSuchIntervalsAreLeftOut() {
        ask(0, 100, 110);
        answer(0, worker, 150, 165);
        ask(0, 200, 215);
        answer(0, worker, 250, 265);
        builder.segment(client, 0, 120, ThreadState.RUNNING, 0);
        builder.segment(client, 120, 130, ThreadState.UNKNOWN, 0);
        builder.segment(client, 130, END, ThreadState.RUNNING, 0);
        builder.segment(server, 0, END, ThreadState.RUNNING, 0);
        builder.segment(worker, 0, END, ThreadState.RUNNING, 0);
        MatchedIntervals matched = PacketIntervals.of(builder.build(0, END), Side.ASKS, END, Progress.NONE);
        assertThat(times(matched.intervals())).containsExactly(List.of(200L, 265L));
        assertThat(matched.caveats()).singleElement().matches(caveat -> caveat.kind().equals("packet-interval-lost"))
                .extracting(Caveat::text)
                .isEqualTo("1 interval of packets is left out, as events were lost while it was open. Record with larger buffers.");
    }

    /** What is sent and arrives at any time, on some connections: each question by itself looks for its answer among all packets. */
    @Test
    void anyPacketsMakeTheIntervalsThatAPlainSearchFinds() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            PacketIntervalsTest one = new PacketIntervalsTest();
            List<long[]> asks = new ArrayList<>();
            List<long[]> answers = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                long sent = 1L + random.nextInt(5_000);
                long received = sent + 1L + random.nextInt(300);
                int connection = random.nextInt(3);
                if (random.nextBoolean()) {
                    asks.add(new long[] {connection, sent, received});
                    one.ask(connection, sent, received);
                } else {
                    answers.add(new long[] {connection, sent, received});
                    one.answer(connection, one.worker, sent, received);
                }
            }
            assertThat(times(one.of(Side.ASKS).intervals())).as("seed " + seed).containsExactlyInAnyOrderElementsOf(plain(asks, answers));
        }
    }

    private static List<List<Long>> plain(List<long[]> asks, List<long[]> answers) {
        List<List<Long>> found = new ArrayList<>();
        for (int connection = 0; connection < 3; connection++) {
            int of = connection;
            long openUntil = Long.MIN_VALUE;
            for (long[] ask : asks.stream().filter(one -> one[0] == of).sorted(Comparator.comparingLong(one -> one[1])).toList()) {
                if (ask[1] < openUntil) {
                    continue;
                }
                long[] answer = answers.stream().filter(one -> one[0] == of && one[1] >= ask[2])
                        .min(Comparator.comparingLong(one -> one[1])).orElse(null);
                if (answer == null) {
                    break;
                }
                found.add(List.of(ask[1], answer[2]));
                openUntil = answer[2];
            }
        }
        return found;
    }
}
