/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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
import org.bowline.core.model.Caveat;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.Export;
import org.bowline.report.Format;
import org.bowline.report.Reports;
import org.bowline.report.WaitForRows;

/** Who waits for whom, and which knots they form. */
@Command(name = "wait-for",
        description = "Computes the wait-for graph of threads and devices (wPerf) and its knots: the waits that bound the throughput.",
        optionListHeading = "%nOptions:%n",
        footer = {"", "Examples:", "  bowline wait-for tests/traces/wperf-example",
            "  bowline wait-for tests/traces/wperf-example --process w2-A --threshold 10%%",
            "  bowline wait-for tests/traces/wperf-example --from 23:07:20.9 --to 23:07:21.3 --format csv > wait-for.csv",
            "  bowline wait-for tests/traces/wperf-example --knots --format json",
            "  bowline wait-for tests/traces/lock-contention --threshold 5%% --format svg > wait-for.svg"})
final class WaitForCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin private final TraceOptions traces = new TraceOptions();
    @Mixin private final SyncOptions sync = new SyncOptions();
    @Mixin private final RangeOptions range = new RangeOptions();
    @Mixin private final KnotOptions knots = new KnotOptions();
    @Mixin private final TopOption top = new TopOption();
    @Mixin final CommonOptions common;

    @Option(names = "--format", paramLabel = "FORMAT", converter = OutputForm.OfGraph.class,
            description = "Print for programs: csv or json (columns: docs/reference/csv.md), svg (a picture), dot, graphml, or collapsed "
                    + "(waits as stacks for flame graphs). Default: a text to read.") private @Nullable OutputForm form;

    @Option(names = "--knots",
            description = "Print only the knots; with --format in the columns of knots.csv.") private boolean onlyKnots;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    WaitForCommand(Shell shell) {
        this.shell = shell;
        common = new CommonOptions(shell);
    }

    @Override
    public Integer call() throws IOException {
        int most = top.most();
        Format table = form == null ? null : form.table();
        Export export = form == null ? null : form.export();
        if (onlyKnots && export != null) {
            throw new ParameterException(spec.commandLine(), "--knots prints a table: --format csv or json is needed; "
                    + Exports.word(export) + " shows the knots in the whole graph");
        }
        Experiment experiment = traces.open(shell, sync);
        Analysis analysis = experiment.analyze(shell.progress());
        Timeline timeline = analysis.timeline();
        RangeOptions.Range chosen = range.resolve(timeline, analysis.caveats());
        WaitForGraph graph = knots.graph(timeline, chosen, shell.progress());
        KnotOptions.Knots found = knots.find(graph, shell.progress());
        List<Caveat> caveats = new ArrayList<>(analysis.caveats());
        caveats.addAll(graph.caveats());
        if (export != null) {
            FormatOptions.print(shell, caveats, out -> Exports.write(export, graph, found, out, shell.progress()));
        } else if (onlyKnots) {
            FormatOptions.print(shell, table, Reports.KNOTS, WaitForRows.knots(graph, found.knots()), caveats,
                    page -> KnotText.knots(page, graph, found, most, range.narrower()));
        } else {
            FormatOptions.print(shell, table, Reports.WAIT_FOR, WaitForRows.of(graph), caveats, page -> {
                KnotText.edges(page, graph, most);
                KnotText.knots(page, graph, found, most, range.narrower());
            });
        }
        return ExitCode.FINE;
    }
}
