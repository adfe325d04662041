/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Experiment;
import org.bowline.core.analysis.ThreadTotals;
import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.finding.Findings;
import org.bowline.core.finding.RuleSet;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.model.Caveat;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.AnalysisFiles;
import org.bowline.report.Export;
import org.bowline.report.Format;
import org.bowline.report.ReportDirectory;
import org.bowline.report.SyncRows;
import org.bowline.report.ThreadRows;
import org.bowline.report.TraceEventWriter;
import org.bowline.report.WaitForRows;
import org.bowline.report.html.HtmlInput;
import org.bowline.report.html.HtmlReport;
import org.bowline.report.run.Baseline;
import org.bowline.report.run.RunFacts;

/** Everything at once. */
@Command(name = "analyze",
        description = "Puts all hosts on one clock and computes thread times, the wait-for graph, its knots and, if asked for, "
                + "critical paths; tells what is wrong; prints a summary "
                + "and writes reports.",
        optionListHeading = "%nOptions:%n",
        footer = {"", "Examples:", "  bowline analyze tests/traces/three-tier -o out",
            "  bowline analyze tests/traces/three-tier -o out --thread A:w1-client --export svg,perfetto",
            "  bowline analyze tests/traces/three-tier -o out --interval begin=wl:req_begin,end=wl:req_end,key=req,label=type",
            "  bowline analyze tests/traces/wperf-example --from 23:07:20.9 --to 23:07:21.3 --process w2-A", "",
            "DIR then holds the reports of this run only; other files in it stay."})
