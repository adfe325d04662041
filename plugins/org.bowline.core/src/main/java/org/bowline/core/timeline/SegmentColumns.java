/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.List;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.column.ByteColumn;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.column.ShortColumn;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;

/**
 * The segments of a {@link Timeline} that is being built: either added in any order of threads, and sorted at the end, or put in their places, which takes {@link Timeline#bytesPerSegment} bytes each, and not 24
 * and as much again. Vertices are those of {@link TimelineBuilder}.
 */
final class SegmentColumns {
    private static final int POLL_MASK = (1 << 16) - 1;

    /** Of each thread. */
    private final LongArrayList end = new LongArrayList();
    private final IntArrayList count = new IntArrayList();

    private final IntColumn addedThread = new IntColumn();
    private final LongColumn addedStart = new LongColumn();
    /** CPU, cause and state: bits 16 to 31, 8 to 15, 0 to 7. */
    private final IntColumn addedPacked = new IntColumn();
    private final IntColumn addedTarget = new IntColumn();
    private final IntColumn addedLink = new IntColumn();

    /** By thread: those that are put in their places, then those that were added. */
    private final LongColumn starts = new LongColumn();
    private final ByteColumn states = new ByteColumn();
    private final ByteColumn causes = new ByteColumn();
    private final IntColumn targets = new IntColumn();
    private final IntColumn links = new IntColumn();
    private final ShortColumn cpus = new ShortColumn();
    private int placedThreads;

    /** The next thread, which has no segments yet. */
    void thread() {
        if (placedThreads > 0) {
            throw new IllegalStateException("no thread can be added when segments are in their places");
        }
        end.add(Long.MIN_VALUE);
        count.add(0);
    }

    /** Adds a segment, if it is not empty; those of a thread in time order, each where the last one ended. */
    void add(int thread, long startNanos, long endNanos, ThreadState state, Cause cause, int target, int link, int cpu) {
        if (endNanos < startNanos) {
            throw new IllegalArgumentException(
                    "segment ends before it starts: thread=" + thread + ", start=" + startNanos + ", end=" + endNanos);
        }
        if (endNanos == startNanos) {
            return;
        }
        long before = end.getLong(thread);
        if (count.getInt(thread) > 0 && before != startNanos) {
            throw new IllegalArgumentException(
                    "segments of a thread must follow each other: thread=" + thread + ", end=" + before + ", next start=" + startNanos);
        }
        end.set(thread, endNanos);
        count.set(thread, count.getInt(thread) + 1);
        addedThread.add(thread);
        addedStart.add(startNanos);
        addedPacked.add(cpu << 16 | cause.ordinal() << 8 | state.ordinal());
        addedTarget.add(target);
        addedLink.add(link);
    }

    /**
     * Makes room for all segments of the next threads, of which none was added before; no other one of theirs comes, and no thread at all. Each is to be {@linkplain #put put} in its place then.
     *
     * @param counts number of segments of each of these threads
     * @return the place of the first one; those of a thread follow each other, and those of the next thread follow these
     * @throws IllegalStateException if segments were added
     */
    int room(int[] counts) {
        if (!addedStart.isEmpty()) {
            throw new IllegalStateException("there is no room for segments among those that were added");
        }
        long sum = 0;
        for (int i = 0; i < counts.length; i++) {
            count.set(placedThreads + i, counts[i]);
            sum += counts[i];
        }
        int begin = starts.size();
        makeRoom(Math.toIntExact(sum));
        placedThreads += counts.length;
        return begin;
    }

    private void makeRoom(int segments) {
        starts.addZeros(segments);
        states.addZeros(segments);
        causes.addZeros(segments);
        targets.addZeros(segments);
        links.addZeros(segments);
        cpus.addZeros(segments);
    }

    /** Puts a segment in its place, where it ends when the next one of its thread begins. Different places may be filled by different threads. */
    void put(int place, long startNanos, ThreadState state, Cause cause, int target, int link, int cpu) {
        starts.set(place, startNanos);
        states.set(place, (byte) state.ordinal());
        causes.set(place, (byte) cause.ordinal());
        targets.set(place, TimelineBuilder.vertex(target, count.size()));
        links.set(place, link);
        cpus.set(place, (short) cpu);
    }

    /** Tells when the last segment of a thread ends whose segments are put in their places. */
    void ends(int thread, long endNanos) {
        end.set(thread, endNanos);
    }

    /** When the first one begins; {@link Long#MAX_VALUE} if there is none. O(segments). */
    long firstNanos() {
        long first = Long.MAX_VALUE;
        for (LongColumn each : List.of(starts, addedStart)) {
            for (int i = 0; i < each.size(); i++) {
                first = Math.min(first, each.get(i));
            }
        }
        return first;
    }

    /** When the last one ends; {@link Long#MIN_VALUE} if there is none. O(threads). */
    long lastNanos() {
        long last = Long.MIN_VALUE;
        for (int i = 0; i < end.size(); i++) {
            last = Math.max(last, end.getLong(i));
        }
        return last;
    }

    /** Hands them over. These are of no use afterwards. */
    void into(TimelineData data, Progress progress) {
        data.threadEnd = end.toLongArray();
        data.firstSegment = new int[count.size() + 1];
        for (int i = 0; i < count.size(); i++) {
            data.firstSegment[i + 1] = data.firstSegment[i] + count.getInt(i);
        }
        sort(progress);
        addedThread.letGo();
        addedStart.letGo();
        addedPacked.letGo();
        addedTarget.letGo();
        addedLink.letGo();
        starts.trim();
        states.trim();
        causes.trim();
        targets.trim();
        links.trim();
        cpus.trim();
        data.segmentStart = starts;
        data.segmentState = states;
        data.segmentCause = causes;
        data.segmentTarget = targets;
        data.segmentLink = links;
        data.segmentCpu = cpus;
    }

    /** Stable counting sort by thread of the segments that were added: those of a thread were added in time order. */
    private void sort(Progress progress) {
        int added = addedStart.size();
        int[] next = new int[count.size() - placedThreads];
        int place = starts.size();
        for (int i = 0; i < next.length; i++) {
            next[i] = place;
            place += count.getInt(placedThreads + i);
        }
        if (place != starts.size() + added) {
            throw new IllegalStateException("segments were added of threads whose segments had been put in their places");
        }
        makeRoom(added);
        for (int i = 0; i < added; i++) {
            if ((i & POLL_MASK) == 0) {
                progress.check();
            }
            int to = next[addedThread.get(i) - placedThreads]++;
            starts.set(to, addedStart.get(i));
            int packed = addedPacked.get(i);
            states.set(to, (byte) packed);
            causes.set(to, (byte) (packed >> 8));
            cpus.set(to, (short) (packed >> 16));
            targets.set(to, TimelineBuilder.vertex(addedTarget.get(i), count.size()));
            links.set(to, addedLink.get(i));
        }
        placedThreads = count.size();
    }
}
