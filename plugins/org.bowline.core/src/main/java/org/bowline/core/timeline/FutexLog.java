/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.io.Serializable;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.event.FutexCall;
import org.bowline.core.timeline.LockEvents.Kind;

/** A host's calls of {@code futex}, host time; returns only of waits. 24 bytes a call. */
final class FutexLog implements Serializable {
    private final LongColumn nanos = new LongColumn();
    private final IntColumn thread = new IntColumn();
    private final IntColumn kind = new IntColumn();
    private final LongColumn address = new LongColumn();
    /** Threads, as the segment log numbers them, that are in a wait. */
    private final IntOpenHashSet waiting = new IntOpenHashSet();

    void called(long at, int by, FutexCall call, long atAddress) {
        Kind what = switch (call) {
            case WAIT_FOR_LOCK -> Kind.FUTEX_WAIT;
            case WAIT_FOR_OTHER -> Kind.FUTEX_WAIT_FOR_OTHER;
            case WAKE -> Kind.FUTEX_WAKE;
            case OTHER -> throw new IllegalArgumentException("nothing follows from it");
        };
        if (what == Kind.FUTEX_WAKE) {
            waiting.remove(by);
        } else {
            waiting.add(by);
        }
        add(at, by, what, atAddress);
    }

    void returned(long at, int by) {
        if (waiting.remove(by)) {
            add(at, by, Kind.FUTEX_RETURN, 0);
        }
    }

    /** Nothing is known from here to there. */
    void lost(long from, long until) {
        if (!nanos.isEmpty()) { // before the first call there is nothing to forget
            add(from, SegmentLog.NONE, Kind.KERNEL_LOST, until);
        }
        waiting.clear();
    }

    private void add(long at, int by, Kind what, long atAddress) {
        nanos.add(at);
        thread.add(by);
        kind.add(what.ordinal());
        address.add(atAddress);
    }

    int size() {
        return nanos.size();
    }

    /** Lets go of all calls. */
    void letGo() {
        nanos.letGo();
        thread.letGo();
        kind.letGo();
        address.letGo();
    }

    long nanos(int i) {
        return nanos.get(i);
    }

    /** The thread, as the segment log numbers it; NONE of a loss. */
    int thread(int i) {
        return thread.get(i);
    }

    Kind kind(int i) {
        return Kind.values()[kind.get(i)];
    }

    /** 0 of a return; of a loss until when, host time. */
    long address(int i) {
        return address.get(i);
    }
}
