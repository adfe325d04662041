/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import org.bowline.core.event.KernelSink.Leave;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;

/**
 * Who ended a wait (rule 4): the innermost meaningful context of the CPU on which the wake-up happened, else the thread that ran there.
 * A holder that is filled for each wake-up.
 */
final class WaitCause {
    // Linux's numbers of soft interrupts
    private static final int TIMER = 1;
    private static final int NET_TX = 2;
    private static final int NET_RX = 3;
    private static final int BLOCK = 4;
    private static final int IRQ_POLL = 5;
    private static final int HRTIMER = 8;

    private final ContextStack contexts;
    private final Resources resources;
    private boolean tellsTimers;

    /** What kind of cause. */
    Cause cause = Cause.UNKNOWN;
    /** The vertex; {@link SegmentLog#NONE} for a packet's, which is found later. */
    int target;
    /** The packet or request, or {@link SegmentLog#NONE}. */
    int link;

    WaitCause(ContextStack contexts, Resources resources) {
        this.contexts = contexts;
        this.resources = resources;
    }

    /**
     * Finds the cause of a wake-up.
     *
     * @param woken the thread whose wait ends
     * @param current the thread on the CPU, or {@link SegmentLog#NONE} if it cannot be a cause
     * @param polls whether that thread polls a network device: what it received ends waits, not it
     */
    void find(int cpu, int woken, int current, boolean polls) {
        for (int d = contexts.depth(cpu) - 1; d >= 0; d--) {
            if (isMeaningful(cpu, d, woken)) {
                return;
            }
        }
        int polled = polls ? contexts.threadPacket(cpu, woken) : ContextStack.NO_PACKET;
        if (current == SegmentLog.NONE) {
            unknown();
        } else if (polled != ContextStack.NO_PACKET) {
            set(Cause.NETWORK, SegmentLog.NONE, polled);
        } else {
            set(Cause.THREAD, current, SegmentLog.NONE);
        }
    }

    /** The thread that ends the wait only finished a disk request. */
    void finished(int request) {
        link = request;
    }

    /** The thread that ends the wait only took a packet to the one that waits. */
    void took(int packet) {
        set(Cause.NETWORK, SegmentLog.NONE, packet);
    }

    /** The timer that ends the wait was its time limit. */
    void limited() {
        link = SegmentLog.LIMITED;
    }

    /** It is told when a high-resolution timer, as that of a sleep is, expires: others of the soft interrupt are coarse ones, as those of time limits of sockets are. */
    void tellsTimers() {
        tellsTimers = true;
    }

    /** Finds what the outermost interrupt of a CPU is for. */
    void findInterrupt(int cpu) {
        if (!isMeaningful(cpu, 0, SegmentLog.NONE)) {
            set(Cause.KERNEL, only(VertexKind.KERNEL), SegmentLog.NONE);
        }
    }

    /**
     * The link of a wait that it ended.
     *
     * @param leave how the wait began
     */
    int linkOf(Leave leave) {
        if (cause == Cause.NETWORK || cause == Cause.DISK) {
            return link; // neither lets a thread go on that was stopped, and theirs is a number of their own
        }
        return switch (leave) {
            case STOPPED -> SegmentLog.STOPPED;
            case TRACED -> SegmentLog.TRACED;
            case UNINTERRUPTIBLE -> cause == Cause.TIMER ? SegmentLog.HELD
                    : cause == Cause.THREAD && link == SegmentLog.NONE ? SegmentLog.IN_KERNEL : link;
            default -> link;
        };
    }

    /** No event tells the cause. */
    void unknown() {
        set(Cause.UNKNOWN, only(VertexKind.UNKNOWN), SegmentLog.NONE);
    }

    private boolean isMeaningful(int cpu, int d, int woken) {
        int disk = contexts.disk(cpu, d);
        if (disk != ContextStack.NONE) {
            set(Cause.DISK, SegmentLog.resource(disk), contexts.request(cpu, d));
            return true;
        }
        int id = contexts.id(cpu, d);
        switch (contexts.kind(cpu, d)) {
            case ContextStack.TIMER, ContextStack.TIMER_VECTOR -> set(Cause.TIMER, only(VertexKind.TIMER), SegmentLog.NONE);
            case ContextStack.IPI_VECTOR -> set(Cause.IPI, only(VertexKind.IPI), SegmentLog.NONE);
            case ContextStack.INTERRUPT -> {
                if (resources.isTimer(id)) {
                    set(Cause.TIMER, only(VertexKind.TIMER), SegmentLog.NONE);
                } else {
                    set(Cause.DEVICE, SegmentLog.resource(resources.device(id)), SegmentLog.NONE);
                }
            }
            case ContextStack.SOFT_INTERRUPT -> softInterrupt(cpu, d, id, woken);
            default -> {
                return false; // a thermal or error vector says nothing of who is waited for
            }
        }
        return true;
    }

    private void softInterrupt(int cpu, int d, int vector, int woken) {
        switch (vector) {
            case TIMER -> set(Cause.TIMER, only(VertexKind.TIMER), tellsTimers ? SegmentLog.LIMITED : SegmentLog.NONE);
            case HRTIMER -> set(Cause.TIMER, only(VertexKind.TIMER), SegmentLog.NONE);
            case NET_TX, NET_RX -> set(Cause.NETWORK, SegmentLog.NONE, contexts.packet(cpu, d, woken));
            // the completion itself was not recorded: some disk
            case BLOCK, IRQ_POLL -> set(Cause.DISK, only(VertexKind.DISK), SegmentLog.NONE);
            default -> set(Cause.KERNEL, only(VertexKind.KERNEL), SegmentLog.NONE);
        }
    }

    private int only(VertexKind kind) {
        return SegmentLog.resource(resources.only(kind));
    }

    private void set(Cause newCause, int newTarget, int newLink) {
        cause = newCause;
        target = newTarget;
        link = newLink;
    }
}
