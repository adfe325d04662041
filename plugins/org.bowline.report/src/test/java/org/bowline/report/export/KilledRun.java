/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.export;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.progress.Progress;
import org.bowline.report.analyses.RunFiles;
import org.bowline.report.table.Format;
import org.bowline.report.table.Reports;

/** A program that writes reports and is killed while it puts them into place, or writes them over and over until somebody kills it. */
final class KilledRun {
    static final int KILLED = 9;

    private KilledRun() {}

    /** {@code DIR RUN STEP}: stops for good before that step; {@code DIR RUN}: goes on, RUN-0, RUN-1 …, until it or its parent is killed. */
    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        if (arguments.length > 2) {
            int[] left = {Integer.parseInt(arguments[2])};
            write(directory, arguments[1], () -> {
                if (left[0]-- == 0) {
                    Runtime.getRuntime().halt(KILLED);
                }
            });
        } else {
            ProcessHandle parent = ProcessHandle.current().parent().orElseThrow();
            for (int i = 0; parent.isAlive(); i++) { // it holds the parent's output open, for whose end a build waits
                write(directory, arguments[1] + '-' + i, () -> {});
            }
        }
    }

    /** Three files that tell which run they are of. */
    static void write(Path directory, String run, Runnable step) throws IOException {
        List<Caveat> rows = List.of(Caveat.of(Severity.INFO, "", "run", 1, run));
        try (ReportDirectory reports = RunFiles.prepare(directory, Progress.NONE)) {
            reports.beforeEachStep(step);
            reports.write(Reports.CAVEATS, rows, Format.CSV);
            reports.write(Reports.CAVEATS, rows, Format.JSON);
            reports.writePage(out -> out.write(run));
            reports.commit();
        }
    }

    static Process start(String... arguments) throws IOException {
        List<String> command = new java.util.ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote", "-cp",
                System.getProperty("java.class.path"),
                KilledRun.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.INHERIT).start();
    }
}
