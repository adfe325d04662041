/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.apache.maven.plugin.logging.Log;
import org.apache.maven.plugin.logging.SystemStreamLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The end of a recording with the process of Maven, with a script in the place of bowline-record. */
class RecordingTest {
    /** What stands for the session that records: bowline-record ends it when it is asked to stop. */
    private static final String SESSION = "trace/.recording/hosts";

    @TempDir Path dir;

    /** What Maven prints through throws, where two threads print at the end of the process. */
    private static Log broken(List<String> asked) {
        return new SystemStreamLog() {
            @Override
            public void info(CharSequence text) {
                asked.add("info " + text);
                throw new NumberFormatException("For input string: \"0m\"");
            }

            @Override
            public void warn(CharSequence text) {
                asked.add("warn " + text);
                throw new NumberFormatException("For input string: \"0m\"");
            }
        };
    }

    private Path session() throws Exception {
        Path part = dir.resolve(".trace.recording");
        Files.createDirectories(part.resolve(SESSION));
        return part;
    }

    @Test
    void aRecordingEndsWithMavenThoughNothingOfItCanBeLogged() throws Exception {
        List<String> asked = new ArrayList<>();
        Recording recording = Recording.prepare(dir.resolve("trace").toFile(), broken(asked));
        Path part = session();
        Files.writeString(part.resolve("tool/bowline-record"), "echo \"$1 is heard\"; rmdir '" + part.resolve(SESSION) + "'\n");
        recording.endWithMaven();
        assertThat(asked).hasSize(2);
        assertThat(asked.get(0)).startsWith("warn The build ended before its recording did");
        assertThat(asked.get(1)).isEqualTo("info stop is heard");
        assertThat(dir).isEmptyDirectory();
        recording.close();
    }

    /** Were it removed, nobody would know that something records. */
    @Test
    void aSessionThatCannotBeEndedKeepsItsPlace() throws Exception {
        Recording recording = Recording.prepare(dir.resolve("trace").toFile(), new SystemStreamLog());
        Path part = session();
        Files.writeString(part.resolve("tool/bowline-record"), "exit 69\n");
        recording.endWithMaven();
        assertThat(part.resolve(SESSION)).isDirectory();
        recording.close();
    }
}
