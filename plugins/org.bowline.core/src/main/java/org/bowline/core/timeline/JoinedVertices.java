/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import it.unimi.dsi.fastutil.ints.IntArrays;

import org.bowline.core.column.IntColumn;
import org.bowline.core.model.VertexKind;
import org.bowline.core.sync.PacketLog;
import org.bowline.core.sync.SyncResult;

/**
 * What the threads, resources, packets and requests of the hosts' logs are called in the builder of a {@link Timeline}. Changed by one thread; what is only asked for may be asked for by any number of them.
 */
final class JoinedVertices {
    private static final int NONE = SegmentLog.NONE;

    private final List<HostLog> logs;
    private final SyncResult sync;
    private final TimelineBuilder builder;
    private final int[][] threads;
    private final int[][] resources;
    private final IntColumn[] packets;
    private final IntColumn[] requests;
    private final int[] kernels;
    private final Map<String, Integer> peers = new HashMap<>();

    JoinedVertices(List<HostLog> logs, SyncResult sync, TimelineBuilder builder) {
        this.logs = logs;
        this.sync = sync;
        this.builder = builder;
        threads = new int[logs.size()][];
        resources = new int[logs.size()][];
        packets = new IntColumn[logs.size()];
        requests = new IntColumn[logs.size()];
        kernels = new int[logs.size()];
    }

    // what is added

    void addThreads(int host) {
        ThreadTable table = logs.get(host).threads;
        int[] order = new int[table.size()];
        Arrays.setAll(order, i -> i);
        // a stable order by tid; incarnations of a tid were added in the order of their lives, idle threads one a CPU
        IntArrays.stableSort(order, (a, b) -> {
            int byTid = Integer.compare(table.tid.getInt(a), table.tid.getInt(b));
            return byTid != 0 || table.tid.getInt(a) != 0 ? byTid : Integer.compare(table.cpu(a), table.cpu(b));
        });
        int[] numbers = new int[order.length];
        for (int thread : order) {
            numbers[thread] = builder.thread(host, table.tid.getInt(thread), table.pid.getInt(thread), table.name.get(thread));
            builder.parentProcess(numbers[thread], table.parentPid.getInt(thread));
        }
        for (int thread = 0; thread < numbers.length; thread++) {
            int parent = table.parent.getInt(thread);
            if (parent != NONE) {
                builder.parent(numbers[thread], numbers[parent]);
            }
        }
        threads[host] = numbers;
    }

    void addResources(int host) {
        Resources table = logs.get(host).resources;
        table.only(VertexKind.UNKNOWN);
        kernels[host] = table.only(VertexKind.KERNEL);
        int[] numbers = new int[table.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = builder.resource(host, table.kind(i), table.name(i));
        }
        resources[host] = numbers;
    }

    /** Takes the builder's packet of each packet of a host that was received, or NONE. */
    void packets(int host, IntColumn numbers) {
        packets[host] = numbers;
    }

    /** Takes the builder's request of each request of a host, or NONE. */
    void requests(int host, IntColumn numbers) {
        requests[host] = numbers;
    }

    /** The network as seen from a host, named by the peer's address where known; new if it is the first of that name. */
    int network(int host, int received) {
        PacketLog log = logs.get(host).packets;
        String name = received == NONE || !log.isAddressed(received) ? VertexKind.NETWORK.label() : log.sourceAddress(log.origin(received));
        return peers.computeIfAbsent(host + "/" + name, key -> builder.resource(host, VertexKind.NETWORK, name));
    }

    /** What only the segments of a host ask for. */
    void letGo(int host) {
        requests[host].letGo();
        packets[host].letGo();
    }

    // what is asked for

    /** The builder's thread of each thread of a host: all numbers from the first one of the host on. */
    int[] threads(int host) {
        return threads[host];
    }

    /** The builder's resource of a resource of a host. */
    int resource(int host, int index) {
        return resources[host][index];
    }

    /** The builder's vertex for what a host does not know. */
    int unknown(int host) {
        return resources[host][logs.get(host).resources.only(VertexKind.UNKNOWN)];
    }

    /** The builder's packet of a received one, or NONE. */
    int packet(int host, int received) {
        return received == NONE ? NONE : packets[host].get(received);
    }

    /** The builder's request; NONE for {@link SegmentLog#NONE} and the marks beside it. */
    int request(int host, int request) {
        return request < 0 ? NONE : requests[host].get(request);
    }

    /** Who sent a received packet that was matched: a thread, or the kernel of its host. */
    int senderOf(int host, int received) {
        int from = sync.matches().sendingHost(host, received);
        int sender = sender(from, sync.matches().sendingPacket(host, received));
        return sender == NONE ? resources[from][kernels[from]] : sender;
    }

    /** The thread that sent the packet, or NONE if the kernel did on its own. */
    int sender(int host, int entry) {
        return thread(host, logs.get(host).packets.ref(entry));
    }

    /** The builder's thread that acted, or NONE if it was none: the kernel on its own, or nobody knows. */
    int thread(int host, int recorded) {
        int vertex = actor(host, recorded);
        return vertex >= 0 && !logs.get(host).threads.isIdle(vertex) ? threads[host][vertex] : NONE;
    }

    /** The host's own number of who acted, also where only its CPU was known then. */
    int actor(int host, int vertex) {
        if (!SegmentLog.isInitialThread(vertex)) {
            return vertex;
        }
        int[] initial = logs.get(host).initialThreads;
        int cpu = SegmentLog.initialCpu(vertex);
        return cpu < initial.length ? initial[cpu] : NONE;
    }
}
