/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.report.rows.SweepInput;
import org.bowline.report.rows.SweepKnotRow;
import org.bowline.report.rows.SweepRow;
import org.bowline.report.rows.SweepTimeRow;

class SweepPageTest {
    private static final double NONE = Double.NaN;

    private static SweepRow row(String load, String build, long clients, double throughput, double change, String state, String verdict) {
        boolean base = verdict.isEmpty();
        return new SweepRow(load, build, clients, List.of(throughput * 0.98, throughput * 1.02), throughput, throughput * 0.9,
                throughput * 1.1, change,
                base ? NONE : change - 0.05, base ? NONE : change + 0.05, base ? NONE : 0.08, base ? NONE : 0.001,
                state.equals("fallen") ? 0.5 : 1, state, verdict,
                2e6, 9e6);
    }

    private static SweepInput input(String load, String build) {
        return new SweepInput("1", "old", 0.2,
                List.of(row(load, "old", 1, 100, NONE, "scaling", ""), row(load, "old", 64, 300, NONE, "saturated", ""),
                        row(load, build, 1, 120, 0.2, "scaling", "improvement"),
                        row(load, build, 64, 150, -0.5, "fallen", "not-comparable")),
                List.of(), SweepInput.Recorded.NONE,
                List.of(Caveat.of(Caveat.Severity.WARNING, "", "machines-differ", 2, "The runs are of different processors.")));
    }

    private static String html(SweepInput input) throws IOException {
        StringWriter out = new StringWriter();
        SweepPage.write(input, out, Progress.NONE);
        return out.toString();
    }

    @Test
    void whatCanBeComparedComesFirstThenTheCurvesThenTheNumbers() throws IOException {
        String html = html(input("", "new"));
        int fallen = html.indexOf("Not comparable with 64 clients: new has fallen more than 20 % below its own peak.");
        assertThat(fallen).isPositive();
        assertThat(html.indexOf("new against old: with 1 client +20.0 % [+15.0 % to +25.0 %] more.")).isGreaterThan(fallen)
                .isLessThan(html.indexOf("<svg"));
        assertThat(html.split("<svg", -1)).hasSize(3);
        assertThat(html).contains("class=\"fallen\"", "class=\"unseen\"", "class=\"reach\"", "different processors", ">fallen<", "9.00 ms");
        assertThat(html).doesNotContain("NaN", "Infinity");
        assertThat(Pages.notNested(html)).isEmpty();
    }

    @Test
    void fromThreeRunsOnALevelHasABoxOfThemAndItIsSaidWhatItShows() throws IOException {
        assertThat(html(input("", "new"))).doesNotContain("class=\"box\"", "Boxes,");
        SweepRow many = new SweepRow("", "old", 8, List.of(90.0, 100.0, 110.0), 100, 80, 120, NONE, NONE, NONE, NONE, NONE, 1, "scaling",
                "", NONE, NONE);
        SweepRow few = new SweepRow("", "new", 8, List.of(90.0, 110.0), 100, 80, 120, 0, -0.1, 0.1, 0.2, 1, 1, "scaling", "within-noise",
                NONE,
                NONE);
        String html = html(new SweepInput("1", "old", 0.2, List.of(many, few), List.of(), SweepInput.Recorded.NONE, List.of()));
        assertThat(html.split("class=\"box\"", -1)).as("of three runs, and not of two").hasSize(2);
        assertThat(html).contains("class=\"whisker\"", "class=\"middle\"", "Boxes, from three runs on: quartiles with the median");
        assertThat(Pages.notNested(html)).isEmpty();
    }

    @Test
    void namesFromAFileThatAnybodyMadeStayText() throws IOException {
        String html = html(input("<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>"));
        assertThat(html).doesNotContain("<script>alert", "<img src=x");
        assertThat(Pages.notNested(html)).isEmpty();
    }

    @Test
    void ofManyBuildsOnlyThoseThatDifferAreToldOneByOne() throws IOException {
        List<SweepRow> rows = new ArrayList<>(input("", "new").rows().subList(0, 2));
        for (int build = 0; build < 5; build++) {
            rows.add(row("", "b" + build, 1, 100, build == 3 ? -0.2 : 0.01, "scaling", build == 3 ? "regression" : "within-noise"));
        }
        String html = html(new SweepInput("1", "old", 0.2, rows, List.of(), SweepInput.Recorded.NONE, List.of()));
        assertThat(html).contains("b3 against old: with 1 client -20.0 %", "No other build differs from old").doesNotContain("b1 against",
                "Not comparable");
    }

    @Test
    void recordingsAreBarsAndATableForEachLevelAndAbsentWithoutThem() throws IOException {
        assertThat(html(input("", "new"))).doesNotContain("for each unit of work", "plot times");
        SweepInput plain = input("", "new");
        SweepInput.Recorded recorded = new SweepInput.Recorded(List.of(
                new SweepTimeRow("", "old", 1, 1, "running", "", 2e6, 0.2, NONE, "server", 1),
                new SweepTimeRow("", "new", 64, 1, "running", "", 1e6, 0.2, NONE, "server", 1),
                new SweepTimeRow("", "new", 64, 1, "blocked", "lock", 8e6, 3, NONE, "server", 1),
                new SweepTimeRow("", "new", 64, 1, "blocked", "thread", 5e6, 3, NONE, "<load>", 1)),
                List.of(new SweepKnotRow("", "new", 64, "A:<server>,A:vdd", 0.5, 1)), List.of(new SweepInput.Fall("", "Locks <grew>.")), 0);
        String html = html(new SweepInput("1", "old", 0.2, plain.rows(), List.of(), recorded, List.of()));
        assertThat(html).contains("<p class=\"sentence\">Locks &lt;grew&gt;.</p>", "Time of threads for each unit of work, as recorded",
                "<title>locks: 8.00 ms</title>", "A:&lt;server&gt;, A:vdd", ">Other threads</th>", ">?</td>");
        assertThat(html.split("class=\"part build", -1)).as("of running and locks; who waits for other threads has no bar").hasSize(4);
        assertThat(Pages.notNested(html)).isEmpty();
    }
}
