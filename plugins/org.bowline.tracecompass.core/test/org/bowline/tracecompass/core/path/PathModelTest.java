/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.criticalpath.LegKind;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.ThreeTier;
import org.bowline.tracecompass.core.threads.ClockError;

final class PathModelTest {
    private final Timeline timeline = ThreeTier.result().timeline();
    private final PathModel model = PathModel.of(ThreeTier.result(),
            new PathQuery(ThreeTier.thread("w1-client"), timeline.startNanos(), timeline.endNanos()), Progress.NONE);
    private final CriticalPath path = model.path();

    @Test
    void theLegAtAMomentIsTheOneAroundIt() {
        for (int leg = 0; leg < path.size(); leg++) {
            assertThat(model.legAt(path.start(leg))).isEqualTo(leg);
            assertThat(model.legAt(path.end(leg) - 1)).isEqualTo(leg);
            assertThat(model.legAt(path.thread(leg), path.start(leg))).isEqualTo(leg);
            assertThat(model.legAt(path.thread(leg) + 1, path.start(leg))).isEqualTo(-1);
        }
        assertThat(model.legAt(path.fromNanos() - 1)).isEqualTo(-1);
        assertThat(model.legAt(path.toNanos())).isEqualTo(-1);
    }

    @Test
    void everyLegIsInTheRowOfItsThreadAndInNoOther() {
        List<Integer> legs = new ArrayList<>();
        for (int host : model.hosts()) {
            for (int thread : model.threads(host)) {
                assertThat(timeline.host(thread)).isEqualTo(host);
                assertThat(model.legs(thread)).isSorted().isNotEmpty();
                assertThat(IntStream.of(model.legs(thread))).allMatch(leg -> path.thread(leg) == thread);
                IntStream.of(model.legs(thread)).forEach(legs::add);
            }
        }
        assertThat(legs).containsExactlyInAnyOrderElementsOf(IntStream.range(0, path.size()).boxed().toList());
        assertThat(model.legs(Timeline.NONE)).isEmpty();
    }

    @Test
    void hostsAndThreadsComeInTheOrderOfThePath() {
        assertThat(model.hosts()).containsExactlyElementsOf(
                IntStream.range(0, path.size()).map(leg -> timeline.host(path.thread(leg))).distinct().boxed().toList());
        for (int host : model.hosts()) {
            assertThat(model.threads(host)).containsExactlyElementsOf(IntStream.range(0, path.size()).map(path::thread)
                    .filter(thread -> timeline.host(thread) == host).distinct().boxed().toList());
        }
    }

    @Test
    void hopsAreTheLegsThatBeginOnAnotherHost() {
        long hops = IntStream.range(1, path.size())
                .filter(leg -> timeline.host(path.thread(leg)) != timeline.host(path.thread(leg - 1))).count();
        assertThat(model.hops()).isEqualTo((int) hops);
        assertThat(hops).as("60 requests, each to another host and back").isGreaterThanOrEqualTo(120);
    }

    @Test
    void aPathThatStaysOnItsHostNeedsNoClock() {
        int pool = ThreeTier.thread("w1-pool");
        int first = IntStream.range(timeline.firstSegment(pool), timeline.endSegment(pool))
                .filter(segment -> timeline.state(segment) == ThreadState.RUNNING).findFirst().orElseThrow();
        PathModel own = PathModel.of(ThreeTier.result(), new PathQuery(pool, timeline.start(first), timeline.end(pool, first)),
                Progress.NONE);
        assertThat(own.hosts()).containsExactly(2);
        assertThat(own.hops()).isZero();
        assertThat(own.clockErrorNanos()).isZero();
    }

    @Test
    void aLegIsDoubtfulIfItsStateOrCauseIsNotKnownOrItsPacketIsQuickerThanTheClocksAreSure() {
        int sure = 0;
        int doubtful = 0;
        for (int leg = 0; leg < path.size(); leg++) {
            LegKind kind = path.kind(leg);
            boolean unknown = path.state(leg) == ThreadState.UNKNOWN || path.cause(leg) == Cause.UNKNOWN;
            if (kind == LegKind.OWN || kind == LegKind.WAIT) {
                assertThat(model.isDoubtful(leg)).isEqualTo(unknown);
            } else if (kind == LegKind.NETWORK_TRANSIT) {
                int sender = path.target(leg);
                boolean late = sender < timeline.threadCount() && path.nanos(leg) >= ClockError.between(ThreeTier.result().sync(),
                        timeline.host(sender), timeline.host(path.thread(leg)), path.start(leg));
                assertThat(model.isDoubtful(leg)).isEqualTo(!late);
                sure += late ? 1 : 0;
            }
            doubtful += model.isDoubtful(leg) ? 1 : 0;
        }
        assertThat(sure).as("packets that are sure").isPositive();
        assertThat(doubtful).isLessThan(path.size());
    }
}
