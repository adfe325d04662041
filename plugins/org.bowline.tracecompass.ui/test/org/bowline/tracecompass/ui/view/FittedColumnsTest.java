/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

/** How wide the columns of a table are at least. */
final class FittedColumnsTest {
    private static final int[] BARE = {50, 80, 60};
    private static final int LETTER = 8;

    private static int[] needed(int growing, String[]... rows) {
        return FittedColumns.needed(BARE, growing, List.of(rows), text -> LETTER * text.length());
    }

    @Test
    void aColumnHasRoomForWhatItShows() {
        int[] needed = needed(FittedColumns.NONE, new String[] {"1", "23:13:34.989 517 967", "ab"}, new String[] {"2", "23:13", "abc"});
        assertThat(needed).containsExactly(50, 20 * LETTER + 10, 60);
    }

    @Test
    void theOneThatGrowsLeavesTheOthersTheirRoom() {
        assertThat(needed(1, new String[] {"1", "w1-client (A:272), w1-server (B:273)", "of all 100 %"})).containsExactly(50, 80,
                12 * LETTER + 10);
    }

    @Test
    void oneLongTextDoesNotPushTheOtherColumnsOutOfSight() {
        assertThat(needed(FittedColumns.NONE, new String[] {"x".repeat(500), "", ""})).containsExactly(260, 80, 60);
        assertThat(needed(FittedColumns.NONE)).containsExactly(50, 80, 60);
    }
}
