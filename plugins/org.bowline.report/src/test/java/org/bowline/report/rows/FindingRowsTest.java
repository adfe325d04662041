/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Severity;
import org.bowline.core.model.Caveat;

class FindingRowsTest {
    private static String estimate(String... kinds) {
        List<Caveat> caveats = Stream.of(kinds).map(kind -> Caveat.of(Caveat.Severity.WARNING, "A", kind, 1, "")).toList();
        return FindingRows.estimate(
                new Finding("rule", Severity.WARNING, "", "It is so.", "", "", List.of(), 0, 1, 0, true, caveats, false, null, List.of()));
    }

    @Test
    void theCaveatsOfAFindingAreNamedOnceEach() {
        assertThat(estimate()).isEqualTo("The figures are estimates, as this rule infers them.");
        assertThat(estimate("drift-assumed", "drift-assumed")).isEqualTo("The figures are estimates; see the caveat drift-assumed.");
        assertThat(estimate("drift-assumed", "lost-events"))
                .isEqualTo("The figures are estimates; see the caveats drift-assumed, lost-events.");
    }
}
