/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.apache.maven.plugin.MojoExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.testkit.Folders;

/** A baseline is written by the goal that looks at it. */
class WriteBaselineTest {
    @TempDir private Path directory;

    private CheckMojo check() throws ReflectiveOperationException {
        CheckMojo check = new CheckMojo();
        Goals.set(check, "traces", List.of(Folders.repository().resolve("tests/traces/lock-contention").toFile()));
        Goals.set(check, "junitFile", directory.resolve("TEST.xml").toFile());
        return check;
    }

    @Test
    void whatWasWrittenIsAcceptedByTheNextBuild() throws Exception {
        File baseline = directory.resolve("baseline.json").toFile();
        CheckMojo write = check();
        Goals.set(write, "baseline", baseline);
        Goals.set(write, "writeBaseline", true);
        Goals.set(write, "failOn", "info");
        write.execute();
        assertThat(Files.readString(directory.resolve("TEST.xml"))).contains("<skipped").contains("and judged nothing. Commit it");
        CheckMojo judge = check();
        Goals.set(judge, "baseline", baseline);
        Goals.set(judge, "noNewKnots", true);
        Goals.set(judge, "failOn", "info");
        judge.execute();
        assertThat(Files.readString(baseline.toPath())).contains("\"rule\"");
    }

    @Test
    void withoutAFileThereIsNowhereToWriteTo() throws Exception {
        CheckMojo write = check();
        Goals.set(write, "writeBaseline", true);
        assertThatThrownBy(write::execute).isInstanceOf(MojoExecutionException.class)
                .hasMessage("writeBaseline needs the parameter baseline: the file to write.");
    }
}
