/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.open;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.progress.CancelledException;
import org.bowline.ctf.TraceReadException;
import org.bowline.tracecompass.core.analysis.MonitorProgress;
import org.bowline.tracecompass.core.open.RecordingRead;

/** What is read while the window is being made. */
final class ReadAheadTest {
    private static final List<Path> SAMPLE = List.of(Path.of(System.getProperty("bowline.root"), "tests", "traces", "three-tier"));

    private final NullProgressMonitor monitor = new NullProgressMonitor();
    private final MonitorProgress progress = new MonitorProgress(monitor);

    private static List<String> hosts(RecordingRead read) {
        try (read) {
            return read.result().hosts();
        }
    }

    @Test
    void whatWasBegunIsTakenOverOnceAndItIsToldHowFarItIs() throws Exception {
        AtomicInteger begun = new AtomicInteger();
        ReadAhead.begin(SAMPLE, begun::incrementAndGet);
        assertThat(hosts(ReadAhead.read(SAMPLE, progress))).containsExactly("A", "B", "C");
        assertThat(begun).hasValue(1);
        assertThat(progress.fraction()).isLessThanOrEqualTo(RecordingRead.DONE);
        assertThat(hosts(ReadAhead.read(SAMPLE, progress))).as("read anew").containsExactly("A", "B", "C");
        assertThat(begun).hasValue(1);
    }

    @Test
    void whatWasBegunOfOtherFoldersIsDropped(@TempDir Path other) throws Exception {
        CountDownLatch hold = new CountDownLatch(1);
        ReadAhead.begin(List.of(other), hold::await);
        assertThat(hosts(ReadAhead.read(SAMPLE, progress))).containsExactly("A", "B", "C");
        hold.countDown();
        ReadAhead.begin(List.of(other), () -> {});
        ReadAhead.begin(SAMPLE, () -> {});
        assertThat(hosts(ReadAhead.read(SAMPLE, progress))).containsExactly("A", "B", "C");
    }

    @Test
    void whoCancelsDoesNotWaitForIt() {
        CountDownLatch hold = new CountDownLatch(1);
        ReadAhead.begin(SAMPLE, hold::await);
        monitor.setCanceled(true);
        assertThatThrownBy(() -> ReadAhead.read(SAMPLE, progress)).isInstanceOf(CancelledException.class);
        hold.countDown();
    }

    @Test
    void whatCannotBeReadIsToldAsIfItWereReadNow(@TempDir Path empty) {
        List<Path> roots = List.of(empty);
        ReadAhead.begin(roots, () -> {});
        assertThatThrownBy(() -> ReadAhead.read(roots, progress)).isInstanceOf(TraceReadException.class)
                .hasMessageContaining(empty.getFileName().toString());
        ReadAhead.begin(roots, () -> {
            throw new IOException("no room");
        });
        assertThatThrownBy(() -> ReadAhead.read(roots, progress)).as("by who reads it then").isInstanceOf(TraceReadException.class);
    }
}
