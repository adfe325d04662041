/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.counter;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

import org.bowline.core.event.Counter;
import org.bowline.core.timeline.ThreadLane;

/** The readings of one thread. Not to be changed after its log is built. */
public final class CounterLane extends ThreadLane {
    /** What an event tells of the intervals that a thread works for. */
    public enum Change {
        /** Nothing. */
        NONE,
        /** The thread begins one, and works for it. */
        BEGIN,
        /** It ends one. */
        END,
        /** It works for another one, or for none. */
        SWITCH
    }

    /** Takes what a counter grew by. */
    @FunctionalInterface
    public interface Sink {
        /**
         * From one reading to the next that has the counter.
         *
         * @param from number of the first reading
         * @param to number of the second
         * @param count by how much it grew, ≥ 0
         */
        void grew(int from, int to, long count);
    }

    private static final int CHANGE_BITS = 2;

    private final long[] @Nullable [] values = new long[Counter.values().length][];
    /** While readings come: key and change. Then: the key of the interval that the thread works for from this reading on. */
    private int[] keys = new int[room()];

    CounterLane(int host, int thread, int tid) {
        super(host, thread, tid);
    }

    /** The key of the interval that the thread works for from a reading on, or {@link CounterLog#NO_KEY}. */
    public int key(int reading) {
        return keys[reading];
    }

    /** Whether any reading has a counter. */
    public boolean has(Counter counter) {
        return values[counter.ordinal()] != null;
    }

    boolean hasAny() {
        for (long[] some : values) {
            if (some != null) {
                return true;
            }
        }
        return false;
    }

    /** What a counter said; {@link Counter#ABSENT} if the event does not tell. */
    public long value(Counter counter, int reading) {
        long[] some = values[counter.ordinal()];
        return some == null ? Counter.ABSENT : some[reading];
    }

    /**
     * Adds a reading. Those of a thread may come in any order of time; of the same moment the first comes first.
     *
     * @param timeNanos when, reference time
     * @param told by {@link Counter}'s number: what they say, ≥ 0, or {@link Counter#ABSENT}
     * @param change what the event tells of the intervals that the thread works for
     * @param key of that interval; {@link CounterLog#NO_KEY} for none
     */
    public void add(long timeNanos, long[] told, Change change, int key) {
        int reading = next(timeNanos);
        for (int i = 0; i < values.length; i++) {
            long[] some = values[i];
            if (some == null && told[i] >= 0) {
                some = new long[room()];
                Arrays.fill(some, 0, reading, Counter.ABSENT);
                values[i] = some;
            }
            if (some != null) {
                some[reading] = Math.max(Counter.ABSENT, told[i]);
            }
        }
        keys[reading] = (key + 1) << CHANGE_BITS | change.ordinal();
    }

    @Override
    protected void grow(int length) {
        keys = Arrays.copyOf(keys, length);
        for (int i = 0; i < values.length; i++) {
            long[] some = values[i];
            if (some != null) {
                values[i] = Arrays.copyOf(some, length);
            }
        }
    }

    /**
     * Tells by how much a counter grew between the readings within a range, one after another; where it went back it tells nothing. Adds up to its last reading in the range less the first, if it never went back. O(readings).
     *
     * @param fromNanos begin of the range
     * @param toNanos its end; readings at it count
     */
    public void grew(Counter counter, long fromNanos, long toNanos, Sink sink) {
        long[] some = values[counter.ordinal()];
        if (some == null) {
            return;
        }
        int before = -1;
        for (int i = 0; i < size() && time(i) <= toNanos; i++) {
            if (time(i) >= fromNanos && some[i] >= 0) {
                if (before >= 0 && some[i] >= some[before]) {
                    sink.grew(before, i, some[i] - some[before]);
                }
                before = i;
            }
        }
    }

    @Override
    protected void reorder(int[] order) {
        for (int i = 0; i < values.length; i++) {
            long[] some = values[i];
            values[i] = some == null ? null : sorted(some, order);
        }
        keys = sorted(keys, order);
    }

    /** When all was told: puts readings into order, says for whom the thread works, and counts what is wrong. */
    void finish(CounterWork work, CounterCaveats caveats) {
        sort();
        label(work);
        for (Counter counter : Counter.values()) {
            long[] some = values[counter.ordinal()];
            if (some != null) {
                check(counter, some, caveats);
            } else if (caveats.isKnown(host(), counter)) {
                caveats.add(host(), counter, size(), 0);
            }
        }
    }

    private void label(CounterWork work) {
        Change[] changes = Change.values();
        int present = CounterLog.NO_KEY;
        int began = -1; // the reading with which the present one was begun, if nothing was told of another since
        for (int i = 0; i < size(); i++) {
            Change change = changes[keys[i] & (1 << CHANGE_BITS) - 1];
            int key = (keys[i] >> CHANGE_BITS) - 1;
            if (change == Change.SWITCH) {
                told(work, present);
                told(work, key);
                present = key;
                began = -1;
            } else if (change == Change.BEGIN) {
                began = present == CounterLog.NO_KEY ? i : -1;
                present = key;
            } else if (change == Change.END) {
                if (key == present) {
                    if (began >= 0) {
                        work.alone(key, time(began));
                    }
                    present = CounterLog.NO_KEY;
                }
                began = -1;
            }
            keys[i] = present;
        }
    }

    private static void told(CounterWork work, int key) {
        if (key != CounterLog.NO_KEY) {
            work.switched(key);
        }
    }

    private void check(Counter counter, long[] some, CounterCaveats caveats) {
        long before = Counter.ABSENT;
        long absent = 0;
        long back = 0;
        long largest = 0;
        for (int i = 0; i < size(); i++) {
            if (some[i] < 0) {
                absent++;
            } else {
                back += some[i] < before ? 1 : 0;
                before = some[i];
                largest = Math.max(largest, before);
            }
        }
        if (largest == 0 && counter.cannotBeZero() && size() - absent > 1) {
            values[counter.ordinal()] = null;
            caveats.zero(host(), counter);
        } else {
            caveats.add(host(), counter, absent, back);
        }
    }
}
