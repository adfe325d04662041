/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.CodeQuestion;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.FunctionQuestion;
import org.bowline.core.analysis.IntervalLabels;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.Result;
import org.bowline.core.analysis.TagQuestion;
import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.timeline.Timeline;
import org.bowline.report.export.TraceEventWriter;
import org.bowline.report.page.IntervalsSection;
import org.bowline.report.page.PageParts;
import org.bowline.report.page.PathSection;
import org.bowline.report.page.Section;
import org.bowline.report.rows.PathCodeRow;
import org.bowline.report.rows.PathRows;
import org.bowline.report.table.CodeReports;
import org.bowline.report.table.Reports;
import org.bowline.report.text.TextPage;

/** Why a thread, or a request, took so long. */
public final class CriticalPathDescriptor implements Descriptor {
    private static final AnalysisInfo INFO = new AnalysisInfo("critical-path", "Critical path",
            "Finds the critical path across hosts: what a thread, or whoever it waited for, did at every moment of a range; or the same for every "
                    + "interval (request) that pairs of events mark.",
            List.of("With --thread the path of a thread over the range: share is the part's share of the range. With --interval one path per interval,"
                    + " from its begin to its end on the thread that ends it, and totals per label. One of the two is needed.",
                    "For each label the text tells the number of intervals and their median, mean, 95th and 99th percentile, and the longest six parts:"
                            + " median and p95 are those of the part over the label's intervals (an interval without the part counts with 0),"
                            + " of mean is the part's share of the mean length, and adds up to 100 % over all parts.",
                    "Intervals that had not ended when the recording did are told apart, and median and percentile count them with all that lasted"
                            + " longer; one that falls on such an interval is \"at least\" its age (docs/adr/0084-which-requests-hang.md). Without a"
                            + " kernel trace --interval tells the lengths alone, here and with analyze, findings and compare.",
                    "Where programs tell which module they are in (tags), the text tells what each module has of the path, and of the running time on it;"
                            + " --modules prints it for programs, and bowline tags --on-path tells more of it."),
            "Scheduling events with wake-ups and interrupts; packets for other hosts (profile waits-network); for intervals the events"
                    + " of the program that begin and end them (profile requests); for the code of waits call stacks (profile waits-stacks) or functions (profile functions);"
                    + " for modules tag events (profile requests).",
            List.of("bowline critical-path tests/traces/three-tier --thread A:w1-client",
                    "bowline critical-path tests/traces/three-tier --thread A:272 --from 23:13:35.1 --to 23:13:35.12 --format csv",
                    "bowline critical-path tests/traces/three-tier --thread A:w1-client --format perfetto > path.json",
                    "bowline critical-path tests/traces/three-tier --interval begin=wl:req_begin,end=wl:req_end,key=req,label=type"),
            Set.of(Asks.TOP, Asks.RANGE, Asks.PART, Asks.THREAD, Asks.INTERVALS),
            List.of(IntervalLabels.LABEL, TagQuestion.EVENTS, TagQuestion.MODULES, CodeQuestion.CODE, FunctionQuestion.SYMBOLS,
                    FirstLook.UNFOLD),
            "concepts/critical-path.md", 50);

    private static final ReportTable<?> PATH = new ReportTable<>(Reports.CRITICAL_PATH,
            analysis -> {
                CriticalPath path = analysis.path();
                return path == null ? List.of() : PathRows.of(path);
            }, analysis -> analysis.pathThread() != Timeline.NONE);
    private static final ReportTable<?> OF_INTERVALS = new ReportTable<>(Reports.INTERVAL_PATH, analysis -> {
        IntervalPaths paths = analysis.intervals();
        return paths == null ? List.of() : PathRows.of(analysis.timeline(), paths);
    }, Analysis::intervalsWanted);
    private static final ReportTable<?> CODE = new ReportTable<>(CodeReports.PATH_CODE, PathCodeRow::of,
            analysis -> (analysis.pathThread() != Timeline.NONE || analysis.intervalsWanted()) && CodeQuestion.isKnown(analysis));

    @Override
    public AnalysisInfo info() {
        return INFO;
    }

    @Override
    public List<ReportTable<?>> tables() {
        return List.of(PATH, OF_INTERVALS, CODE);
    }

    @Override
    public List<Result<?>> results(Analysis analysis) {
        List<Result<?>> results = new ArrayList<>();
        if (analysis.pathThread() != Timeline.NONE) {
            results.add(Analysis.pathOf(analysis.pathThread()));
        }
        if (analysis.intervalsWanted()) {
            results.add(Analysis.INTERVALS);
        }
        results.addAll(CodeQuestion.results(analysis));
        if (!analysis.tags().isEmpty() && analysis.knowsWaits()) {
            results.add(TagQuestion.TOLD);
        }
        return results;
    }

    @Override
    public List<Form> forms() {
        return List.of(new Form("perfetto", "critical-path.perfetto.json", "with --thread; open it at ui.perfetto.dev", Asks.THREAD,
                (analysis, out) -> {
                    CriticalPath path = analysis.path();
                    if (path != null) {
                        TraceEventWriter.write(path, out, analysis.progress());
                    }
                }));
    }

    @Override
    public void check(Question question, Output output) {
        if ((question.path() == null) == question.intervals().isEmpty()) {
            throw new IllegalArgumentException("either --thread or --interval is needed, not both");
        }
        CodeChoice.check(question, output);
        if (question.get(TagQuestion.MODULES) && (output != Output.TABLE || question.get(CodeQuestion.CODE))) {
            throw new IllegalArgumentException(
                    "--modules chooses what --format prints: --format csv or json is needed, and --code chooses something else");
        }
    }

    @Override
    public void check(Analysis analysis) {
        CodeChoice.check(analysis);
        if (analysis.question().get(TagQuestion.MODULES) && analysis.tags().isEmpty()) {
            throw new IllegalArgumentException(
                    "--modules: no trace has an event that tells which module a thread is in: annotate the program"
                            + " (docs/how-to/annotate-a-program.md), or name events of its own with --tags");
        }
    }

    @Override
    public ReportTable<?> shown(Analysis analysis) {
        return analysis.question().get(CodeQuestion.CODE) ? CODE
                : analysis.question().get(TagQuestion.MODULES) ? TagsDescriptor.ON_PATH : Descriptor.super.shown(analysis);
    }

    @Override
    public void text(TextPage page, Analysis analysis, int most) throws IOException {
        CriticalPath path = analysis.path();
        if (path != null) {
            PathText.path(page, analysis, path, most);
        }
        IntervalPaths intervals = analysis.intervals();
        if (intervals != null) {
            PathText.intervals(page, analysis, intervals, most);
        }
    }

    @Override
    public List<Section> sections(PageParts parts) {
        return Stream.concat(PathSection.of(parts).stream(), IntervalsSection.of(parts).stream()).toList();
    }
}
