/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * What threads did with locks, in the order of time: what programs say of their mutexes, and what they ask of the kernel. Nothing is concluded here; {@code
 * org.bowline.core.lock} does that. Immutable. 25 bytes per event.
 */
public final class LockEvents {
    /** None. */
    public static final LockEvents NONE = new Builder().build();

    /** What happened. */
    public enum Kind {
        /** A thread wants a mutex. */
        REQUEST,
        /** It has got it. */
        ACQUIRED,
        /** It has not, and does not want it any more. */
        GAVE_UP,
        /** It has given it back. */
        RELEASED,
        /** A thread waits in the kernel at an address, for a lock as it looks. */
        FUTEX_WAIT,
        /** The same, for anything but a lock. */
        FUTEX_WAIT_FOR_OTHER,
        /** It is back. */
        FUTEX_RETURN,
        /** A thread wakes who waits at an address. */
        FUTEX_WAKE,
        /** Of a host instead of a thread: events of its programs are missing from here until the time in place of the address. */
        PROGRAMS_LOST,
        /** The same for events of its kernel. */
        KERNEL_LOST;

        private static final Kind[] ALL = values();

        /** Whether it is of a host and not of a thread. */
        public boolean isLoss() {
            return this == PROGRAMS_LOST || this == KERNEL_LOST;
        }
    }

    final long[] nanos;
    final int[] thread;
    final byte[] kind;
    final int[] process;
    final long[] address;

    LockEvents(long[] nanos, int[] thread, byte[] kind, int[] process, long[] address) {
        this.nanos = nanos;
        this.thread = thread;
        this.kind = kind;
        this.process = process;
        this.address = address;
    }

    /** How many. */
    public int size() {
        return nanos.length;
    }

    /** When, reference time; never before the event before it. */
    public long nanos(int event) {
        return nanos[event];
    }

    /** Which thread of the timeline; of a loss the host. */
    public int thread(int event) {
        return thread[event];
    }

    /** What. */
    public Kind kind(int event) {
        return Kind.ALL[kind[event]];
    }

    /** The process in which the address is one, as its host numbers it; −1 if that is not known. */
    public int process(int event) {
        return process[event];
    }

    /** Where the lock is in the memory of its process; of a loss the time at which it ends. */
    public long address(int event) {
        return address[event];
    }

    /** Collects events in any order. */
    public static final class Builder {
        private final LongArrayList nanos = new LongArrayList();
        private final IntArrayList thread = new IntArrayList();
        private final IntArrayList kind = new IntArrayList();
        private final IntArrayList process = new IntArrayList();
        private final LongArrayList address = new LongArrayList();

        /** Adds an event of a thread. */
        public Builder add(long at, int of, Kind what, int inProcess, long atAddress) {
            nanos.add(at);
            thread.add(of);
            kind.add(what.ordinal());
            process.add(inProcess);
            address.add(atAddress);
            return this;
        }

        /** Adds a time for which events of a host are missing. */
        public Builder lost(long from, long until, int host, Kind what) {
            return add(from, host, what, -1, until);
        }

        /** Adds all of some others. */
        public Builder addAll(LockEvents others) {
            nanos.addElements(nanos.size(), others.nanos);
            thread.addElements(thread.size(), others.thread);
            for (byte one : others.kind) {
                kind.add(one);
            }
            process.addElements(process.size(), others.process);
            address.addElements(address.size(), others.address);
            return this;
        }

        /** Whether there is none. */
        public boolean isEmpty() {
            return nanos.isEmpty();
        }

        /** All in the order of time; those of a time in the order in which they were added. O(events × log events). */
        public LockEvents build() {
            int count = nanos.size();
            int[] order = new int[count];
            boolean sorted = true;
            for (int i = 0; i < count; i++) {
                order[i] = i;
                sorted &= i == 0 || nanos.getLong(i - 1) <= nanos.getLong(i);
            }
            if (!sorted) {
                IntArrays.stableSort(order, (a, b) -> Long.compare(nanos.getLong(a), nanos.getLong(b)));
            }
            long[] times = new long[count];
            int[] threads = new int[count];
            byte[] kinds = new byte[count];
            int[] processes = new int[count];
            long[] addresses = new long[count];
            for (int i = 0; i < count; i++) {
                times[i] = nanos.getLong(order[i]);
                threads[i] = thread.getInt(order[i]);
                kinds[i] = (byte) kind.getInt(order[i]);
                processes[i] = process.getInt(order[i]);
                addresses[i] = address.getLong(order[i]);
            }
            return new LockEvents(times, threads, kinds, processes, addresses);
        }
    }
}
