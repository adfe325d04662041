/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.util.HashMap;
import java.util.Map;
import org.bowline.ctf.metadata.StreamClass;
import org.jspecify.annotations.Nullable;

/** How packets and events of one stream class are read for one selection. Immutable after building; shared by its streams' readers. */
final class StreamLayout {
    /** Event ids below this are looked up in an array. */
    private static final int DENSE = 1 << 16;

    final StreamClass stream;
    final ClockConverter clock;
    /** Packet context, after the packet header. */
    final Program packetContext;
    final int discardedSize;
    final int sequenceSize;
    final HeaderForm header;
    final Program headerProgram;
    /** The only event class, if events carry no id. */
    final @Nullable EventLayout only;
    private final @Nullable EventLayout[] dense;
    private final Map<Long, EventLayout> sparse;

    StreamLayout(StreamClass stream, ClockConverter clock, Program packetContext, int discardedSize, int sequenceSize, HeaderForm header,
            Program headerProgram, Map<Long, EventLayout> events, boolean eventsHaveId) {
        this.stream = stream;
        this.clock = clock;
        this.packetContext = packetContext;
        this.discardedSize = discardedSize;
        this.sequenceSize = sequenceSize;
        this.header = header;
        this.headerProgram = headerProgram;
        only = !eventsHaveId && events.size() == 1 ? events.values().iterator().next() : null;
        int length = 0;
        sparse = new HashMap<>();
        for (Map.Entry<Long, EventLayout> entry : events.entrySet()) {
            long id = entry.getKey();
            if (id >= 0 && id < DENSE) {
                length = Math.max(length, (int) id + 1);
            } else {
                sparse.put(id, entry.getValue());
            }
        }
        dense = new EventLayout[length];
        for (Map.Entry<Long, EventLayout> entry : events.entrySet()) {
            long id = entry.getKey();
            if (id >= 0 && id < DENSE) {
                dense[(int) id] = entry.getValue();
            }
        }
    }

    /** The layout of the events with an id, or null if there is no such class. */
    @Nullable EventLayout layout(long id) {
        if (id >= 0 && id < dense.length) {
            return dense[(int) id];
        }
        return sparse.isEmpty() ? null : sparse.get(id);
    }
}
