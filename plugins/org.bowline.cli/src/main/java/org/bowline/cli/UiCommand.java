/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The desktop. The launcher of a checkout starts it, so that the command line needs nothing of it; this command only tells of it.
 */
@Command(name = "ui", description = "Opens the desktop: Trace Compass with Bowline's views. "
        + "The traces, if any are given, open as one experiment on one clock. "
        + "The first time it fetches Trace Compass (89 MB) and builds the window; BOWLINE_TRACECOMPASS names another to open it in.",
        optionListHeading = "%nOptions:%n",
        footer = {"", "Examples:", "  ./bowline ui                               the window",
            "  ./bowline ui tests/traces/three-tier       with the sample",
            "  ./bowline ui tests/traces/three-tier --at critical-path,thread=A:272"})
final class UiCommand implements Callable<Integer> {
    @Mixin final CommonOptions common;

    @Parameters(paramLabel = "TRACE", arity = "0..*",
            description = "Directories with the traces of one experiment, of all its hosts.") final List<Path> traces = new ArrayList<>();

    @Option(names = "--at", paramLabel = "PLACE",
            description = "Where to go once the traces are open, VIEW[,from=NS,to=NS][,thread=HOST:TID]: a view, the range of all views (without: the work), and the chosen thread. Copy Link in "
                    + "the menu of a view gives it, and so does the page with each finding. VIEW is findings, requests, threads, critical-path, wait-for, knots, clocks, tables, tags, flame-graph or details.")
    @Nullable String at;

    @Option(names = "--workspace", paramLabel = "DIR",
            description = "Where the window keeps its projects; by default what BOWLINE_WORKSPACE names, else ~/.local/share/bowline/workspace. "
                    + "One window at a time per workspace.")
    @Nullable Path workspace;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    UiCommand(Shell shell) {
        common = new CommonOptions(shell);
    }

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "the desktop is started by the launcher of a checkout: ./bowline ui");
    }
}
