/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.offcpu;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.model.Cause;
import org.bowline.core.model.IntPair;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

/**
 * The call stacks with which threads began to wait, and those of samples. Equal stacks of a process are kept once, as an id; a wait has 4 bytes. Stacks of which there is no room ({@value #MOST_STACKS} different ones,
 * {@value #MOST_ADDRESSES} addresses: 128 MiB) are counted. Told in order of time for each host; then safe for many readers.
 */
public final class StackLog {
    /** No stack. */
    public static final int NONE = -1;
    /** Of recordings without stacks. */
    public static final StackLog EMPTY = new StackLog();
    /** A longer one is no stack but damage. */
    public static final int LONGEST = 1 << 10;

    private static final int MOST_STACKS = 1 << 21;
    private static final int MOST_ADDRESSES = 1 << 24;

    /** By process, one after another under the same id: its host and id. */
    private final LongArrayList processes = new LongArrayList();
    /** By host and id: the present process. */
    private final Long2IntOpenHashMap present = new Long2IntOpenHashMap();
    /** By host and id: a process that has had other memory since, of samples that were read after that was told. */
    private final Long2IntOpenHashMap former = new Long2IntOpenHashMap();
    /** By stack: its process, where its addresses end, how many are the kernel's, and whether something was cut off. */
    private final IntArrayList ofProcess = new IntArrayList();
    private final IntArrayList ends = new IntArrayList();
    private final IntArrayList kernels = new IntArrayList();
    private final IntArrayList cuts = new IntArrayList();
    /** Of each stack the kernel's, then the program's, the innermost first. */
    private final LongArrayList addresses = new LongArrayList();
    /** Stacks by their hash. */
    private int[] table = filled(1 << 4);
    /** By segment of the timeline; empty without stacks. */
    private int[] ofSegment = {};
    /** By segment: the stack of the thread that ended the wait; empty without such. */
    private int[] ofWaker = {};
    private long waits;
    private long cutWaits;
    private long noRoom;
    private long noRoomForSamples;

    private final int mostStacks;

    /** Nothing was told yet. */
    public StackLog() {
        this(MOST_STACKS);
    }

    /**
     * Nothing was told yet.
     *
     * @param mostStacks how many different ones there is room for
     */
    StackLog(int mostStacks) {
        this.mostStacks = mostStacks;
        present.defaultReturnValue(NONE);
        former.defaultReturnValue(NONE);
    }

    private static int[] filled(int size) {
        int[] empty = new int[size];
        Arrays.fill(empty, NONE);
        return empty;
    }

    private static long key(int host, int pid) {
        return IntPair.of(host, pid);
    }

    /** A process has other memory from now on, as it is new or runs another program. */
    public void replaced(int host, int pid) {
        present.remove(key(host, pid));
    }

    private int process(int host, int pid) {
        long key = key(host, pid);
        int process = present.get(key);
        if (process == NONE) {
            process = processes.size();
            processes.add(key);
            present.put(key, process);
        }
        return process;
    }

    /**
     * A thread leaves its processor, perhaps to wait.
     *
     * @param stack addresses of the kernel, then those of the program, the innermost first of each
     * @param kernel how many are the kernel's
     * @param count how many there are
     * @param cut whether there were more
     */
    public void leaves(Timeline timeline, int thread, long timeNanos, long[] stack, int kernel, int count, boolean cut) {
        if (count == 0) {
            return;
        }
        int id = NONE;
        // a wait that changes its cause is several segments
        for (int segment = timeline.segmentAt(thread, timeNanos); segment != Timeline.NONE && segment < timeline.endSegment(thread)
                && isAway(timeline.state(segment)); segment++) {
            if (timeline.state(segment) != ThreadState.BLOCKED) {
                continue;
            }
            if (id == NONE) {
                int pid = timeline.pid(thread);
                id = id(process(timeline.host(thread), pid < 0 ? timeline.tid(thread) : pid), stack, kernel, count, cut);
                waits++;
                cutWaits += cut ? 1 : 0;
                if (id == NONE) {
                    noRoom++;
                    return;
                }
            }
            if (ofSegment.length == 0) {
                ofSegment = filled(timeline.segmentCount());
            }
            ofSegment[segment] = id;
        }
    }

    /**
     * A thread ends the wait of another: kept if the timeline, too, says that it was a thread that did, and not an interrupt which came while one ran.
     *
     * @param thread whose wait ends
     * @param stack of the thread that ends it, as in {@link #leaves}
     */
    public void wakes(Timeline timeline, int thread, long timeNanos, long[] stack, int kernel, int count, boolean cut) {
        int segment = count == 0 ? Timeline.NONE : timeline.segmentAt(thread, timeNanos - 1);
        if (segment == Timeline.NONE || timeline.state(segment) != ThreadState.BLOCKED || timeline.cause(segment) != Cause.THREAD
                || timeline.end(thread, segment) != timeNanos || !WakeUps.isByThread(timeline, segment)) {
            return;
        }
        int waker = timeline.target(segment);
        int pid = timeline.pid(waker);
        int id = id(process(timeline.host(waker), pid < 0 ? timeline.tid(waker) : pid), stack, kernel, count, cut);
        if (id == NONE) {
            noRoom++;
            return;
        }
        if (ofWaker.length == 0) {
            ofWaker = filled(timeline.segmentCount());
        }
        ofWaker[segment] = id;
    }

