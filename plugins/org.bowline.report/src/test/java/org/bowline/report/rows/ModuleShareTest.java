/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.tag.TagOnPath;
import org.bowline.core.tag.TagPaths;

/** Which module is named first of those that requests spend their time in. */
class ModuleShareTest {
    private final TagPaths paths = new TagPaths();
    private final List<TagOnPath.Row> rows = new ArrayList<>();

    private void tag(String path, long own, double shareWithThoseBelow) {
        rows.add(new TagOnPath.Row(0, paths.of(path), own, own, own, 1000, shareWithThoseBelow));
    }

    private String differing() {
        return ModuleShare.differing(new TagOnPath.OfLabel("get", 100, 1000, rows), paths);
    }

    @Test
    void whatMakesRequestsDifferIsTheModuleThatHasItAndNotTheOneAroundIt() {
        tag("engine", 3, 0.592);
        tag("engine/compress", 620, 0.591);
        tag("net", 0, 0.409);
        tag("net/reply", 325, 0.2);
        tag("net/parse", 51, 0.209);
        assertThat(differing()).isEqualTo("engine/compress 59.1 %");
    }

    @Test
    void modulesWithAboutAsMuchAreNamedBesideIt() {
        tag("engine", 11, 0.849);
        tag("engine/journal", 605, 0.422);
        tag("engine/compress", 273, 0.428);
        tag("net", 0, 0.151);
        tag("net/reply", 56, 0.035);
        tag("net/parse", 55, 0.116);
        assertThat(differing()).isEqualTo("engine/compress 42.8 %, engine/journal 42.2 %");
    }

    @Test
    void aModuleAroundOthersIsNamedWhereItIsItselfThatDiffers() {
        tag("engine", 700, 0.9);
        tag("engine/journal", 300, 0.1);
        assertThat(differing()).isEqualTo("engine 80.0 %");
    }

    @Test
    void nothingIsSaidWhereItIsNotKnown() {
        tag("engine", 700, Double.NaN);
        tag("engine/journal", 300, Double.NaN);
        assertThat(differing()).isEmpty();
    }
}
