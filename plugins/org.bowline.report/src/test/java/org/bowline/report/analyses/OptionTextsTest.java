/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Parameter;
import org.bowline.core.analysis.Question;

/** Options as texts. */
final class OptionTextsTest {
    private static final Parameter<Integer> DEPTH = new Parameter<>("depth", "N", "How deep.", () -> 3,
            (before, text) -> before + Integer.parseInt(text));
    private static final Parameter<Boolean> LOUD = Parameter.flag("loud", "How loud.");
    private static final Parameter<Boolean> MOVED = Parameter.flag("moved", "Moved.");
    private static final List<Parameter<?>> OPTIONS = List.of(DEPTH, LOUD);

    private static OptionTexts texts(String... texts) {
        return OptionTexts.of(OPTIONS, Map.of(MOVED, "in another room"), List.of(texts));
    }

    @Test
    void severalTextsOfAnOptionAreSeveralValues() {
        OptionTexts texts = texts("depth = 4", "depth=5");
        assertThat(texts.in(Question.ALL).get(DEPTH)).isEqualTo(12);
        assertThat(texts.in(Question.ALL).has(LOUD)).as("of what is not said nothing is asked").isFalse();
        assertThat(texts.in(Question.ALL, OPTIONS).has(LOUD)).as("unless everything is").isTrue();
        assertThat(texts.says(DEPTH)).isTrue();
        assertThat(texts.says(LOUD)).isFalse();
        assertThat(texts("loud").in(Question.ALL).get(LOUD)).isTrue();
    }

    @Test
    void whatIsWrongIsSaid() {
        assertThatThrownBy(() -> texts("deep=4")).hasMessage("'deep=4': there is no option 'deep'; there are depth, loud");
        assertThatThrownBy(() -> texts("depth")).hasMessage("'depth': the option needs a value, write depth=N");
        assertThatThrownBy(() -> texts("loud=yes")).hasMessage("'loud=yes': the option loud has no value, write loud");
        assertThatThrownBy(() -> texts("moved")).hasMessage("'moved': this is said in another room");
        assertThatThrownBy(() -> texts("depth=x").in(Question.ALL)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("depth: x: ");
    }
}
