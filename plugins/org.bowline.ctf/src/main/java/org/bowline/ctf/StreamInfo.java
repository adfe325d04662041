/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf;

import java.nio.file.Path;
import java.util.List;

/**
 * A data stream: one or more files (rotation, split files) in time order.
 *
 * @param files in the order in which they are read
 * @param streamClassId from the packets
 * @param cpu cpu_id of its packets, −1 if not told
 * @param packets number of packets that can be read
 * @param beginNanos first packet's begin, ns since the epoch; {@link Long#MAX_VALUE} if unknown
 * @param endNanos last packet's end, ns since the epoch; {@link Long#MIN_VALUE} if unknown
 * @param bytes size of the files
 * @param discardedEvents events that the tracer reported as lost; 0 if it does not count them
 * @param ends whether the end is the last packet's own, and that is after its begin: the tracer closed it, so that until then nothing else happened
 * @param firstPacket the tracer's number of the first packet; {@link #UNNUMBERED} if it does not tell
 * @param lastPacket that of the last one
 */
public record StreamInfo(List<Path> files, long streamClassId, int cpu, long packets, long beginNanos, long endNanos, long bytes,
        long discardedEvents, boolean ends, long firstPacket, long lastPacket) {
    /** The number of a packet that has none. */
    public static final long UNNUMBERED = -1;

    /** Copies the list. */
    public StreamInfo {
        files = List.copyOf(files);
    }

    /** Whether there were packets of it before the first one: the tracer has overwritten them, as a flight recorder does, or they are elsewhere. */
    public boolean continues() {
        return firstPacket != UNNUMBERED && firstPacket != 0;
    }
}
