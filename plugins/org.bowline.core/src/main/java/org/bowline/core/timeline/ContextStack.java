/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.Arrays;

/**
 * What interrupts what on each CPU of a host: nested device interrupts, soft interrupts, timers and processor interrupts, and what was
 * completed or received in each. Contexts whose end was lost are dropped when an outer one ends, or when the CPU switches threads, which
 * no interrupt survives.
 */
final class ContextStack {
    /** No context, request, disk or packet. */
    static final int NONE = -1;
    /** A device's interrupt handler; the id is its number. */
    static final int INTERRUPT = 0;
    /** A soft interrupt; the id is its vector. */
    static final int SOFT_INTERRUPT = 1;
    /** A high-resolution timer. */
    static final int TIMER = 2;
    /** The local timer's vector. */
    static final int TIMER_VECTOR = 3;
    /** An inter-processor interrupt. */
    static final int IPI_VECTOR = 4;
    /** Another vector. */
    static final int OTHER_VECTOR = 5;

    /** No packet was received. ({@link #NONE} is one whose headers were not recorded.) */
    static final int NO_PACKET = -2;

    private static final int MAXIMUM_DEPTH = 16;

    private final Arrivals arrivals;
    private int cpus;
    private int[] depth = {};
    private int[] kind = {};
    private int[] id = {};
    private int[] request = {};
    private int[] disk = {};
    private int[] packet = {};
    /** The last packet that the CPU's thread received since it was switched in; NO_PACKET if none. */
    private int[] threadPacket = {};
    private long repairs;

    /** @param arrivals filled by others, emptied here */
    ContextStack(Arrivals arrivals) {
        this.arrivals = arrivals;
    }

    /** Goes into a context; whether it is the outermost. */
    boolean enter(int cpu, int contextKind, int contextId) {
        ensure(cpu);
        if (contextKind == SOFT_INTERRUPT) {
            // soft interrupts run one after the other, and never inside a handler: the ends of what is open were lost
            repairs += depth[cpu];
            depth[cpu] = 0;
            arrivals.clear(cpu);
        }
        if (depth[cpu] == MAXIMUM_DEPTH) {
            // real nesting is at most a handful: these are contexts whose ends were lost
            repairs += MAXIMUM_DEPTH;
            depth[cpu] = 0;
        }
        int at = cpu * MAXIMUM_DEPTH + depth[cpu]++;
        kind[at] = contextKind;
        id[at] = contextId;
        request[at] = NONE;
        disk[at] = NONE;
        packet[at] = NONE;
        return depth[cpu] == 1;
    }

    /** Leaves a context; whether none is left on the CPU. */
    boolean exit(int cpu, int contextKind, int contextId) {
        ensure(cpu);
        int base = cpu * MAXIMUM_DEPTH;
        for (int d = depth[cpu] - 1; d >= 0; d--) {
            if (kind[base + d] == contextKind && id[base + d] == contextId) {
                repairs += depth[cpu] - 1 - d;
                depth[cpu] = d;
                return d == 0;
            }
        }
        // its begin was before the trace, or lost: nothing to leave
        return false;
    }

    /** No interrupt survives a switch. */
    void clear(int cpu) {
        ensure(cpu);
        repairs += depth[cpu];
        depth[cpu] = 0;
        threadPacket[cpu] = NO_PACKET;
        arrivals.clear(cpu);
    }

    /** Forgets the contexts of a CPU whose events were lost; that is no repair of its own. */
    void forget(int cpu) {
        ensure(cpu);
        depth[cpu] = 0;
        threadPacket[cpu] = NO_PACKET;
        arrivals.clear(cpu);
    }

    int depth(int cpu) {
        ensure(cpu);
        return depth[cpu];
    }

    /** Kind of the context at a depth, 0 the outermost. */
    int kind(int cpu, int d) {
        return kind[cpu * MAXIMUM_DEPTH + d];
    }

    int id(int cpu, int d) {
        return id[cpu * MAXIMUM_DEPTH + d];
    }

    /** The last block request completed in the context, or NONE. */
    int request(int cpu, int d) {
        return request[cpu * MAXIMUM_DEPTH + d];
    }

    /** The disk of the last completion in the context, or NONE. */
    int disk(int cpu, int d) {
        return disk[cpu * MAXIMUM_DEPTH + d];
    }

    /** The packet received in the context that ends the wait of a thread, or NONE. */
    int packet(int cpu, int d, int thread) {
        return arrivals.endsWait(cpu, thread, packet[cpu * MAXIMUM_DEPTH + d]);
    }

    /** Notes a completion in the innermost context, if there is one. */
    void completed(int cpu, int requestIndex, int diskResource) {
        int d = depth(cpu);
        if (d > 0) {
            int at = cpu * MAXIMUM_DEPTH + d - 1;
            // a completion that matches no request does not hide the one before it on the same disk
            if (requestIndex != NONE || disk[at] != diskResource) {
                request[at] = requestIndex;
            }
            disk[at] = diskResource;
        }
    }

    /** Notes a received packet in the innermost context, or that the CPU's thread received it. */
    void received(int cpu, int packetIndex) {
        int d = depth(cpu);
        if (d > 0) {
            packet[cpu * MAXIMUM_DEPTH + d - 1] = packetIndex;
        } else {
            threadPacket[cpu] = packetIndex;
        }
    }

    /** Notes that a packet that was received goes on to another interface: here it ends no wait. */
    void sentOn(int cpu, int packetIndex) {
        arrivals.sentOn(cpu, packetIndex);
        int d = depth(cpu);
        if (d > 0 && packet[cpu * MAXIMUM_DEPTH + d - 1] == packetIndex) {
            packet[cpu * MAXIMUM_DEPTH + d - 1] = NONE;
        } else if (d == 0 && threadPacket[cpu] == packetIndex) {
            threadPacket[cpu] = NO_PACKET;
        }
    }

    /** The packet that the CPU's thread received itself since it was switched in and that ends the wait of another one, or {@link #NO_PACKET}. */
    int threadPacket(int cpu, int thread) {
        ensure(cpu);
        return threadPacket[cpu] == NO_PACKET ? NO_PACKET : arrivals.endsWait(cpu, thread, threadPacket[cpu]);
    }

    /** How many contexts were dropped because their ends were missing. */
    long repairs() {
        return repairs;
    }

    private void ensure(int cpu) {
        if (cpu >= cpus) {
            int before = cpus;
            cpus = Math.max(cpu + 1, 2 * cpus);
            depth = Arrays.copyOf(depth, cpus);
            int length = cpus * MAXIMUM_DEPTH;
            kind = Arrays.copyOf(kind, length);
            id = Arrays.copyOf(id, length);
            request = Arrays.copyOf(request, length);
            disk = Arrays.copyOf(disk, length);
            packet = Arrays.copyOf(packet, length);
            threadPacket = Arrays.copyOf(threadPacket, cpus);
            Arrays.fill(threadPacket, before, cpus, NO_PACKET);
        }
    }
}
