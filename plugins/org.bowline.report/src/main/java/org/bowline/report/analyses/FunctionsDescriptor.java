/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.CounterQuestion;
import org.bowline.core.analysis.FunctionQuestion;
import org.bowline.core.analysis.Result;
import org.bowline.core.event.Counter;
import org.bowline.core.function.FunctionUse;
import org.bowline.core.function.FunctionUse.OfFunction;
import org.bowline.core.model.Words;
import org.bowline.report.page.Section;
import org.bowline.report.table.Column;
import org.bowline.report.table.CounterColumns;
import org.bowline.report.table.Report;
import org.bowline.report.text.TextPage;

/** Which functions ran, for how long, what was counted in them, and how large their code is. */
public final class FunctionsDescriptor implements Descriptor {
    private static final AnalysisInfo INFO = new AnalysisInfo("functions", "Functions",
            "Tells which functions were called, how often and for how long, what the processor did in them, and how large the code is that ran.",
            List.of("Only functions of programs built with -finstrument-functions are recorded. Times are those on the clock, waits included.",
                    "Where the begins and ends of functions were recorded with counters (profiles functions and counters), --counters also tells instructions, instructions per cycle and misses of each function."),
            "Scheduling events, and begins and ends of functions (profile functions); for counts counters with them (profile counters).",
            List.of("bowline functions recording", "bowline functions recording --counters"),
            Set.of(Asks.RANGE, Asks.PART, Asks.TOP, Asks.ORIGINS),
            List.of(FunctionQuestion.SYMBOLS, CounterQuestion.COUNTERS), "concepts/counters.md", 78);
    private static final int MOST_ON_PAGE = 100;
    private static final int KIB = 1024;

    private static final Report<OfFunction> REPORT = new Report<>("functions",
            """
            Where begins and ends of functions were recorded: what was done in which function in the range, one row per name and file, those first in which threads were longest. What was
            [counted](../concepts/counters.md) is of the function itself, without those that it called.""",
            () -> Stream.concat(Stream.of(
                    Column.text("function", "its name; file and offset of one that has none", "text", OfFunction::name),
                    Column.text("file", "the name of the file that its code is in", "text; empty if it is in none", OfFunction::file),
                    Column.number("calls", "how often it began", "≥ 0", OfFunction::calls),
                    Column.duration("exclusive_ns", "for how long threads were in it and in none that it called, waits included", "ns ≥ 0",
                            OfFunction::ownNanos),
                    Column.duration("inclusive_ns", "the same with those that it called", "ns ≥ 0", OfFunction::allNanos)),
                    CounterColumns.<OfFunction>of((row, counter) -> row.own()[counter.ordinal()], "in the function itself").stream())
                    .toList());

    private static final Report<OfFunction> TIMES = new Report<>("functions", () -> List.of(Column.text("function", OfFunction::name),
            Column.text("file", OfFunction::file),
            Column.number("calls", OfFunction::calls), Column.duration("in itself", OfFunction::ownNanos),
            Column.duration("with what it called", OfFunction::allNanos)));

    @Override
    public AnalysisInfo info() {
        return INFO;
    }

    @Override
    public List<ReportTable<?>> tables() {
        return List.of(new ReportTable<>(REPORT, analysis -> analysis.get(FunctionQuestion.USE).functions(),
                analysis -> analysis.calls() != null));
    }

    @Override
    public List<Result<?>> results(Analysis analysis) {
        return analysis.calls() == null ? List.of() : List.of(FunctionQuestion.NAMES, FunctionQuestion.USE, CounterQuestion.LOG);
    }

    @Override
    public void text(TextPage page, Analysis analysis, int most) throws IOException {
        FunctionUse use = analysis.get(FunctionQuestion.USE);
        if (use.functions().isEmpty()) {
            page.heading("No function is known");
            page.paragraph(
                    "No begin of a function was recorded of a thread that the kernel trace has. Record with the profile functions of bowline-record, and the kernel at the same time.");
            return;
        }
        page.heading(Words.count(use.functions().size(), "function was called", "functions were called"));
        page.paragraph(size(use));
        page.table(TIMES, use.functions(), most);
        if (analysis.question().get(CounterQuestion.COUNTERS)) {
            counters(page, analysis, use, most);
        }
    }

    private static String size(FunctionUse use) {
        int unknown = use.sizeUnknown();
        return "Their code is in " + Words.count(use.pages(), "page") + " of memory (" + use.pages() * (FunctionUse.PAGE / KIB)
                + " KiB) of "
                + Words.count(use.files(), "file") + (unknown == 0 ? "."
                        : unknown == use.functions().size()
                                ? ", at least: how long they are is not known, so the page where each begins counts."
                                : ", at least: of " + Words.count(unknown, "function") + " it is not known how long "
                                        + (unknown == 1 ? "it is" : "they are") + ", so the page where "
                                        + (unknown == 1 ? "it begins" : "each begins")
                                        + " counts.");
    }

    private static void counters(TextPage page, Analysis analysis, FunctionUse use, int most) throws IOException {
        if (!use.isCounted()) {
            page.heading("No counters");
            page.paragraph(
                    "No begin or end of a function was recorded with a counter of its thread. Record with the profiles functions and counters of bowline-record.");
            return;
        }
        List<Column<OfFunction>> columns = new ArrayList<>();
        columns.add(Column.text("function", OfFunction::name));
        CounterText.figures(columns, analysis.get(CounterQuestion.LOG).counters(), (row, counter) -> {
            long count = row.own()[counter.ordinal()];
            return count == Counter.ABSENT ? Double.NaN : count;
        });
        page.heading("What was counted in each, without what it called");
        page.table(new Report<>("counters", columns), use.functions(), most);
    }

    /** It is for who asks. */
    @Override
    public void brief(TextPage page, Analysis analysis, int most, boolean files) {
        // nothing
    }

    @Override
    public List<Section> sections(Analysis analysis) {
        FunctionUse use = analysis.get(FunctionQuestion.USE);
        return use.functions().isEmpty() ? List.of()
                : List.of(Section.of("functions", "Functions", 96, size(use), REPORT, use.functions(), MOST_ON_PAGE));
    }
}
