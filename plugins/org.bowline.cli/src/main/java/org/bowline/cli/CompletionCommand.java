/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;
import java.util.concurrent.Callable;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Prints the completion script. */
@Command(name = "completion", description = "Prints a script that lets bash and zsh complete commands and options.",
        optionListHeading = "%nOptions:%n",
        footer = {"", "Examples:", "  source <(bowline completion)                              in this shell",
            "  bowline completion > ~/.local/share/bash-completion/completions/bowline",
            "                                                            in all to come"})
final class CompletionCommand implements Callable<Integer> {
    private final Shell shell;

    @Mixin final CommonOptions common;

    CompletionCommand(Shell shell) {
        this.shell = shell;
        common = new CommonOptions(shell);
    }

    @Override
    public Integer call() throws IOException {
        shell.out().write(AutoComplete.bash("bowline", Bowline.commandLine(shell)));
        return ExitCode.FINE;
    }
}
