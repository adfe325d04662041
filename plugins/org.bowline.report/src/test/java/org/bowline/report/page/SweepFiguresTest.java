/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.report.rows.SweepInput;
import org.bowline.report.rows.SweepRow;
import org.bowline.report.rows.SweepTimeRow;

class SweepFiguresTest {
    private static final double NONE = Double.NaN;

    private static SweepRow level(String build, long clients, double throughput, double change) {
        return new SweepRow("", build, clients, List.of(throughput), throughput, NONE, NONE, change, change - 0.1, change + 0.1, NONE, NONE,
                1,
                "scaling", "", NONE, NONE);
    }

    private static SweepTimeRow time(String build, long clients, String state, String cause, double millis) {
        return new SweepTimeRow("", build, clients, 1, state, cause, millis * 1e6, 1, NONE, "server", 1);
    }

    private static SweepInput input(List<SweepRow> rows, List<SweepTimeRow> times) {
        return new SweepInput("1", "b0", 0.2, rows, List.of(), new SweepInput.Recorded(times, List.of(), List.of(), 0), List.of());
    }

    private static List<String> found(String svg, String pattern) {
        List<String> found = new ArrayList<>();
        Matcher each = Pattern.compile(pattern).matcher(svg);
        while (each.find()) {
            found.add(each.group(1));
        }
        return found;
    }

    /** Each bar's lengths and parts, from the left. */
    private static List<Double> lengths(SweepFigures.Figure figure) {
        return found(figure.svg(), "<rect class=\"part build\\d\"[^>]* width=\"([^\"]*)\"").stream().map(Double::valueOf).toList();
    }

    @Test
    void everyColourOfAPictureHasAKeyAndEveryKeyAColour() {
        List<SweepRow> rows = IntStream.range(0, 10).mapToObj(build -> level("b" + build, 4, 100 + build, build == 0 ? NONE : 0.1))
                .toList();
        for (boolean ratio : new boolean[] {false, true}) {
            SweepFigures.Figure curves = SweepFigures.curves(input(rows, List.of()), "", ratio);
            assertThat(curves.keys()).extracting(SweepFigures.Key::name).hasSize(ratio ? 9 : 10);
            assertThat(new TreeSet<>(found(curves.svg(), "class=\"(build\\d+)\"")))
                    .containsExactlyElementsOf(curves.keys().stream().map(SweepFigures.Key::style).sorted().distinct().toList());
            assertThat(curves.keys().get(curves.keys().size() - 1)).as("colours repeat, and the base has none in a picture of ratios")
                    .isEqualTo(new SweepFigures.Key("build1", "b9"));
        }
    }

    @Test
    void barsOfAllLevelsHaveOneScaleAndTheirPartsTheSameColours() {
        SweepFigures.Figure bars = SweepFigures
                .times(input(List.of(), List.of(time("a", 1, "running", "", 2), time("a", 1, "blocked", "lock", 1),
                        time("b", 1, "running", "", 4), time("b", 1, "runnable", "", 6), time("b", 1, "blocked", "lock", 2))), "");
        assertThat(bars.keys()).extracting(SweepFigures.Key::name).containsExactly("running", "runnable", "locks");
        List<Double> lengths = lengths(bars);
        assertThat(lengths).hasSize(5);
        double milli = lengths.get(0) / 2;
        assertThat(lengths.get(1)).isEqualTo(milli, within(1.0));
        assertThat(lengths.get(3)).isEqualTo(6 * milli, within(1.0));
        assertThat(lengths.subList(2, 5).stream().mapToDouble(Double::doubleValue).sum()).as("the longest bar has all of the room")
                .isEqualTo(710,
                        within(1.0));
        assertThat(found(bars.svg(), "class=\"part (build\\d)\"")).containsExactly("build0", "build2", "build0", "build1", "build2");
        assertThat(bars.svg()).contains(">3.00 ms</text>", ">12.0 ms</text>");
    }

    @Test
    void whatIsWaitedForWithoutWorkIsNotInABar() {
        SweepInput idle = input(List.of(), List.of(time("a", 1, "blocked", "thread", 500), time("a", 1, "blocked", "timer", 500)));
        assertThat(SweepFigures.hasTimes(idle, "")).isFalse();
        SweepInput busy = input(List.of(), List.of(time("a", 1, "blocked", "disk", 1), time("a", 1, "blocked", "thread", 500)));
        assertThat(SweepFigures.hasTimes(busy, "")).isTrue();
        assertThat(SweepFigures.times(busy, "").keys()).extracting(SweepFigures.Key::name).containsExactly("disks");
        assertThat(SweepFigures.hasTimes(busy, "another load")).isFalse();
    }
}
