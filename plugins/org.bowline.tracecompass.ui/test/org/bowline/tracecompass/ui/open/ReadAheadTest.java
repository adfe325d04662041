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
import org.bowline.core.trace.HostTraces;
import org.bowline.ctf.TraceReadException;
import org.bowline.tracecompass.core.analysis.MonitorProgress;
import org.bowline.tracecompass.core.open.RecordingRead;

/** What is read while the window is being made, and while trace types are tried. */
final class ReadAheadTest {
    private static final List<Path> SAMPLE = List.of(Path.of(System.getProperty("bowline.root"), "tests", "traces", "three-tier"));

    private final NullProgressMonitor monitor = new NullProgressMonitor();
    private final MonitorProgress progress = new MonitorProgress(monitor);

    private List<String> hosts(RecordingRead read) throws TraceReadException {
        try (read) {
            assertThat(read.hosts(progress)).extracting(HostTraces::name).isEqualTo(read.result(progress).hosts());
            return read.result(progress).hosts();
        }
    }

    @Test
    void whatWasBegunIsTakenOverOnceAndItIsToldHowFarItIs() throws Exception {
        AtomicInteger begun = new AtomicInteger();
        ReadAhead.begin(SAMPLE, begun::incrementAndGet);
        assertThat(hosts(ReadAhead.take(SAMPLE))).containsExactly("A", "B", "C");
        assertThat(begun).hasValue(1);
        assertThat(progress.fraction()).isLessThanOrEqualTo(RecordingRead.DONE);
        assertThat(hosts(ReadAhead.take(SAMPLE))).as("read anew").containsExactly("A", "B", "C");
        assertThat(begun).hasValue(1);
    }

    @Test
    void whatWasBegunOfOtherFoldersIsDropped(@TempDir Path other) throws Exception {
        CountDownLatch hold = new CountDownLatch(1);
        ReadAhead.begin(List.of(other), hold::await);
        assertThat(hosts(ReadAhead.take(SAMPLE))).containsExactly("A", "B", "C");
        hold.countDown();
        ReadAhead.begin(List.of(other), () -> {});
        ReadAhead.begin(SAMPLE, () -> {});
        assertThat(hosts(ReadAhead.take(SAMPLE))).containsExactly("A", "B", "C");
    }

    @Test
    void whoCancelsDoesNotWaitForItAndWhatWasUnpackedIsGone() throws Exception {
        CountDownLatch hold = new CountDownLatch(1);
        ReadAhead.begin(SAMPLE, hold::await);
        RecordingRead read = ReadAhead.take(SAMPLE);
        monitor.setCanceled(true);
        assertThatThrownBy(() -> read.hosts(progress)).isInstanceOf(CancelledException.class);
        assertThatThrownBy(() -> read.result(progress)).isInstanceOf(CancelledException.class);
        hold.countDown();
        read.close();
        read.close();

        RecordingRead whole = RecordingRead.begin(SAMPLE);
        Path unpacked = whole.hosts(new MonitorProgress(new NullProgressMonitor())).get(0).traces().get(0).directory();
        assertThat(unpacked).isDirectory();
        whole.close();
        assertThat(unpacked).doesNotExist();
    }

    @Test
    void whatCannotBeReadIsToldAsIfItWereReadNow(@TempDir Path empty) {
        List<Path> roots = List.of(empty);
        ReadAhead.begin(roots, () -> {});
        assertThatThrownBy(() -> hosts(ReadAhead.take(roots))).isInstanceOf(TraceReadException.class)
                .hasMessageContaining(empty.getFileName().toString());
        RecordingRead notMade = RecordingRead.begin(roots, () -> {
            throw new IOException("no room");
        });
        assertThatThrownBy(() -> hosts(notMade)).isInstanceOf(TraceReadException.class).hasMessageContaining("no room");
        assertThat(notMade.hasFailed()).isTrue();
    }
}
