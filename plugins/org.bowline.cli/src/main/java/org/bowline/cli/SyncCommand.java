/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Experiment;
import org.bowline.core.model.Caveat;
import org.bowline.report.Reports;
import org.bowline.report.SyncRow;
import org.bowline.report.SyncRows;

/** How the clocks of the hosts relate. */
@Command(name = "sync",
        description = "Puts the clocks of all hosts on the reference host's, by the packets between them, and says how far off "
                + "they may be.",
        optionListHeading = "%nOptions:%n",
        footer = {"", "Examples:", "  bowline sync tests/traces/three-tier",
            "  bowline sync tests/traces/three-tier --reference A --format csv"})
final class SyncCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin private final TraceOptions traces = new TraceOptions();
    @Mixin private final SyncOptions sync = new SyncOptions();
    @Mixin private final FormatOptions format = new FormatOptions();
    @Mixin final CommonOptions common;

    SyncCommand(Shell shell) {
        this.shell = shell;
        common = new CommonOptions(shell);
    }

    @Override
    public Integer call() throws IOException {
        Experiment experiment = traces.open(shell, sync);
        Analysis analysis = experiment.analyze(shell.progress());
        List<SyncRow> rows = SyncRows.of(analysis.sync());
        List<Caveat> caveats = new ArrayList<>(analysis.caveats());
        caveats.removeAll(analysis.timeline().caveats()); // of threads and waits, not of clocks
        format.print(shell, Reports.SYNC, rows, caveats, page -> Clocks.write(page, rows, Integer.MAX_VALUE));
        return ExitCode.FINE;
    }
}
