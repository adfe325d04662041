/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.io.Serializable;

import org.bowline.core.column.Ascending;
import org.bowline.core.column.ByteColumn;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;

/**
 * What threads did with locks, in the order of time: what programs say of their mutexes, and what they ask of the kernel. Nothing is concluded here; {@code
 * org.bowline.core.lock} does that. Immutable. 25 bytes per event.
 */
public final class LockEvents implements Serializable {
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

    final LongColumn nanos;
    final IntColumn thread;
    final ByteColumn kind;
    final IntColumn process;
    final LongColumn address;

    LockEvents(LongColumn nanos, IntColumn thread, ByteColumn kind, IntColumn process, LongColumn address) {
        this.nanos = nanos;
        this.thread = thread;
        this.kind = kind;
        this.process = process;
        this.address = address;
    }

    /** How many. */
    public int size() {
        return nanos.size();
    }

    /** When, reference time; never before the event before it. */
    public long nanos(int event) {
        return nanos.get(event);
    }

    /** Which thread of the timeline; of a loss the host. */
    public int thread(int event) {
        return thread.get(event);
    }

    /** What. */
    public Kind kind(int event) {
        return Kind.ALL[kind.get(event)];
    }

    /** The process in which the address is one, as its host numbers it; −1 if that is not known. */
    public int process(int event) {
        return process.get(event);
    }

    /** Where the lock is in the memory of its process; of a loss the time at which it ends. */
    public long address(int event) {
        return address.get(event);
    }

    /** Collects events in any order. */
    public static final class Builder {
        private final LongColumn nanos = new LongColumn();
        private final IntColumn thread = new IntColumn();
        private final ByteColumn kind = new ByteColumn();
        private final IntColumn process = new IntColumn();
        private final LongColumn address = new LongColumn();

        /** Adds an event of a thread. */
        public Builder add(long at, int of, Kind what, int inProcess, long atAddress) {
            nanos.add(at);
            thread.add(of);
            kind.add((byte) what.ordinal());
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
            for (int i = 0; i < others.size(); i++) {
                nanos.add(others.nanos.get(i));
                thread.add(others.thread.get(i));
                kind.add(others.kind.get(i));
                process.add(others.process.get(i));
                address.add(others.address.get(i));
            }
            return this;
        }

        /** Whether there is none. */
        public boolean isEmpty() {
            return nanos.isEmpty();
        }

        /** All in the order of time; those of a time in the order in which they were added. O(events × log events). */
        public LockEvents build() {
            int count = nanos.size();
            IntColumn order = Ascending.order(nanos);
            LongColumn times = LongColumn.zeros(count);
            IntColumn threads = IntColumn.zeros(count);
            ByteColumn kinds = ByteColumn.zeros(count);
            IntColumn processes = IntColumn.zeros(count);
            LongColumn addresses = LongColumn.zeros(count);
            for (int i = 0; i < count; i++) {
                int from = order.get(i);
                times.set(i, nanos.get(from));
                threads.set(i, thread.get(from));
                kinds.set(i, kind.get(from));
                processes.set(i, process.get(from));
                addresses.set(i, address.get(from));
            }
            return new LockEvents(times, threads, kinds, processes, addresses);
        }
    }
}
