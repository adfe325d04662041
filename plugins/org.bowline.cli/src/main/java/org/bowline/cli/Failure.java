/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

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

    /** Why a file operation failed, as a clause: Java's own messages are often but the path. */
    static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "it does not exist";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NotDirectoryException) {
            return "it is not a directory";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "there is a file of that name";
        }
        if (e instanceof FileSystemException file && file.getReason() != null) {
            return file.getReason();
        }
        if (e instanceof DirectoryNotEmptyException) {
            return "the directory is not empty";
        }
        return e instanceof FileSystemException || e.getMessage() == null ? "the system refuses it, and does not say why" : e.getMessage();
    }
}
