/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs;

import java.io.IOException;

import org.jspecify.annotations.Nullable;

/** A directory of reports or a baseline is not what it should be; the message says what, where, why and what to do. */
public final class UnreadableRunException extends IOException {
    private static final long serialVersionUID = 1L;

    /** What is wrong, and what to do. */
    public UnreadableRunException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
