/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.experiment;

/** A run came to nothing; the message says why. Others may go well. */
final class RunFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    RunFailedException(String message) {
        super(message);
    }
}
