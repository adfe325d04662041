/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.List;

/**
 * The traces of one host: one clock and one set of thread ids.
 *
 * @param name unique within the experiment
 * @param traces kernel traces first, then by path
 */
public record HostTraces(String name, List<OpenTrace> traces) {
    /** Copies the list. */
    public HostTraces {
        traces = List.copyOf(traces);
    }
}
