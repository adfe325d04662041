/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.ChosenRange;
import org.bowline.core.analysis.CodeQuestion;
import org.bowline.core.analysis.Devices;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.FunctionQuestion;
import org.bowline.core.analysis.Locks;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.NewWork;
import org.bowline.core.analysis.Parameter;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.Result;
import org.bowline.core.analysis.Workers;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.waitfor.Blame;
import org.bowline.report.export.CollapsedWriter;
import org.bowline.report.export.DotWriter;
import org.bowline.report.export.GraphMlWriter;
import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.PictureOptions;
import org.bowline.report.graph.SvgWriter;
import org.bowline.report.page.GraphSection;
import org.bowline.report.page.PageParts;
import org.bowline.report.page.Section;
import org.bowline.report.rows.WaitCodeRow;
import org.bowline.report.rows.WaitForRows;
import org.bowline.report.table.CodeReports;
import org.bowline.report.table.Reports;
import org.bowline.report.text.TextPage;

/** Who waits for whom, and which knots they form. */
public final class WaitForDescriptor implements Descriptor {
    /** Whether only the knots are wanted. */
    private static final Parameter<Boolean> ONLY_KNOTS = Parameter.flag("knots",
            "Print only the knots; with --format in the columns of knots.csv.");

    private static final AnalysisInfo INFO = new AnalysisInfo("wait-for", "Who waits",
            "Computes the wait-for graph of threads and devices (wPerf) and its knots: the waits that bound the throughput.",
            List.of("The text shows the heaviest edges, then the knots, then the heaviest sinks, and what to try if there is no knot; text and picture leave out what is set"
                    + " aside. The other forms have every edge on which somebody waits, but count no waits of threads that are set aside unless --show-all is given;"
                    + " the threshold decides which knots are marked.",
                    "Where call stacks (profile waits-stacks) or functions (profile functions) were recorded, the text tells in which code most of the time of an edge's waits was."),
            "Scheduling events with wake-ups and interrupts; block requests for disks, packets for other hosts (profile waits-network).",
            List.of("bowline wait-for tests/traces/wperf-example",
                    "bowline wait-for tests/traces/wperf-example --process w2-A --threshold 10%",
                    "bowline wait-for tests/traces/wperf-example --from 23:07:20.9 --to 23:07:21.3 --format csv > wait-for.csv",
                    "bowline wait-for tests/traces/wperf-example --knots --format json",
                    "bowline wait-for tests/traces/lock-contention --threshold 5% --format svg > wait-for.svg"),
            Set.of(Asks.TOP, Asks.RANGE, Asks.PART, Asks.ORIGINS, Asks.THRESHOLD),
            List.of(ONLY_KNOTS, CodeQuestion.CODE, FunctionQuestion.SYMBOLS, FirstLook.SHOW_ALL, FirstLook.UNFOLD, Locks.BLAME,
                    Devices.NIC_CAPACITY, Devices.NETWORK, Devices.DISK_SHARE, Devices.DISK_CAPACITY, Workers.WORKER, Workers.BACKGROUND,
                    NewWork.NEW_WORK,
                    Merging.MERGE,
                    Merging.MERGE_THREADS),
            "concepts/wait-for.md", 40);

    private static final ReportTable<?> EDGES = new ReportTable<>(Reports.WAIT_FOR, analysis -> WaitForRows.of(Merging.view(analysis)));
    private static final ReportTable<?> KNOTS = new ReportTable<>(Reports.KNOTS, analysis -> WaitForRows.knots(Merging.view(analysis)));
    private static final ReportTable<?> NETWORK = new ReportTable<>(Reports.WAIT_FOR_NETWORK,
            analysis -> WaitForRows.flights(Merging.view(analysis)), analysis -> analysis.question().get(Devices.NETWORK));
    private static final ReportTable<?> CODE = new ReportTable<>(CodeReports.WAIT_FOR_CODE,
            analysis -> WaitCodeRow.of(Merging.view(analysis)),
            CodeQuestion::isKnown);

    @Override
    public AnalysisInfo info() {
        return INFO;
    }

    @Override
    public List<ReportTable<?>> tables() {
        return List.of(EDGES, KNOTS, CODE, NETWORK);
    }

    @Override
    public ReportTable<?> shown(Analysis analysis) {
        return analysis.question().get(CodeQuestion.CODE) ? CODE
                : analysis.question().get(ONLY_KNOTS) ? KNOTS : NETWORK.isThere().test(analysis) ? NETWORK : EDGES;
    }

