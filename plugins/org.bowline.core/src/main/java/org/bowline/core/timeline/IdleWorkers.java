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
    /** A wait that a worker ends leads to who sent what it takes there if its own part is so small. */
    private static final int LEAST_OF_WAIT = 4;

    private final PacketLog packets;
    private boolean[] idle = {};
    /** Whether it has ever been idle: a worker, that asks for nothing itself. */
    private boolean[] isWorker = {};
    /** The packet that woke it, itself or through another such thread, and it has not waited for anything since. */
    private int[] packet = {};
    /** The program's thread that woke it, and for which it so sends packets. */
    private int[] sendsFor = {};
    /** The packet that it sent last, itself or through such a thread. */
    private int[] sent = {};
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
        actsForItself(thread);
        finishes[thread] = false;
        wokenBy[thread] = NONE;
    }

    /** A thread is woken. */
    void woken(int thread, WaitCause waker) {
        if (thread < idle.length && idle[thread]) {
            idle[thread] = false;
            boolean byThread = waker.cause == Cause.THREAD && waker.target >= 0;
            finishes[thread] = waker.cause == Cause.DISK || byThread && finishes(waker.target);
            wokenBy[thread] = byThread ? asker(waker.target) : NONE;
            sendsFor[thread] = byThread && !isWorker(waker.target) ? waker.target : NONE;
            packet[thread] = waker.cause == Cause.NETWORK ? waker.link : byThread && isWorker(waker.target) ? packet[waker.target] : NONE;
        } else {
            actsForItself(thread);
        }
    }

    /** A thread is woken that has not left its processor yet: a worker that was about to be idle. */
    void wokenOnItsProcessor(int thread, WaitCause waker) {
        actsForItself(thread);
        if (waker.cause == Cause.NETWORK) {
            packet[thread] = waker.link;
        }
    }

    /** A thread waits for something, or is woken while it does something: what it does then need not be for whoever woke it first. */
    void actsForItself(int thread) {
        if (thread >= 0 && thread < packet.length) {
            packet[thread] = NONE;
            sendsFor[thread] = NONE;
        }
    }

    /** Events were lost: nobody knows for whom a thread acts. */
    void lost() {
        Arrays.fill(packet, NONE);
        Arrays.fill(sendsFor, NONE);
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
    void sent(int thread, int index) {
        if (thread >= 0) {
            grow(thread);
            sent[thread] = index;
        }
    }

    /** For whom a thread sends a packet: for the thread of a program that woke it while it was idle; else for itself. */
    int sendsFor(int thread) {
        return thread >= 0 && thread < sendsFor.length && sendsFor[thread] != NONE ? sendsFor[thread] : thread;
    }

    /**
     * The packet that a worker which wakes a thread takes to it, as the thread has waited for it since a moment: an answer over the connection over which it sent something last. NONE if it takes none to it, or was so slow that the
     * thread waited for the worker for more than a small part of the time.
     */
    int takes(int worker, int thread, long sinceNanos, long nowNanos) {
        if (!isWorker(worker) || thread < 0 || thread >= sent.length || isWorker[thread] || packet[worker] == NONE
                || sent[thread] == NONE) {
            return NONE;
        }
        int taken = packet[worker];
        long arrived = packets.nanos(taken);
        boolean answers = taken > sent[thread] && packets.isAddressed(taken)
                && packets.oppositeFlowHash(taken) == packets.flowHash(sent[thread]);
        return answers && arrived >= sinceNanos && nowNanos - arrived <= (nowNanos - sinceNanos) / LEAST_OF_WAIT ? taken : NONE;
    }

    /** Whether a thread has ever been idle: one of the kernel that acts for others. */
    boolean isWorker(int thread) {
        return thread >= 0 && thread < isWorker.length && isWorker[thread];
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
            sendsFor = Arrays.copyOf(sendsFor, longer);
            sent = Arrays.copyOf(sent, longer);
            finishes = Arrays.copyOf(finishes, longer);
            wokenBy = Arrays.copyOf(wokenBy, longer);
            request = Arrays.copyOf(request, longer);
            completed = Arrays.copyOf(completed, longer);
            Arrays.fill(packet, length, longer, NONE);
            Arrays.fill(sendsFor, length, longer, NONE);
            Arrays.fill(sent, length, longer, NONE);
            Arrays.fill(wokenBy, length, longer, NONE);
            Arrays.fill(request, length, longer, NONE);
        }
    }
}
