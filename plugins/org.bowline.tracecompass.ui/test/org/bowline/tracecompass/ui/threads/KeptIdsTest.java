/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.threads;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which rows are kept in sight. */
final class KeptIdsTest {
    private final KeptIds<String> kept = new KeptIds<>();

    @Test
    void theLastThatIsKeptStandsLowestAlsoIfItWasKeptBefore() {
        kept.keep("a", 1, true);
        kept.keep("a", 2, true);
        kept.keep("a", 3, true);
        assertThat(kept.of("a")).containsExactly(1L, 2L, 3L);
        kept.keep("a", 1, true);
        assertThat(kept.of("a")).containsExactly(2L, 3L, 1L);
        kept.keep("a", 3, false);
        kept.keep("a", 4, false);
        assertThat(kept.of("a")).containsExactly(2L, 1L);
    }

    @Test
    void ofMoreThanThereIsRoomForTheFirstOneGoes() {
        for (long id = 1; id <= KeptIds.MOST + 2; id++) {
            kept.keep("a", id, true);
        }
        assertThat(kept.of("a")).hasSize(KeptIds.MOST).startsWith(3L).endsWith(KeptIds.MOST + 2L);
    }

    @Test
    void eachTraceHasItsOwnAndNoTraceHasNone() {
        kept.keep("a", 1, true);
        kept.keep("b", 2, true);
        assertThat(kept.of("b")).containsExactly(2L);
        kept.keepNone("b");
        kept.keepNone(null);
        assertThat(kept.of("b")).isEmpty();
        assertThat(kept.of("a")).containsExactly(1L);
        assertThat(kept.of(null)).isEmpty();
    }
}
