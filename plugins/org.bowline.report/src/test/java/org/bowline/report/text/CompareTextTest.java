/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.report.rows.CompareRow;
import org.bowline.report.rows.PooledChange;

class CompareTextTest {
    private static final double NONE = Double.NaN;

    private static CompareRow row(String measure, String verdict, double base, double fresh, double low, double high, double visible) {
        return new CompareRow(measure, "a", "", "ns", verdict, 3, 3, base, fresh, fresh / base - 1, low, high, visible, 1, 0.5, 0.5, 0.5,
                PooledChange.NONE);
    }

    @Test
    void aVerdictHasItsDirection() {
        assertThat(CompareText.verdict(row("latency-p99", "regression", 1, 2, 0.5, 1.5, 0.2))).isEqualTo("slower");
        assertThat(CompareText.verdict(row("latency-p99", "improvement", 2, 1, -0.7, -0.2, 0.2))).isEqualTo("faster");
        assertThat(CompareText.verdict(row("throughput", "regression", 2, 1, -0.7, -0.2, 0.2))).isEqualTo("less");
        assertThat(CompareText.verdict(row("wait-cause", "changed", 1, 2, 0.5, 1.5, 0.2))).isEqualTo("more");
        assertThat(CompareText.verdict(row("knot", "changed", 0, 2, NONE, NONE, NONE))).isEqualTo("appeared");
        assertThat(CompareText.verdict(row("knot", "changed", 2, 0, -1.2, -0.8, 0.2))).isEqualTo("gone");
        assertThat(CompareText.verdict(row("latency-p50", "noise-unknown", 1, 2, NONE, NONE, NONE))).isEqualTo("noise unknown");
    }

    /** A change that its own interval tells from none is not below the noise: it is only one of too many. */
    @Test
    void belowTheNoiseIsWhatSuchRunsDoNotShow() {
        assertThat(CompareText.verdict(row("latency-p50", "within-noise", 100, 103, -0.04, 0.1, 0.2))).isEqualTo("below the noise");
        assertThat(CompareText.verdict(row("latency-p50", "within-noise", 100, 80, -0.3, -0.05, 0.3))).isEqualTo("no difference shown");
        assertThat(CompareText.verdict(row("latency-p50", "within-noise", 100, 130, -0.04, 0.7, 0.2))).isEqualTo("below the noise");
        assertThat(CompareText.verdict(row("latency-p50", "within-noise", 100, 130, NONE, NONE, NONE))).isEqualTo("no difference shown");
        assertThat(CompareText.verdict(row("knot", "within-noise", 0, 1, NONE, NONE, NONE))).isEqualTo("no difference shown");
    }

    @Test
    void figuresAreReadable() {
        assertThat(CompareText.percent(0.1234)).isEqualTo("+12.3 %");
        assertThat(CompareText.percent(-0.0001)).isEqualTo("+0.0 %");
        assertThat(CompareText.percent(8.99)).isEqualTo("+899.0 %");
        assertThat(CompareText.percent(41)).as("hundreds of percents are misread").isEqualTo("×42");
        assertThat(CompareText.percent(1e30)).isEqualTo("×1.0e+30");
        assertThat(CompareText.percent(NONE)).isEqualTo("none");
        assertThat(CompareText.percent(Double.POSITIVE_INFINITY)).isEqualTo("×∞");
        assertThat(CompareText.visible(row("latency-p50", "within-noise", 100, 130, -0.04, 0.7, 0.2))).isEqualTo("+20.0 %");
        assertThat(CompareText.visible(row("latency-p50", "within-noise", 100, 130, -0.04, 0.7, 1e30))).isEqualTo("more than ×1000");
        assertThat(CompareText.visible(row("knot", "within-noise", 100, 130, -0.04, 0.7, Double.POSITIVE_INFINITY))).isEmpty();
        assertThat(CompareText.range(-1.8, 0.3)).as("nothing falls by more than all").isEqualTo("-100.0 % to +30.0 %");
    }

    @Test
    void theSummaryCountsWhatUsersFeelFirst() {
        CompareRow slower = row("latency-p50", "regression", 1, 2, 0.5, 1.5, 0.2);
        CompareRow less = row("throughput", "regression", 2, 1, -0.7, -0.2, 0.2);
        CompareRow more = row("wait-cause", "changed", 1, 2, 0.5, 1.5, 0.2);
        CompareRow same = row("latency-p50", "within-noise", 100, 103, -0.04, 0.1, 0.2);
        String end = ". Of runs that do not differ, one comparison in twenty would have any.";
        assertThat(CompareText.summary(List.of(slower))).isEqualTo("1 difference beyond chance: 1 latency slower" + end);
        assertThat(CompareText.summary(List.of(slower, slower, less, same, more)))
                .isEqualTo("4 differences beyond chance: 2 latencies slower, 1 throughput less, the others of what explains them" + end);
        assertThat(CompareText.summary(List.of(more))).isEqualTo("1 difference beyond chance, none of latency or throughput" + end);
        assertThat(CompareText.summary(List.of(same))).startsWith("No difference is larger than the noise");
        assertThat(CompareText.summary(List.of())).isEqualTo("The runs have nothing that can be compared.");
    }

    private static CompareRow latency(String label, int base, int fresh, String atLeast) {
        return new CompareRow("latency-p99", label, "", "ns", "not-comparable", base, fresh, 1000, 2000, NONE, NONE, NONE, NONE, NONE, NONE,
                NONE, NONE,
                PooledChange.NONE, atLeast);
    }

    /** What no verdict tells stands there all the same: that a label is gone is more than any latency. */
    @Test
    void theSummaryNamesLabelsThatCameOrWentOrHang() {
        CompareRow same = row("latency-p50", "within-noise", 100, 103, -0.04, 0.1, 0.2);
        assertThat(CompareText.summary(List.of(same, latency("PUT", 3, 0, ""), latency("HEAD", 0, 3, ""), latency("GET", 3, 3, "new"))))
                .isEqualTo(
                        "No difference is larger than the noise between the runs. Of the intervals of 'PUT' no run of NEW has any."
                                + " Of the intervals of 'HEAD' no run of BASE has any."
                                + " Of the intervals of 'GET' some hang in NEW, so that latencies are at least what is told.");
        assertThat(CompareText.fresh(latency("GET", 3, 3, "new"))).isEqualTo("at least 2.00 µs");
        assertThat(CompareText.base(latency("GET", 3, 3, "new"))).isEqualTo("1.00 µs");
        assertThat(CompareText.figures(latency("GET", 3, 3, "both")))
                .startsWith("at least 1.00 µs -> at least 2.00 µs, some intervals hang");
    }
}
