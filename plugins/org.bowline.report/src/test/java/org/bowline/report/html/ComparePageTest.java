/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import org.bowline.report.CompareRow;
import org.bowline.report.PooledChange;

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
        assertThat(html.indexOf("6 differences beyond chance")).isPositive().isLessThan(html.indexOf("<svg"));
        assertThat(count(html, "<svg")).isEqualTo(input.measures().size());
        assertThat(html).contains("id=\"outcomes\"", "id=\"causes\"", "id=\"paths\"", "id=\"knots\"", "runs/base/6", "3.0 times as long",
                "2.10 ms → 2.73 ms, +30.0 % [+26.0 % to +34.0 %], g = 15.00, p = 0.010.",
                "Below what the noise allows to see: a change of +6.5 % would be seen in 80 % of cases.", "not in all runs.", "appeared");
        String buy = figure(html, "outcomes-1");
        assertThat(buy).contains("latency-p50 &#39;buy&#39;", "BASE: 6 runs, median ", "quartiles ", "class=\"interval\"",
                "class=\"estimate\"", "class=\"unseen\"");
        assertThat(count(buy, "<circle")).as("a point per run").isEqualTo(12);
        assertThat(count(buy, "class=\"box\"")).isEqualTo(2);
    }

    @Test
    void whatIsNotInAnyRunHasNoRatioAndNoBox() throws IOException {
        String html = Comparisons.html(Comparisons.usual());
        String gone = figure(html, "outcomes-4");
        assertThat(gone).contains("no run has a value").doesNotContain("class=\"box\"", "class=\"estimate\"", "NaN", "Infinity");
        assertThat(figure(html, "knots-0")).as("from nothing to something is no ratio").doesNotContain("class=\"estimate\"");
    }

    @Test
    void oneRunOfEachIsAPointAndAPlainSentence() throws IOException {
        String html = Comparisons.html(Comparisons.oneRunEach());
        assertThat(html).contains("The noise between runs is not known with so few runs", "points only, no verdicts", "noise unknown")
                .doesNotContain("class=\"box\"", "class=\"whisker\"", "class=\"middle\"", "class=\"interval\"", "class=\"unseen\"", "NaN",
                        "beyond chance;");
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
        assertThat(Comparisons.html(new CompareInput("0", List.of("a"), List.of("b"), List.of(), List.of())))
                .contains("The runs have nothing that can be compared.").doesNotContain("<svg");
        List<CompareInput.Measure> many = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            many.add(
                    new CompareInput.Measure(new CompareRow("wait-cause", "", "cause-" + i, "ns per s", "within-noise", 2, 2, 5, 5, 0, 0, 0,
                            0, 0, 1, 1, 1, PooledChange.NONE), List.of(5.0, 5.0), List.of(5.0, 5.0)));
        }
        String html = Comparisons.html(new CompareInput("0", List.of("a", "b"), List.of("c", "d"), many, List.of()));
        assertThat(count(html, "<svg")).isEqualTo(24);
        assertThat(html).contains("6 more measures in the table", "cause-29").doesNotContain("NaN", "Infinity");
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
                                List.of()));
                assertThat(html.substring(html.indexOf("<svg"))).as("%s %s", values, unit).doesNotContain("NaN", "Infinity");
            }
        }
    }
}
