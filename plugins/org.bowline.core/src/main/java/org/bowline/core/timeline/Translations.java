/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.List;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

import org.bowline.core.sync.PacketLog;

/**
 * Directions of connections that are one, as hosts translate addresses and ports on the way: those of a container, or of a service behind several servers. By {@link PacketLog#flowHash}. Nearly O(packets of hosts with several interfaces); 32 bytes
 * for each direction that is translated.
 */
final class Translations {
    private final Long2LongOpenHashMap parents = new Long2LongOpenHashMap();

    Translations(List<PacketLog> logs) {
        for (PacketLog log : logs) {
            if (log.hasHops()) {
                add(log);
            }
        }
    }

    private void add(PacketLog log) {
        LongOpenHashSet seen = new LongOpenHashSet();
        for (int packet = 0; packet < log.size(); packet++) {
            int origin = log.origin(packet);
            long pair = (long) log.flow(packet) << 32 | log.flow(origin);
            if (log.flow(packet) != log.flow(origin) && seen.add(pair)) {
                unite(log.flowHash(packet), log.flowHash(origin));
                unite(log.oppositeFlowHash(packet), log.oppositeFlowHash(origin));
            }
        }
    }

    private void unite(long one, long other) {
        long a = of(one);
        long b = of(other);
        if (a != b) { // the lower one, whatever came first
            parents.put(Math.max(a, b), Math.min(a, b));
        }
    }

    /** What stands for all that are one with a direction. */
    long of(long flowHash) {
        long root = flowHash;
        for (long parent = parents.getOrDefault(root, root); parent != root; parent = parents.getOrDefault(root, root)) {
            root = parent;
        }
        for (long at = flowHash; at != root;) {
            at = parents.put(at, root);
        }
        return root;
    }
}
