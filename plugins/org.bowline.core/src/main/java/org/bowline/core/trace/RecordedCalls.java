/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.nio.file.Path;
import java.util.List;

import org.bowline.core.function.CallLog;

/**
 * Calls of functions as they were recorded, and where the files may be that have the functions' names.
 *
 * @param calls in which function each thread was when
 * @param beside folders beside the traces in which programs may have been kept
 */
public record RecordedCalls(CallLog calls, List<Path> beside) {
    /** Copies the list. */
    public RecordedCalls {
        beside = List.copyOf(beside);
    }
}
