/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A method with more ways through it than {@link #MOST} has a line above it, and above its Javadoc, that begins with
 * {@code // Complex:} and says why it is one method; no other method has.
 */
final class ComplexityTest {
    private static final int MOST = 15;
    private static final String REASON = "    // Complex: ";
    private static final Pattern JAVADOC = Pattern.compile("^ {4}/\\*\\*|^ {5}\\*");

    @TempDir private Path folder;

    @Test
    void everyComplexMethodSaysWhyAndNoOther() throws Exception {
        List<Path> files = PackagesTest.shippedFiles().toList();
        assertThat(files).hasSizeGreaterThan(500);
        assertThat(complex(files)).isEqualTo(excused(files));
    }

    @Test
    void aMethodThatIsTooComplexIsFound() throws Exception {
        Path file = folder.resolve("Planted.java");
        Files.writeString(file, """
                final class Planted {
                    int simple(int a) {
                        return switch (a) { case 1 -> 1; case 2 -> 2; case 3 -> 3; default -> 4; };
                    }

                    @Deprecated
                    boolean complex(int a) {
                        return a == 1 || a == 2 || a == 3 || a == 4 || a == 5 || a == 6 || a == 7 || a == 8
                                || a == 9 || a == 10 || a == 11 || a == 12 || a == 13 || a == 14 || a == 15 || a == 16;
                    }
                }
                """);
        assertThat(complex(List.of(file))).containsExactly(file + ":6");
        assertThat(excused(List.of(file))).isEmpty();
        Files.writeString(file, "final class Planted {\n    // Complex: no.\n    /**\n     * Does.\n     */\n    void simple() {}\n}\n");
        assertThat(excused(List.of(file))).containsExactly(file + ":6");
        assertThat(complex(List.of(file))).isEmpty();
    }

    @Test
    void everyKindOfDecisionCountsAndASwitchOnceWithItsCases() throws Exception {
        Path file = folder.resolve("Planted.java");
        Files.writeString(file, """
                record Planted(int a) {
                    static {
                        for (int i = 0; i < 2 && i < 3; i++) {}
                    }
                    Planted {
                        if (a < 0) throw new IllegalArgumentException();
                    }
                    int loops(int[] b) {
                        for (int c : b) { while (c > 0) c--; }
                        do {} while (b == null || b.length == 0);
                        return b == null ? 0 : 1;
                    }
                    Runnable caught() {
                        return () -> {
                            try { run(); } catch (IllegalStateException e) {} catch (RuntimeException e) {} finally {}
                        };
                    }
                    int switched(int b) {
                        switch (b > 0 ? a : b) {
                            case 1: if (a > 2) return 3;
                            default: b = switch (a) { case 1 -> a > b ? 1 : 2; default -> 4; };
                        }
                        return b > 5 ? 6 : 7;
                    }
                    Object inAnother(int b) {
                        return switch (b) {
                            case 1 -> new Object() {
                                @Override public int hashCode() { return a > 1 ? 2 : 3; }
                            };
                            default -> this;
                        };
                    }
                }
                """);
        assertThat(Decisions.of(List.of(file))).extracting(method -> method.line() + ": " + method.ways()).containsExactlyInAnyOrder("2: 3",
                "5: 2", "8: 6", "13: 3", "18: 4", "25: 2", "28: 2");
        Files.writeString(file, "no Java");
        assertThatIllegalArgumentException().isThrownBy(() -> Decisions.of(List.of(file))).withMessageContaining("Planted.java");
    }

    /** Where each method begins that has a reason. */
    private static Set<String> excused(List<Path> files) throws IOException {
        Set<String> excused = new TreeSet<>();
        for (Path file : files) {
            List<String> lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                if (lines.get(i).startsWith(REASON) && lines.get(i).length() > REASON.length()) {
                    int method = i + 1;
                    while (JAVADOC.matcher(lines.get(method)).find()) {
                        method++;
                    }
                    excused.add(file + ":" + (method + 1));
                }
            }
        }
        return excused;
    }

    /** Where each method begins that is above the limit. */
    private static Set<String> complex(List<Path> files) throws IOException {
        return Decisions.of(files).stream().filter(method -> method.ways() > MOST).map(method -> method.file() + ":" + method.line())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
