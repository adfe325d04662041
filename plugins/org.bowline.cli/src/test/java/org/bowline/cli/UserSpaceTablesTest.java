/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tables of a recording of user space alone: what only a kernel trace tells is empty in them, and not 0. */
class UserSpaceTablesTest {
    @TempDir private Path directory;

    /** The values of a column of a table, without quotes around them. */
    private List<String> column(String table, String name) throws IOException {
        List<String> lines = Files.readAllLines(directory.resolve("out").resolve(table + ".csv"));
        int column = List.of(lines.get(0).split(",")).indexOf(name);
        assertThat(column).as(table + ' ' + name).isNotNegative();
        List<String> values = new ArrayList<>();
        lines.subList(1, lines.size()).forEach(line -> values.add(line.split(",", -1)[column]));
        return values;
    }

    @Test
    void whatOnlyAKernelTraceTellsIsEmpty() throws IOException {
        Path user = directory.resolve("user");
        try (FileSystem zip = FileSystems.newFileSystem(Checkout.root().resolve("tests/traces/tagged-server/slow/A.zip"));
                Stream<Path> all = Files.walk(zip.getPath("A/ust"))) {
            for (Path one : (Iterable<Path>) all::iterator) {
                if (Files.isRegularFile(one)) {
                    Path file = user.resolve(one.toString().replaceFirst("^/", ""));
                    Files.createDirectories(file.getParent());
                    Files.copy(one, file);
                }
            }
        }
        Captured run = Captured.run("analyze", user.toString(), "-o", directory.resolve("out").toString());
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        for (String table : List.of("tags", "tags-by-cpu")) {
            assertThat(column(table, "measure")).isNotEmpty().containsOnly("wall");
            for (String state : List.of("runnable_ns", "preempted_ns", "interrupted_ns", "unknown_ns", "blocked_ns", "blocked_thread_ns",
                    "blocked_timer_ns", "blocked_disk_ns", "blocked_network_ns", "blocked_device_ns", "blocked_ipi_ns", "blocked_kernel_ns",
                    "blocked_unknown_ns")) {
                assertThat(column(table, state)).as(table + ' ' + state).containsOnly("");
            }
            assertThat(column(table, "inclusive_ns")).doesNotContain("");
        }
        assertThat(column("thresholds", "edges")).as("thresholds of waits of which nothing is known").isEmpty();
    }
}
