/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.runnable;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.runnable.Confined.Place;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

/** On which processors a thread runs, and since when on no other. */
class ConfinedTest {
    private static final long TURN = 10;

    /** Of a thread that runs once in each turn of 10 ns, half of it, on these processors. */
    private static Place place(List<Integer> cpus, int from) {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        int timer = builder.resource(host, VertexKind.TIMER, "timer");
        int thread = builder.thread(host, 10, 10, "a");
        for (int turn = 0; turn < cpus.size(); turn++) {
            long begin = turn * TURN;
            builder.blocked(thread, begin, begin + TURN / 2, Cause.TIMER, timer, Timeline.NONE, cpus.get(turn));
            builder.segment(thread, begin + TURN / 2, begin + TURN, ThreadState.RUNNING, cpus.get(turn));
        }
        Timeline timeline = builder.build(0, cpus.size() * TURN);
        return Confined.of(Processors.of(timeline, from, cpus.size() * TURN, Progress.NONE), Progress.NONE).place(thread);
    }

    private static List<Integer> runs(int... timesAndCpus) {
        List<Integer> cpus = new ArrayList<>();
        for (int i = 0; i < timesAndCpus.length; i += 2) {
            cpus.addAll(Collections.nCopies(timesAndCpus[i], timesAndCpus[i + 1]));
        }
        return cpus;
    }

    private static String cpus(Place place) {
        BitSet cpus = place.cpus();
        return cpus.stream().mapToObj(Integer::toString).collect(Collectors.joining(","));
    }

    @Test
    void whoBindsItselfWhenItBeginsRunsOnOneProcessorSinceThen() {
        Place place = place(runs(1, 2, 1, 3, 40, 1), 0);
        assertThat(cpus(place)).isEqualTo("1");
        assertThat(place.sinceNanos()).isEqualTo(2 * TURN);
        assertThat(place.isOften()).isTrue();
    }

    @Test
    void atLeastHalfOfAllRunsAreSinceThen() {
        assertThat(cpus(place(runs(25, 1, 25, 0), 0))).isEqualTo("0");
        assertThat(cpus(place(runs(26, 1, 25, 0), 0))).isEqualTo("0,1");
        assertThat(place(runs(26, 1, 25, 0), 0).sinceNanos()).isZero();
        assertThat(cpus(place(runs(26, 1, 25, 0), 20))).as("what was before the range does not count").isEqualTo("0");
    }

    @Test
    void itBeganToRunOftenSinceThen() {
        assertThat(cpus(place(runs(1, 1, 20, 0), 0))).isEqualTo("0");
        assertThat(cpus(place(runs(1, 1, 19, 0), 0))).isEqualTo("0,1");
    }

    @Test
    void ofAllMomentsThatCountsSinceWhichItRunsOnTheFewest() {
        Place place = place(runs(5, 3, 5, 1, 5, 2, 30, 1), 0);
        assertThat(cpus(place)).isEqualTo("1");
        assertThat(place.sinceNanos()).isEqualTo(15 * TURN);
    }

    @Test
    void whoNeverRanElsewhereDoesSoFromTheBeginOfTheRangeOn() {
        Place often = place(runs(20, 0), 0);
        assertThat(cpus(often)).isEqualTo("0");
        assertThat(often.sinceNanos()).isZero();
        assertThat(often.isOften()).isTrue();
        assertThat(place(runs(19, 0), 0).isOften()).isFalse();
    }
}
