/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;

import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.event.PacketFact;

/**
 * What one host gave its network interfaces to send, in host time, in the order of time: 24 bytes a frame, no object. The loopback interface is left out: it is a call within the kernel, which has no capacity of its own.
 */
final class FrameLog implements Serializable {
    private static final int NONE = SegmentLog.NONE;
    private static final String LOOPBACK = "lo";

    private final List<String> names = new ArrayList<>();
    private final Object2IntOpenHashMap<String> numbers = new Object2IntOpenHashMap<>();
    final LongColumn nanos = new LongColumn();
    final IntColumn bytes = new IntColumn();
    /** Which interface. */
    final IntColumn number = new IntColumn();
    /** Who sent it, as in the log of packets. */
    final IntColumn vertex = new IntColumn();
    /** Its index in the log of packets, or NONE. */
    final IntColumn packet = new IntColumn();

    FrameLog() {
        numbers.defaultReturnValue(NONE);
    }

    int size() {
        return nanos.size();
    }

    /** Lets go of all frames. */
    void letGo() {
        nanos.letGo();
        bytes.letGo();
        number.letGo();
        vertex.letGo();
        packet.letGo();
    }

    /** The names of the interfaces, in the order in which they were first used. */
    List<String> names() {
        return names;
    }

    /** Adds what an interface was given; not if the trace does not tell which one, or how much. */
    void add(long time, PacketFact sent, int sender, int packetIndex) {
        String name = sent.networkInterface;
        if (name.isEmpty() || name.equals(LOOPBACK) || sent.frameBytes <= 0) {
            return;
        }
        int nic = numbers.getInt(name);
        if (nic == NONE) {
            nic = names.size();
            names.add(name);
            numbers.put(name, nic);
        }
        nanos.add(time);
        bytes.add((int) Math.min(Integer.MAX_VALUE - 1, sent.frameBytes));
        number.add(nic);
        vertex.add(sender);
        packet.add(packetIndex);
    }
}
