/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.Arrays;

import org.bowline.core.event.PacketFact;
import org.bowline.core.sync.PacketLog;

/**
 * The packets that each CPU took from the network together. The kernel takes several at a time, and only then hands them on, one after the other: when it ends the wait of a thread, the last that it took need not be the thread's. Which
 * one is, is told by the thread that sends on the connection, and by what only acknowledges, for which no reader is woken. O(1) per packet; O(packets taken together) per wait that they end.
 */
final class Arrivals {
    /** Linux takes so many at a time; of more the latest count. */
    private static final int MOST = 64;
    /** An end on which nobody sends: that of packets whose addresses were not recorded. */
    private static final long NO_END = 0;
    // the more the packet may be what a thread waited for
    private static final int OF_ANOTHER = 0;
    private static final int READ_BY_ANOTHER = 1;
    private static final int OF_THREAD = 2;
    private static final int READ_BY_ANY = 3;
    private static final int READ_BY_THREAD = 4;

    private final PacketLog packets;
    private final SocketOwners owners;
    /** How many were taken since the last that was handed on, by CPU. */
    private int[] counts = {};
    /** Whether some of them were handed on: the next one that is taken is not with them. */
    private boolean[] handedOn = {};
    /** Those of a CPU at {@code cpu * MOST + number % MOST}, and which end of which connection they are for. */
    private int[] packet = {};
    private long[] end = {};

    /** @param owners of the same packets */
    Arrivals(PacketLog packets, SocketOwners owners) {
        this.packets = packets;
        this.owners = owners;
    }

    /** What comes now on a CPU has nothing to do with what came before. */
    void clear(int cpu) {
        if (cpu < counts.length) {
            counts[cpu] = 0;
            handedOn[cpu] = false;
        }
    }

    /** A CPU sends a packet on, which it may have taken: no thread of this host gets it, unless another interface takes it. */
    void sentOn(int cpu, int before) {
        int at = find(cpu, before);
        if (at != SegmentLog.NONE) {
            packet[at] = SegmentLog.NONE;
        }
    }

    /**
     * A CPU takes a packet, which is in the log already.
     *
     * @param before what it was at the interface before, or what it came in through a tunnel; or NONE
     */
    void received(int cpu, int index, PacketFact fact, int before) {
        ensure(cpu);
        if (handedOn[cpu]) {
            clear(cpu);
        }
        int same = before == SegmentLog.NONE || packets.isSent(before) ? SegmentLog.NONE : find(cpu, before);
        int at = same != SegmentLog.NONE ? same : cpu * MOST + counts[cpu]++ % MOST;
        packet[at] = index;
        end[at] = fact.addressed ? SocketOwners.receiver(fact) : NO_END;
    }

    private int find(int cpu, int index) {
        int count = cpu < counts.length ? counts[cpu] : 0;
        for (int i = count - 1; i >= Math.max(0, count - MOST); i--) {
            if (packet[cpu * MOST + i % MOST] == index) {
                return cpu * MOST + i % MOST;
            }
        }
        return SegmentLog.NONE;
    }

    /** Which of those that a CPU took ends the wait of a thread: the last of the likeliest ones. */
    int endsWait(int cpu, int thread, int last) {
        if (cpu >= counts.length || counts[cpu] == 0) {
            return last;
        }
        handedOn[cpu] = true;
        int first = Math.max(0, counts[cpu] - MOST);
        int best = last;
        int bestFit = -1;
        for (int i = counts[cpu] - 1; i >= first && counts[cpu] > 1; i--) {
            int at = cpu * MOST + i % MOST;
            if (packet[at] == SegmentLog.NONE) {
                continue;
            }
            int fit = fit(packet[at], owners.of(end[at]), thread);
            if (fit > bestFit) {
                bestFit = fit;
                best = packet[at];
            }
        }
        return best;
    }

    private int fit(int index, int owner, int thread) {
        boolean isRead = !packets.acknowledges(index);
        if (owner == thread) {
            return isRead ? READ_BY_THREAD : OF_THREAD;
        }
        if (owner == SegmentLog.NONE && isRead) {
            return READ_BY_ANY;
        }
        return isRead ? READ_BY_ANOTHER : OF_ANOTHER;
    }

    private void ensure(int cpu) {
        if (cpu >= counts.length) {
            int cpus = Math.max(cpu + 1, 2 * counts.length);
            counts = Arrays.copyOf(counts, cpus);
            handedOn = Arrays.copyOf(handedOn, cpus);
            packet = Arrays.copyOf(packet, cpus * MOST);
            end = Arrays.copyOf(end, cpus * MOST);
        }
    }
}
