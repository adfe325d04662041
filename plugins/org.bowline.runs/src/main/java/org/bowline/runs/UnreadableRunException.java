/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/** A directory of reports or a baseline is not what it should be; the message says what, where, why and what to do. */
public final class UnreadableRunException extends IOException {
    private static final long serialVersionUID = 1L;

    /** What is wrong, and what to do. */
    public UnreadableRunException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** The system does not let a file or a directory be read. */
    public static UnreadableRunException refused(Path file, IOException e) {
        String why = e instanceof AccessDeniedException ? "permission denied"
                : e instanceof FileSystemException system && system.getReason() != null ? system.getReason()
                        : e instanceof FileSystemException || e.getMessage() == null ? "it does not say why" : e.getMessage();
        return new UnreadableRunException("cannot read " + file + ": the system refuses it (" + why
                + "). Check its permissions, and that the disk is well", e);
    }
}
