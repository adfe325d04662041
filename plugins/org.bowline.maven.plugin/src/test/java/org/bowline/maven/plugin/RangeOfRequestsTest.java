/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;

import org.apache.maven.plugin.MojoExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.testkit.Folders;

/** The range of intervals where none are named: that of annotated requests, as at the command line. */
class RangeOfRequestsTest {
    @TempDir private Path directory;

    private ReportMojo goal(String trace) throws ReflectiveOperationException, java.io.IOException {
        ReportMojo goal = new ReportMojo();
        Goals.set(goal, "traces", List.of(Folders.repository().resolve("tests/traces").resolve(trace).toFile()));
        Goals.set(goal, "range", "intervals");
        Goals.set(goal, "siteDirectory", directory.resolve("out").toFile());
        return goal;
    }

    @Test
    void annotatedRequestsAreIntervalsWithoutBeingNamed() throws Exception {
        goal("tagged-server/slow").execute();
        assertThat(directory.resolve("out/findings.txt")).isRegularFile();
    }

    @Test
    void withoutRequestsItIsRefused() throws Exception {
        assertThatThrownBy(goal("lock-contention")::execute).isInstanceOf(MojoExecutionException.class)
                .hasMessageContaining("Parameter range: intervals needs the parameter intervals")
                .hasMessageContaining("annotated requests");
    }
}
