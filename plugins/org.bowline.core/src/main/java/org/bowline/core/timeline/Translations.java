/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.List;

import it.unimi.dsi.fastutil.HashCommon;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import org.jspecify.annotations.Nullable;

import org.bowline.core.model.IntPair;
import org.bowline.core.sync.PacketLog;

/**
 * Which directions of connections are one, as hosts translate addresses and ports on the way: those of a container, or of a service behind several servers. And which are two, though their addresses and ports are the same: what stays
 * within a host (containers, the loopback interface) is another one on each. By {@link PacketLog#flowHash}. O(packets of hosts with several interfaces); some 40 bytes for each direction that is translated, 16 for each other one there.
 */
final class Translations {
    private final Long2LongOpenHashMap parents = new Long2LongOpenHashMap();
    /** By host, the connections of which it has packets that come from elsewhere or may go there; null if all may. */
    private final @Nullable LongOpenHashSet[] outside;

    Translations(List<PacketLog> logs) {
        outside = logs.stream().map(log -> log.hasHops() ? outside(log) : null).toArray(LongOpenHashSet[]::new);
        for (int host = 0; host < outside.length; host++) {
            if (outside[host] != null) {
                add(host, logs.get(host));
            }
        }
    }

    private static LongOpenHashSet outside(PacketLog log) {
        LongOpenHashSet outside = new LongOpenHashSet();
        boolean[] known = new boolean[log.flows()];
        for (int packet = 0; packet < log.size(); packet++) {
            if (!known[log.flow(packet)] && !log.isWithinHost(packet) && !log.isLoopback(packet)) {
                known[log.flow(packet)] = true;
                outside.add(connection(log.flowHash(packet), log.oppositeFlowHash(packet)));
            }
        }
        return outside;
    }

    private static long connection(long direction, long opposite) {
        return Math.min(direction, opposite);
    }

    private void add(int host, PacketLog log) {
        LongOpenHashSet seen = new LongOpenHashSet();
        for (int packet = 0; packet < log.size(); packet++) {
            int origin = log.origin(packet);
            long pair = IntPair.of(log.flow(packet), log.flow(origin));
            if (log.flow(packet) != log.flow(origin) && seen.add(pair)) {
                unite(there(host, log, packet), there(host, log, origin));
                unite(back(host, log, packet), back(host, log, origin));
            }
        }
    }

    private void unite(long one, long other) {
        if (one != other) { // the lower one, whatever came first
            parents.put(Math.max(one, other), Math.min(one, other));
        }
    }

    /** What stands for the direction of a packet, and for all that are one with it. */
    long there(int host, PacketLog log, int packet) {
        return of(host, log.flowHash(packet), log.oppositeFlowHash(packet));
    }

    /** The same for what comes the other way. */
    long back(int host, PacketLog log, int packet) {
        return of(host, log.oppositeFlowHash(packet), log.flowHash(packet));
    }

    /** What stands for a direction that a host has, and for all that are one with it. */
    long of(int host, long direction, long opposite) {
        LongOpenHashSet crossing = outside[host];
        boolean isWithin = crossing != null && !crossing.contains(connection(direction, opposite));
        return root(isWithin ? HashCommon.mix(direction + host + 1) : direction);
    }

    private long root(long direction) {
        long root = direction;
        for (long parent = parents.getOrDefault(root, root); parent != root; parent = parents.getOrDefault(root, root)) {
            root = parent;
        }
        for (long at = direction; at != root;) {
            at = parents.put(at, root);
        }
        return root;
    }
}
