/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.waitfor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.ThreeTier;

final class ProcessCostTest {
    private final Analysis analysis = Analysis.of(ThreeTier.result()).question(Question.WORK).build();
    private final Timeline timeline = analysis.timeline();
    private final List<ProcessCost> costs = ProcessCost.of(analysis);

    @Test
    void everyProcessOfTheRangeIsThereOnceAndItsTimesAreThoseOfItsThreads() {
        Set<WaitOrigins.Process> lived = new HashSet<>();
        long running = 0;
        for (ThreadTotals totals : analysis.totals()) {
            if (!timeline.isIdle(totals.thread())) {
                lived.add(new WaitOrigins.Process(timeline.hostName(timeline.host(totals.thread())), timeline.pid(totals.thread())));
                running += totals.nanos(ThreadState.RUNNING);
            }
        }
        assertThat(costs).extracting(ProcessCost::process).containsExactlyInAnyOrderElementsOf(lived);
        assertThat(costs.stream().mapToLong(ProcessCost::runningNanos).sum()).isEqualTo(running);
    }

    @Test
    void thoseOfTheWorkComeFirstTheCostliestBeforeTheOthers() {
        assertThat(costs).isSortedAccordingTo(Comparator.comparing(ProcessCost::aside)
                .thenComparing(Comparator.comparingLong(ProcessCost::nanos).reversed()));
        List<ProcessCost> work = costs.stream().filter(cost -> !cost.aside()).toList();
        assertThat(work).extracting(ProcessCost::name).contains("w1-client", "w1-server", "w1-backend");
        assertThat(work.size()).isLessThan(costs.size() / 4);
    }

    @Test
    void aProcessOfWhichAllThreadsAreSetAsideIsSetAside() {
        for (ProcessCost cost : costs) {
            boolean all = analysis.totals().stream().map(ThreadTotals::thread)
                    .filter(thread -> !timeline.isIdle(thread) && timeline.pid(thread) == cost.process().pid()
                            && timeline.hostName(timeline.host(thread)).equals(cost.process().host()))
                    .allMatch(thread -> analysis.aside().isAside(thread));
            assertThat(cost.aside()).as(cost.toString()).isEqualTo(all);
        }
    }
}
