/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.event.SocketVocabulary.Call;
import org.bowline.core.interval.SocketIntervals.Side;
import org.bowline.core.model.Caveat;

class SocketIntervalsTest {
    private static final int PROCESS = 7;
    private static final int THREAD = 3;

    private final IntervalMatcher matcher = new IntervalMatcher(0);
    private long time = 1000;

    /** A call of a descriptor that takes 10 ns, after a pause of 90. */
    private void call(SocketIntervals sockets, Call call, int number, long result) {
        time += 90;
        sockets.called(time, THREAD, PROCESS, call, number);
        time += 10;
        sockets.returned(time, THREAD, call, result, "server");
    }

    private SocketIntervals sockets(Side side) {
        return new SocketIntervals(0, "A", side, matcher);
    }

    @Test
    void whoAnswersWorksFromTheReturnOfTheFirstReceiptToTheReturnOfTheFirstSend() {
        SocketIntervals sockets = sockets(Side.ANSWERS);
        call(sockets, Call.ACCEPT, 3, 5); // 1100
        call(sockets, Call.RECEIVE, 5, 10); // 1200: the head
        call(sockets, Call.READ, 5, 10); // 1300: the body
        call(sockets, Call.WRITE, 5, 10); // 1400
        call(sockets, Call.WRITE, 5, 10); // the rest of the answer
        call(sockets, Call.RECEIVE, 5, 10); // 1600
        call(sockets, Call.SEND, 5, 10); // 1700
        assertThat(sockets.finish()).isEmpty();
        assertThat(matcher.match().intervals()).containsExactly(new NamedInterval("server", "A/7/5", 0, THREAD, 1200, 1400),
                new NamedInterval("server", "A/7/5", 0, THREAD, 1600, 1700));
        assertThat(matcher.match().unfinished()).isEmpty();
    }

    @Test
    void whoAsksWaitsFromTheBeginOfTheSendToTheReturnOfTheReceipt() {
        SocketIntervals sockets = sockets(Side.ASKS);
        call(sockets, Call.SOCKET, 0, 5);
        call(sockets, Call.CONNECT, 5, 0);
        call(sockets, Call.READ, 5, 10); // a greeting, which nobody asked for
        call(sockets, Call.WRITE, 5, 10); // begins at 1390
        call(sockets, Call.READ, 5, 10); // 1500
        assertThat(sockets.finish()).isEmpty();
        assertThat(matcher.match().intervals()).containsExactly(new NamedInterval("server", "A/7/5", 0, THREAD, 1390, 1500));
    }

    @Test
    void aGreetingAnswersTheConnection() {
        SocketIntervals sockets = sockets(Side.ANSWERS);
        call(sockets, Call.ACCEPT, 3, 5); // 1100
        call(sockets, Call.SEND, 5, 10); // 1200
        sockets.finish();
        assertThat(matcher.match().intervals()).containsExactly(new NamedInterval("server", "A/7/5", 0, THREAD, 1100, 1200));
    }

    @Test
    void callsThatFailOrReceiveTheEndAndFilesAndPipesMakeNoIntervals() {
        SocketIntervals sockets = sockets(Side.ANSWERS);
        call(sockets, Call.READ, 4, 10);
        call(sockets, Call.WRITE, 4, 10);
        call(sockets, Call.ACCEPT, 3, 5);
        call(sockets, Call.RECEIVE, 5, -11);
        call(sockets, Call.RECEIVE, 5, 10); // 1500
        call(sockets, Call.SEND, 5, -11);
        call(sockets, Call.SEND, 5, 10); // 1700
        call(sockets, Call.RECEIVE, 5, 0);
        call(sockets, Call.SEND, 5, 10);
        sockets.finish();
        assertThat(matcher.match().intervals()).containsExactly(new NamedInterval("server", "A/7/5", 0, THREAD, 1500, 1700));
    }

    @Test
    void aDescriptorThatIsClosedHasNothingToDoWithTheNextOfItsNumber() {
        SocketIntervals sockets = sockets(Side.ANSWERS);
        call(sockets, Call.ACCEPT, 3, 5);
        call(sockets, Call.RECEIVE, 5, 10);
        call(sockets, Call.CLOSE, 5, 0);
        call(sockets, Call.SOCKET, 0, 5);
        call(sockets, Call.CONNECT, 5, -115);
        call(sockets, Call.SEND, 5, 10);
        sockets.finish();
        assertThat(matcher.match().intervals()).isEmpty();
        assertThat(matcher.match().unfinished()).isEmpty();
    }

