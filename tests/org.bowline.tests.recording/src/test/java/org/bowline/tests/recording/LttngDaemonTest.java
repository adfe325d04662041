/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.List;

import org.junit.jupiter.api.Test;

final class LttngDaemonTest {
    @Test
    void twoDaemonsDoNotSeeEachOthersSessions() {
        try (LttngDaemon one = LttngDaemon.start(); LttngDaemon other = LttngDaemon.start()) {
            one.lttng("create", "seen", "--output=" + one.home().resolve("t"));
            assertThat(one.lttng("list")).contains("seen");
            assertThat(other.lttng("list")).doesNotContain("seen");
        }
    }

    @Test
    void nothingIsLeftBehind() {
        LttngDaemon daemon = LttngDaemon.start();
        daemon.record("r", "bowline:*");
        List<ProcessHandle> processes = daemon.processes();
        daemon.close();
        assertThat(Files.exists(daemon.home())).isFalse();
        assertThat(processes).isNotEmpty().noneMatch(ProcessHandle::isAlive);
    }
}
