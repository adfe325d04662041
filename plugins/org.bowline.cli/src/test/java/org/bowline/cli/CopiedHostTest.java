/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.testkit.Folders;

/** A host that is named, but whose trace is a copy of another one's. */
class CopiedHostTest {
    @TempDir private Path directory;

    @Test
    void isNotSaidToHaveNoTraceButToBeACopy() throws IOException {
        for (String name : new String[] {"a", "b"}) {
            Folders.unpack(Checkout.root().resolve("tests/traces/lock-contention"), Files.createDirectory(directory.resolve(name)));
        }
        Path first = directory.resolve("a/A");
        Path second = directory.resolve("b/A");
        Captured run = Captured.run("info", first.toString(), second.toString(), "--host", "X=" + first, "--host", "Y=" + second);
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.error()).contains("--host Y=" + second + ": ", "is a copy of ", "all its packets are in it, too")
                .doesNotContain("there is no trace below");
        Captured none = Captured.run("info", first.toString(), "--host", "Y=" + directory.resolve("c"));
        assertThat(none.error()).contains("there is no trace below").doesNotContain("copy");
    }
}
