/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

/**
 * A file that holds packets of one stream.
 *
 * @param streamIndex index of the stream class
 * @param instance id of the stream, if {@code hasInstance}
 * @param cpu of its first packet, −1 if not told
 */
record StreamFile(MappedFile file, PacketIndex packets, int streamIndex, boolean hasInstance, long instance, int cpu) {
    /** First packet that can be read; there is one. */
    private int firstReadable() {
        for (int i = 0; i < packets.count; i++) {
            if (packets.readable(i)) {
                return i;
            }
        }
        return 0;
    }

    boolean hasBegin() {
        return packets.has(firstReadable(), PacketIndex.HAS_BEGIN);
    }

    /** Clock value of the first packet's begin. */
    long beginCycles() {
        return packets.beginCycles[firstReadable()];
    }

    /** Clock value of the last packet's begin. */
    long lastBeginCycles() {
        for (int i = packets.count - 1; i >= 0; i--) {
            if (packets.readable(i)) {
                return packets.beginCycles[i];
            }
        }
        return 0;
    }
}
