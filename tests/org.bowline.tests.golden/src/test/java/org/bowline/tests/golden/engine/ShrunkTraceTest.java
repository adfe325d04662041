/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.progress.Progress;
import org.bowline.core.trace.Experiment;
import org.bowline.ctf.TraceReadException;
import org.bowline.testkit.sim.KernelTraceGenerator;

/** A trace whose files become shorter between opening and reading, as when a recording is copied over an open one. */
class ShrunkTraceTest {
    private static final int EVENTS = 300_000;

    @TempDir Path directory;

    @ParameterizedTest
    @ValueSource(longs = {0, 4096, 1_000_000})
    void aTraceThatIsCutOffWhileItIsOpenIsAnErrorThatSaysSo(long left) throws IOException {
        KernelTraceGenerator.generate(KernelTraceGenerator.Options.of(EVENTS, 1, 2, 5), directory);
        try (Experiment experiment = Recording.open(directory)) {
            List<Path> files;
            try (Stream<Path> all = Files.walk(directory)) {
                files = all.filter(Files::isRegularFile).filter(file -> !file.endsWith("metadata") && !file.toString().endsWith(".json"))
                        .toList();
            }
            int cut = 0;
            for (Path file : files) {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    cut += channel.size() > left + 100_000 ? 1 : 0;
                    channel.truncate(left);
                }
            }
            assertThat(cut).as("files that were cut off").isPositive();
            assertThatThrownBy(() -> experiment.read(Progress.NONE)).isInstanceOf(TraceReadException.class)
                    .hasMessageContaining("while it was read");
            assertThatThrownBy(() -> experiment.countEvents(Progress.NONE)).isInstanceOf(TraceReadException.class)
                    .hasMessageContaining("while it was read");
        }
    }
}
