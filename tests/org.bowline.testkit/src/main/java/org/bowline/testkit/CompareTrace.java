/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;

/** The comparison with babeltrace2 as a command: one line for each trace below the given folders. */
public final class CompareTrace {
    private CompareTrace() {}

    /** Runs; exit code 1 if something differs. */
    public static void main(String[] arguments) {
        PrintStream out = System.out;
        Babeltrace babeltrace = Babeltrace.forCtf2().or(Babeltrace::installed)
                .orElseThrow(() -> new IllegalStateException("no babeltrace2"));
        boolean same = true;
        for (String argument : arguments) {
            for (Path trace : Folders.traces(Path.of(argument))) {
                String outcome;
                try {
                    TraceComparison.Result result = TraceComparison.compare(trace, babeltrace);
                    same &= result.difference().isEmpty();
                    outcome = result.difference().isEmpty() ? (result.complete() ? "same" : "same until babeltrace2 stops")
                            : "DIFFERS " + result.difference();
                    outcome = result.events() + " events, " + outcome;
                } catch (IOException | RuntimeException e) {
                    same = false;
                    outcome = "FAILS " + e;
                }
                out.println(trace + ": " + outcome);
            }
        }
        System.exit(same ? 0 : 1);
    }
}
