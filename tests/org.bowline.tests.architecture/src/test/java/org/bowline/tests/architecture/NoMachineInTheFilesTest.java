/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

/**
 * No file names the machine it was written on, or a host that packages come from: both are the business of the machine that builds.
 */
final class NoMachineInTheFilesTest {
    /** Pieced together, so that this file does not name them either. */
    private static final Pattern MACHINE = Pattern.compile("(?<![\\w.})$*])/" + "(root|work)/" + "|/home/" + "[a-z]"
            + "|(repo1?|central)\\." + "(maven|sonatype)" + "|maven" + "2\\b" + "|(deb|snapshot|security|archive|ftp)\\." + "debian\\.org"
            + "|(download|archive)\\." + "eclipse\\.org" + "|npmjs\\." + "|pypi\\." + "|python" + "hosted");

    @Test
    void noFileNamesAMachineOrARegistry() {
        assertThat(Checkout.files()).hasSizeGreaterThan(20);
        assertThat(Checkout.files().stream().flatMap(file -> Checkout.text(file).stream()
                .flatMap(text -> findings(text).stream().map(finding -> Checkout.root().relativize(file) + ": " + finding))))
                .isEmpty();
    }

    @Test
    void aFileThatDoesIsFound() {
        assertThat(findings("see /ro" + "ot/notes")).isNotEmpty();
        assertThat(findings("cd '/wo" + "rk/here'")).isNotEmpty();
        assertThat(findings("https://repo1." + "maven.org/x")).isNotEmpty();
        assertThat(findings("deb http://deb." + "debian.org/debian bookworm main")).isNotEmpty();
        assertThat(findings("build/work/x, $top/root/x, http://maven.apache.org/POM/4.0.0")).isEmpty();
    }

    private static List<String> findings(String text) {
        return text.lines().filter(line -> MACHINE.matcher(line).find()).map(String::strip).toList();
    }
}
