/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.report.rows.Rows;
import org.bowline.report.rows.SyncRow;
import org.bowline.report.rows.SyncRows;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;
import org.bowline.report.text.CaveatText;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TextTable;

class TextPageTest {
    private interface Writing {
        void to(TextPage page) throws IOException;
    }

    @Test
    void linesBreakAtWordsWhereTheTerminalEnds() throws IOException {
        String text = written(40,
                page -> page.paragraph("warning: A: events were lost at the begin of the trace, so take care"));
        assertThat(text).isEqualTo("  warning: A: events were lost at the\n    begin of the trace, so take care\n");
    }

    @Test
    void whatIsReadFirstBeginsALineWithEachSentenceWhereOneLineIsNotEnough() throws IOException {
        String text = "critical: a-rule: b (A:1) waits for c (B) for 1.5 s. This is 3.10 % of the range, or more. Without it there is no. c remains.";
        assertThat(written(60, page -> page.lead(text))).isEqualTo("""
                critical: a-rule: b (A:1) waits for c (B) for 1.5 s.
                    This is 3.10 % of the range, or more.
                    Without it there is no. c remains.
                """);
        assertThat(written(40, page -> page.lead(text))).isEqualTo("""
                critical: a-rule: b (A:1) waits for c
                      (B) for 1.5 s.
                    This is 3.10 % of the range, or
                      more.
                    Without it there is no. c remains.
                """);
        assertThat(written(200, page -> page.lead(text))).isEqualTo(text + '\n');
    }

    @Test
    void noLineBreaksBetweenANumberAndItsUnit() throws IOException {
        assertThat(written(20, page -> page.paragraph("they wait for 1.47 s, then 3 so on")))
                .isEqualTo("  they wait for\n    1.47 s, then 3\n    so on\n");
        assertThat(written(21, page -> page.paragraph("for more than 23.9 % of it"))).isEqualTo("  for more than\n    23.9 % of it\n");
    }

    @Test
    void aWordThatIsLongerThanTheLineStaysWhole() throws IOException {
        String word = "x".repeat(100);
        assertThat(written(40, page -> page.paragraph(word))).isEqualTo("  " + word + '\n');
    }

    @Test
    void nothingBreaksInAFile() throws IOException {
        String words = "word ".repeat(100).strip();
        assertThat(written(TextTable.UNLIMITED, page -> page.paragraph(words))).isEqualTo("  " + words + '\n');
    }

    @Test
    void aPageSaysWhichColumnsATerminalHasNoRoomFor() throws IOException {
        Report<Integer> report = new Report<>("x", () -> List.of(Column.text("name", i -> "w1-server"), Column.text("mean", i -> "4.49 ms"),
                Column.text("how many are how long", i -> "|█▂ ▂|"), Column.text("longest", i -> "12.0 ms")));
        assertThat(written(40, page -> page.table(report, List.of(1, 2), 1))).isEqualTo("""
                  name       mean
                  w1-server  4.49 ms
                  ... and 1 more
                  Left out, as they do not fit: how many
                    are how long, longest. A wider
                    terminal shows them, and reports for
                    programs have them (--format csv;
                    analyze: -o DIR).
                """);
        assertThat(written(60, page -> page.table(report, List.of(1), 1))).contains("longest").doesNotContain("Left out");
    }

