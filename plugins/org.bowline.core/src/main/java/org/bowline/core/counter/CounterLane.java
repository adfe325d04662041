/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.counter;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.IntArrays;
import org.jspecify.annotations.Nullable;

import org.bowline.core.event.Counter;

/** The readings of one thread. Not to be changed after its log is built. */
public final class CounterLane {
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

    private final int host;
    private final int thread;
    private final int tid;
    private long[] times = new long[16];
    private final long[] @Nullable [] values = new long[Counter.values().length][];
    /** While readings come: key and change. Then: the key of the interval that the thread works for from this reading on. */
    private int[] keys = new int[16];
    private int size;
    private boolean sorted = true;

    CounterLane(int host, int thread, int tid) {
        this.host = host;
        this.thread = thread;
        this.tid = tid;
    }

    /** Number of the host. */
    public int host() {
        return host;
    }

    /** The thread of the timeline, or {@link org.bowline.core.timeline.Timeline#NONE}. */
    public int thread() {
        return thread;
    }

    /** Its id as the events have it. */
    public int tid() {
        return tid;
    }

    /** Number of readings. */
    public int size() {
        return size;
    }

    /** When a reading was, reference time; not before that of the reading before. */
    public long time(int reading) {
        return times[reading];
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
        if (size == times.length) {
            grow();
        }
        for (int i = 0; i < values.length; i++) {
            long[] some = values[i];
            if (some == null && told[i] >= 0) {
                some = new long[times.length];
                Arrays.fill(some, 0, size, Counter.ABSENT);
                values[i] = some;
            }
            if (some != null) {
                some[size] = Math.max(Counter.ABSENT, told[i]);
            }
        }
        sorted &= size == 0 || times[size - 1] <= timeNanos;
        times[size] = timeNanos;
        keys[size++] = (key + 1) << CHANGE_BITS | change.ordinal();
    }

    private void grow() {
        int length = Math.toIntExact(Math.min(Integer.MAX_VALUE - 8L, size + (long) (size >> 1)));
        times = Arrays.copyOf(times, length);
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
        for (int i = 0; i < size && times[i] <= toNanos; i++) {
            if (times[i] >= fromNanos && some[i] >= 0) {
                if (before >= 0 && some[i] >= some[before]) {
                    sink.grew(before, i, some[i] - some[before]);
                }
                before = i;
            }
        }
    }

    private void sort() {
        int[] order = new int[size];
        Arrays.setAll(order, i -> i);
        long[] unsorted = times;
        IntArrays.mergeSort(order, (a, b) -> Long.compare(unsorted[a], unsorted[b])); // stable
        times = sorted(times, order);
        for (int i = 0; i < values.length; i++) {
            long[] some = values[i];
            values[i] = some == null ? null : sorted(some, order);
        }
        int[] what = keys;
        keys = new int[size];
        Arrays.setAll(keys, i -> what[order[i]]);
    }

    private static long[] sorted(long[] some, int[] order) {
        long[] result = new long[order.length];
        Arrays.setAll(result, i -> some[order[i]]);
        return result;
    }

    /** When all was told: puts readings into order, says for whom the thread works, and counts what is wrong. */
    void finish(CounterWork work, CounterCaveats caveats) {
        if (!sorted) {
            sort(); // several traces
        }
        label(work);
        for (Counter counter : Counter.values()) {
            long[] some = values[counter.ordinal()];
            if (some != null) {
                check(counter, some, caveats);
            } else if (caveats.isKnown(host, counter)) {
                caveats.add(host, counter, size, 0);
            }
        }
    }

    private void label(CounterWork work) {
        Change[] changes = Change.values();
        int present = CounterLog.NO_KEY;
        int began = -1; // the reading with which the present one was begun, if nothing was told of another since
        for (int i = 0; i < size; i++) {
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
                        work.alone(key, times[began]);
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
        for (int i = 0; i < size; i++) {
            if (some[i] < 0) {
                absent++;
            } else {
                back += some[i] < before ? 1 : 0;
                before = some[i];
                largest = Math.max(largest, before);
            }
        }
        if (largest == 0 && counter.cannotBeZero() && size - absent > 1) {
            values[counter.ordinal()] = null;
            caveats.zero(host, counter);
        } else {
            caveats.add(host, counter, absent, back);
        }
    }
}
