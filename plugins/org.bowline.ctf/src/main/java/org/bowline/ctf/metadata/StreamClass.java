/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A class of data streams.
 *
 * @param clock the clock of all its timestamps; null if its events have no time
 * @param events in the order of the metadata
 */
public record StreamClass(long id, @Nullable ClockClass clock, @Nullable StructClass packetContext, @Nullable StructClass eventHeader,
        @Nullable StructClass commonContext, List<EventClass> events) {
    /** Copies the list. */
    public StreamClass {
        events = List.copyOf(events);
    }
}
