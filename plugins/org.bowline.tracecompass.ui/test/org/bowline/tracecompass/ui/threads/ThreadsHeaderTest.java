/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.threads;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What stands above the rows of threads. */
final class ThreadsHeaderTest {
    @Test
    void threadsAreCountedOnceTheirRowsAreThere() {
        assertThat(ThreadsHeader.text(true, 230, 6, 2, "the work"))
                .isEqualTo("230 threads of 2 hosts, 6 shown. CPU and blocked time of the work");
        assertThat(ThreadsHeader.text(true, 0, 0, 1, "the work")).startsWith("No threads of 1 host, 0 shown.");
    }

    @Test
    void beforeThatItIsNotSaidThatThereAreNone() {
        assertThat(ThreadsHeader.text(false, 0, 0, 2, "the work")).isEqualTo("2 hosts. CPU and blocked time of the work");
        assertThat(ThreadsHeader.text(false, 0, 0, 1, "the work")).startsWith("1 host. ");
    }
}
