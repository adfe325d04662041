/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import java.util.List;

/**
 * A wait of an edge of the wait-for graph, or a request that stands for a device's idle time.
 *
 * @param source who waits
 * @param target what it waits for
 * @param beginNanos when it began, perhaps before the range
 * @param endNanos when it ended, perhaps after the range
 * @param nanos how much of it is in the range
 * @param cause what ended it: a label of {@link org.bowline.core.model.Cause}, or {@code request}
 * @param sentNanos when the packet was sent that ended it; {@link Rows#ABSENT} if none did
 * @param isOpen whether it had not ended when the recording did
 * @param functions of the call stack with which it began, outermost first, with the system call; empty if none was recorded
 * @param kernel functions of the kernel below the system call
 */
public record WaitRow(Vertex source, Vertex target, long beginNanos, long endNanos, long nanos, String cause, long sentNanos,
        boolean isOpen, List<String> functions, List<String> kernel) {
    /** Copies the lists. */
    public WaitRow {
        functions = List.copyOf(functions);
        kernel = List.copyOf(kernel);
    }
}
