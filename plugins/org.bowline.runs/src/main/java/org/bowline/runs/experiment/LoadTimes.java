/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.experiment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * When a load ran.
 *
 * @param startNanos when it began, ns since the epoch
 * @param lastedNanos for how long, ns
 */
record LoadTimes(long startNanos, long lastedNanos) {
    /** Nanoseconds since the epoch have nineteen digits until the year 2286. */
    private static final String MOMENT = "[0-9]{19}";

    /** A command of the shell that says in the file {@code $1} when another one begins and ends, and ends as that one does. A recorder takes its time before and after. */
    static String noting(String command) {
        return "date +%s%N >\"$1\"; " + command + "; code=$?; date +%s%N >>\"$1\"; exit $code";
    }

    /**
     * What was noted.
     *
     * @param otherwise what is known otherwise; that counts if the file does not say both, as with a {@code date} that knows no nanoseconds
     */
    static LoadTimes noted(Path file, LoadTimes otherwise) throws IOException {
        List<String> lines = Files.exists(file) ? Files.readAllLines(file, StandardCharsets.ISO_8859_1) : List.of();
        if (lines.size() != 2 || !lines.stream().allMatch(line -> line.matches(MOMENT))) {
            return otherwise;
        }
        long start = Long.parseLong(lines.get(0));
        long lasted = Long.parseLong(lines.get(1)) - start;
        return lasted > 0 ? new LoadTimes(start, lasted) : otherwise; // the clock was set meanwhile
    }
}
