/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.clocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.sync.SyncResult;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.ThreeTier;

/** A host's clock in a range of time. */
final class ClockRowTest {
    private final AnalysisResult result = ThreeTier.result();
    private final Timeline timeline = result.timeline();

    private List<ClockRow> rows(long from, long to) {
        return ClockRow.of(result, from, to);
    }

    @Test
    void theReferenceIsNeverWrong() {
        ClockRow reference = rows(timeline.startNanos(), timeline.endNanos()).stream().filter(ClockRow::reference).findFirst()
                .orElseThrow();
        assertThat(reference.aheadNanos()).isZero();
        assertThat(reference.driftPpm()).isZero();
        assertThat(reference.growthNanosPerSecond()).isZero();
        assertThat(reference.neighbourName()).isEmpty();
        assertThat(reference.isBounded()).isTrue();
        assertThat(reference.errorPacketsNanos()).isZero();
    }

    @Test
    void beyondItsPacketsAClockIsKnownLessWell() {
        for (ClockRow row : rows(timeline.startNanos(), timeline.endNanos())) {
            if (!row.reference()) {
                assertThat(row.errorPacketsNanos()).as(row.name()).isPositive()
                        .isLessThanOrEqualTo(Math.max(row.errorBeginNanos(), row.errorEndNanos()));
                assertThat(row.matchedTo() + row.matchedFrom()).isPositive();
                assertThat(row.referenceName()).isIn("A", "B", "C").isNotEqualTo(row.name());
            }
        }
    }

    @Test
    void whereNoPacketIsTheErrorAtPacketsIsNotKnown() {
        SyncResult sync = result.sync();
        for (ClockRow row : rows(timeline.startNanos(), timeline.endNanos())) {
            SyncResult.Packets packets = sync.hosts().get(row.host()).packets();
            if (packets != null && !row.reference()) {
                long before = sync.clocks().toReference(row.host(), packets.fromNanos()) - 1_000_000;
                assertThat(before).as("the recording begins before its packets").isGreaterThan(timeline.startNanos());
                ClockRow early = rows(timeline.startNanos(), before).get(row.host());
                assertThat(early.errorPacketsNanos()).isEqualTo(Long.MAX_VALUE);
                assertThat(early.isBounded()).as("but the clock is known").isTrue();
                assertThat(early.errorBeginNanos()).isGreaterThan(early.errorEndNanos());
            }
        }
    }

    @Test
    void aRangeBeyondTheTracesIsNotCutToThem() {
        long after = timeline.endNanos() + 10_000_000_000L;
        ClockRow row = rows(after, after + 2).stream().filter(one -> !one.reference()).findFirst().orElseThrow();
        assertThat(row.errorMiddleNanos())
                .isGreaterThan(rows(timeline.endNanos() - 2, timeline.endNanos()).get(row.host()).errorMiddleNanos());
    }
}
