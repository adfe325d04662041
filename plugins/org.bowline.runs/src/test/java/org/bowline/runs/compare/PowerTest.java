/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.bowline.runs.RunFacts;
import org.bowline.runs.compare.Difference.Verdict;
import org.bowline.runs.compare.Measure.Kind;

/** How many runs it takes to see a change: the table of docs/reference/compare.md. */
class PowerTest {
    private static final long SEED = 20261122;
    private static final long SECOND = 1_000_000_000L;
    private static final int[] RUNS = {3, 4, 5, 7, 10, 15, 20, 30};

    /** Runs of a program with three sorts of requests, of which one takes longer by a factor; each run is off by a wobble of its own. */
    private static List<RunFacts> runs(Random random, int runs, double wobble, double factor) {
        List<RunFacts> result = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            Map<String, long[]> lengths = new HashMap<>();
            for (String label : List.of("browse", "buy", "search")) {
                double ofRun = 2e6 * Math.exp(random.nextGaussian() * wobble) * (label.equals("buy") ? factor : 1);
                long[] values = new long[400];
                for (int i = 0; i < values.length; i++) {
                    values[i] = Math.round(ofRun * Math.exp(random.nextGaussian() * 0.3));
                }
                lengths.put(label, values);
            }
            result.add(RunFacts.of("run " + run, 10 * SECOND, lengths));
        }
        return result;
    }

    /** In how many of 100 comparisons the slower median is told. */
    private static double seen(int runs, double wobble, double factor, int comparisons) {
        Random random = new Random(SEED + runs);
        int seen = 0;
        for (int i = 0; i < comparisons; i++) {
            Measure median = new Measure(Kind.LATENCY_P50, "buy", "");
            seen += Comparison.verdicts(runs(random, runs, wobble, 1), runs(random, runs, wobble, factor)).differences().stream()
                    .anyMatch(one -> one.measure().equals(median) && one.verdict() == Verdict.REGRESSION) ? 1 : 0;
        }
        return 100.0 * seen / comparisons;
    }

    @ParameterizedTest
    @CsvSource({"5, 0.02, 1.1, 64, 88", "10, 0.05, 1.1, 58, 82", "5, 0.05, 1.05, 0, 6"})
    void aChangeIsSeenAsOftenAsThePageSays(int runs, double wobble, double factor, double least, double most) {
        assertThat(seen(runs, wobble, factor, 100)).as("seed " + SEED).isBetween(least, most);
    }

    /** Prints the table: {@code -Dbowline.power=COMPARISONS}. */
    @Test
    @EnabledIfSystemProperty(named = "bowline.power", matches = "[0-9]+")
    void printTheTable() {
        int comparisons = Integer.getInteger("bowline.power");
        for (double factor : new double[] {1.05, 1.1}) {
            for (double wobble : new double[] {0.01, 0.02, 0.05, 0.1}) {
                StringBuilder row = new StringBuilder(
                        String.format(Locale.ROOT, "| +%.0f %% | %.0f %% |", 100 * (factor - 1), 100 * wobble));
                for (int runs : RUNS) {
                    row.append(String.format(Locale.ROOT, " %.0f |", seen(runs, wobble, factor, comparisons)));
                }
                System.out.println(row);
            }
        }
    }
}
