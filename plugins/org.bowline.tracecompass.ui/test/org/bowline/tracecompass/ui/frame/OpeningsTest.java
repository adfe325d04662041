/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.tracecompass.ui.frame.Openings.Opening;

/** What is said of recordings that are being opened. */
final class OpeningsTest {
    private static Opening of(String name, double fraction) {
        return new Opening(name, () -> fraction, () -> {});
    }

    private static String words(Opening... of) {
        return Openings.words(List.of(of), Openings.fraction(List.of(of)));
    }

    @Test
    void itIsSaidWhichTheyAreAndHowFarAllOfThemAre() {
        assertThat(words(of("redis", 0.254))).isEqualTo("Opening redis: 25 %");
        assertThat(words(of("redis", 1), of("nginx", 0.5))).isEqualTo("Opening redis, nginx: 75 %");
    }

    @Test
    void notAllIsDoneBeforeAllIsDone() {
        assertThat(words(of("redis", 0.9999))).isEqualTo("Opening redis: 99 %");
        assertThat(words(of("redis", 1))).isEqualTo("Opening redis: 100 %");
    }

    @Test
    void whatAJobTellsWronglyStaysBetweenNothingAndAll() {
        assertThat(Openings.fraction(List.of(of("redis", 1.5), of("nginx", -1)))).isEqualTo(0.5, within(1e-9));
        assertThat(Openings.fraction(List.of())).isEqualTo(1);
    }

    @Test
    void whatIsAskedForBeforeThereIsAWindowIsKnownToTheViewsThatAreMadeLater() {
        Opening soon = of("redis", 0);
        Openings.begin(soon);
        assertThat(Openings.now()).containsExactly(soon);
        Openings.end(soon);
        assertThat(Openings.now()).isEmpty();
    }

    @Test
    void openingsOfOneNameAreTwo() {
        Opening one = of("redis", 0.1);
        assertThat(List.of(one, of("redis", 0.1)).indexOf(one)).isZero();
        assertThat(one).isNotEqualTo(of("redis", 0.1));
    }
}
