/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.clocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.eclipse.swt.graphics.Rectangle;
import org.junit.jupiter.api.Test;

/** Which part of a plane of times and offsets is seen where. */
final class PlotWindowTest {
    private static final double NEAR = 1e-6;
    private final PlotWindow window = new PlotWindow(new Rectangle(10, 20, 200, 100), 1_000, 3_000, -50, 50);

    @Test
    void laterIsToTheRightAndMoreIsUp() {
        assertThat(window.x(1_000)).isEqualTo(10);
        assertThat(window.x(3_000)).isEqualTo(210);
        assertThat(window.y(50)).isEqualTo(20);
        assertThat(window.y(-50)).isEqualTo(120);
        assertThat(window.time(window.x(2_500))).isEqualTo(2_500);
        assertThat(window.offset(window.y(25))).isEqualTo(25);
    }

    @Test
    void farOutsideIsAtAPixelThatAWidgetCanDraw() {
        assertThat(window.x(1e18)).isEqualTo(10 + 5 * 200);
        assertThat(window.x(-1e18)).isEqualTo(10 - 4 * 200);
        assertThat(window.y(1e18)).isEqualTo(20 - 4 * 100);
    }

    @Test
    void whatIsUnderThePointerStaysThereWhenItZooms() {
        PlotWindow nearer = window.zoomed(4, 2, 60, 45);
        assertThat(nearer.time(60)).isEqualTo(window.time(60), within(NEAR));
        assertThat(nearer.offset(45)).isEqualTo(window.offset(45), within(NEAR));
        assertThat(nearer.right() - nearer.left()).isEqualTo(500, within(NEAR));
        assertThat(nearer.top() - nearer.bottom()).isEqualTo(50, within(NEAR));
    }

    @Test
    void nobodyLooksCloserThanAFewTicksNorFartherThanTimeGoes() {
        PlotWindow nearest = window.zoomed(1_000, 1_000, 60, 45);
        assertThat(nearest.right() - nearest.left()).as("would be 2 ns").isEqualTo(2_000, within(NEAR));
        assertThat(nearest.top() - nearest.bottom()).isEqualTo(100, within(NEAR));
        PlotWindow farther = window.zoomed(1e-16, 0.5, 60, 45);
        assertThat(farther.right() - farther.left()).isEqualTo(2_000, within(NEAR));
        assertThat(farther.top() - farther.bottom()).as("each way by itself").isEqualTo(200, within(NEAR));
    }

    @Test
    void aDragTakesThePlaneAlong() {
        PlotWindow moved = window.moved(100, 50);
        assertThat(moved.x(1_000)).isEqualTo(110);
        assertThat(moved.y(50)).isEqualTo(70);
    }

    @Test
    void aPointOutOfSightIsShownAtTheNearestEdge() {
        assertThat(window.showing(2_000, 0)).isEqualTo(window);
        assertThat(window.showing(3_500, 0).right()).isEqualTo(3_500);
        assertThat(window.showing(500, -80)).isEqualTo(new PlotWindow(window.area(), 500, 2_500, -80, 20));
        assertThat(window.sees(3_500, 0)).isFalse();
        assertThat(window.showing(3_500, 0).sees(3_500, 0)).isTrue();
    }

    @Test
    void anOffsetIsToldWithTheSignOfHowFarTheHostIsAhead() {
        assertThat(PlotTexts.ahead(-1_500)).as("the neighbour's time minus the host's").isEqualTo("1.50 µs");
        assertThat(PlotScene.signed(1_500)).isEqualTo("+1.50 µs");
        assertThat(PlotScene.signed(-1_500)).isEqualTo("\u22121.50 µs");
    }
}
