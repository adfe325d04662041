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
 * @param spins which events of programs tell that a thread polls, beside Bowline's annotations
 * @param coarseSlopePpm to how many parts per million the coarse step is to know the slope between two clocks before it stops; 0: the first exchange both ways is enough. The result is the same
 */
public record OpenOptions(boolean strict, boolean coarseSync, List<HostOverride> hosts, @Nullable String reference, List<SpinSpec> spins,
        int coarseSlopePpm) {
    /** As the command line does without options. */
    public static final OpenOptions DEFAULT = new OpenOptions(false, true, List.of(), null);

    /** Copies the lists. */
    public OpenOptions {
        hosts = List.copyOf(hosts);
        spins = List.copyOf(spins);
    }

    /** Without events of programs that tell of polling, but for Bowline's annotations. */
    public OpenOptions(boolean strict, boolean coarseSync, List<HostOverride> hosts, @Nullable String reference) {
        this(strict, coarseSync, hosts, reference, List.of(), 0);
    }

    /** The same with other events that tell of polling. */
    public OpenOptions withSpins(List<SpinSpec> told) {
        return new OpenOptions(strict, coarseSync, hosts, reference, told, coarseSlopePpm);
    }

    /** The same with another stop rule of the coarse step. */
    public OpenOptions withCoarseSlope(int ppm) {
        return new OpenOptions(strict, coarseSync, hosts, reference, spins, ppm);
    }
}
