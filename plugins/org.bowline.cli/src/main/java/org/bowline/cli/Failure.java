/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import org.jspecify.annotations.Nullable;

/** Ends the command with a message for the user (what, where, why, what next) and an exit code. */
final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    private Failure(int exitCode, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    /** The command line asks for something that cannot be. */
    static Failure usage(String message) {
        return new Failure(ExitCode.USAGE, message, null);
    }

    /** The input cannot be read. */
    static Failure unreadable(String message, @Nullable Throwable cause) {
        return new Failure(ExitCode.UNREADABLE, message, cause);
    }

    /** The output cannot be written. */
    static Failure output(String message, Throwable cause) {
        return new Failure(ExitCode.OUTPUT, message, cause);
    }

    int exitCode() {
        return exitCode;
    }
}
