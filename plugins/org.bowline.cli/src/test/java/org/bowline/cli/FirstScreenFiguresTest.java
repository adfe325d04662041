/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.figures.Duration;

/** What is said of waits and knots without any option can be held against the range: no share above 100 %, and no time longer than the range. */
class FirstScreenFiguresTest {
    private static final Pattern SHARE = Pattern.compile("(\\d+(?:\\.\\d+)?) %");
    private static final Pattern TIME = Pattern.compile("(?<![\\w.:-])(\\d+(?:\\.\\d+)?) (s|ms|µs|ns)(?![\\w-])");
    private static final Pattern RANGE = Pattern.compile("<dt>Range</dt><dd><b>([^<]+)</b>");
    private static final Pattern EVIDENCE = Pattern.compile("<li>((?:(?!</li>).)*+)</li>", Pattern.DOTALL);
    /** A range is told with three digits, and so is what fills it. */
    private static final double ROUNDED = 1.005;

    @TempDir private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"three-tier", "three-tier-ctf2", "wperf-example", "lock-contention", "lost-events", "journal-stacks",
        "tagged-server/slow",
        "tagged-server/fast", "postgresql-totals/one-row", "postgresql-totals/spread", "first-answers/polling",
        "first-answers/process-per-job", "first-answers/kept-sends", "first-answers/busy-disk", "first-answers/one-acceptor",
        "first-answers/file-lock", "first-answers/full-processors", "first-answers/interpreter-lock",
        "first-answers/processor-limit", "first-answers/shared-processor", "first-answers/thread-per-request",
        "first-answers/kept-connections", "first-answers/memory-limit"})
    void everyFigureFitsIntoTheRange(String recording) throws IOException {
        String trace = Checkout.root().resolve("tests/traces").resolve(recording).toString();
        Captured run = Captured.run("analyze", trace, "-o", directory.toString());
        assertThat(run.code()).isZero();
        String page = Files.readString(directory.resolve("report.html"));
        Matcher range = RANGE.matcher(page);
        assertThat(range.find()).isTrue();
        long most = Math.round(Duration.parse(range.group(1)).orElseThrow() * ROUNDED);

        String text = between(run.out(), "Heaviest of", "\nCaveats");
        // below it are the tables of locks, requests and modules, which add up threads
        holds(text.split("\n(?:Critical paths of|\\d+ intervals, |Tags of|\\d+ locks?\n)")[0], most, recording + ", text");
        String section = between(page, "<section id=\"wait-for\"", "</section>").replaceAll("<style>[\\s\\S]*?</style>", "")
                .replaceAll("</[^>]*>", " ").replaceAll("<[^>]*>", "");
        assertThat(section).contains("Holds up");
        // a caveat is about all threads, whose times it adds up
        holds(section.substring(section.indexOf("Knots and sinks")), most, recording + ", page");
        holds(String.join("\n", Pattern.compile("<p class=\"what\">([^<]*)</p>").matcher(page).results().map(one -> one.group(1))
                .filter(what -> what.contains("bound the work")).toList()), most, recording + ", findings");
        String edges = String.join("\n", EVIDENCE.matcher(page).results().map(one -> one.group(1).replaceAll("<[^>]*>", ""))
                .filter(one -> one.contains(" waits for ")).toList());
        assertThat(edges.isEmpty()).as("only there nobody waits for another one").isEqualTo(recording.endsWith("memory-limit"));
        holds(edges, most, recording + ", below the findings");
    }

    private static void holds(String text, long most, String where) {
        assertThat(SHARE.matcher(text).results().filter(one -> Double.parseDouble(one.group(1)) > 100).map(MatchResult::group)).as(where)
                .isEmpty();
        assertThat(TIME.matcher(text).results().filter(one -> Duration.parse(one.group()).orElseThrow() > most).map(MatchResult::group))
                .as(where)
                .isEmpty();
    }

    private static String between(String text, String from, String to) {
        int start = text.indexOf(from);
        assertThat(start).isNotNegative();
        int end = text.indexOf(to, start);
        return text.substring(start, end < 0 ? text.length() : end);
    }
}
