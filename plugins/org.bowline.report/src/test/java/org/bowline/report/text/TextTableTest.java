/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.report.rows.Vertex;
import org.bowline.report.rows.WaitForRow;
import org.bowline.report.table.Column;
import org.bowline.report.table.Format;
import org.bowline.report.table.Report;
import org.bowline.report.table.Reports;
import org.bowline.report.table.Samples;

class TextTableTest {
    private static final Report<WaitForRow> NARROW = Reports.WAIT_FOR.select("source_host", "source_name", "target_name", "weight_ns",
            "waits");

    @Test
    void textsAreLeftNumbersAreRightAndTimesHaveUnits() throws IOException {
        assertThat(
                table(NARROW, List.of(Samples.EDGE, new WaitForRow(Samples.SERVER, Samples.SERVER, 1_500_000, 0, 12)), TextTable.UNLIMITED))
                .isEqualTo("""
                  source host  source name  target name   weight  waits
                  B            w1-server    vdd            10 ns      2
                  B            w1-server    w1-server    1.50 ms     12
                """);
    }

    @Test
    void aTextMayBeToldInOtherWordsThanInAFile() throws IOException {
        Report<String> report = new Report<>("x",
                () -> List.of(Column.text("quality", "how good it is", "word", name -> "accurate", name -> "reference")));
        assertThat(table(report, List.of("B"), TextTable.UNLIMITED)).contains("reference").doesNotContain("accurate");
        StringWriter csv = new StringWriter();
        Format.CSV.write(report, List.of("B"), csv);
        assertThat(csv.toString()).contains("accurate").doesNotContain("reference");
    }

    @Test
    void theWidestTextsAreShortenedUntilTheTableFits() throws IOException {
        WaitForRow row = new WaitForRow(new Vertex("B", 1, "a-very-long-name-of-a-thread", "thread"), Samples.DISK, 1, 1, 1);
        String table = table(NARROW, List.of(row), 56);
        assertThat(table.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(56));
        assertThat(table).contains("a-very-long-…").contains("vdd").contains("waits");
    }

    @Test
    void noFigureIsCutButWholeColumnsOfThemAreLeftOutTheLastFirst() throws IOException {
        Report<String> report = new Report<>("x", () -> List.of(Column.text("label", name -> name), Column.text("mean", name -> "4.49 ms"),
                Column.text("deviation", name -> "±826 µs (+1.57 µs/s)"), Column.number("count", name -> 1_234_567),
                Column.text("share", name -> "118/112"), Column.text("ended by", name -> "a-long-name-of-a-thread (A:17)")));
        List<String> rows = List.of("get", "a-long-name-of-a-request");
        for (int width = 40; width < 130; width++) {
            StringBuilder out = new StringBuilder();
            List<String> left = TextTable.write(report, rows, 2, width, out);
            int most = width;
            assertThat(out.toString().lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(most));
            for (String[] figure : new String[][] {{"mean", "4.49 ms"}, {"deviation", "±826 µs (+1.57 µs/s)"}, {"count", "1234567"},
                {"share", "118/112"}}) {
                assertThat(out.toString().contains(figure[1])).as("%s in %d", figure[0], width).isEqualTo(!left.contains(figure[0]));
                assertThat(out.toString().contains(figure[0])).isEqualTo(!left.contains(figure[0]));
            }
            assertThat(left).as("%d", width).isEqualTo(List.of("mean", "deviation", "count", "share").subList(4 - left.size(), 4));
            assertThat(out.toString()).contains("ended by");
        }
    }

    @Test
    void aTextThatIsShortenedHasNoPartOfANumber() {
        assertThat(TextTable.shorten("idle 92 %, kworker (B:15)", 9)).isEqualTo("idle …");
        assertThat(TextTable.shorten("idle 92 %, kworker (B:15)", 11)).isEqualTo("idle 92 %,…");
        assertThat(TextTable.shorten("idle 92 %, kworker (B:15)", 24)).isEqualTo("idle 92 %, kworker (B:…");
        assertThat(TextTable.shorten("after 12.53 ms", 13)).isEqualTo("after …");
        assertThat(TextTable.shorten("w1-server (B:273)", 8)).isEqualTo("w1-serv…");
        assertThat(TextTable.shorten("1234567", 4)).isEqualTo("123…");
    }

    @Test
    void aNameCannotSteerTheTerminal() throws IOException {
        Vertex evil = new Vertex("B", 1, "\u001b[2J\u202eevil\u0007\n", "thread");
        assertThat(table(NARROW, List.of(new WaitForRow(evil, Samples.DISK, 1, 1, 1)), TextTable.UNLIMITED)).contains("·[2J·evil··")
                .doesNotContain("\u001b");
    }

    @Test
    void aNameOfThousandsOfCharactersKeepsItsEndsAndMakesNoLineEndless() throws IOException {
        WaitForRow row = new WaitForRow(new Vertex("B", 1, "web-" + "x".repeat(5_000) + "-7", "thread"), Samples.DISK, 1, 1, 1);
        assertThat(table(NARROW, List.of(row), TextTable.UNLIMITED)).contains(" web-xxx").contains("x…x").contains("xxx-7 ")
                .satisfies(table -> assertThat(table.lines()).allSatisfy(line -> assertThat(line.length()).isLessThan(200)));
    }

    private static <R> String table(Report<R> report, List<R> rows, int width) throws IOException {
        StringBuilder out = new StringBuilder();
        TextTable.write(report, rows, 2, width, out);
        return out.toString();
    }
}
