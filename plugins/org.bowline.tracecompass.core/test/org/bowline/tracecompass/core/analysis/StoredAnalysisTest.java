/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.eclipse.core.runtime.NullProgressMonitor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.progress.Progress;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.ThreeTier;

/** What is kept of an analysis, in its file and until somebody asks for it. */
final class StoredAnalysisTest {
    private static final List<Path> TRACES = List.of(ThreeTier.folder());
    @TempDir Path folder;

    private Path file() {
        return folder.resolve(StoredAnalysis.FILE);
    }

    private StoredAnalysis.Outcome ask() throws Exception {
        return StoredAnalysis.of(TRACES, file(), new MonitorProgress(new NullProgressMonitor()));
    }

    private void keep() {
        StoredAnalysis.keep(ThreeTier.result(), TRACES, file(), Progress.NONE);
    }

    @Test
    void whatWasJustKeptIsNotReadBackAndHeldNoLongerThanUntilSomebodyAsks() throws Exception {
        keep();
        assertThat(ask().result()).isSameAs(ThreeTier.result());
        StoredAnalysis.Outcome again = ask();
        assertThat(again.fromFile()).isTrue();
        assertThat(again.result()).isNotSameAs(ThreeTier.result());
        assertThat(again.result().hosts()).isEqualTo(ThreeTier.result().hosts());
    }

    @Test
    void whatWasReopenedIsReadOnce() throws Exception {
        keep();
        ask();
        Optional<AnalysisResult> reopened = StoredAnalysis.reopen(TRACES, file(), Progress.NONE);
        assertThat(ask().result()).isSameAs(reopened.orElseThrow());
    }

    @Test
    void whoRemovesTheFileHasTheTracesReadAgain() throws Exception {
        keep();
        Files.delete(file());
        StoredAnalysis.Outcome outcome = ask();
        assertThat(outcome.fromFile()).isFalse();
        assertThat(outcome.result()).isNotSameAs(ThreeTier.result());
        assertThat(file()).exists();
    }

    @Test
    void whatWasKeptOfOtherTracesIsLeftAlone() throws Exception {
        keep();
        Path other = folder.resolve("other.bin");
        assertThat(StoredAnalysis.of(TRACES, other, new MonitorProgress(new NullProgressMonitor())).fromFile()).isFalse();
        assertThat(ask().result()).isSameAs(ThreeTier.result());
    }
}
