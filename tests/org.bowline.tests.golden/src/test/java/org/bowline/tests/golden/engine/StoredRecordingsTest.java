/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.bowline.core.progress.Progress;
import org.bowline.core.store.AnalysisStore;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.TimelineColumns;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.ReadTraces;

/** What is stored of each of the repository's recordings is read back as it was, to the nanosecond. */
class StoredRecordingsTest {
    private static final int MOMENTS = 500;

    @TempDir Path directory;

    static List<String> recordings() throws IOException {
        try (Stream<Path> all = Files.list(Recording.own(""))) {
            return all.filter(Files::isDirectory).map(path -> path.getFileName().toString()).filter(name -> !name.startsWith("_")).sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void aStoredRecordingIsReadAsItWas(String name) throws IOException {
        Path recording = Recording.own(name);
        AnalysisResult stored;
        try (Experiment experiment = Recording.open(recording)) {
            ReadTraces analysis = experiment.read(Progress.NONE);
            stored = analysis.result();
            assertThat(stored.caveats()).isEqualTo(analysis.caveats());
            assertThat(stored.hosts()).isEqualTo(experiment.hosts().stream().map(host -> host.name()).toList());
        }
        String fingerprint = AnalysisStore.fingerprint(List.of(recording), OpenOptions.DEFAULT);
        Path file = directory.resolve("stored");
        AnalysisStore.save(stored, fingerprint, file, Progress.NONE);
        AnalysisResult loaded = AnalysisStore.load(file, fingerprint, Progress.NONE).orElseThrow();
        assertThat(Arrays.deepEquals(TimelineColumns.of(loaded.timeline()).toArray(), TimelineColumns.of(stored.timeline()).toArray()))
                .isTrue();
        assertThat(loaded.caveats()).isEqualTo(stored.caveats());
        assertThat(loaded.timeline().caveats()).isEqualTo(stored.timeline().caveats());
        assertThat(loaded.hosts()).isEqualTo(stored.hosts());
        assertThat(loaded.sync().hosts()).isEqualTo(stored.sync().hosts());
        assertThat(loaded.sync().caveats()).isEqualTo(stored.sync().caveats());
        assertThat(loaded.sync().evidence()).isEqualTo(stored.sync().evidence());
        for (int host = 0; host < loaded.hosts().size(); host++) {
            long from = stored.hostStartNanos(host);
            long to = stored.hostEndNanos(host);
            assertThat(loaded.hostStartNanos(host)).isEqualTo(from);
            assertThat(loaded.hostEndNanos(host)).isEqualTo(to);
            for (int i = -1; i <= MOMENTS + 1; i++) {
                long time = from + (to - from) / MOMENTS * i;
                long reference = stored.sync().clocks().toReference(host, time);
                assertThat(loaded.sync().clocks().toReference(host, time)).isEqualTo(reference);
                assertThat(loaded.sync().clocks().errorNanos(host, reference))
                        .isEqualTo(stored.sync().clocks().errorNanos(host, reference));
            }
        }
        long middle = loaded.timeline().startNanos() + (loaded.timeline().endNanos() - loaded.timeline().startNanos()) / 2;
        assertThat(text(loaded.threads(loaded.timeline().startNanos(), middle)))
                .isEqualTo(text(stored.threads(stored.timeline().startNanos(), middle)));
    }

    private static List<String> text(List<ThreadTotals> all) {
        return all.stream().map(totals -> totals.thread() + Arrays.toString(totals.stateNanos()) + totals.waits()).toList();
    }
}
