/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;

/** What the launcher says before Java starts. */
class LauncherTest {
    private static String said(String command, int code) throws IOException, InterruptedException {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(root.resolve(".mvn"))) {
            root = root.getParent();
        }
        ProcessBuilder bash = new ProcessBuilder("bash", "-c", command).directory(root.toFile()).redirectErrorStream(true);
        bash.environment().put("LC_ALL", "C.UTF-8");
        Process process = bash.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isEqualTo(code);
        return output;
    }

    @Test
    void aPathThatIsNotTextIsRefusedForThatAndNotAsMissing() throws Exception {
        assertThat(said("./bowline info $'no-text-\\xff'", 2)).contains("the argument $'no-text-\\377' has bytes that are not UTF-8")
                .contains("rename it, or give a link to it");
    }

    @Test
    void textInAnyScriptIsText() throws Exception {
        assertThat(said(". releng/lib.sh; for word in '' abc 'a b' ü 漢 😀 $'\\xe4' $'a\\xff'; do is_text \"$word\"; echo -n $?; done", 0))
                .isEqualTo("00000011");
    }
}
