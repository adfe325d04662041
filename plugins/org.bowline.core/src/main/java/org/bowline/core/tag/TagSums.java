/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.tag;

import java.util.Arrays;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.model.IntPair;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/** Adds the time of threads to cells: one for each path on each processor of each host that has any. */
final class TagSums {
    static final int ENTRIES = TagTimes.CLASSES;
    static final int BYTES = ENTRIES + 1;
    static final int STRIDE = BYTES + 1;

    private static final int POLL_MASK = (1 << 16) - 1;

    private final Timeline timeline;
    private final long from;
    private final long to;
    private final TagProfile.Cpus cpus;
    private final Progress progress;

    /** Places: a host and a processor. */
    private final Long2IntOpenHashMap places = new Long2IntOpenHashMap();
    private final LongArrayList placeKeys = new LongArrayList();
    private final Long2IntOpenHashMap cellsByKey = new Long2IntOpenHashMap();
    private final LongArrayList cellKeys = new LongArrayList();
    private long[] values = new long[STRIDE * 64];

    private int lastPlace = -1;
    private int lastPath = -1;
    private int lastCell;
    private long steps;
    /** The next one of the present lane. */
    private int event;

    TagSums(Timeline timeline, long from, long to, TagProfile.Cpus cpus, Progress progress) {
        this.timeline = timeline;
        this.from = from;
        this.to = to;
        this.cpus = cpus;
        this.progress = progress;
        places.defaultReturnValue(-1);
        cellsByKey.defaultReturnValue(-1);
    }

    // what came out

    int cells() {
        return cellKeys.size();
    }

    int host(int cell) {
        return IntPair.first(placeKeys.getLong(place(cell)));
    }

    int cpu(int cell) {
        return IntPair.second(placeKeys.getLong(place(cell)));
    }

    private int place(int cell) {
        return IntPair.first(cellKeys.getLong(cell));
    }

    int path(int cell) {
        return IntPair.second(cellKeys.getLong(cell));
    }

    long value(int cell, int slot) {
        return values[cell * STRIDE + slot];
    }

    // adding

    private int place(int host, int cpu) {
        long key = IntPair.of(host, cpu);
        int place = places.get(key);
        if (place < 0) {
            place = placeKeys.size();
            places.put(key, place);
            placeKeys.add(key);
        }
        return place;
    }

    /** Where the cell's values begin. */
    private int cell(int place, int path) {
        if (place != lastPlace || path != lastPath) {
            lastPlace = place;
            lastPath = path;
            long key = IntPair.of(place, path);
            int cell = cellsByKey.get(key);
            if (cell < 0) {
                cell = cellKeys.size();
                cellsByKey.put(key, cell);
                cellKeys.add(key);
                if ((cell + 1L) * STRIDE > values.length) {
                    values = Arrays.copyOf(values, Math.toIntExact(2L * values.length));
                }
            }
            lastCell = cell * STRIDE;
        }
        return lastCell;
    }

    private void poll() {
        if ((++steps & POLL_MASK) == 0) {
            progress.check();
        }
    }

    /** What an event says beside the path: that it was entered, and bytes. Their sum stays at the largest number if they are more. */
    private void tell(int place, TagLog.Lane lane, int which) {
        if (lane.isEntry(which)) {
            int cell = cell(place, lane.path(which)) + ENTRIES; // first, as it may take a larger array
            values[cell]++;
        }
        long bytes = lane.bytes(which);
        if (bytes != 0) {
            int cell = cell(place, lane.pathOfBytes(which)) + BYTES;
            values[cell] = values[cell] + bytes < 0 ? Long.MAX_VALUE : values[cell] + bytes;
        }
    }

    /** A thread of the timeline. */
    void thread(int thread, TagLog.Lane lane) {
        long begin = Math.max(from, timeline.threadStart(thread));
        long end = Math.min(to, timeline.threadEnd(thread));
        event = lane.after(from - 1);
        if (begin < end) {
            int segment = timeline.segmentAt(thread, begin);
            for (long at = begin; at < end; segment++) {
                long until = Math.min(end, timeline.end(thread, segment));
                segment(timeline.host(thread), segment, at, until, lane);
                at = until;
            }
        }
        if (event < lane.size()) { // the kernel's trace ends earlier than the program's
            tellBefore(placeOf(timeline.host(thread), lastCpu(thread)), lane, to);
        }
    }

    /** Place of a processor that counts, else −1. */
    private int placeOf(int host, int cpu) {
        return cpus.has(host, cpu) ? place(host, cpu) : -1;
    }

    private void segment(int host, int segment, long begin, long until, TagLog.Lane lane) {
        int place = placeOf(host, timeline.cpu(segment));
        int slot = TagTimes.classOf(timeline.state(segment), timeline.cause(segment));
        for (long at = begin; at < until;) {
            poll();
            tellBefore(place, lane, at + 1);
            long next = event < lane.size() ? Math.min(until, lane.time(event)) : until;
            if (place >= 0) {
                int cell = cell(place, lane.path(event - 1)) + slot;
                values[cell] += next - at;
            }
            at = next;
        }
    }

    /** Goes on to the first event that is not before a moment. */
    private void tellBefore(int place, TagLog.Lane lane, long nanos) {
        for (; event < lane.size() && lane.time(event) < nanos; event++) {
            poll();
            if (place >= 0) {
                tell(place, lane, event);
            }
        }
    }

    private int lastCpu(int thread) {
        int end = timeline.endSegment(thread);
        return end == timeline.firstSegment(thread) ? TagTimes.NO_CPU : timeline.cpu(end - 1);
    }

    /** A thread of which only the events are known: from the first to the last. */
    void wall(TagLog.Lane lane) {
        if (!cpus.has(lane.host(), TagTimes.NO_CPU)) {
            return;
        }
        int place = place(lane.host(), TagTimes.NO_CPU);
        for (int i = 0; i < lane.size(); i++) {
            poll();
            if (i > 0) {
                int cell = cell(place, lane.path(i - 1)) + TagTimes.WALL;
                values[cell] += lane.time(i) - lane.time(i - 1);
            }
            tell(place, lane, i);
        }
    }
}
