/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

/** Every kind of caveat that the reference tells of (the page is compared with the program elsewhere) is looked for by a test. */
final class CaveatsTest {
    private static final Path PAGE = Checkout.root().resolve("docs/reference/caveats.md");
    private static final Pattern ROW = Pattern.compile("^\\| `([a-z0-9-]+)` \\| (?:error|warning|info)", Pattern.MULTILINE);
    /** In one kind's code a test may name it by its constant. */
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_]+(?:-[a-z0-9]+)*");

    /** Kinds that no test looks for, and why. */
    private static final Map<String, String> WITHOUT = Map.of(
            "not-ctf", "needs an experiment with a trace of another format, which the sample recordings do not have");

    @Test
    void everyKindOfCaveatIsLookedForByATest() {
        Set<String> words = Checkout.files().stream().filter(CaveatsTest::isTest).flatMap(file -> Checkout.text(file).stream())
                .flatMap(text -> WORD.matcher(text).results().map(found -> found.group())).collect(Collectors.toSet());
        List<String> kinds = ROW.matcher(Checkout.text(PAGE).orElseThrow()).results().map(row -> row.group(1)).toList();
        assertThat(kinds).hasSizeGreaterThan(100).doesNotHaveDuplicates();
        assertThat(new TreeSet<>(
                kinds.stream().filter(Predicate.not(kind -> words.contains(kind) || words.contains(constant(kind)))).toList()))
                .as("add a recording or a made timeline in which it must appear, and one near it in which it must not")
                .isEqualTo(WITHOUT.keySet());
    }

    private static String constant(String kind) {
        return kind.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    private static boolean isTest(Path file) {
        String path = Checkout.root().relativize(file).toString().replace('\\', '/');
        return path.endsWith(".java") && !path.endsWith("/CaveatsTest.java")
                && (path.startsWith("tests/") || path.contains("/src/test/") || path.contains("/test/org/"));
    }
}
