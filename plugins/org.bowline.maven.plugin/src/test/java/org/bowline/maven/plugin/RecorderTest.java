/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The recorder in the plug-in. */
class RecorderTest {
    @TempDir Path dir;

    /** A profile that is documented and was forgotten here would be unknown in a build only. */
    @Test
    void everyProfileAndScriptOfTheRecorderIsInThePlugin() throws IOException {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(root.resolve("lttng-profiles"))) {
            root = root.getParent();
        }
        TreeSet<String> there = new TreeSet<>();
        Path profiles = root.resolve("lttng-profiles");
        try (Stream<Path> files = Files.walk(profiles, 2)) {
            files.filter(file -> !file.startsWith(profiles.resolve("annotations"))).filter(Files::isRegularFile)
                    .map(file -> profiles.relativize(file).toString()).filter(name -> !name.endsWith(".md"))
                    .forEach(there::add);
        }
        assertThat(new TreeSet<>(Recorder.FILES)).isEqualTo(there);
    }

    @Test
    void itIsUnpackedWhereOthersCannotWriteAndIsGoneAfterwards() throws IOException {
        Path place = dir.resolve("it's here/sweep");
        try (Recorder recorder = Recorder.unpack(place)) {
            assertThat(recorder.command()).startsWith("bash '").contains("it'\\''s here");
            try (Stream<Path> made = Files.list(place.getParent())) {
                Path directory = made.findFirst().orElseThrow();
                assertThat(Files.getPosixFilePermissions(directory)).hasSize(3);
                assertThat(directory.resolve("syscalls.lttng")).isNotEmptyFile();
            }
        }
        assertThat(place.getParent()).isEmptyDirectory();
    }
}
