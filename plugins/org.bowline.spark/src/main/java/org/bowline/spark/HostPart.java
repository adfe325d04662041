/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.spark;

import java.io.Serializable;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Caveat;
import org.bowline.core.trace.HostFacts;

/**
 * What a task has read of a host.
 *
 * @param traces those that are in the facts
 * @param facts null if it could read nothing
 * @param caveats what is not in the facts: of the host as a whole, and of how it was read
 * @param problem why there can be no result at all, for the user; empty if there can
 */
record HostPart(List<TracePlan> traces, @Nullable HostFacts facts, List<Caveat> caveats, String problem) implements Serializable {
    HostPart {
        traces = List.copyOf(traces);
        caveats = List.copyOf(caveats);
    }
}
