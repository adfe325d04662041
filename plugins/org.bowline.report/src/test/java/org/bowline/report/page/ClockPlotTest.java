/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.sync.ClockEvidence;
import org.bowline.core.sync.ClockEvidence.BandPoint;
import org.bowline.core.sync.ClockEvidence.Point;

final class ClockPlotTest {
    private static final long WIDEST = 1_000;

    private static String figure(long... offsets) {
        List<Point> points = new ArrayList<>();
        for (int i = 0; i < offsets.length; i++) {
            points.add(new Point(i + 1, offsets[i], true, 0));
        }
        return new ClockPlot(new ClockEvidence(0, 1, offsets.length, points, List.of(),
                List.of(new BandPoint(0, -WIDEST, 0, WIDEST), new BandPoint(100, -WIDEST, 0, WIDEST))), "a", "b").figure().toString();
    }

    @Test
    void theSlowestOfFourMessagesDoesNotSetTheScale() {
        assertThat(figure(0, 0, 0, 6_000)).contains("1 slower one lies outside of the picture");
        assertThat(figure(0, 0, 6_000, 6_000)).doesNotContain("outside of the picture");
    }

    @Test
    void theScaleHasRoundNumbersThatDoNotRunIntoEachOther() {
        assertThat(figure(0, 0, 0, 0)).contains(">+1 µs<", ">+500 ns<", ">0<", ">−500 ns<", ">−1 µs<");
    }
}
