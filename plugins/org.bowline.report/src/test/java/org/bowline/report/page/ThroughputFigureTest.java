/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.interval.NamedInterval;
import org.bowline.core.interval.Throughput;

class ThroughputFigureTest {
    private static final double OF_A_CHARACTER = 6.5;

    private static String figure(long toNanos, long... ends) {
        return new ThroughputFigure(Throughput.of(
                LongStream.of(ends).mapToObj(end -> new NamedInterval("get", "", 0, 0, end - 1, end)).toList(), 0, toNanos))
                .of("get", "get", "id").toString();
    }

    private static List<Double> heights(String figure) {
        return Pattern.compile("<rect class=\"bar\"[^>]* height=\"([^\"]+)\"").matcher(figure).results()
                .map(found -> Double.valueOf(found.group(1))).toList();
    }

    @Test
    void theBarOfAShortLastSliceIsNoHigherThanThoseOfAsManyIntervals() {
        // slices of 100 ns; the range ends with its last interval, 5 ns after the begin of a slice
        String figure = figure(3_005, 50, 1_050, 3_005);
        List<Double> heights = heights(figure);
        assertThat(heights).hasSize(3).allMatch(height -> height.equals(heights.get(0)));
        assertThat(figure).contains(">10000000.0/s<");
    }

    @Test
    void theTimesBelowDoNotRunIntoEachOther() {
        for (long range = 1_000_000; range < 100_000_000_000L; range += range / 10) {
            List<MatchResult> ticks = Pattern.compile("<text x=\"([^\"]+)\"[^>]*text-anchor=\"middle\">([^<]+)<").matcher(figure(range, 50))
                    .results()
                    .toList();
            assertThat(ticks).hasSizeGreaterThan(2);
            for (int i = 1; i < ticks.size() - 1; i++) {
                double apart = Double.parseDouble(ticks.get(i).group(1)) - Double.parseDouble(ticks.get(i - 1).group(1));
                double half = (ticks.get(i).group(2).length() + ticks.get(i - 1).group(2).length()) * OF_A_CHARACTER / 2;
                assertThat(apart).as("%d ns: %s", range, ticks.get(i).group(2)).isGreaterThan(half);
            }
        }
    }

    @Test
    void theScaleHasRoomForItsNumber() {
        for (long range : new long[] {3_000, 3_000_000, 3_000_000_000L}) {
            Matcher scale = Pattern.compile("<text x=\"([^\"]+)\"[^>]*text-anchor=\"end\">([^<]+/s)<").matcher(figure(range, 50));
            assertThat(scale.find()).isTrue();
            assertThat(Double.parseDouble(scale.group(1))).as(scale.group(2))
                    .isGreaterThanOrEqualTo(scale.group(2).length() * OF_A_CHARACTER);
        }
    }
}
