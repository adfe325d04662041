/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

/** Entry point of the command line. */
public final class Main {
    private Main() {}

    /** Runs a command; the exit code tells how it went, see docs/reference/cli.md. */
    public static void main(String[] args) {
        Shell shell = Shell.ofProcess();
        Interrupt interrupt = Interrupt.listen(shell);
        int code = Bowline.run(shell, args);
        interrupt.finished(code);
        System.exit(code);
    }
}
