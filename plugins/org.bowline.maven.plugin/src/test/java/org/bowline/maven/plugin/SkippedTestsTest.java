/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.logging.SystemStreamLog;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A build that runs no tests records none, and is no failure for that. */
class SkippedTestsTest {
    @TempDir private Path directory;

    private final List<String> said = new ArrayList<>();

    private <T extends BowlineMojo> T goal(T goal) {
        goal.setLog(new SystemStreamLog() {
            @Override
            public void info(CharSequence text) {
                said.add(text.toString());
            }
        });
        return goal;
    }

    private CheckMojo check(File trace, File junit) throws ReflectiveOperationException {
        CheckMojo check = goal(new CheckMojo());
        Goals.set(check, "traces", List.of(trace));
        Goals.set(check, "junitFile", junit);
        return check;
    }

    @ParameterizedTest
    @CsvSource({"skipTests, skipTests", "skipAllOfTests, maven.test.skip"})
    void withoutTestsNothingIsRecordedAndNothingLookedAt(String parameter, String property) throws Exception {
        File trace = directory.resolve("trace").toFile();
        Path junit = Files.writeString(directory.resolve("TEST.xml"), "of an earlier build");
        RecordStartMojo start = goal(new RecordStartMojo());
        Goals.set(start, "traceDirectory", trace);
        Goals.set(start, "junitFile", junit.toFile());
        Goals.set(start, parameter, true);
        start.execute();
        assertThat(junit).doesNotExist();
        RecordStopMojo stop = goal(new RecordStopMojo());
        Goals.set(stop, "traceDirectory", trace);
        stop.execute();
        check(trace, junit.toFile()).execute();
        assertThat(said).containsExactly("No tests are run (" + property + "), so nothing is recorded to " + trace + '.',
                "No tests were run, so nothing was recorded to " + trace + ": there is nothing to stop.",
                "No tests were run, so nothing was recorded to " + trace + ": there is nothing to look at.");
        assertThat(directory).isEmptyDirectory();
        File other = directory.resolve("other").toFile();
        assertThatThrownBy(check(other, junit.toFile())::execute).as("a trace of which that is not so")
                .isInstanceOf(MojoExecutionException.class);
    }
}
