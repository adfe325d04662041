/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.tracecompass.core.compare.RunSource;

/** Two sets of runs. */
final class SidesTest {
    private static final RunSource A = new RunSource.Folder(Path.of("/runs/a"));
    private static final RunSource B = new RunSource.Folder(Path.of("/runs/b"));
    private static final RunSource C = new RunSource.Folder(Path.of("/runs/c"));

    @Test
    void aRunIsPutOnASideAndTakenFromIt() {
        Sides sides = Sides.NONE.toggled(true, A);
        assertThat(sides).isEqualTo(new Sides(List.of(), List.of(A)));
        assertThat(sides.toggled(true, B).names(true)).isEqualTo("a, b");
        assertThat(sides.toggled(false, A)).as("the same one may be on both sides").isEqualTo(new Sides(List.of(A), List.of(A)));
        assertThat(sides.toggled(true, A)).isEqualTo(Sides.NONE);
    }

    @Test
    void thereIsSomethingToCompareOnceBothSidesHaveARun() {
        assertThat(Sides.NONE.isNothing()).isTrue();
        assertThat(Sides.NONE.toggled(false, A)).matches(of -> !of.isNothing() && !of.isComplete());
        assertThat(Sides.NONE.toggled(false, A).toggled(true, B)).matches(Sides::isComplete);
    }

    @Test
    void sidesAreSwappedAndWhatIsGoneIsOnNeither() {
        Sides sides = new Sides(List.of(A, B), List.of(C, A));
        assertThat(sides.swapped()).isEqualTo(new Sides(List.of(C, A), List.of(A, B)));
        assertThat(sides.without(A)).isEqualTo(new Sides(List.of(B), List.of(C)));
        assertThat(sides.without(A).has(A)).isFalse();
        assertThat(sides.has(C)).isTrue();
        assertThat(sides.with(false, List.of())).isEqualTo(new Sides(List.of(), List.of(C, A)));
    }
}
