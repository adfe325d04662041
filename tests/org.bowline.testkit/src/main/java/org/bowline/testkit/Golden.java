/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Golden files: texts that results must equal. A mismatch writes what came instead beside the build's other output, and says how to accept it:
 * run the test again with {@code -Dgolden.update}, and read the difference before committing it.
 */
public final class Golden {
    private static final int SHOWN_LINES = 10;

    private final Path expected;
    private final Path actual;

    /**
     * @param expectedFolder where golden files are kept
     * @param actualFolder where to write what came instead
     */
    public Golden(Path expectedFolder, Path actualFolder) {
        this.expected = expectedFolder;
        this.actual = actualFolder;
    }

    /** The golden files of the module that runs the test. */
    public static Golden ofModule() {
        return new Golden(Path.of("src/test/resources/golden"), Path.of("target/golden"));
    }

    /**
     * Compares a text with its golden file.
     *
     * @throws AssertionError if they differ; the message shows the first differences
     */
    public void check(String name, String text) throws IOException {
        Path golden = expected.resolve(name);
        if (System.getProperty("golden.update") != null) {
            Files.createDirectories(golden.resolveSibling(""));
            Files.writeString(golden, text, StandardCharsets.UTF_8);
            return;
        }
        String wanted = Files.exists(golden) ? Files.readString(golden, StandardCharsets.UTF_8) : "";
        if (wanted.equals(text)) {
            return;
        }
        Path came = actual.resolve(name + ".actual");
        Files.createDirectories(came.resolveSibling(""));
        Files.writeString(came, text, StandardCharsets.UTF_8);
        throw new AssertionError("The result differs from the golden file:\n" + difference(wanted.lines().toList(), text.lines().toList())
                + "See all of it:   diff " + golden + " " + came + "\nAccept it:       run this test again with -Dgolden.update\n");
    }

    private static String difference(List<String> wanted, List<String> came) {
        StringBuilder text = new StringBuilder();
        int shown = 0;
        for (int i = 0; i < Math.max(wanted.size(), came.size()) && shown < SHOWN_LINES; i++) {
            String before = i < wanted.size() ? wanted.get(i) : "(no line)";
            String now = i < came.size() ? came.get(i) : "(no line)";
            if (!before.equals(now)) {
                text.append("line ").append(i + 1).append("\n  - ").append(before).append("\n  + ").append(now).append('\n');
                shown++;
            }
        }
        return text.toString();
    }
}
