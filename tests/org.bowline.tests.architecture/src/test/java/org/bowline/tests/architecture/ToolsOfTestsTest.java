/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

/** releng/setup brings every tool for want of which a test would be skipped. */
class ToolsOfTestsTest {
    /** A tool that a test asks for, a compiler that it is repeated with, or a package that it tells its reader to install. */
    private static final List<Pattern> ASKED = List.of(Pattern.compile("Command\\.exists\\(\"([^\"]+)\"\\)"),
            Pattern.compile("[{\"] ?(gcc|g\\+\\+|clang|clang\\+\\+)[,\" ]"), Pattern.compile("apt-get install ([a-z][a-z0-9+.-]+)"));

    /** What every Debian has (util-linux), what the tools above bring along, and what asks about the kernel that runs. */
    private static final Set<String> THERE = Set.of("setpriv", "lttng", "modprobe");

    @Test
    void whatATestAsksForIsInTheListOfSetup() throws IOException {
        String setup = Files.readString(Checkout.root().resolve("releng/setup"));
        String list = setup.substring(setup.indexOf("<<'END'"), setup.indexOf("\nEND\n"));
        assertThat(asked()).contains("lttng-tools", "clang++", "shellcheck").isSubsetOf(words(list));
    }

    private static Set<String> words(String list) {
        return new TreeSet<>(List.of(list.strip().split("\\s+")));
    }

    private static Set<String> asked() {
        Set<String> asked = new TreeSet<>();
        for (Path file : Checkout.files()) {
            if (file.toString().endsWith(".java") && file.startsWith(Checkout.root().resolve("tests")) && !file.endsWith(own())) {
                String text = Checkout.text(file).orElseThrow();
                for (Pattern pattern : ASKED) {
                    Matcher matcher = pattern.matcher(text);
                    while (matcher.find()) {
                        asked.add(matcher.group(1));
                    }
                }
            }
        }
        asked.removeAll(THERE);
        return asked;
    }

    private static Path own() {
        return Path.of(ToolsOfTestsTest.class.getSimpleName() + ".java");
    }
}
