/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.report.rows.Rows;

/** Requests by who ended them, where not all of that is known. */
class RequestGroupsTest {
    private static final int NO_PROCESS = -1;

    /** Threads 0 and 1 of process 10, 2 and 3 of processes that are not known. */
    private static Timeline timeline() {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("A");
        for (int i = 0; i < 4; i++) {
            builder.segment(builder.thread(0, 10 + i, i < 2 ? 10 : NO_PROCESS, "t" + i), 0, 10_000, ThreadState.RUNNING, 0);
        }
        return builder.build();
    }

    private static NamedInterval request(String key, int thread, long begin, long end) {
        return new NamedInterval("GET", key, 0, thread, begin, end);
    }

    private static List<String> groups(RequestGroups.By by, List<NamedInterval> ended, List<NamedInterval> unfinished) {
        Analysis analysis = Analysis.of(timeline()).intervals(new MatchedIntervals(ended, unfinished, List.of())).question(Question.ALL)
                .build();
        return RequestGroups.rows(analysis).stream().filter(row -> row.by() == by)
                .map(row -> (row.id() == Rows.ABSENT ? "-" : row.id()) + " " + row.name() + ": " + row.label().latencies().ended() + "+"
                        + row.label().latencies().unfinished())
                .toList();
    }

    @Test
    void aProcessHasAllRequestsOfItsThreadsAndTheNameOfItsFirst() {
        List<NamedInterval> ended = List.of(request("a", 0, 0, 10), request("b", 1, 0, 30));
        assertThat(groups(RequestGroups.By.PROCESS, ended, List.of())).containsExactly("10 t0: 2+0");
        assertThat(groups(RequestGroups.By.THREAD, ended, List.of())).containsExactly("11 t1: 1+0", "10 t0: 1+0");
    }

    @Test
    void whoIsNotKnownIsToldToBeSoAndHasNobodysName() {
        List<NamedInterval> ended = List.of(request("a", 2, 0, 10), request("b", 3, 0, 30), request("c", Timeline.NONE, 0, 20));
        assertThat(groups(RequestGroups.By.PROCESS, ended, List.of())).containsExactly("- : 3+0");
        assertThat(groups(RequestGroups.By.THREAD, ended, List.of())).containsExactly("13 t3: 1+0", "- : 1+0", "12 t2: 1+0");
    }

    @Test
    void requestsThatDidNotEndBelongToWhoBeganThem() {
        assertThat(groups(RequestGroups.By.THREAD, List.of(request("a", 0, 0, 10)), List.of(request("b", 0, 5, 9_000))))
                .containsExactly("10 t0: 1+1");
    }

    @Test
    void keysOfWhichEachIsThereOnceAreNoConnections() {
        assertThat(groups(RequestGroups.By.CONNECTION, List.of(request("a", 0, 0, 10), request("b", 0, 20, 30)), List.of())).isEmpty();
        assertThat(groups(RequestGroups.By.CONNECTION, List.of(request("a", 0, 0, 10), request("a", 0, 20, 40)), List.of()))
                .containsExactly("- a: 2+0");
    }
}
