/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import picocli.CommandLine.Option;

/** What every command knows. */
final class CommonOptions {
    private final Shell shell;

    CommonOptions(Shell shell) {
        this.shell = shell;
    }

    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Print this help and exit.") boolean help;

    @Option(names = "--debug", description = "Print the stack trace of an error.")
    void setDebug(boolean debug) {
        shell.setDebug(debug);
    }

    @Option(names = "--progress", negatable = true,
            description = "Show progress on the standard error, also where that is not a terminal (a line per task), or never. "
                    + "Default: a bar if it is a terminal.")
    void setProgress(boolean wanted) {
        shell.progress().setStyle(!wanted ? ConsoleProgress.Style.NONE
                : shell.terminal().error() ? ConsoleProgress.Style.BAR : ConsoleProgress.Style.LINES);
    }
}
