/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The word before the commands. */
@Command(name = "bowline", versionProvider = VersionProvider.class, synopsisSubcommandLabel = "COMMAND",
        description = "Finds out why distributed Linux software waits: reads LTTng kernel and user-space traces of several hosts, "
                + "puts them on one clock, "
                + "and computes critical paths, wait-for graphs and their knots.",
        commandListHeading = "%nCommands:%n", optionListHeading = "%nOptions:%n", exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:fine", "1:findings at or above --fail-on", "2:wrong usage", "3:input that cannot be read, or none",
            "4:cancelled (Ctrl-C)",
            "5:output that cannot be written",
            "70:a fault of Bowline", "79:out of memory", "141:the reader of the output went away"},
        footer = {"", "Start with:", "  bowline info TRACE               what is there",
            "  bowline analyze TRACE -o DIR     everything: a page to read, and CSV files",
            "  bowline COMMAND --help           options and examples"})
final class RootCommand implements Runnable {
    @Mixin final CommonOptions common;

    @Option(names = {"-V", "--version"}, versionHelp = true, description = "Print the version and exit.") boolean version;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    RootCommand(Shell shell) {
        common = new CommonOptions(shell);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(),
                "a command is missing: " + String.join(", ", Bowline.commands()) + '.');
    }
}
