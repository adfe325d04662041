/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import org.bowline.report.text.TextTable;

/**
 * What the standard streams are connected to.
 *
 * @param out whether the standard output is a terminal
 * @param error whether the standard error is a terminal that can redraw a line
 * @param width columns of a line of the standard output; {@link TextTable#UNLIMITED} if it is no terminal
 * @param colour whether the standard output may have colours
 */
record Terminal(boolean out, boolean error, int width, boolean colour) {
    /** Nobody watches: files or pipes. */
    static final Terminal NONE = new Terminal(false, false, TextTable.UNLIMITED, false);
    private static final int USUAL_WIDTH = 80;
    private static final int LEAST_WIDTH = 40;

    /**
     * Looks at the streams of this process. {@code System.console()} tells only about input and output together, so that a report that is
     * piped into a file would cost the progress bar; Linux tells for each stream (elsewhere no stream counts as a terminal).
     */
    static Terminal ofProcess(Map<String, String> environment) {
        boolean smart = !"dumb".equals(environment.get("TERM"));
        boolean out = isTerminal(1);
        boolean error = isTerminal(2) && smart;
        boolean colour = out && smart && environment.getOrDefault("NO_COLOR", "").isEmpty();
        return new Terminal(out, error, out ? width(environment.get("COLUMNS")) : TextTable.UNLIMITED, colour);
    }

    private static boolean isTerminal(int stream) {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + stream)).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            return false; // no /proc, or no such stream: better plain than garbled
        }
    }

    private static int width(@Nullable String columns) {
        int width = number(columns == null ? "" : columns);
        if (width <= 0) {
            width = number(askTerminal());
        }
        return width <= 0 ? USUAL_WIDTH : Math.max(width, LEAST_WIDTH);
    }

    /** Asks stty, "rows columns". */
    private static String askTerminal() {
        try {
            Process stty = new ProcessBuilder("stty", "size").redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            if (!stty.waitFor(1, TimeUnit.SECONDS)) {
                stty.destroy();
                return "";
            }
            String answer = new String(stty.getInputStream().readNBytes(64), StandardCharsets.US_ASCII).trim();
            return answer.substring(answer.indexOf(' ') + 1);
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text.trim());
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
