/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;

import org.junit.jupiter.api.Test;

/** Which pixel a place of the picture has. */
final class CameraTest {
    private static final double EXACTLY = 1e-6;

    @Test
    void aSmallPictureStandsInTheMiddleInItsOwnSize() {
        assertThat(Camera.fit(100, 50, 300, 150)).isEqualTo(new Camera(1, 100, 50));
    }

    @Test
    void aLargePictureIsShrunkUntilItsLongerSideHasRoom() {
        assertThat(Camera.fit(1000, 200, 500, 500)).isEqualTo(new Camera(0.5, 0, 200));
        assertThat(Camera.fit(200, 1000, 500, 500)).isEqualTo(new Camera(0.5, 200, 0));
    }

    @Test
    void withoutPictureOrRoomNothingIsScaled() {
        assertThat(Camera.fit(0, 0, 300, 150)).isEqualTo(new Camera(1, 0, 0));
        assertThat(Camera.fit(100, 50, 0, 150)).isEqualTo(new Camera(1, 0, 0));
    }

    @Test
    void whatIsUnderThePointerStaysThereWhileAPersonZooms() {
        Random random = new Random(1);
        for (int i = 0; i < 1_000; i++) {
            Camera camera = new Camera(0.1 + random.nextDouble(), random.nextInt(500) - 250, random.nextInt(500) - 250);
            double x = random.nextInt(800);
            double y = random.nextInt(600);
            Camera nearer = camera.zoomedAt(0.2 + 3 * random.nextDouble(), x, y);
            assertThat(nearer.unitX(x)).isCloseTo(camera.unitX(x), within(EXACTLY));
            assertThat(nearer.unitY(y)).isCloseTo(camera.unitY(y), within(EXACTLY));
            assertThat(nearer.pixelX(nearer.unitX(x))).isCloseTo(x, within(EXACTLY));
        }
    }

    @Test
    void nobodyZoomsBeyondTheLimits() {
        Camera camera = new Camera(1, 10, 20);
        assertThat(camera.zoomedAt(1e9, 0, 0).scale()).isEqualTo(Camera.LARGEST);
        assertThat(camera.zoomedAt(1e-9, 0, 0).scale()).isEqualTo(Camera.SMALLEST);
        Camera nearest = camera.zoomedAt(1e9, 40, 30);
        assertThat(nearest.zoomedAt(2, 70, 80)).as("at the limit the picture stays where it is").isEqualTo(nearest);
    }

    @Test
    void aBoxIsMovedIntoTheAreaByAsLittleAsNeeded() {
        Camera camera = new Camera(2, 0, 0);
        assertThat(camera.showing(10, 10, 20, 20, 100, 100)).as("it is there").isEqualTo(camera);
        assertThat(camera.showing(45, 10, 20, 20, 100, 100)).as("beyond the right").isEqualTo(new Camera(2, -30, 0));
        assertThat(camera.showing(-5, -10, 20, 20, 100, 100)).as("beyond the upper left").isEqualTo(new Camera(2, 10, 20));
        assertThat(camera.showing(10, 10, 80, 20, 100, 100)).as("wider than the area: its begin").isEqualTo(new Camera(2, -20, 0));
    }
}
