/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.interval.Episode;
import org.bowline.core.interval.PathDifference;
import org.bowline.core.timeline.TimelineBuilder;

/** What slow requests do that others do not, in sentences. */
class RequestTextTest {
    private static final Analysis ANALYSIS = Analysis.of(new TimelineBuilder().build()).build();

    private static PathDifference slow(@Nullable Episode episode) {
        return new PathDifference("", PathDifference.Kind.SLOW, 250, 5, 126, 400_000_000,
                new PathDifference.Difference(437e6, 222e6, 200e6, 230e6), List.of(), episode);
    }

    private static String text(@Nullable Episode episode) {
        return RequestText.sentence(ANALYSIS, slow(episode));
    }

    @Test
    void viewsWriteTheMomentAsTheyWriteAllOthers() {
        PathDifference slow = slow(new Episode(5, 10, 3_600_500_000_000L, 3_600_631_000_000L));
        assertThat(RequestText.sentence(ANALYSIS, slow, nanos -> "10:00")).contains(" from 10:00 on: ");
    }

    @Test
    void slowRequestsThatCameTogetherAreSaidToBeOneEvent() {
        String apart = text(null);
        assertThat(apart).contains("the slowest 5 of 250 spend 215 ms more than typical ones (437 ms against 222 ms)")
                .endsWith("would have it.");
        assertThat(text(new Episode(5, 10, 3_600_500_000_000L, 3_600_631_000_000L))).isEqualTo(
                apart + " All 5 are among 10 that began in a row, within 131 ms from 01:00:00.500000000 on: rather one event than 5.");
    }
}
