/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * How to open an experiment.
 *
 * @param strict anything broken in a trace is an error instead of a caveat
 * @param coarseSync synchronise coarsely first, which bounds the memory for unmatched packets
 * @param hosts the user's word on which traces are of which host
 * @param reference name of the host whose clock is kept, or null for the best placed one
 */
public record OpenOptions(boolean strict, boolean coarseSync, List<HostOverride> hosts, @Nullable String reference) {
    /** As the command line does without options. */
    public static final OpenOptions DEFAULT = new OpenOptions(false, true, List.of(), null);

    /** Copies the list. */
    public OpenOptions {
        hosts = List.copyOf(hosts);
    }
}
