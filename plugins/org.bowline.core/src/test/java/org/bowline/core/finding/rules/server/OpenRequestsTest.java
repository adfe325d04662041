/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.timeline.Timeline;

class OpenRequestsTest {
    /** Of each client so many of 100 ms a request is open, at the server that is named. */
    private record Asks(String client, int openMillis, String server) {}

    /** Clients of host A and servers of host B, each a thread of its own; the client is named in front. */
    private static String said(List<String> merged, Asks... all) {
        Stage stage = new Stage();
        int here = stage.host("A");
        int there = stage.host("B");
        List<String> clients = IntStream.range(0, all.length).mapToObj(i -> all[i].client).distinct().toList();
        List<String> servers = IntStream.range(0, all.length).mapToObj(i -> all[i].server).distinct()
                .filter(name -> !clients.contains(name))
                .toList();
        clients.forEach(name -> stage.runs(stage.thread(here, 1, name), 100_000));
        servers.forEach(name -> stage.runs(stage.thread(there, 2, name), 100_000));
        for (int i = 0; i < all.length; i++) {
            int client = clients.indexOf(all[i].client);
            int server = clients.contains(all[i].server) ? clients.indexOf(all[i].server) : clients.size() + servers.indexOf(all[i].server);
            packet(stage, 0, 0, client, Timeline.Opener.SENDER, i);
            packet(stage, 1_000L * all[i].openMillis, 10, server, Timeline.Opener.RECEIVER, i);
        }
        Analysis analysis = Analysis.of(stage.builder.build()).question(Question.ALL.with(Merging.MERGE_THREADS, merged)).build();
        return OpenRequests.sentences(Merging.view(analysis), new int[] {0});
    }

    private static void packet(Stage stage, long sent, long way, int sender, Timeline.Opener who, int connection) {
        int packet = stage.builder.packet(sent * Stage.US, (sent + way) * Stage.US, sender);
        stage.builder.packetOpener(packet, who);
        stage.builder.packetConnection(packet, connection);
    }

    @Test
    void whoHasSeveralOpenIsToldWithWhoAnswersThem() {
        assertThat(said(List.of(), new Asks("loop", 100, "w-0"), new Asks("loop", 100, "w-1"), new Asks("loop", 50, "w-1")))
                .isEqualTo(" loop (A:101) has 2.5 requests open at a time, on average; w-0 (B:102) and w-1 (B:103) answer them.");
        assertThat(said(List.of(), new Asks("loop", 100, "w-0"), new Asks("loop", 100, "w-0")))
                .isEqualTo(" loop (A:101) has 2.0 requests open at a time, on average; w-0 (B:102) answers them.");
        assertThat(said(List.of(), new Asks("loop", 100, "w-0"), new Asks("loop", 99, "w-0"))).as("fewer than two").isEmpty();
    }

    @Test
    void theyAreCountedFromTheFirstToTheLast() {
        assertThat(said(List.of(), new Asks("loop", 95, "w"), new Asks("loop", 95, "w"), new Asks("loop", 95, "w")))
                .isEqualTo(" loop (A:101) has 3.0 requests open at a time, on average; w (B:102) answers them.");
        assertThat(said(List.of(), new Asks("loop", 80, "w"), new Asks("loop", 80, "w"), new Asks("loop", 40, "w")))
                .isEqualTo(" loop (A:101) has 2.5 requests open at a time, on average over 80.0 % of the range; w (B:102) answers them.");
        assertThat(said(List.of(), new Asks("loop", 80, "w"), new Asks("loop", 80, "w"), new Asks("loop", 39, "w")))
                .as("fewer than two on the average of the range").isEmpty();
    }

    /** As where it is told how many wait for a connection. */
    @Test
    void aRequestIsOpenUntilAllOfTheAnswerIsSent() {
        Stage stage = new Stage();
        int loop = stage.thread(stage.host("A"), 1, "loop");
        int server = stage.thread(stage.host("B"), 2, "w");
        stage.runs(loop, 100_000).runs(server, 100_000);
        for (int i = 0; i < 3; i++) {
            packet(stage, 0, 0, loop, Timeline.Opener.SENDER, i);
            packet(stage, 60_000, 10, server, Timeline.Opener.RECEIVER, i);
            packet(stage, 80_000, 10, server, Timeline.Opener.RECEIVER, i);
        }
        packet(stage, 0, 0, loop, Timeline.Opener.SENDER, 3);
        packet(stage, 100_000 - 10, 10, server, Timeline.Opener.RECEIVER, 3);
        Analysis analysis = Analysis.of(stage.builder.build()).question(Question.ALL).build();
        assertThat(OpenRequests.sentences(Merging.view(analysis), new int[] {0}))
                .isEqualTo(" loop (A:101) has 3.4 requests open at a time, on average; w (B:102) answers them.");
    }

    @Test
    void whereSeveralTeamsAnswerEachIsToldWithItsShareTheMostFirst() {
        assertThat(said(List.of(), new Asks("loop", 50, "fast"), new Asks("loop", 100, "slow-0"), new Asks("loop", 100, "slow-1")))
                .isEqualTo(
                        " loop (A:101) has 2.5 requests open at a time, on average, 2.0 of them at slow-0 (B:103) and slow-1 (B:104) and 0.5 of them at fast (B:102).");
    }

    @Test
    void whoAnswersHardlyAnyIsNotNamed() {
        Asks[] all = {new Asks("loop", 20, "fast"), new Asks("loop", 90, "slow"), new Asks("loop", 90, "slow")};
        assertThat(said(List.of(), all)).contains("0.2 of them at fast (B:102)");
        all[0] = new Asks("loop", 19, "fast");
        all[1] = new Asks("loop", 100, "slow");
        assertThat(said(List.of(), all)).endsWith("; slow (B:103) answers them.");
    }

    @Test
    void threadsThatAreOneVertexHaveAllOfTheirRequestsOpenAndAnswerAsOne() {
        Asks[] all = {new Asks("cli-0", 100, "w-0"), new Asks("cli-1", 100, "w-1"), new Asks("cli-0", 60, "w-1")};
        assertThat(said(List.of("cli-*", "w-*"), all))
                .isEqualTo(" cli* ×2 (A) have 2.6 requests open at a time, on average; w* ×2 (B) answer them.");
        assertThat(said(List.of("cli-*"), all)).endsWith("; w-0 (B:103) and w-1 (B:104) answer them.");
        assertThat(said(List.of("w-*"), all)).as("the first one alone").isEmpty();
        all[1] = new Asks("cli-1", 100, "cli-0");
        assertThat(said(List.of("cli-*"), all)).as("what they ask each other").isEmpty();
    }
}
