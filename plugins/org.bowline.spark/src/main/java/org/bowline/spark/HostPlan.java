/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.spark;

import java.io.Serializable;
import java.util.List;

/**
 * What one task is to read.
 *
 * @param number of the host, from 0
 * @param name of the host
 * @param traces all that are of this host
 */
record HostPlan(int number, String name, List<TracePlan> traces) implements Serializable {
    HostPlan {
        traces = List.copyOf(traces);
    }

    long bytes() {
        return traces.stream().flatMap(trace -> trace.files().stream()).mapToLong(TracePlan.FilePlan::bytes).sum();
    }
}
