/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.lock;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.column.IntColumn;
import org.bowline.core.model.IntPair;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.LockEvents;
import org.bowline.core.timeline.LockEvents.Kind;
import org.bowline.core.timeline.Timeline;

/** The locks: an address means something in the memory of one process of one host. */
final class LockTable {
    static final int POLL_MASK = (1 << 14) - 1;

    private final Long2IntOpenHashMap spaces = new Long2IntOpenHashMap();
    private final List<Long2IntOpenHashMap> addresses = new ArrayList<>();
    private final IntArrayList host = new IntArrayList();
    private final IntArrayList process = new IntArrayList();
    private final LongArrayList address = new LongArrayList();
    /** Those that a program told of. */
    private final BitSet mutexes = new BitSet();

    LockTable() {
        spaces.defaultReturnValue(-1);
    }

    /** The lock of each event: of a return from a futex that of the call; NONE of losses, and of returns without a call. */
    IntColumn of(Timeline timeline, Progress progress) {
        LockEvents events = timeline.locks();
        IntColumn lockOf = IntColumn.zeros(events.size());
        int[] waitsAt = new int[timeline.threadCount()];
        java.util.Arrays.fill(waitsAt, LockHistory.NONE);
        for (int i = 0; i < lockOf.size(); i++) {
            if ((i & POLL_MASK) == 0) {
                progress.check();
            }
            Kind kind = events.kind(i);
            int thread = events.thread(i);
            if (kind.isLoss()) {
                lockOf.set(i, LockHistory.NONE);
            } else if (kind == Kind.FUTEX_RETURN) {
                lockOf.set(i, waitsAt[thread]);
                waitsAt[thread] = LockHistory.NONE;
            } else {
                int lock = number(timeline.host(thread), events.process(i), events.address(i));
                lockOf.set(i, lock);
                switch (kind) {
                    case FUTEX_WAIT, FUTEX_WAIT_FOR_OTHER -> waitsAt[thread] = lock;
                    case FUTEX_WAKE -> waitsAt[thread] = LockHistory.NONE;
                    default -> mutexes.set(lock);
                }
            }
        }
        return lockOf;
    }

    private int number(int ofHost, int ofProcess, long at) {
        long key = IntPair.of(ofHost, ofProcess);
        int space = spaces.get(key);
        if (space < 0) {
            space = addresses.size();
            spaces.put(key, space);
            Long2IntOpenHashMap map = new Long2IntOpenHashMap();
            map.defaultReturnValue(-1);
            addresses.add(map);
        }
        Long2IntOpenHashMap map = addresses.get(space);
        int lock = map.get(at);
        if (lock < 0) {
            lock = host.size();
            map.put(at, lock);
            host.add(ofHost);
            process.add(ofProcess);
            address.add(at);
        }
        return lock;
    }

    int size() {
        return host.size();
    }

    int host(int lock) {
        return host.getInt(lock);
    }

    int process(int lock) {
        return process.getInt(lock);
    }

    long address(int lock) {
        return address.getLong(lock);
    }

    boolean isMutex(int lock) {
        return mutexes.get(lock);
    }
}