    @Override
    public List<Result<?>> results(Analysis analysis) {
        List<Result<?>> results = new ArrayList<>(List.of(Analysis.GRAPH));
        results.add(NewWork.RESULT);
        if (Merging.isSaid(analysis.question())) {
            results.add(Merging.RESULT);
        }
        if (Workers.isSaid(analysis.question())) {
            results.add(Workers.RESULT);
        }
        if (analysis.question().get(Locks.BLAME) == Blame.HOLDER) {
            results.add(Locks.USES);
        }
        results.addAll(CodeQuestion.results(analysis));
        return results;
    }

    @Override
    public List<Form> forms() {
        return List.of(new Form("svg", "wait-for.svg", "a picture", null, WaitForDescriptor::svg),
                new Form("dot", "wait-for.dot", "for Graphviz", null, WaitForDescriptor::dot),
                new Form("graphml", "wait-for.graphml", "for Gephi, yEd and others", null, WaitForDescriptor::graphMl),
                new Form("collapsed", "waits.collapsed", "waits as stacks for flame graphs", null,
                        (analysis, out) -> CollapsedWriter.write(Merging.view(analysis).graph(), out)));
    }

    private static void dot(Analysis whole, Writer out) throws IOException {
        Analysis analysis = Merging.view(whole);
        NewWork newWork = analysis.get(NewWork.RESULT);
        DotWriter.write(analysis.graph(), analysis.knots(), edge -> newWork.why(edge).label(), out);
    }

    private static void graphMl(Analysis whole, Writer out) throws IOException {
        Analysis analysis = Merging.view(whole);
        NewWork newWork = analysis.get(NewWork.RESULT);
        GraphMlWriter.write(analysis.graph(), analysis.knots(), edge -> newWork.why(edge).label(), out);
    }

    private static void svg(Analysis whole, Writer out) throws IOException {
        Analysis analysis = Merging.view(whole);
        GraphPicture picture = GraphPicture.of(analysis.graph(), analysis.hierarchy(),
                PictureOptions.DEFAULT.without(FirstLook.leaves(analysis)).withNewWork(analysis.get(NewWork.RESULT)::isOfThread)
                        .withPools(FirstLook.pools(analysis)),
                analysis.progress());
        SvgWriter.write(picture, picture.at(analysis.thresholdNanos()), SvgWriter.Theme.AUTO, out);
    }

    @Override
    public void check(Question question, Output output) {
        if (question.get(ONLY_KNOTS) && output == Output.FORM) {
            throw new IllegalArgumentException(
                    "--knots prints a table: --format csv or json is needed; the other formats show the knots in the whole graph");
        }
        if (question.get(ONLY_KNOTS) && question.get(CodeQuestion.CODE)) {
            throw new IllegalArgumentException("--code and --knots choose what --format prints: one of them, not both");
        }
        CodeChoice.check(question, output);
    }

    @Override
    public void check(Analysis analysis) {
        CodeChoice.check(analysis);
    }

    @Override
    public void brief(TextPage page, Analysis analysis, int most, boolean files) throws IOException {
        // of user space alone no wait is known, and none to show is not none at all
        if (analysis.knowsWaits()) {
            text(page, analysis, most);
        }
    }

    @Override
    public void text(TextPage page, Analysis whole, int most) throws IOException {
        if (UnknownWaits.said(page, whole)) {
            return;
        }
        Analysis analysis = Merging.view(whole);
        MergeText.of(page, analysis.graph());
        if (!analysis.question().get(ONLY_KNOTS)) {
            KnotText.edges(page, analysis, most);
        }
        KnotText.knots(page, analysis, most, narrower(analysis));
    }

    /** What else to try where the wait-for graph has no knot: where there are intervals, the work is where they are. */
    private static String narrower(Analysis analysis) {
        boolean part = analysis.question().part() == Question.Part.INTERVALS;
        IntervalPaths intervals = analysis.intervals();
        String where = intervals == null || intervals.paths().isEmpty() || part ? ""
                : " The intervals lie in " + PathText.range(intervals) + "; --range intervals takes that.";
        return (analysis.range().kind() == ChosenRange.Kind.ALL
                ? "In a whole trace, start and end often hide what happens in between: narrow it with --from and --to, or with --process NAME."
                : "Another range, or --process NAME, may have one.") + where;
    }

    @Override
    public List<Section> sections(PageParts parts) {
        return GraphSection.of(parts);
    }
}
