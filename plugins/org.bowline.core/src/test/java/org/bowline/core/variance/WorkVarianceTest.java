/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.variance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.interval.IntervalSizes;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.interval.WorkLabels;
import org.bowline.core.progress.Progress;

/** Variance by service and queueing, as programs tell them. */
class WorkVarianceTest {
    /** Requests that queue for 2, 4 and 6, and are served for 3, 3 and 6; and one that nobody tells anything of. */
    private static MatchedIntervals requests() {
        long[][] times = {{2, 3}, {4, 3}, {6, 6}};
        WorkLabels labels = new WorkLabels();
        List<NamedInterval> intervals = new ArrayList<>();
        for (int i = 0; i < times.length; i++) {
            long begin = 100L * i;
            labels.switched(begin + times[i][0], 1, "r" + i);
            labels.ended(begin + times[i][0] + times[i][1], 1, "r" + i);
            intervals.add(new NamedInterval("x", "r" + i, 0, -1, begin, begin + times[i][0] + times[i][1]));
        }
        intervals.add(new NamedInterval("x", "untold", 0, -1, 900, 999));
        intervals.add(new NamedInterval("single", "r9", 0, -1, 900, 999));
        return new MatchedIntervals(intervals, List.of()).with(labels.finish());
    }

    @Test
    void theVarianceIsThatOfServiceAndOfQueueingAndWhatTheyHaveInCommon() {
        List<PathVariance> all = WorkVariance.of(requests(), IntervalSizes.NONE, Progress.NONE);
        assertThat(all).singleElement().satisfies(label -> {
            assertThat(label.label()).isEqualTo("x");
            assertThat(label.tree().count()).as("of which threads tell that they work for them").isEqualTo(3);
            int service = node(label, WorkVariance.SERVICE);
            int queueing = node(label, WorkVariance.QUEUEING);
            assertThat(label.tree().varianceNanos2(service)).isCloseTo(2, within(1e-9));
            assertThat(label.tree().varianceNanos2(queueing)).isCloseTo(8.0 / 3, within(1e-9));
            // 5, 7, 12: Var = 26/3 = 2 + 8/3 + 2 · 2
            assertThat(label.tree().varianceNanos2(0)).isCloseTo(26.0 / 3, within(1e-9));
            assertThat(label.tree().factors().stream().filter(Factor::isPair).mapToDouble(Factor::contributionNanos2).sum())
                    .isCloseTo(4, within(1e-9));
        });
    }

    private static int node(PathVariance label, String what) {
        for (int i = 0; i < label.nodes().size(); i++) {
            if (label.nodes().get(i).functions().equals(what)) {
                for (int part = 0; part < label.nodes().size(); part++) {
                    if (label.tree().tree().node(part) == i && !label.tree().tree().isBody(part)) {
                        return part;
                    }
                }
            }
        }
        throw new AssertionError(what);
    }

    @Test
    void whereThreadsTellNothingThereIsNothing() {
        MatchedIntervals untold = new MatchedIntervals(
                List.of(new NamedInterval("x", "a", 0, -1, 0, 5), new NamedInterval("x", "b", 0, -1, 5, 7)), List.of());
        assertThat(WorkVariance.of(untold, IntervalSizes.NONE, Progress.NONE)).isEmpty();
    }
}
