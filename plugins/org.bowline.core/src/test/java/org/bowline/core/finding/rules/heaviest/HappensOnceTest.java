/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.heaviest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Workers;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.knot.DominantKnot;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.Knot;

/** A wait that happens once, as that of a server for the command to stop, is not the heaviest one that is told, where others repeat. */
public class HappensOnceTest {
    /** Two threads wait for each other four times for a tenth of a millisecond: of waits that are fewer nothing is told. Others sleep meanwhile. */
    private static void greet(Stage stage, int a, int b, int timer, int... others) {
        long begin = stage.told(a);
        for (long t = begin + 100; t <= begin + 800; t += 200) {
            stage.runs(a, t).waits(b, a, t).waits(a, b, t + 100).runs(b, t + 100);
        }
        for (int other : others) {
            stage.waits(other, Cause.TIMER, timer, Timeline.NONE, begin + 800);
        }
    }

    /** For 600 ms a client and a server work in turn, so often; then an administrator who waited for them has an order ready after 400 ms. All of it so many times in a second. */
    public static Stage orders(int orders, int rounds) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        int server = stage.thread(host, 11, "server");
        int client = stage.thread(host, 12, "client");
        int admin = stage.thread(host, 13, "admin");
        greet(stage, server, admin, timer, client);
        long t = 800;
        for (int order = 0; order < orders; order++) {
            long each = 300_000L / orders / rounds;
            for (int i = 0; i < rounds; i++) {
                stage.runs(client, t + each).waits(server, client, t + each);
                stage.runs(server, t + 2 * each).waits(client, server, t + 2 * each);
                t += 2 * each;
            }
            stage.waits(admin, server, t);
            t += 400_000L / orders;
            stage.runs(admin, t).waits(server, admin, t).waits(client, Cause.TIMER, timer, Timeline.NONE, t);
        }
        return stage;
    }

    private static String summary(Stage stage) {
        return stage.see(new DominantKnot()).findings().get(0).summary();
    }

    @Test
    void aWaitThatHappensOnceIsNotTheHeaviestWhereOthersRepeat() {
        assertThat(summary(orders(1, 100)))
                .contains(
                        "The heaviest wait that repeats is that of server (h:101) for client (h:102): 300 ms, 30.0 % of the range, in 100 waits");
    }

    @Test
    void aWaitThatHappensAFewTimesIsTheHeaviest() {
        assertThat(summary(orders(4, 25)))
                .contains("The heaviest wait is that of admin (h:103) for server (h:101): 600 ms, 60.0 % of the range, in 8 waits");
    }

    @Test
    void whereNoWaitRepeatsTheHeaviestIsToldThatHappensOnce() {
        assertThat(summary(orders(1, 1)))
                .contains("The heaviest wait is that of admin (h:103) for server (h:101): 600 ms, 60.0 % of the range, in 5 waits");
    }

    /** A thread of a pool, or an administrator, works for 400 ms, and the first of the pool waits for it; then four of the pool have a lock in turn for 600 ms, and whoever has it writes for so long of 10 ms. */
    static Stage pool(String once, long diskMicros) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        int disk = stage.builder.resource(host, VertexKind.DISK, "vda");
        for (int i = 0; i < 4; i++) {
            stage.thread(host, 11, "w-" + i);
        }
        int other = stage.thread(host, once.startsWith("w") ? 11 : 12, once);
        greet(stage, 0, other, timer);
        stage.runs(other, 400_000).waits(0, other, 400_000);
        for (int i = 1; i < 4; i++) {
            stage.waits(i, Cause.TIMER, timer, Timeline.NONE, 400_000);
        }
        for (int turn = 0; turn < 60; turn++) {
            long t = 400_000 + 10_000L * (turn + 1);
            int holder = turn % 4;
            stage.runs(holder, t - diskMicros);
            if (diskMicros > 0) {
                int request = stage.builder.request(disk, holder, (t - diskMicros) * Stage.US, (t - diskMicros) * Stage.US, t * Stage.US);
                stage.builder.writes(request);
                stage.waits(holder, Cause.DISK, disk, request, t);
            }
            for (int i = 1; i < 4; i++) {
                stage.waits((holder + i) % 4, holder, t);
            }
        }
        return stage.waits(other, 0, 1_000_000);
    }

    @Test
    void amongTheWaitsOfAPoolForEachOtherAreNoneThatHappenOnce() {
        assertThat(summary(pool("w-4", 0)))
                .contains(
                        "The heaviest wait that repeats is that of w* ×4 (h) for each other: at least one of them waits so in 60.0 % of the range, in 180 waits");
    }

    @Test
    void behindTheWaitsOfAPoolForEachOtherIsNoneThatHappensOnce() {
        assertThat(summary(pool("admin", 3_000))).contains(" for each other: ", " Behind it is that for disk vda (h): ")
                .doesNotContain("Behind it is that for admin");
    }

    /** A client asks a server 60 times for 7 ms, of which a helper has 4 for it; in between the server waits so often for somebody with an order, 350 ms in all. */
    private static Stage helped(int orders) {
        Stage stage = new Stage();
        int host = stage.host("h");
        int timer = stage.builder.resource(host, VertexKind.TIMER, "timer");
        int server = stage.thread(host, 11, "server");
        int admin = stage.thread(host, 12, "admin");
        int client = stage.thread(host, 13, "client");
        int helper = stage.thread(host, 14, "helper");
        greet(stage, server, admin, timer, client, helper);
        long t = 800;
        for (int i = 0; i < 60; i++) {
            stage.runs(client, t + 3_000).waits(server, client, t + 3_000).runs(server, t + 4_000);
            if (i % (60 / orders) == 30 / orders) {
                stage.waits(admin, Cause.TIMER, timer, Timeline.NONE, t + 4_000).waits(helper, Cause.TIMER, timer, Timeline.NONE,
                        t + 4_000);
                t += 350_000 / orders;
                stage.runs(admin, t + 4_000).waits(server, admin, t + 4_000).waits(helper, Cause.TIMER, timer, Timeline.NONE, t + 4_000);
            }
            stage.waits(helper, server, t + 4_000).runs(helper, t + 8_000).waits(server, helper, t + 8_000);
            t += 10_000;
            stage.waits(admin, Cause.TIMER, timer, Timeline.NONE, t - 4_000);
            stage.runs(server, t).waits(client, server, t).waits(admin, server, t);
        }
        return stage;
    }

    @Test
    void behindAWaitIsNoneThatHappensOnce() {
        assertThat(summary(helped(5))).as("five times").contains(" Behind it is that of server (h:101) for admin (h:102): 350 ms");
        assertThat(summary(helped(1))).contains(" Behind it is that of server (h:101) for helper (h:104): 240 ms");
    }

    /** Whether the wait of the first of a pool for a helper happens once, where its threads wait for that one in turn, so often in all. */
    private static boolean isOnce(int waits, int threads) {
        Stage stage = new Stage();
        int host = stage.host("h");
        for (int i = 0; i < threads; i++) {
            stage.thread(host, 11, "w-" + i);
        }
        int helper = stage.thread(host, 12, "helper");
        for (int turn = 0; turn < waits; turn++) {
            long t = 10_000L * turn;
            stage.runs(turn % threads, t + 1_000).waits(turn % threads, helper, t + 9_000).runs(turn % threads, t + 10_000);
            for (int i = 0; i < threads; i++) {
                if (i != turn % threads) {
                    stage.runs(i, t + 10_000);
                }
            }
            stage.waits(helper, turn % threads, t + 1_000).runs(helper, t + 9_000).waits(helper, turn % threads, t + 10_000);
        }
        Analysis analysis = Analysis.of(stage.builder.build()).build();
        Knot any = Analysis.of(orders(1, 100).builder.build()).build().get(Workers.KNOTS).found().get(0).knot();
        Knot all = any.with(IntStream.rangeClosed(0, threads).toArray(), IntStream.range(0, analysis.graph().edgeCount()).toArray());
        return new HappensOnce(analysis, all).is(analysis.graph().edge(0, helper));
    }

    @Test
    void whereEachThreadOfAPoolWaitsOnceButInTurnTheWaitRepeats() {
        assertThat(isOnce(4, 4)).isFalse();
        assertThat(isOnce(1, 4)).as("one of them alone").isTrue();
        assertThat(isOnce(2, 1)).as("one thread, twice").isFalse();
    }
}