    @Test
    void whatTheRecordingDidNotSeeBeginIsTakenForWhatItDidFirstAndThatIsSaid() {
        SocketIntervals sockets = sockets(Side.ANSWERS);
        for (int number = 5; number < 7; number++) {
            call(sockets, number == 5 ? Call.RECEIVE : Call.SEND, number, 10);
            call(sockets, number == 5 ? Call.SEND : Call.RECEIVE, number, 10);
            call(sockets, number == 5 ? Call.RECEIVE : Call.SEND, number, 10);
        }
        assertThat(sockets.finish()).extracting(Caveat::kind, Caveat::count)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("socket-side-concluded", 1L));
        MatchedIntervals matched = matcher.match(begin -> 5000);
        assertThat(matched.intervals()).extracting(NamedInterval::key).containsExactly("A/7/5");
        // it has answered before, so the second question will have an answer, too
        assertThat(matched.unfinished()).containsExactly(new NamedInterval("server", "A/7/5", 0, THREAD, 1300, 5000));
    }

    @Test
    void whatIsOpenWhenEventsAreLostIsLeftOutAndCounted() {
        SocketIntervals sockets = sockets(Side.ANSWERS);
        call(sockets, Call.ACCEPT, 3, 5);
        call(sockets, Call.RECEIVE, 5, 10);
        sockets.lost();
        call(sockets, Call.SEND, 5, 10);
        call(sockets, Call.RECEIVE, 5, 10); // 1400
        call(sockets, Call.SEND, 5, 10); // 1500
        assertThat(sockets.finish()).singleElement().satisfies(caveat -> {
            assertThat(caveat.kind()).isEqualTo("socket-interval-lost");
            assertThat(caveat.text()).startsWith("1 interval of a socket is left out, as events were lost while it was open.");
        });
        assertThat(matcher.match().intervals()).containsExactly(new NamedInterval("server", "A/7/5", 0, THREAD, 1400, 1500));
    }

    private record Done(Call call, long from, long to, long result) {}

    /** What any descriptor did is kept whole, and each call is looked at with all those before it. */
    @Test
    void randomCallsOfSeveralThreadsMakeTheIntervalsOfTheDefinition() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            for (Side side : Side.values()) {
                IntervalMatcher told = new IntervalMatcher(0);
                SocketIntervals sockets = new SocketIntervals(0, "A", side, told);
                Map<Integer, List<Done>> lives = new HashMap<>();
                List<NamedInterval> expected = new ArrayList<>();
                Call[] in = new Call[3];
                int[] of = new int[3];
                long[] since = new long[3];
                for (int number = 4; number < 7; number++) { // else what they are is a guess
                    boolean accepted = random.nextBoolean();
                    sockets.called(number * 10L, 9, PROCESS, accepted ? Call.ACCEPT : Call.SOCKET, 3);
                    sockets.returned(number * 10 + 1, 9, accepted ? Call.ACCEPT : Call.SOCKET, number, "p");
                    List<Done> life = new ArrayList<>();
                    lives.put(number, life);
                    if (accepted) {
                        life.add(new Done(Call.ACCEPT, number * 10L, number * 10 + 1, number));
                    } else {
                        sockets.called(number * 10 + 2, 9, PROCESS, Call.CONNECT, number);
                        sockets.returned(number * 10 + 3, 9, Call.CONNECT, 0, "p");
                    }
                }
                for (long now = 100; now < 400; now++) {
                    int thread = random.nextInt(3);
                    if (in[thread] == null) {
                        in[thread] = new Call[] {Call.RECEIVE, Call.READ, Call.SEND, Call.WRITE}[random.nextInt(4)];
                        of[thread] = 4 + random.nextInt(3);
                        since[thread] = now;
                        sockets.called(now, thread, PROCESS, in[thread], of[thread]);
                    } else {
                        long result = random.nextInt(4) - 1L;
                        sockets.returned(now, thread, in[thread], result, "p");
                        List<Done> life = lives.get(of[thread]);
                        life.add(new Done(in[thread], since[thread], now, result));
                        addIfItEnds(life, side, of[thread], thread, expected);
                        in[thread] = null;
                    }
                }
                sockets.finish();
                assertThat(told.match().intervals()).as("seed %d, round %d, %s", seed, round, side)
                        .containsExactlyInAnyOrderElementsOf(expected);
            }
        }
    }

    private static void addIfItEnds(List<Done> life, Side side, int number, int thread, List<NamedInterval> expected) {
        boolean accepted = life.get(0).call == Call.ACCEPT;
        Done last = life.get(life.size() - 1);
        if (accepted != (side == Side.ANSWERS) || last.result <= 0 || sends(last) != accepted) {
            return;
        }
        long begin = Long.MIN_VALUE;
        for (int i = life.size() - 2; i >= 0; i--) {
            Done one = life.get(i);
            if (goesOn(one) && one.call != Call.ACCEPT && sends(one) == sends(last)) {
                begin = begin == Long.MIN_VALUE ? begin : Math.max(begin, one.to);
                break;
            }
            boolean opens = goesOn(one) && one.call != Call.ACCEPT;
            if (opens || one.call == Call.ACCEPT && begin == Long.MIN_VALUE) {
                begin = accepted ? one.to : one.from;
            }
        }
        if (begin != Long.MIN_VALUE) {
            expected.add(new NamedInterval("p", "A/7/" + number, 0, thread, begin, last.to));
        }
    }

    private static boolean goesOn(Done call) {
        return call.result > 0;
    }

    private static boolean sends(Done call) {
        return call.call == Call.SEND || call.call == Call.WRITE;
    }
}