    /**
     * A process is sampled.
     *
     * @param hasOtherMemory whether the process has had other memory since, which was {@linkplain #replaced told}
     * @param stack what the thread was in, as in {@link #leaves}
     * @return the stack's id; {@link #NONE} if there is no room for it
     */
    public int sampled(int host, int pid, boolean hasOtherMemory, long[] stack, int kernel, int count, boolean cut) {
        int process;
        if (hasOtherMemory) {
            long key = key(host, pid);
            process = former.get(key);
            if (process == NONE) {
                process = processes.size();
                processes.add(key);
                former.put(key, process);
            }
        } else {
            process = process(host, pid);
        }
        int id = id(process, stack, kernel, count, cut);
        noRoomForSamples += id == NONE ? 1 : 0;
        return id;
    }

    private static boolean isAway(ThreadState state) {
        return state == ThreadState.BLOCKED || state == ThreadState.RUNNABLE;
    }

    private int id(int process, long[] stack, int kernel, int count, boolean cut) {
        int mask = table.length - 1;
        int slot = hash(process, stack, kernel, count) & mask;
        for (; table[slot] != NONE; slot = slot + 1 & mask) {
            if (isSame(table[slot], process, stack, kernel, count, cut)) {
                return table[slot];
            }
        }
        int id = ends.size();
        if (id == mostStacks || addresses.size() + count > MOST_ADDRESSES) {
            return NONE;
        }
        addresses.addElements(addresses.size(), stack, 0, count);
        ends.add(addresses.size());
        ofProcess.add(process);
        kernels.add(kernel);
        cuts.add(cut ? 1 : 0);
        table[slot] = id;
        if (2 * ends.size() > table.length) {
            grow();
        }
        return id;
    }

    private boolean isSame(int id, int process, long[] stack, int kernel, int count, boolean cut) {
        int begin = begin(id);
        return ofProcess.getInt(id) == process && kernels.getInt(id) == kernel && cuts.getInt(id) == (cut ? 1 : 0)
                && ends.getInt(id) - begin == count
                && Arrays.equals(addresses.elements(), begin, begin + count, stack, 0, count);
    }

    private static int hash(int process, long[] stack, int kernel, int count) {
        long hash = process * 31L + kernel;
        for (int i = 0; i < count; i++) {
            hash = (hash ^ stack[i]) * 0x9e37_79b9_7f4a_7c15L;
            hash ^= hash >>> 29;
        }
        return (int) (hash ^ hash >>> 32);
    }

    private void grow() {
        int[] larger = filled(2 * table.length);
        int mask = larger.length - 1;
        long[] stack = new long[LONGEST * 2];
        for (int id = 0; id < ends.size(); id++) {
            int count = ends.getInt(id) - begin(id);
            addresses.getElements(begin(id), stack, 0, count);
            int slot = hash(ofProcess.getInt(id), stack, kernels.getInt(id), count) & mask;
            while (larger[slot] != NONE) {
                slot = slot + 1 & mask;
            }
            larger[slot] = id;
        }
        table = larger;
    }

    private int begin(int id) {
        return id == 0 ? 0 : ends.getInt(id - 1);
    }

    /** Whether there is no stack. */
    public boolean isEmpty() {
        return ends.isEmpty();
    }

    /** How many different stacks there are; their ids are the numbers below. */
    public int size() {
        return ends.size();
    }

    /** The stack of a blocked segment, or {@link #NONE}. */
    public int of(int segment) {
        return segment < ofSegment.length ? ofSegment[segment] : NONE;
    }

    /** The stack of the thread that ended the wait of a blocked segment, or {@link #NONE}. */
    public int ofWaker(int segment) {
        return segment < ofWaker.length ? ofWaker[segment] : NONE;
    }

    /** Whether waits have stacks, and not only samples. */
    public boolean hasWaits() {
        return waits > 0 || ofWaker.length > 0;
    }

    /** How many waits have been told with a stack. */
    public long waits() {
        return waits;
    }

    /** How many of them with one that is not whole. */
    public long cutWaits() {
        return cutWaits;
    }

    /** How many samples have none here, as there was no room. */
    public long samplesWithoutRoom() {
        return noRoomForSamples;
    }

    /** How many of the waits have none here, as there was no room. */
    public long withoutRoom() {
        return noRoom;
    }

    /** The host of a stack's process. */
    public int host(int stack) {
        return IntPair.first(processes.getLong(ofProcess.getInt(stack)));
    }

    /** The id of a stack's process; if that is not known, of its thread, which is the same of most. */
    public int pid(int stack) {
        return IntPair.second(processes.getLong(ofProcess.getInt(stack)));
    }

    /** Whether the process had this memory until the end of the recording: what was collected then is of it. */
    public boolean isLast(int stack) {
        int process = ofProcess.getInt(stack);
        return present.get(processes.getLong(process)) == process;
    }

    /** Whether the outermost callers are missing, as LTTng had no room for them. */
    public boolean isCut(int stack) {
        return cuts.getInt(stack) != 0;
    }

    /** How many addresses are the kernel's. */
    public int kernelCount(int stack) {
        return kernels.getInt(stack);
    }

    /** How many addresses there are. */
    public int count(int stack) {
        return ends.getInt(stack) - begin(stack);
    }

    /** An address, the kernel's first, the innermost first of each side. */
    public long address(int stack, int index) {
        return addresses.getLong(begin(stack) + index);
    }
}
