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
import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.model.Caveat;
import org.bowline.core.timeline.Timeline;
import org.bowline.report.Export;
import org.bowline.report.Format;
import org.bowline.report.PathRows;
import org.bowline.report.Reports;
import org.bowline.report.TraceEventWriter;

/** Why a thread, or a request, took so long. */
@Command(name = "critical-path",
        description = "Finds the critical path across hosts: what a thread, or whoever it waited for, did at every moment of a "
                + "range; or the same for every "
                + "interval (request) that pairs of events mark.",
        optionListHeading = "%nOptions:%n",
        footer = {"", "Examples:", "  bowline critical-path tests/traces/three-tier --thread A:w1-client",
            "  bowline critical-path tests/traces/three-tier --thread A:272 --from 23:13:35.1 --to 23:13:35.12 --format csv",
            "  bowline critical-path tests/traces/three-tier --thread A:w1-client --format perfetto > path.json",
            "  bowline critical-path tests/traces/three-tier --interval begin=wl:req_begin,end=wl:req_end,key=req,label=type"})
final class CriticalPathCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin private final TraceOptions traces = new TraceOptions();

    @Mixin private final ThreadOption thread = new ThreadOption();
    @Mixin private final IntervalOptions intervals = new IntervalOptions();
    @Mixin private final RangeOptions range = new RangeOptions();
    @Mixin private final SyncOptions sync = new SyncOptions();
    @Mixin private final TopOption top = new TopOption();
    @Mixin final CommonOptions common;

    @Option(names = "--format", paramLabel = "FORMAT", converter = OutputForm.OfPath.class,
            description = "Print for programs: csv or json (columns: docs/reference/csv.md), or, with --thread, perfetto (open it at "
                    + "ui.perfetto.dev). Default: a text to read.") private @Nullable OutputForm form;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    CriticalPathCommand(Shell shell) {
        this.shell = shell;
        common = new CommonOptions(shell);
    }

    @Override
    public Integer call() throws IOException {
        ThreadArgument wanted = thread.thread;
        if ((wanted == null) != intervals.given()) {
            throw new ParameterException(spec.commandLine(), "either --thread or --interval is needed, not both");
        }
        Format table = form == null ? null : form.table();
        Export export = form == null ? null : form.export();
        if (wanted == null && export != null) {
            throw new ParameterException(spec.commandLine(), "--format perfetto shows the path of one thread: --thread is needed");
        }
        int most = top.most();
        Experiment experiment = traces.open(shell, sync);
        Analysis analysis = experiment.analyze(shell.progress());
        Timeline timeline = analysis.timeline();
        RangeOptions.Range chosen = range.resolve(timeline, analysis.caveats(), intervals.given());
        List<Caveat> caveats = new ArrayList<>(analysis.caveats());
        if (wanted != null) {
            CriticalPath path = CriticalPath.of(timeline, wanted.resolve(timeline, chosen.fromNanos(), chosen.toNanos()),
                    chosen.fromNanos(), chosen.toNanos(),
                    shell.progress());
            caveats.addAll(path.caveats());
            if (export != null) {
                FormatOptions.print(shell, caveats, out -> TraceEventWriter.write(path, out, shell.progress()));
            } else {
                FormatOptions.print(shell, table, Reports.CRITICAL_PATH, PathRows.of(path), caveats,
                        page -> PathText.path(page, path, most));
            }
        } else {
            IntervalOptions.Found found = intervals.find(analysis, chosen, shell.progress());
            caveats.addAll(found.caveats());
            FormatOptions.print(shell, table, Reports.INTERVAL_PATH, PathRows.of(timeline, found.paths()), caveats,
                    page -> PathText.intervals(page, found.paths(), most));
        }
        return ExitCode.FINE;
    }
}
