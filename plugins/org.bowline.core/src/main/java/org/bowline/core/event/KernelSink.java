/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

/**
 * Receives the facts of one host's kernel in time order. Times are host time, ns since the epoch; {@code cpu} is the CPU the fact was
 * recorded on, 0 or more.
 */
public interface KernelSink {
    /** How late Linux may end a sleep, of whatever length, unless a program asks for another slack. */
    long USUAL_SLACK_NANOS = 50_000;

    /** How a thread left the CPU. */
    enum Leave {
        /** It wanted to go on. */
        PREEMPTED,
        /** It waits for something. */
        BLOCKED,
        /** It waits for something in the uninterruptible state: only the kernel waits so, no program chooses to. */
        UNINTERRUPTIBLE,
        /** A signal stopped it, as the shell's Ctrl-Z does; another one lets it go on. */
        STOPPED,
        /** Who traces it, a debugger or {@code strace}, looks at it; that one lets it go on. */
        TRACED,
        /** It is dead. */
        DEAD,
        /** It is a thread of the kernel that has nothing to do. */
        IDLE
    }

    /** Instead of how many events were lost: of a flight recorder, what a processor's stream had before its first packet, or what else was before it; nobody knows how many. */
    long BEFORE_FIRST = -2;

    /** What a processor's interrupt vector is for. */
    enum Vector {
        /** The local timer. */
        TIMER,
        /** A message from another processor. */
        IPI,
        /** Anything else. */
        OTHER
    }

    /**
     * Events of a CPU were lost.
     *
     * @param count how many, or −1 if unknown, or {@link #BEFORE_FIRST}
     */
    void lost(int cpu, long fromNanos, long toNanos, long count);

    /**
     * The last event of the traces, of whatever sort, was recorded at this time: the end of what they know. It is the last that is told, and not
     * told if there is no event.
     */
    default void ended(long nanos) {
        // not everybody cares
    }

    /**
     * Nothing was recorded on any CPU: a recording ended, and the next one began later. What comes next is not before its end.
     */
    default void paused(long fromNanos, long toNanos) {
        // not everybody cares
    }

    /** Whether the sink knows the living thread of the tid; the name of one that it knows need not be told when it gets the CPU. */
    boolean knows(int cpu, int tid);

    /** Another thread got the CPU. Names are those at the time; the next one's may be empty if it is {@linkplain #knows known}. */
    void switched(long nanos, int cpu, int previousTid, String previousName, Leave leave, int nextTid, String nextName);

    /** A thread was made eligible to run, in the context of what runs on the CPU. */
    void waking(long nanos, int cpu, int tid, String name);

    /**
     * The same of a thread that ran last on a processor of which nothing was recorded for some time.
     *
     * @param lastCpu that processor
     */
    default void wakingElsewhere(long nanos, int cpu, int tid, String name, int lastCpu) {
        waking(nanos, cpu, tid, name);
    }

    /** A thread that was woken is to run on a processor; told where nothing was recorded of some processors for some time. */
    default void placed(long nanos, int cpu, int tid, int onCpu) {
        // not everybody cares
    }

    /** A thread was created. {@code childPid} is −1 if the trace does not tell. */
    void forked(long nanos, int cpu, int parentTid, int childTid, int childPid, String childName);

    /** A process runs another program; its thread {@code oldTid} goes on as {@code tid}. */
    void executed(long nanos, int cpu, int tid, int oldTid);

    /** A device's interrupt handler begins. */
    void interruptEntry(long nanos, int cpu, int irq);

    /** It ends. */
    void interruptExit(long nanos, int cpu, int irq);

    /** A soft interrupt begins; {@code vector} is Linux's number of it. */
    void softInterruptEntry(long nanos, int cpu, int vector);

    /** It ends. */
    void softInterruptExit(long nanos, int cpu, int vector);

    /** A high-resolution timer's function begins. */
    void timerEntry(long nanos, int cpu);

    /** It ends. */
    void timerExit(long nanos, int cpu);

    /** Whoever is on the CPU sets a high-resolution timer that may expire so much later than asked for; told only where that is more than {@link #USUAL_SLACK_NANOS}. */
    default void timerSet(long nanos, int cpu, long slackNanos) {
        // not everybody cares
    }

    /** A processor's own interrupt begins. */
    void vectorEntry(long nanos, int cpu, Vector vector, String name);

    /** It ends. */
    void vectorExit(long nanos, int cpu, Vector vector);

    /** A packet was queued for sending or came in. The object is only valid during the call. */
    void packet(long nanos, int cpu, PacketFact packet);

    /** A packet whose headers were not recorded, or are not IP's, was queued for sending: of the object only interface and length are valid, during the call. */
    default void opaqueFrame(long nanos, int cpu, PacketFact packet) {
        // not everybody cares
    }

    /** A packet came in whose headers were not recorded. */
    void opaquePacket(long nanos, int cpu);

    /** A block request entered a disk's queue. {@code sectors} is 0 for a flush; {@code tid} the thread it was made in, or −1. */
    void requestQueued(long nanos, int cpu, int device, long sector, long sectors, int tid);

    /** A block request was given to the device. */
    void requestIssued(long nanos, int cpu, int device, long sector, long sectors, int tid);

    /** The block request that was queued or issued just now writes, or flushes what was written. */
    default void requestWrites(long nanos, int device, long sector, long sectors) {
        // not everybody cares
    }

    /** A block request, or a part of it, is done. */
    void requestCompleted(long nanos, int cpu, int device, long sector, long sectors);

    /** A block request went back to the queue. */
    void requestRequeued(long nanos, int cpu, int device, long sector, long sectors);

    /** State dump: a thread that exists. {@code cpu} is where it was last, −1 if not told. */
    void threadExists(long nanos, int tid, int pid, int parentPid, String name, boolean blocked);

    /** The thread that runs on the CPU calls the kernel for the word at an address of its process: it waits, or wakes who does. */
    default void futexCalled(long nanos, int cpu, FutexCall call, long address) {
        // not everybody cares
    }

    /** That call returns. */
    default void futexReturned(long nanos, int cpu) {
        // not everybody cares
    }

    /** State dump: the name of a device that uses an interrupt. Devices may share one. */
    void interruptName(long nanos, int irq, String name);

    /** The name of the handler that begins next; it counts where an interrupt has no name yet, and may be told more than once. */
    void handlerName(long nanos, int irq, String name);

    /** State dump: the name of a block device. */
    void diskName(long nanos, int device, String name);
}
