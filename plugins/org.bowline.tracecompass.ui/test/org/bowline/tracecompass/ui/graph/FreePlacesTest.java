/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.eclipse.swt.graphics.Rectangle;
import org.junit.jupiter.api.Test;

/** Where the name of a host stands, and what is said of the picture. */
class FreePlacesTest {
    private static final Rectangle ROOM = new Rectangle(0, 0, 200, 100);
    private static final Rectangle CORNER = new Rectangle(0, 0, 20, 10);

    @Test
    void wordsStandWhereTheyAreWishedIfNoBoxIsThere() {
        assertThat(FreePlaces.along(ROOM, CORNER, List.of(new Rectangle(30, 0, 100, 100)))).isEqualTo(CORNER);
    }

    @Test
    void elseAlongTheSidesWhereNoBoxIs() {
        assertThat(FreePlaces.along(ROOM, CORNER, List.of(new Rectangle(-10, -10, 50, 30)))).isEqualTo(new Rectangle(48, 0, 20, 10));
        assertThat(FreePlaces.along(ROOM, CORNER, List.of(new Rectangle(-10, -10, 300, 30)))).isEqualTo(new Rectangle(0, 24, 20, 10));
        Rectangle below = new Rectangle(180, 90, 20, 10);
        assertThat(FreePlaces.along(ROOM, below, List.of(new Rectangle(150, 50, 100, 100), new Rectangle(0, 0, 200, 40))))
                .isEqualTo(new Rectangle(0, 48, 20, 10));
    }

    @Test
    void whereAllIsTakenTheyStandWhereTheyAreWished() {
        assertThat(FreePlaces.along(ROOM, CORNER, List.of(ROOM))).isEqualTo(CORNER);
        assertThat(FreePlaces.along(new Rectangle(0, 0, 5, 5), CORNER, List.of(CORNER))).as("no room at all").isEqualTo(CORNER);
    }
}
