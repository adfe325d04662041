/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class AskedRequestsTest {
    private static final int CONNECTIONS = 3;
    private static final int LENGTH = 60;

    /** What goes over a connection; of what is asked the time is that of the arrival, of what is answered that of the sending. */
    private record Sent(int connection, long nanos, boolean asks, boolean data, int sender, Timeline.Opener opener) {}

    private record Request(int connection, long arrived, long answered, long whole, int client, int server) {}

    private static Sent random(Random random) {
        boolean asks = random.nextBoolean();
        int sender = random.nextInt(8) == 0 ? Timeline.NONE : asks ? random.nextInt(2) : 2 + random.nextInt(2);
        Timeline.Opener opener = random.nextInt(10) == 0 ? Timeline.Opener.UNKNOWN
                : asks ? Timeline.Opener.SENDER : Timeline.Opener.RECEIVER;
        return new Sent(random.nextInt(CONNECTIONS + 1) - 1, random.nextInt(LENGTH), asks, random.nextInt(4) > 0, sender, opener);
    }

    private static List<Request> found(List<Sent> all) {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        for (int thread = 0; thread < 4; thread++) {
            builder.segment(builder.thread(host, 100 + thread, 100 + thread, "t" + thread), 0, LENGTH, ThreadState.RUNNING, 0);
        }
        for (Sent one : all) {
            int packet = builder.packet(one.asks ? one.nanos - 1 : one.nanos, one.asks ? one.nanos : one.nanos + 1, one.sender);
            builder.packetOpener(packet, one.opener);
            builder.packetConnection(packet, one.connection);
            if (!one.data && one.nanos % 2 == 0) {
                builder.packetIsEmpty(packet);
            } else if (!one.data) {
                builder.packetConnects(packet);
            }
        }
        AskedRequests requests = Analysis.of(builder.build()).build().get(AskedRequests.RESULT);
        return IntStream.range(0, requests.size())
                .mapToObj(i -> new Request(requests.connection(i), requests.arrived(i), requests.answered(i),
                        requests.wholeReceived(i), requests.client(i), requests.server(i)))
                .toList();
    }

    /** Connection by connection, one after the other. */
    private static List<Request> expected(List<Sent> all) {
        List<Request> requests = new ArrayList<>();
        for (int connection = 0; connection < CONNECTIONS; connection++) {
            Sent open = null;
            for (Sent one : all) {
                if (one.connection != connection || !one.data || one.opener == Timeline.Opener.UNKNOWN) {
                    continue;
                }
                if (one.asks) {
                    open = open == null ? one : open;
                } else if (open != null && one.sender != Timeline.NONE) {
                    requests.add(new Request(connection, open.nanos, one.nanos, one.nanos + 1, open.sender, one.sender));
                    open = null;
                } else if (open == null && !requests.isEmpty() && requests.get(requests.size() - 1).connection == connection
                        && one.sender == last(requests).server && isPiece(all, last(requests), one)) {
                    Request last = requests.remove(requests.size() - 1);
                    requests.add(new Request(connection, last.arrived, last.answered, one.nanos + 1, last.client, last.server));
                }
            }
        }
        return requests;
    }

    private static Request last(List<Request> requests) {
        return requests.get(requests.size() - 1);
    }

    /** Whether nothing of another thread, nor an answer of nobody, came over the connection since the answer began. */
    private static boolean isPiece(List<Sent> all, Request of, Sent one) {
        return all.stream()
                .filter(other -> other.connection == of.connection && other.data && !other.asks && other.opener != Timeline.Opener.UNKNOWN
                        && other.nanos >= of.answered && all.indexOf(other) < all.indexOf(one) && other.nanos <= one.nanos)
                .allMatch(other -> other.sender == of.server);
    }

    @Test
    void aRequestLastsFromTheFirstThatIsAskedToTheFirstThatIsAnsweredAndItsAnswerUntilTheNext() {
        long seed = Long.getLong("bowline.seed", 20261127L);
        Random random = new Random(seed);
        int some = 0;
        for (int round = 0; round < 1_000; round++) {
            List<Sent> all = IntStream.range(0, random.nextInt(40) + CONNECTIONS).mapToObj(i -> random(random))
                    .sorted(Comparator.comparingLong(Sent::nanos).thenComparing(one -> !one.asks)).toList();
            List<Request> requests = expected(all);
            assertThat(found(all)).as("seed %d, round %d", seed, round).isEqualTo(requests);
            some += requests.size();
        }
        assertThat(some).isGreaterThan(1_000);
    }

    @Test
    void whoSaysSomethingFirstAnswersNothing() {
        Sent greeting = new Sent(0, 10, false, true, 2, Timeline.Opener.RECEIVER);
        Sent question = new Sent(0, 20, true, true, 0, Timeline.Opener.SENDER);
        assertThat(found(List.of(greeting, question))).isEmpty();
        assertThat(found(List.of(greeting, question, new Sent(0, 35, false, true, 2, Timeline.Opener.RECEIVER))))
                .containsExactly(new Request(0, 20, 35, 36, 0, 2));
    }

    /** A server that answers in pieces at 20, 40 and 60 ns, and waits from 50 to 55 ns; when the client has all of it. */
    private static long whole(Cause cause, boolean acknowledged) {
        TimelineBuilder builder = new TimelineBuilder();
        int client = builder.thread(builder.host("A"), 3, 3, "client");
        int server = builder.thread(builder.host("B"), 3, 3, "server");
        int disk = builder.resource(1, VertexKind.DISK, "vda");
        builder.segment(client, 0, 100, ThreadState.RUNNING, 0);
        int[] sent = {5, 20, 40, 60};
        for (int i = 0; i < sent.length; i++) {
            int packet = builder.packet(sent[i], sent[i] + 1, i == 0 ? client : server);
            builder.packetOpener(packet, i == 0 ? Timeline.Opener.SENDER : Timeline.Opener.RECEIVER);
            builder.packetConnection(packet, 0);
        }
        int packet = builder.packet(54, 55, client);
        if (acknowledged) {
            builder.packetAcknowledges(packet);
        }
        builder.segment(server, 0, 30, ThreadState.RUNNING, 0);
        builder.segment(server, 30, 50, ThreadState.PREEMPTED, 0);
        builder.blocked(server, 50, 55, cause, cause == Cause.DISK ? disk : client, cause == Cause.DISK ? Timeline.NONE : packet, 0);
        builder.segment(server, 55, 100, ThreadState.RUNNING, 0);
        return Analysis.of(builder.build()).build().get(AskedRequests.RESULT).wholeReceived(0);
    }

    @Test
    void anAnswerGoesOnWhileItsThreadWaitsForADiskOrForRoomAndForNothingElse() {
        assertThat(whole(Cause.DISK, false)).isEqualTo(61);
        assertThat(whole(Cause.NETWORK, true)).isEqualTo(61);
        assertThat(whole(Cause.NETWORK, false)).as("something else came").isEqualTo(41);
    }
}
