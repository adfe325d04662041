/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

/** What the exit code of the process means; documented in docs/reference/cli.md. */
final class ExitCode {
    /** The result is complete, but for its caveats. */
    static final int FINE = 0;
    /** A finding is as severe as {@code --fail-on} says, or worse. The result is complete and written. */
    static final int FINDINGS = 1;
    /** The command line asks for something that cannot be: an unknown option, an unknown thread, an empty range. */
    static final int USAGE = 2;
    /** The input cannot be read, or there is none. */
    static final int UNREADABLE = 3;
    /** The user stopped it. */
    static final int CANCELLED = 4;
    /** The output cannot be written: no space, no permission. */
    static final int OUTPUT = 5;
    /** A fault of Bowline. */
    static final int INTERNAL = 70;
    /** The heap is too small for the input, or there is no room for the temporary files beside it. */
    static final int OUT_OF_MEMORY = 79;
    /** The reader of the standard output went away: what a shell reports for SIGPIPE. */
    static final int BROKEN_PIPE = 141;

    private ExitCode() {}
}
