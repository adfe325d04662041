/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.criticalpath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class CriticalPathTest {
    private static final int A = 0;
    private static final int B = 1;
    private static final int C = 2;
    private final TimelineBuilder builder = new TimelineBuilder();

    private void threads(String... names) {
        for (int i = 0; i < names.length; i++) {
            builder.host("h" + i);
            builder.thread(i, 10 + i, 10, names[i]);
        }
    }

    private void run(int thread, long from, long to) {
        builder.segment(thread, from, to, ThreadState.RUNNING, 0);
    }

    private void wait(int thread, long from, long to, int target) {
        builder.blocked(thread, from, to, Cause.THREAD, target, Timeline.NONE, 0);
    }

    private static CriticalPath path(Timeline timeline, int thread, long from, long to) {
        return CriticalPath.of(timeline, thread, from, to, Progress.NONE);
    }

    private static List<String> text(CriticalPath path) {
        List<String> result = new ArrayList<>();
        for (int i = 0; i < path.size(); i++) {
            String cause = path.cause(i) == Cause.NONE ? "" : " " + path.cause(i).label();
            String target = path.target(i) == Timeline.NONE ? "" : ">" + path.timeline().vertexName(path.target(i));
            result.add(path.start(i) + "-" + path.end(i) + " " + path.timeline().name(path.thread(i)) + " " + path.state(i).label() + cause
                    + target + " "
                    + path.kind(i));
        }
        return result;
    }

    @Test
    void aHelperThatWasSlowerThanTheBackendIsCriticalFromItsStartAndTheWaitForTheBackendIsHidden() {
        threads("server", "helper", "backend");
        run(A, 0, 10);
        wait(A, 10, 20, C);
        run(A, 20, 21);
        wait(A, 21, 30, B);
        run(A, 30, 32);
        wait(B, 0, 5, A);
        run(B, 5, 32);
        wait(C, 0, 9, A);
        run(C, 9, 32);
        assertThat(text(path(builder.build(), A, 0, 32))).containsExactly("0-5 server running OWN", "5-30 helper running OWN",
                "30-32 server running OWN");
    }

    @Test
    void aHelperThatWasFasterThanTheBackendIsNotCritical() {
        threads("server", "helper", "backend");
        run(A, 0, 10);
        wait(A, 10, 20, C);
        run(A, 20, 32);
        wait(B, 0, 5, A);
        run(B, 5, 15);
        wait(B, 15, 32, A);
        wait(C, 0, 9, A);
        run(C, 9, 32);
        assertThat(text(path(builder.build(), A, 0, 32))).containsExactly("0-9 server running OWN", "9-20 backend running OWN",
                "20-32 server running OWN");
    }

    @Test
    void aServerThatWorksWhileItsClientIsStillOnTheCpuAfterSendingIsOnThePath() {
        threads("client", "server");
        run(A, 0, 10);
        builder.blocked(A, 10, 14, Cause.NETWORK, B, builder.packet(12, 13, B), 0);
        run(A, 14, 15);
        builder.blocked(B, 0, 5, Cause.NETWORK, A, builder.packet(3, 4, A), 0);
        run(B, 5, 15);
        assertThat(text(path(builder.build(), A, 0, 15))).containsExactly("0-3 client running OWN",
                "3-5 server blocked network>client NETWORK_TRANSIT", "5-12 server running OWN",
                "12-14 client blocked network>server NETWORK_TRANSIT", "14-15 client running OWN");
    }

    @Test
    void aServerThatWasDoneBeforeItsClientWaitedIsNotOnThePath() {
        threads("client", "server");
        run(A, 0, 15); // the answer lay ready
        wait(B, 0, 3, A);
        run(B, 3, 8);
        wait(B, 8, 15, A);
        assertThat(text(path(builder.build(), A, 0, 15))).containsExactly("0-15 client running OWN");
    }

    @Test
    void atABarrierTheThreadThatComesLastIsOnThePathOfAllOthersSinceTheLastRound() {
        threads("A", "B", "C");
        // B comes last at 4 and wakes the others, C at 10; A and C meet the barrier at 7 and 3
        run(A, 0, 2);
        wait(A, 2, 4, B);
        run(A, 4, 7);
        wait(A, 7, 10, C);
        run(A, 10, 12);
        run(B, 0, 6);
        wait(B, 6, 10, C);
        run(B, 10, 12);
        run(C, 0, 3);
        wait(C, 3, 4, B);
        run(C, 4, 12);
        Timeline timeline = builder.build();
        assertThat(text(path(timeline, B, 0, 12))).containsExactly("0-4 B running OWN", "4-10 C running OWN", "10-12 B running OWN");
    }

    @Test
    void whatWasGivenAwayDuringAWaitCountsFromItsEnd() {
        threads("A", "B", "C");
        // B is woken at 3, while A waits: an interrupt acted for A, or the clocks say so
        run(A, 0, 2);
        wait(A, 2, 5, C);
        run(A, 5, 8);
        wait(A, 8, 10, B);
        run(A, 10, 11);
        wait(B, 0, 3, A);
        run(B, 3, 11);
        run(C, 0, 11);
        assertThat(text(path(builder.build(), A, 0, 11))).containsExactly("0-2 A running OWN", "2-5 C running OWN", "5-10 B running OWN",
                "10-11 A running OWN");
    }

    @Test
    void aWakerThatWasBusyForOthersIsFollowedOnlyDuringTheWait() {
        threads("client", "busy", "other");
        run(A, 0, 10);
        wait(A, 10, 20, C);
        run(A, 20, 21);
        wait(A, 21, 30, B);
        run(A, 30, 32);
        run(B, 0, 32);
        run(C, 0, 32);
        assertThat(text(path(builder.build(), A, 0, 32))).containsExactly("0-10 client running OWN", "10-20 other running OWN",
                "20-21 client running OWN", "21-30 busy running OWN", "30-32 client running OWN");
    }

    @Test
    void aWaitIsReplacedByWhatTheWakerDidAndItsWaitsByWhatTheirWakersDid() {
        threads("A", "B", "C");
        run(A, 0, 2);
        wait(A, 2, 10, B);
        builder.segment(A, 10, 11, ThreadState.RUNNABLE, 0);
        run(A, 11, 12);
        run(B, 0, 4);
        wait(B, 4, 8, C);
        run(B, 8, 12);
        builder.segment(C, 0, 5, ThreadState.PREEMPTED, 0);
        run(C, 5, 12);
        CriticalPath path = path(builder.build(), A, 0, 12);
        assertThat(text(path)).containsExactly("0-2 A running OWN", "2-4 B running OWN", "4-5 C preempted OWN", "5-8 C running OWN",
                "8-10 B running OWN", "10-11 A runnable OWN", "11-12 A running OWN");
        assertThat(path.caveats()).isEmpty();
        PathTotals totals = PathTotals.of(path);
        assertThat(totals.nanos()).isEqualTo(12);
        assertThat(totals.threads()).containsExactly(new PathTotals.OfThread(A, 4), new PathTotals.OfThread(B, 4),
                new PathTotals.OfThread(C, 4));
        assertThat(totals.hosts()).extracting(PathTotals.OfHost::nanos).containsExactly(4L, 4L, 4L);
        assertThat(totals.states()).containsExactly(new PathTotals.OfState(ThreadState.RUNNING, Cause.NONE, 10),
                new PathTotals.OfState(ThreadState.PREEMPTED, Cause.NONE, 1), new PathTotals.OfState(ThreadState.RUNNABLE, Cause.NONE, 1));
    }

    @Test
    void aWaitThatBeganBeforeTheRangeOrEndsAfterItIsFollowedInsideTheRange() {
        threads("A", "B");
        wait(A, 0, 20, B);
        run(B, 0, 5);
        builder.segment(B, 5, 15, ThreadState.PREEMPTED, 0);
        run(B, 15, 20);
        assertThat(text(path(builder.build(), A, 4, 16))).containsExactly("4-5 B running OWN", "5-15 B preempted OWN",
                "15-16 B running OWN");
    }

    @Test
    void aPacketIsOnItsWayFromSendingToWakeUpAndBeforeThatTheSenderCounts() {
        threads("client", "server");
        int timer = builder.resource(1, VertexKind.TIMER, "timer");
        int packet = builder.packet(7, 9, B);
        builder.blocked(A, 2, 10, Cause.NETWORK, B, packet, 0);
        run(A, 10, 11);
        builder.blocked(B, 0, 5, Cause.TIMER, timer, Timeline.NONE, 0);
        run(B, 5, 11);
        assertThat(text(path(builder.build(), A, 2, 11))).containsExactly("2-5 server blocked timer>timer WAIT", "5-7 server running OWN",
                "7-10 client blocked network>server NETWORK_TRANSIT", "10-11 client running OWN");
    }

    @Test
    void aPacketSentBeforeTheWaitBeganIsOnItsWayAllTheTime() {
        threads("client", "server");
        builder.blocked(A, 2, 10, Cause.NETWORK, B, builder.packet(1, 9, B), 0);
        run(B, 0, 10);
        assertThat(text(path(builder.build(), A, 2, 10))).containsExactly("2-10 client blocked network>server NETWORK_TRANSIT");
    }

    /** A server answers more at 4 than the other side takes at once; the kernel sends the rest at 8, while the server waits for the next request. */
    @Test
    void whatTheKernelSendsWhileTheSenderWaitsIsOnItsWaySinceTheSenderWaits() {
        threads("client", "server");
        int request = builder.packet(12, 13, A);
        builder.blocked(A, 2, 10, Cause.NETWORK, B, builder.packet(8, 9, B), 0);
        run(A, 10, 15);
        run(B, 0, 5);
        builder.blocked(B, 5, 13, Cause.NETWORK, A, request, 0);
        run(B, 13, 15);
        assertThat(text(path(builder.build(), A, 2, 11))).containsExactly("2-5 server running OWN",
                "5-10 client blocked network>server NETWORK_TRANSIT", "10-11 client running OWN");
    }

    @Test
    void whatASenderSendsAtTheMomentItBeginsToWaitIsSentThen() {
        threads("client", "server");
        builder.blocked(A, 2, 10, Cause.NETWORK, B, builder.packet(5, 9, B), 0);
        run(B, 0, 5);
        builder.blocked(B, 5, 13, Cause.NETWORK, A, builder.packet(12, 13, A), 0);
        assertThat(text(path(builder.build(), A, 2, 10))).containsExactly("2-5 server running OWN",
                "5-10 client blocked network>server NETWORK_TRANSIT");
    }

    @Test
    void packetsThatContradictTheClocksAreCounted() {
        threads("client", "server");
        builder.blocked(A, 0, 4, Cause.NETWORK, B, builder.packet(6, 7, B), 0); // wakes before it was sent
        run(A, 4, 5);
        builder.blocked(A, 5, 10, Cause.NETWORK, B, builder.packet(8, 7, B), 0); // arrives before it was sent
        run(B, 0, 10);
        CriticalPath path = path(builder.build(), A, 0, 10);
        assertThat(text(path)).containsExactly("0-4 server running OWN", "4-5 client running OWN", "5-8 server running OWN",
                "8-10 client blocked network>server NETWORK_TRANSIT");
        assertThat(path.caveats()).singleElement().satisfies(caveat -> {
            assertThat(caveat.kind()).isEqualTo("clock-error");
            assertThat(caveat.count()).isEqualTo(2);
        });
    }

    @Test
    void aPacketThatArrivesAndWakesAtTheMomentOfItsSendingDoesNotContradictTheClocks() {
        threads("client", "server");
        builder.blocked(A, 0, 4, Cause.NETWORK, B, builder.packet(4, 4, B), 0);
        run(A, 4, 5);
        builder.blocked(A, 5, 10, Cause.NETWORK, B, builder.packet(8, 8, B), 0);
        run(B, 0, 10);
        CriticalPath path = path(builder.build(), A, 0, 10);
        assertThat(text(path)).containsExactly("0-4 server running OWN", "4-5 client running OWN", "5-8 server running OWN",
                "8-10 client blocked network>server NETWORK_TRANSIT");
        assertThat(path.caveats()).isEmpty();
    }

    @Test
    void theTotalsHaveTheLongestFirstAndWhatIsAsLongInTheOrderOfThePath() {
        threads("A", "B", "C");
        run(A, 0, 2);
        wait(A, 2, 5, B);
        run(A, 5, 8);
        wait(A, 8, 10, C);
        run(B, 0, 10);
        run(C, 0, 10);
        CriticalPath path = path(builder.build(), A, 0, 10);
        assertThat(path.thread()).isEqualTo(A);
        assertThat(path.fromNanos()).isZero();
        assertThat(path(path.timeline(), A, 3, 10).fromNanos()).isEqualTo(3);
        PathTotals totals = PathTotals.of(path);
        assertThat(totals.nanos()).isEqualTo(10);
        assertThat(path(path.timeline(), A, 3, 10)).extracting(later -> PathTotals.of(later).nanos()).isEqualTo(7L);
        assertThat(totals.threads()).extracting(PathTotals.OfThread::thread, PathTotals.OfThread::nanos)
                .containsExactly(tuple(A, 5L), tuple(B, 3L), tuple(C, 2L));
        assertThat(totals.hosts()).extracting(PathTotals.OfHost::nanos).containsExactly(5L, 3L, 2L);
        assertThat(totals.states()).extracting(PathTotals.OfState::nanos).containsExactly(10L);
        assertThat(PathTotals.parts(path)).isEqualTo(totals.parts()).extracting(PathPart::thread).containsExactly(A, B, C);
        // of 3 to 10 B and C have two each
        assertThat(PathTotals.of(path(path.timeline(), A, 3, 10)).threads()).extracting(PathTotals.OfThread::thread).containsExactly(A, B,
                C);
    }

    @Test
    void aPacketWithoutAMatchLeavesThePathWithTheOneThatWaits() {
        threads("client");
        int peer = builder.resource(0, VertexKind.NETWORK, "10.0.0.9");
        builder.blocked(A, 0, 4, Cause.NETWORK, peer, Timeline.NONE, 0);
        assertThat(text(path(builder.build(), A, 0, 4))).containsExactly("0-4 client blocked network>10.0.0.9 WAIT");
    }

    @Test
    void aDiskRequestIsSplitIntoQueueAndServiceAndBeforeThatItsIssuerCounts() {
        threads("A", "kworker");
        int disk = builder.resource(0, VertexKind.DISK, "sda");
        builder.blocked(A, 0, 10, Cause.DISK, disk, builder.request(disk, B, 3, 5, 9), 0);
        run(B, 0, 10);
        assertThat(text(path(builder.build(), A, 0, 10))).containsExactly("0-3 kworker running OWN", "3-5 A blocked disk>sda DISK_QUEUE",
                "5-10 A blocked disk>sda DISK_SERVICE");
    }

    @Test
    void beforeAThreadsOwnRequestThePathStaysWithIt() {
        threads("A");
        int disk = builder.resource(0, VertexKind.DISK, "sda");
        builder.blocked(A, 0, 10, Cause.DISK, disk, builder.request(disk, A, 3, 5, 9), 0);
        assertThat(text(path(builder.build(), A, 0, 10))).containsExactly("0-3 A blocked disk>sda WAIT",
                "3-5 A blocked disk>sda DISK_QUEUE",
                "5-10 A blocked disk>sda DISK_SERVICE");
    }

    @Test
    void beforeAThreadWasCreatedItsParentCounts() {
        threads("A", "child", "parent");
        wait(A, 0, 10, B);
        run(B, 6, 10);
        builder.parent(B, C);
        run(C, 0, 2);
        wait(C, 2, 5, A); // a cycle: A waits for it
        run(C, 5, 10);
        CriticalPath path = path(builder.build(), A, 0, 10);
        assertThat(text(path)).containsExactly("0-2 parent running OWN", "2-5 parent blocked thread>A CYCLE", "5-6 parent running OWN",
                "6-10 child running OWN");
        assertThat(path.caveats()).extracting(Caveat::kind).containsExactly("wait-cycle");
    }

    @Test
    void whatLiesOutsideOfTheTraceOrALifeIsUnknown() {
        threads("A", "B");
        wait(A, 0, 10, B);
        run(B, 4, 6);
        CriticalPath path = path(builder.build(), A, -5, 12);
        assertThat(text(path)).containsExactly("-5-0 A unknown ABSENT", "0-4 B unknown ABSENT", "4-6 B running OWN",
                "6-10 B unknown ABSENT",
                "10-12 A unknown ABSENT");
        assertThat(path.doubts().absentNanos()).isEqualTo(15);
    }

    @Test
    void threadsThatWaitForEachOtherEndAtTheOneThatClosesTheCircle() {
        threads("A", "B");
        wait(A, 0, 10, B);
        run(B, 0, 1);
        wait(B, 1, 9, A);
        run(B, 9, 10);
        assertThat(text(path(builder.build(), A, 0, 10))).containsExactly("0-1 B running OWN", "1-9 B blocked thread>A CYCLE",
                "9-10 B running OWN");
    }

    @Test
    void anEmptyRangeAndAnUnknownThreadAreRefused() {
        threads("A");
        run(A, 0, 10);
        Timeline timeline = builder.build();
        assertThatThrownBy(() -> path(timeline, A, 5, 5)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("empty");
        assertThatThrownBy(() -> path(timeline, A, Long.MIN_VALUE, Long.MAX_VALUE)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("too long");
        assertThatThrownBy(() -> path(timeline, 1, 0, 10)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void aChainOfAHundredThousandThreadsNeedsNoDeepStackAndCanBeCancelled() {
        int n = 100_000;
        builder.host("h");
        for (int i = 0; i < n; i++) {
            builder.thread(0, 1 + i, 1, "t" + i);
        }
        for (int i = 0; i < n - 1; i++) {
            wait(i, 0, 10, i + 1);
        }
        run(n - 1, 0, 10);
        Timeline timeline = builder.build();
        assertThat(text(path(timeline, 0, 0, 10))).containsExactly("0-10 t99999 running OWN");
        Progress cancelled = new Progress() {
            @Override
            public void report(String task, double fraction) {
                assertThat(fraction).isBetween(0.0, 1.0);
            }

            @Override
            public boolean isCancelled() {
                return true;
            }
        };
        assertThatThrownBy(() -> CriticalPath.of(timeline, 0, 0, 10, cancelled)).isInstanceOf(CancelledException.class);
    }

    @Test
    void thePathTilesTheRangeAndAgreesWithItsDefinitionOnRandomTimelines() {
        Set<LegKind> met = EnumSet.noneOf(LegKind.class);
        for (int i = 0; i < 5_000; i++) {
            long seed = Seeds.of(i);
            Timeline timeline = RandomTimelines.any(seed);
            Random random = new Random(seed);
            int thread = random.nextInt(timeline.threadCount());
            long from = random.nextInt((int) timeline.endNanos() + 2) - 2L;
            long to = from + 1 + random.nextInt((int) timeline.endNanos() + 2);
            CriticalPath path = path(timeline, thread, from, to);
            assertThat(path.start(0)).as(Seeds.name(seed)).isEqualTo(from);
            assertThat(path.end(path.size() - 1)).as(Seeds.name(seed)).isEqualTo(to);
            long sum = 0;
            for (int leg = 0; leg < path.size(); leg++) {
                assertThat(path.nanos(leg)).as(Seeds.name(seed)).isPositive();
                sum += path.nanos(leg);
                met.add(path.kind(leg));
                Chain.Point actual = new Chain.Point(path.thread(leg), path.state(leg), path.cause(leg), path.kind(leg), path.target(leg),
                        path.link(leg));
                for (long t = path.start(leg); t < path.end(leg); t++) {
                    assertThat(actual).as("at %d, %s", t, Seeds.name(seed)).isEqualTo(Chain.at(timeline, thread, from, to, t));
                }
            }
            assertThat(sum).as(Seeds.name(seed)).isEqualTo(to - from);
            PathTotals totals = PathTotals.of(path);
            assertThat(totals.parts().stream().mapToLong(PathPart::nanos).sum()).as(Seeds.name(seed)).isEqualTo(sum);
            assertThat(totals.states().stream().mapToLong(PathTotals.OfState::nanos).sum()).as(Seeds.name(seed)).isEqualTo(sum);
        }
        assertThat(met).isEqualTo(EnumSet.allOf(LegKind.class));
    }
}
