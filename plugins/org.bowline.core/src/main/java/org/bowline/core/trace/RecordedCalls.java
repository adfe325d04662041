/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.bowline.core.function.CallLog;
import org.bowline.core.function.FunctionChoice;

/**
 * Calls of functions as they were recorded, and where the files may be that have the functions' names.
 *
 * @param calls in which function each thread was when
 * @param beside folders beside the traces in which programs may have been kept
 * @param chosen which functions were recorded, of the hosts that have recorded any
 */
public record RecordedCalls(CallLog calls, List<Path> beside, List<FunctionChoice> chosen) {
    /** Copies the lists. */
    public RecordedCalls {
        beside = List.copyOf(beside);
        chosen = List.copyOf(chosen);
    }

    /** Of hosts that have recorded all functions. */
    public RecordedCalls(CallLog calls, List<Path> beside) {
        this(calls, beside, List.of());
    }

    /** The same with more folders in which programs may have been kept, looked into before the others. */
    public RecordedCalls with(List<Path> folders) {
        return new RecordedCalls(calls, Stream.concat(folders.stream(), beside.stream()).distinct().toList());
    }
}