    @Test
    void caveatsComeMostSevereFirstAndTheRestIsCounted() throws IOException {
        List<Caveat> caveats = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            caveats.add(Caveat.of(Severity.INFO, "", "k" + i, i, "Note " + i + '.'));
        }
        caveats.add(Caveat.of(Severity.ERROR, "A", "k", 1, "Bad."));
        caveats.add(Caveat.of(Severity.WARNING, "B", "k", 1, "So so."));
        assertThat(written(TextTable.UNLIMITED, page -> page.caveats(caveats, "the file has all")))
                .startsWith("Caveats\n  error: k: A: Bad.\n  warning: k: B: So so.\n  info: k0: Note 0.\n")
                .endsWith("  ... and 4 more; the file has all\n");
    }

    @Test
    void alikeCaveatsOfSeveralHostsAreOneLineThatTellsTheWorst() {
        List<Caveat> caveats = List.of(Caveat.of(Severity.WARNING, "A", "lost-events", 7, "Lost 7 events."),
                Caveat.of(Severity.WARNING, "B", "lost-events", 12, "Lost 12 events."),
                Caveat.of(Severity.WARNING, "C", "lost-events", 3, "Lost 3 events."),
                Caveat.of(Severity.WARNING, "C", "lost-events", 4, "Lost 4 events."),
                Caveat.of(Severity.INFO, "B", "lost-events", 1, "Lost 1 event, it does not matter."),
                Caveat.of(Severity.WARNING, "A", "unknown-state", 2_000_000_000, "2 s are not known."),
                Caveat.of(Severity.WARNING, "B", "unknown-state", 3_000_000_000L, "3 s are not known."));
        assertThat(CaveatText.sentences(caveats, 8, "")).containsExactly(
                "warning: lost-events: B: Lost 12 events. Likewise: A (7), C (3, 4).",
                "warning: unknown-state: B: 3 s are not known. Likewise: A.",
                "info: lost-events: B: Lost 1 event, it does not matter.");
        assertThat(CaveatText.sentences(caveats, 1, "")).endsWith("... and 3 more");
    }

    @Test
    void alikeCaveatsThatAreOfNoHostAreToldEachUpToAFew() {
        List<Caveat> caveats = Stream
                .of("Line 2 has no build.", "Line 5 has no build.", "Line 5 has no build.", "Line 6 has no clients.", "Line 9 failed.",
                        "Line 10 failed.")
                .map(text -> Caveat.of(Severity.WARNING, "", "run-left-out", 1, text)).toList();
        assertThat(CaveatText.sentences(caveats.subList(0, 2), 8, ""))
                .containsExactly("warning: run-left-out: Line 2 has no build. Line 5 has no build.");
        assertThat(CaveatText.sentences(caveats, 8, ""))
                .containsExactly(
                        "warning: run-left-out: Line 2 has no build. Line 5 has no build. Line 6 has no clients. And there are 2 more like these.");
    }

    @Test
    void clocksAreShownAsOffsetAndDrift() throws IOException {
        long t0 = 1_790_000_000_000_000_000L;
        SyncRow reference = new SyncRow("A", "A", "accurate", t0, t0, BigDecimal.ONE, 0, t0, t0 + 9, 0, 0, Rows.ABSENT, Rows.ABSENT,
                Rows.ABSENT, Rows.ABSENT);
        // C is 7 s ahead at its base and loses 220 ppm: 9 s later it is 1.98 ms less ahead
        SyncRow c = new SyncRow("C", "A", "accurate", t0 + 7_000_000_000L, t0,
                BigDecimal.ONE.divide(new BigDecimal("0.99978"), 25, java.math.RoundingMode.HALF_UP), 20_011,
                t0 + 9_000_000_000L, t0 + 10_000_000_000L, 605, 606, t0 + 9_100_000_000L, t0 + 9_200_000_000L, 10_011, 3_003);
        assertThat(SyncRows.aheadNanos(c)).isEqualTo(7_000_000_000L - 1_980_000);
        assertThat(SyncRows.driftPpm(c)).isEqualByComparingTo("-220");
        assertThat(written(TextTable.UNLIMITED, page -> ClocksText.write(page, List.of(reference, c), TextTable.UNLIMITED)))
                .contains("reference").contains("-220.000 ppm").contains("±10.0 µs")
                .contains("±20.0 µs (+3.00 µs/s)").contains("605/606").contains("outside of the packets");
    }

    @Test
    void whereNoClockRestsOnPacketsNothingIsSaidOfThem() throws IOException {
        long t0 = 1_790_000_000_000_000_000L;
        SyncRow reference = new SyncRow("A", "A", "accurate", t0, t0, BigDecimal.ONE, 0, t0, t0 + 9, 0, 0, Rows.ABSENT, Rows.ABSENT,
                Rows.ABSENT, Rows.ABSENT);
        SyncRow absent = new SyncRow("B", "A", "absent", t0, t0, BigDecimal.ONE, Rows.ABSENT, t0, t0 + 9, 0, 0, Rows.ABSENT,
                Rows.ABSENT, Rows.ABSENT, Rows.ABSENT);
        assertThat(written(TextTable.UNLIMITED, page -> ClocksText.write(page, List.of(reference, absent), TextTable.UNLIMITED)))
                .contains("±0 ns").contains("not known").doesNotContain("outside of the packets");
    }

    private static String written(int width, Writing writing) throws IOException {
        StringBuilder out = new StringBuilder();
        writing.to(new TextPage(out, width, false));
        return out.toString();
    }
}
