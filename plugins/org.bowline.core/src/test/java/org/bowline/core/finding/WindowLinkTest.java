/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.WindowLink.View;

final class WindowLinkTest {
    private static final String NAMES = "aZ0-._:,= '\u00e4";

    @Test
    void whatIsWrittenIsReadBackWhateverTheHostIsCalled() {
        long seed = Long.getLong("bowline.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            WindowLink link = WindowLink.to(View.values()[random.nextInt(View.values().length)]);
            if (random.nextBoolean()) {
                long from = random.nextLong() / 2;
                link = link.within(from, from + 1 + random.nextInt(1_000_000));
            }
            if (random.nextBoolean()) {
                StringBuilder host = new StringBuilder();
                for (int n = 1 + random.nextInt(12); n > 0; n--) {
                    host.append(NAMES.charAt(random.nextInt(NAMES.length())));
                }
                link = link.of(host.toString(), random.nextInt(Integer.MAX_VALUE));
            }
            assertThat(WindowLink.parse(link.text())).as("seed " + seed).isEqualTo(link);
        }
    }

    @Test
    void aPlaceIsWrittenForPeople() {
        assertThat(WindowLink.to(View.PATH).within(10, 20).of("A", 272).text()).isEqualTo("critical-path,from=10,to=20,thread=A:272");
        assertThat(WindowLink.to(View.CLOCKS).text()).isEqualTo("clocks");
        assertThat(WindowLink.to(View.PATH).of("db 1", 5).command("./bowline", List.of("my traces", "b")))
                .isEqualTo("./bowline ui 'my traces' b --at 'critical-path,thread=db 1:5'");
    }

    @Test
    void whatIsNoPlaceIsRefusedWithTheReason() {
        refused("", "is not written as VIEW");
        refused("threads,from=1", "is not written as VIEW");
        refused("threads,to=1,from=2", "is not written as VIEW");
        refused("threads,thread=A", "is not written as VIEW");
        refused("graph", "no view 'graph'; the views are findings, requests, threads, critical-path, wait-for");
        refused("threads,from=5,to=5", "ends before it begins");
        refused("threads,from=99999999999999999999,to=5", "too large");
        refused("threads,thread=A:99999999999999999999", "too large");
        refused("threads;rm -rf", "is not written as VIEW");
    }

    private static void refused(String text, String why) {
        assertThatThrownBy(() -> WindowLink.parse(text)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(why)
                .hasMessageContaining("'" + text + "'").hasMessageContaining("Copy Link");
    }
}
