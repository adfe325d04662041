/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.bowline.core.figures.Rate;
import org.bowline.core.model.Words;
import org.bowline.core.progress.Progress;
import org.bowline.report.graph.Markup;
import org.bowline.report.rows.SweepInput;
import org.bowline.report.rows.SweepKnotRow;
import org.bowline.report.rows.SweepRow;
import org.bowline.report.rows.SweepTimeRow;
import org.bowline.report.text.CompareText;
import org.bowline.report.text.SweepText;
import org.bowline.report.text.SweepTimesText;

/** A sweep as one page of HTML that needs nothing else, not even a script: for each load what came out, the curves, the ratio per level, and the numbers. */
public final class SweepPage {
    private SweepPage() {}

    /**
     * Writes the page; does not close the writer. O(rows).
     *
     * @param input what to show
     * @param out UTF-8
     * @param progress asked whether to stop
     * @throws org.bowline.core.progress.CancelledException if it was to stop
     */
    public static void write(SweepInput input, Writer out, Progress progress) throws IOException {
        List<Section> sections = new ArrayList<>();
        int number = 0;
        for (String load : input.loads()) {
            progress.check();
            sections.add(section(input, load, "load-" + number++));
        }
        sections.add(Doubts.section(input.caveats()));
        List<String> builds = input.rows().stream().map(SweepRow::build).distinct().toList();
        Page.write(out, "Comparison by concurrency", input.version(), "",
                Page.asset("report.css") + Page.asset("compare.css") + Page.asset("sweep.css"),
                new Markup(), Markup.of("""
                        <a href="#load-0" class="skip">Skip to what came out</a>
                        <header><div class="title"><p class="brand">Bowline comparison by concurrency</p>
                        <h1>%s against %s</h1></div></header>
                        """, builds.size() == 2 ? builds.stream().filter(build -> !build.equals(input.base())).findFirst().orElse("")
                        : Words.count(builds.size() - 1, "build"), input.base()),
                sections, new Markup());
    }

    private static Section section(SweepInput input, String load, String id) {
        List<SweepRow> rows = input.of(load);
        String title = load.isEmpty() ? "What came out" : load;
        return new Section(id, title, 0,
                Markup.of("""
                <section id="%s" aria-labelledby="h-%s"><h2 id="h-%s">%s</h2>
                %s
                %s
                %s
                %s
                %s
                </section>
                """, id, id, id, title,
                        Markup.each(SweepText.sentences(input, load), sentence -> Markup.of("<p class=\"sentence\">%s</p>", sentence)),
                        new SweepPlot(rows, input.base(), false).figure(id + "-throughput"),
                        Markup.when(rows.stream().anyMatch(row -> !Double.isNaN(row.change())),
                                "%s", new SweepPlot(rows, input.base(), true).figure(id + "-ratio")),
                        table(rows, title), recorded(input, load, id)));
    }

    private static Markup recorded(SweepInput input, String load, String id) {
        List<List<SweepTimeRow>> lines = SweepTimesText.lines(input, load);
        if (lines.isEmpty()) {
            return new Markup();
        }
        List<Table.Column<List<SweepTimeRow>>> columns = new ArrayList<>(
                List.of(Table.head("Build", line -> line.get(0).build()), Table.number("Clients", line -> line.get(0).clients())));
        SweepTimesText.kinds(lines).forEach(kind -> columns.add(Table.number(capital(SweepTimesText.head(kind)),
                line -> SweepTimesText.cell(line, kind))));
        List<SweepKnotRow> knots = SweepTimesText.knots(input, load);
        return Markup.of("""
                <h3>%s</h3>
                %s
                %s
                <p class="note">The threads of all programs that take part in the work together, and the kernel's where they run or want a processor. Who has nothing to do waits for other threads, packets and timers as well; so these
                waits grow for each unit of work where fewer are done.</p>
                %s""", SweepTimesText.HEADING, new SweepBars(lines).figure(id + "-times"),
                Table.of("Time for each unit of work", columns, lines),
                Markup.when(!knots.isEmpty(), "<h3>Knots</h3>%s", Table.of("Knots",
                        List.of(Table.head("Build", SweepKnotRow::build), Table.number("Clients", SweepKnotRow::clients),
                                Table.number("Weight per s", row -> BoxPlot.length(row.perSecond() * 1e9)),
                                Table.text("Members", row -> row.members().replace(",", ", "))),
                        knots)));
    }

    private static String capital(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    private static Markup table(List<SweepRow> rows, String title) {
        List<Table.Column<SweepRow>> columns = new ArrayList<>(
                List.of(Table.head("Build", SweepRow::build), Table.number("Clients", SweepRow::clients),
                        Table.number("Runs", row -> row.values().size()),
                        Table.number("Throughput per s", row -> Rate.perSecond(row.throughput())),
                        Table.text("95 % interval", "nums",
                                row -> Double.isFinite(row.low()) ? Rate.perSecond(row.low()) + " to " + Rate.perSecond(row.high()) : ""),
                        Table.number("Of its peak", row -> org.bowline.core.figures.Percent.percent(row.shareOfPeak(), 1)),
                        Table.text("State", SweepPage::state),
                        Table.number("Change", row -> Double.isNaN(row.change()) ? "" : CompareText.percent(row.change())),
                        Table.text("95 % interval", "nums",
                                row -> Double.isFinite(row.changeLow()) ? CompareText.range(row.changeLow(), row.changeHigh()) : ""),
                        Table.text("Verdict", SweepText::verdict)));
        if (rows.stream().anyMatch(row -> !Double.isNaN(row.p99Nanos()))) {
            columns.add(Table.number("p50", row -> time(row.p50Nanos())));
            columns.add(Table.number("p99", row -> time(row.p99Nanos())));
        }
        return Table.of("Levels: " + title, columns, rows);
    }

    private static Markup state(SweepRow row) {
        return row.isFallen() ? Markup.of("<span class=\"badge worse\">fallen</span>") : Markup.of("%s", row.state());
    }

    private static String time(double nanos) {
        return Double.isNaN(nanos) ? "" : BoxPlot.length(nanos);
    }
}
