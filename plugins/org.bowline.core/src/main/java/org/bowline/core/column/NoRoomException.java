/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.column;

import java.io.IOException;
import java.io.UncheckedIOException;

/** What the heap has no room for could not be put into a temporary file. The message says where that was, why, and what helps. */
public final class NoRoomException extends UncheckedIOException {
    private static final long serialVersionUID = 1;

    NoRoomException(String message, IOException cause) {
        super(message, cause);
    }
}
