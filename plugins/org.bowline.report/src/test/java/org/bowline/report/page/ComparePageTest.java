/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import org.bowline.core.interval.Latencies;
import org.bowline.report.rows.CompareInput;
import org.bowline.report.rows.CompareRow;
import org.bowline.report.rows.PooledChange;

class ComparePageTest {
    private static int count(String text, String part) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }

    /** From the figure of a measure to its end. */
    private static String figure(String html, String id) {
        int at = html.indexOf("aria-labelledby=\"" + id + "-title");
        assertThat(at).as(id).isPositive();
        return html.substring(at, html.indexOf("</figure>", at));
    }

    @Test
    void theSentenceComesFirstAndEveryMeasureHasItsFigureItsWordsAndItsRows() throws IOException {
        CompareInput input = Comparisons.usual();
        String html = Comparisons.html(input);
        assertThat(html.indexOf("7 differences beyond chance: 2 latencies slower, 1 throughput less, the others of what explains them. "))
                .isPositive()
                .isLessThan(html.indexOf("<svg"));
        assertThat(count(html, "<svg")).isEqualTo(input.measures().size() + input.latencies().size());
        assertThat(html).contains("id=\"outcomes\"", "id=\"causes\"", "id=\"paths\"", "id=\"knots\"", "runs/base/6",
                "300 µs per interval → 610 µs per interval, +103.3 % [+63.2 % to +153.4 %], g = 4.10, p = 0.010.",
                " would be seen in 80 % of cases.", "not in all runs: not comparable.", "appeared", "below the noise", ">slower<", ">less<",
                "It is in 0 of 3 runs of BASE and in 2 of 3 runs of NEW.");
        assertThat(html.indexOf("id=\"h-outcomes\"")).as("a caveat stands in each part that it touches, and in the list")
                .isLessThan(html.indexOf("3.0 times as long"));
        assertThat(count(html, "3.0 times as long")).isEqualTo(4);
        assertThat(count(html, "1 run has caveats of its own: see ")).isEqualTo(4);
        String buy = figure(html, "outcomes-0");
        assertThat(buy).contains("latency-p50 &#39;buy&#39;", "BASE: 6 runs, median ", "quartiles ", "class=\"interval\"",
                "class=\"estimate\"", "class=\"unseen\"");
        assertThat(count(buy, "<circle")).as("a point per run").isEqualTo(12);
        assertThat(count(buy, "class=\"box\"")).isEqualTo(2);
    }

    @Test
    void everyElementEndsWithinItsParent() throws IOException {
        for (CompareInput input : List.of(Comparisons.usual(), Comparisons.oneRunEach(), Comparisons.hostile())) {
            assertThat(Pages.notNested(Comparisons.html(input))).isEmpty();
        }
    }

    @Test
    void anAxisThatBeginsBelowZeroHasNoMinusZero() {
        CompareRow row = Comparisons.row("variance", "buy", "", "ns²", "within-noise", 2e11, 3e11, Double.NaN);
        assertThat(BoxPlot.of(Comparisons.measure(row, 0.01, 1, 1.8), "variance").toString()).contains(">0</text>").doesNotContain("-0.0",
                "−0.0");
    }

    @Test
    void whatIsNotInAnyRunHasNoRatioAndNoBox() throws IOException {
        String html = Comparisons.html(Comparisons.usual());
        String gone = figure(html, "outcomes-6");
        assertThat(gone).contains("no run has a value").doesNotContain("class=\"box\"", "class=\"estimate\"", "NaN", "Infinity");
        assertThat(figure(html, "knots-0")).as("from nothing to something is no ratio").doesNotContain("class=\"estimate\"");
    }

    @Test
    void allIntervalsOfALabelAreABoxWithPointsOfItsRuns() throws IOException {
        String html = Comparisons.html(Comparisons.usual());
        String buy = figure(html, "outcomes-all-0");
        assertThat(buy).contains("Lengths of all intervals of buy", "BASE: 2400 intervals, median ", "1st to 99th percentile ",
                "what other runs like these would give");
        assertThat(count(buy, "<circle")).as("medians of runs, shortest and longest").isEqualTo(2 * 6 + 2 * 2);
        assertThat(count(buy, "class=\"estimate\"")).as("median and 99th percentile").isEqualTo(2);
        assertThat(count(buy, "class=\"interval\"")).isEqualTo(2);
        assertThat(figure(html, "outcomes-all-6")).as("one interval in one run of BASE").contains("no interval", "no confidence interval")
                .doesNotContain("class=\"box\"", "class=\"estimate\"", "NaN");
        assertThat(html).contains("by resampling, with the seed 1.");
    }

    @Test
    void oneRunOfEachIsAPointAndAPlainSentence() throws IOException {
        String html = Comparisons.html(Comparisons.oneRunEach());
        assertThat(html).contains("with so few runs the noise between runs is not known", "points only, no verdicts", "noise unknown",
                "these intervals are of these runs alone").doesNotContain("class=\"unseen\"", "NaN", "differences beyond chance");
        assertThat(figure(html, "outcomes-0")).doesNotContain("class=\"box\"", "class=\"whisker\"", "class=\"middle\"",
                "class=\"interval\"");
        assertThat(count(figure(html, "outcomes-all-0"), "<circle")).as("a point per interval").isEqualTo(72);
        assertThat(count(figure(html, "outcomes-0"), "<circle")).isEqualTo(2);
    }

    @Test
    void namesCannotLeaveTheirPlace() throws IOException {
        String html = Comparisons.html(Comparisons.hostile());
        assertThat(html).doesNotContain("<img", "<script", "</script", "<b>\"", Pages.HOSTILE, "\u202e")
                .contains("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;\ufffd")
                .contains("default-src &#39;none&#39;").doesNotContain("script-src");
    }

    @Test
    void everyLinkHasItsPlaceAndNothingIsFetched() throws IOException {
        String html = Comparisons.html(Comparisons.usual());
        Set<String> ids = new HashSet<>();
        Matcher id = Pattern.compile(" id=\"([^\"]+)\"").matcher(html);
        while (id.find()) {
            assertThat(ids.add(id.group(1))).as(id.group(1)).isTrue();
        }
        Matcher link = Pattern.compile("(?:href|aria-labelledby)=\"#?([^\"]+)\"").matcher(html);
        while (link.find()) {
            assertThat(ids).containsAll(Set.of(link.group(1).split(" ")));
        }
        assertThat(html).doesNotContain("http://", "https://", "<link", " src=");
    }

    @Test
    void nothingToCompareIsSaidAndTooManyFiguresAreCounted() throws IOException {
        assertThat(Comparisons.html(new CompareInput("0", List.of("a"), List.of("b"), List.of(), List.of(), List.of())))
                .contains("The runs have nothing that can be compared.").doesNotContain("<svg");
        String html = Comparisons.html(new CompareInput("0", List.of("a", "b"), List.of("c", "d"), many("changed"), List.of(), List.of()));
        assertThat(count(html, "<svg")).isEqualTo(24);
        assertThat(html).contains("6 more measures: those that are drawn are the most certain", "cause-29").doesNotContain("NaN",
                "Infinity");
        String quiet = Comparisons
                .html(new CompareInput("0", List.of("a", "b"), List.of("c", "d"), many("within-noise"), List.of(), List.of()));
        assertThat(quiet).contains("30 measures, none with a difference: see the table.", "cause-29").doesNotContain("<svg");
    }

    private static List<CompareInput.Measure> many(String verdict) {
        List<CompareInput.Measure> many = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            many.add(
                    new CompareInput.Measure(new CompareRow("wait-cause", "", "cause-" + i, "ns per s", verdict, 2, 2, 5, 5, 0, 0, 0,
                            0, 0, 1, 1, 1, PooledChange.NONE), List.of(5.0, 5.0), List.of(5.0, 5.0)));
        }
        return many;
    }

    /** Values whose differences are far below them, none at all, or huge: the axis ends, its figures are numbers. */
    @Test
    void anyValuesHaveAnAxis() throws IOException {
        for (List<Double> values : List.of(List.of(0.0, 0.0), List.of(1e18, 1e18 + 256), List.of(1e-9, 1e-9), List.of(0.0, 1e300),
                List.of(1e-12, 3.0, 1e15))) {
            for (String unit : List.of("ns", "share", "per s")) {
                CompareRow row = new CompareRow("latency-p50", "a", "", unit, "within-noise", 2, 2, values.get(0), values.get(1), 0.5, -1.5,
                        1e30, 1e30, 1, 1, 1, 1, PooledChange.NONE);
                String html = Comparisons
                        .html(new CompareInput("0", List.of("a"), List.of("b"), List.of(new CompareInput.Measure(row, values, values)),
                                List.of(), List.of()));
                assertThat(html.substring(html.indexOf("<svg"))).as("%s %s", values, unit).doesNotContain("NaN", "Infinity");
            }
        }
    }

    /** Lengths of nothing, of one nanosecond, and of centuries. */
    @Test
    void anyIntervalsHaveAnAxis() throws IOException {
        for (long[] values : List.of(new long[] {0, 0, 0}, new long[] {0}, new long[] {1, 1}, new long[] {0, 1, Long.MAX_VALUE},
                new long[] {Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE}, new long[] {999_999, 1_000_000, 1_000_001})) {
            Latencies all = Latencies.of(values);
            PooledChange pooled = new PooledChange(values.length, values.length, (double) values[0], (double) values[0], -1, 1e30,
                    PooledChange.RUNS, 1);
            CompareInput.Latency latency = new CompareInput.Latency("a", List.of(all, all), List.of(all, Latencies.NONE), pooled, pooled);
            String html = Comparisons.html(new CompareInput("0", List.of("a"), List.of("b"),
                    List.of(Comparisons.measure(Comparisons.row("latency-p50", "a", "", "ns", "within-noise", 1, 1, 0.1), 1, 1)),
                    List.of(latency), List.of()));
            String figure = figure(html, "outcomes-all-0");
            assertThat(figure).as(Arrays.toString(values)).doesNotContain("NaN", "Infinity");
            assertThat(count(figure, "class=\"grid\"")).as("ticks of %s", Arrays.toString(values)).isGreaterThanOrEqualTo(2);
        }
    }
}
