/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.Arrays;

import org.bowline.core.model.Cause;
import org.bowline.core.sync.PacketLog;

/**
 * For whom threads of the kernel act that were idle until somebody woke them, with one host's threads by number. One that a completed disk request woke finishes what was written for whoever waits for it (file systems
 * end writes so, in a context that may sleep); one that a thread woke sends the disk what that thread asked for (a flush), or another host (of a network file system, or of a disk behind the network). One that a packet woke takes it to whoever asked
 * for it so. Once idle again it acts for nobody. O(1) per fact.
 */
final class IdleWorkers {
    private static final int NONE = SegmentLog.NONE;

    private final PacketLog packets;
    private boolean[] idle = {};
    /** Whether it has ever been idle: a worker, that asks for nothing itself. */
    private boolean[] isWorker = {};
    /** The packet that woke it, itself or through another such thread. */
    private int[] packet = {};
    /** Where it sent something last, itself or through such a thread: the direction of the connection. 0 if nowhere yet. */
    private long[] sentTo = {};
    /** Whether a completed request woke it, itself or through another such thread. */
    private boolean[] finishes = {};
    private int[] wokenBy = {};
    /** Of what a thread asked a disk for, what was completed last; and when. */
    private int[] request = {};
    private long[] completed = {};

    /** @param packets of the host */
    IdleWorkers(PacketLog packets) {
        this.packets = packets;
    }

    /**
     * A thread has nothing to do any more.
     *
     * @param woken whether it was woken again meanwhile, nobody knows by whom
     */
    void isIdle(int thread, boolean woken) {
        grow(thread);
        idle[thread] = !woken;
        isWorker[thread] = true;
        packet[thread] = NONE;
        finishes[thread] = false;
        wokenBy[thread] = NONE;
    }

    /** A thread is woken. */
    void woken(int thread, WaitCause waker) {
        if (thread < idle.length && idle[thread]) {
            idle[thread] = false;
            boolean byThread = waker.cause == Cause.THREAD && waker.target >= 0;
            finishes[thread] = waker.cause == Cause.DISK || byThread && finishes(waker.target);
            wokenBy[thread] = byThread ? askerBehind(waker.target) : NONE;
            packet[thread] = waker.cause == Cause.NETWORK ? waker.link : byThread && isWorker(waker.target) ? packet[waker.target] : NONE;
        }
    }

    /** A request is completed that a thread made. */
    void completed(int issuer, int ofRequest, long nanos) {
        if (issuer >= 0) {
            grow(issuer);
            request[issuer] = ofRequest;
            completed[issuer] = nanos;
        }
    }

    /** A thread sends a packet, or a worker does for it. */
    void sent(int thread, long flowHash) {
        if (thread >= 0) {
            grow(thread);
            sentTo[thread] = flowHash;
        }
    }

    /** The packet that a worker which wakes a thread takes to it, as the thread has waited for it since a moment: an answer over the connection over which it sent something last. NONE if it takes none to it. */
    int takes(int worker, int thread, long sinceNanos) {
        if (!isWorker(worker) || thread < 0 || thread >= sentTo.length || isWorker[thread] || packet[worker] == NONE) {
            return NONE;
        }
        int taken = packet[worker];
        return packets.nanos(taken) >= sinceNanos && packets.oppositeFlowHash(taken) == sentTo[thread] ? taken : NONE;
    }

    private boolean isWorker(int thread) {
        return thread >= 0 && thread < isWorker.length && isWorker[thread];
    }

    /** Who asked for what a thread does that wakes another; NONE if it is a worker that acts for nobody. */
    private int askerBehind(int thread) {
        return isWorker(thread) ? wokenBy[thread] : thread;
    }

    private boolean finishes(int thread) {
        return thread < finishes.length && finishes[thread];
    }

    /** Whether a worker that wakes a thread, which waits since a moment, just finishes what the thread asked a disk for. */
    boolean finishes(int worker, int thread, long sinceNanos) {
        return worker >= 0 && finishes(worker) && thread >= 0 && thread < request.length && request[thread] != NONE
                && completed[thread] >= sinceNanos;
    }

    /** The last request of a thread that was completed; there is one. */
    int request(int thread) {
        return request[thread];
    }

    /** Who asked for what a thread does: who woke it while it was idle; else itself. */
    int asker(int thread) {
        return thread >= 0 && thread < wokenBy.length && wokenBy[thread] != NONE ? wokenBy[thread] : thread;
    }

    private void grow(int thread) {
        int length = idle.length;
        if (thread >= length) {
            int longer = Math.max(thread + 1, 2 * length);
            idle = Arrays.copyOf(idle, longer);
            isWorker = Arrays.copyOf(isWorker, longer);
            packet = Arrays.copyOf(packet, longer);
            sentTo = Arrays.copyOf(sentTo, longer);
            finishes = Arrays.copyOf(finishes, longer);
            wokenBy = Arrays.copyOf(wokenBy, longer);
            request = Arrays.copyOf(request, longer);
            completed = Arrays.copyOf(completed, longer);
            Arrays.fill(packet, length, longer, NONE);
            Arrays.fill(wokenBy, length, longer, NONE);
            Arrays.fill(request, length, longer, NONE);
        }
    }
}