final class AnalyzeCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin private final TraceOptions traces = new TraceOptions();

    @Option(names = {"-o", "--output"}, paramLabel = "DIR",
            description = "Write the results there: report.html for people; for programs sync, threads, wait-for, knots, findings, finding-evidence, "
                    + "caveats and, if asked for, critical-path, interval-path, and what --export names. All appear at the end, or none.") private @Nullable Path output;

    @Option(names = "--format", paramLabel = "csv|json",
            description = "Format of the files in DIR (default: csv).") private @Nullable Format format;

    @Option(names = "--export", paramLabel = "EXPORT", split = ",", converter = Exports.Converter.class,
            description = "Write to DIR as well: svg, dot, graphml (the wait-for graph), collapsed (the waits), perfetto (the critical path; "
                    + "needs --thread). Several with commas.") private List<Export> exports = new ArrayList<>();

    @Mixin private final RangeOptions range = new RangeOptions();
    @Mixin private final ThreadOption thread = new ThreadOption();
    @Mixin private final IntervalOptions intervals = new IntervalOptions();
    @Mixin private final WorkRangeOption work = new WorkRangeOption();
    @Mixin private final KnotOptions knots = new KnotOptions();
    @Mixin private final FindingOptions findings = new FindingOptions();
    @Mixin private final SyncOptions sync = new SyncOptions();
    @Mixin private final TopOption top = new TopOption();
    @Mixin final CommonOptions common;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    AnalyzeCommand(Shell shell) {
        this.shell = shell;
        common = new CommonOptions(shell);
    }

    @Override
    public Integer call() throws IOException {
        int most = top.most();
        if (format != null && output == null) {
            throw new ParameterException(spec.commandLine(), "--format chooses the format of the files: -o DIR is needed");
        }
        if (!exports.isEmpty() && output == null) {
            throw new ParameterException(spec.commandLine(), "--export chooses further files: -o DIR is needed");
        }
        if (exports.contains(Export.PERFETTO) && thread.thread == null) {
            throw new ParameterException(spec.commandLine(), "--export perfetto shows the critical path of a thread: --thread is needed");
        }
        work.check(intervals);
        RuleSet rules = findings.rules();
        Baseline accepted = findings.baseline(rules);
        ReportDirectory reports = output == null ? null : prepare(output);
        Experiment experiment = traces.open(shell, sync);
        Results results = compute(experiment.analyze(shell.progress()), rules);
        ReportDirectory.Outcome outcome = reports == null ? null : write(reports, results, rules);
        shell.progress().clear();
        Summary.write(new Page(shell.out(), shell.terminal()), experiment, results, range, work, most, outcome);
        shell.out().flush();
        return findings.exitCode(shell, results.findings(),
                RunFacts.knots(WaitForRows.knots(results.graph(), results.knots().knots())), accepted);
    }

    private Results compute(Analysis analysis, RuleSet rules) throws IOException {
        Timeline timeline = analysis.timeline();
        RangeOptions.Range within = range.resolve(timeline, analysis.caveats());
        IntervalOptions.Matched matched = intervals.match(analysis, within, shell.progress());
        RangeOptions.Range chosen = work.narrow(within, matched.intervals());
        List<Caveat> caveats = new ArrayList<>(analysis.caveats());
        WaitForGraph graph = knots.graph(timeline, chosen, shell.progress());
        caveats.addAll(graph.caveats());
        KnotOptions.Knots found = knots.find(graph, shell.progress());
        CriticalPath path = null;
        ThreadArgument wanted = thread.thread;
        if (wanted != null) {
            path = CriticalPath.of(timeline, wanted.resolve(timeline, chosen.fromNanos(), chosen.toNanos()), chosen.fromNanos(),
                    chosen.toNanos(), shell.progress());
            caveats.addAll(path.caveats());
        }
        IntervalOptions.Found ofIntervals = null;
        if (intervals.given()) {
            ofIntervals = IntervalOptions.paths(analysis, matched, shell.progress());
            caveats.addAll(ofIntervals.caveats());
        }
        List<ThreadTotals> totals = analysis.threads(chosen.fromNanos(), chosen.toNanos());
        IntervalPaths paths = ofIntervals == null ? null : ofIntervals.paths();
        Findings whatIsWrong = FindingOptions.run(rules, analysis, chosen, knots, new FindingOptions.Known(graph, found, totals, paths),
                shell.progress());
        return new Results(timeline, chosen, analysis.sync(), SyncRows.of(analysis.sync()), totals, ThreadRows.of(timeline, totals), graph,
                found, path, paths,
                whatIsWrong, List.copyOf(caveats));
    }

    private ReportDirectory prepare(Path directory) {
        try {
            return shell.tidy(ReportDirectory.prepare(directory, shell.progress()));
        } catch (IOException e) {
            throw Failure.output("cannot write reports to " + directory + ": " + Failure.reason(e) + ". Give another directory with -o", e);
        }
    }

    private ReportDirectory.Outcome write(ReportDirectory reports, Results results, RuleSet rules) {
        shell.progress().report("writing reports", 0);
        try {
            new AnalysisFiles(results.timeline(), results.clocks(), results.threads(), results.graph(), results.knots().knots(),
                    results.path(),
                    results.intervals(), results.findings(), results.caveats()).write(reports, format == null ? Format.CSV : format);
            reports.writePage(out -> HtmlReport.write(page(results, rules), out, shell.progress()));
            for (Export export : new TreeSet<>(exports)) {
                reports.write(export, out -> export(export, results, out));
            }
            return reports.commit();
        } catch (IOException e) {
            throw Failure.output(
                    "cannot write the reports to " + output + ": " + Failure.reason(e) + ". Make room, or give another directory with -o",
                    e);
        }
    }

    private HtmlInput page(Results results, RuleSet rules) {
        return new HtmlInput(traces.title(), VersionProvider.version(), results.timeline(), results.range().fromNanos(),
                results.range().toNanos(), results.sync(), results.totals(), results.graph(), results.knots().hierarchy(),
                results.knots().thresholdNanos(), results.path(), results.intervals(), results.findings(), rules.infos(),
                results.caveats());
    }

    private void export(Export export, Results results, Writer out) throws IOException {
        CriticalPath path = results.path();
        if (export == Export.PERFETTO && path != null) {
            TraceEventWriter.write(path, out, shell.progress());
        } else {
            Exports.write(export, results.graph(), results.knots(), out, shell.progress());
        }
    }
}
