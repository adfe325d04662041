/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.jspecify.annotations.Nullable;

import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/**
 * Which parts of the threads' waits for packets are waits for a network interface, and which for the network between two hosts.
 *
 * <p>For an interface are those in which it still has bytes that the waiting thread itself
 * sent, or the packet that is going to end the wait. Of several interfaces it is the one of which that is so first in the wait (of those, the one with the lowest number, and the thread's own bytes first). An interface counts if its capacity is told, or if the threads
 * wait for it for a hundredth of the range in all: else the wait-for graph is as if there were none.
 *
 * <p>For the network ({@link Timeline#way}), if it is asked for, is what is left of the time from when a thread of another host queued the packet that ended the wait; nothing if that was, by the clocks, after its end ({@link #flights}).
 * What is left then is a wait for whoever sent the packet.
 *
 * <p>Parts are kept for the waits of the range that have any; they tile the wait. O(waits log waits + frames); 12 bytes for 64 segments, 4 a wait that is kept and 12 a part.
 */
final class NetworkWaits {
    /** The target of a part in which no interface is waited for. */
    static final int WAKER = -1;
    private static final int NONE = Timeline.NONE;
    /** The share of the range below which an edge is trimmed anyway. */
    private static final int NOTICEABLE = 100;
    private static final int POLL_MASK = (1 << 12) - 1;
    /** 64 segments a word. */
    private static final int SHIFT = 6;

    private final Timeline timeline;
    private final @Nullable NicModel model;
    private final @Nullable Flights flights;
    private final long from;
    private final long to;
    private final long[] waited;
    private final boolean[] counts;
    /** The frames of each thread, by interface, then time; first of each thread. */
    private final IntColumn frames;
    private final int[] firstOfSender;
    // what is kept: a bit for each segment that has parts, how many have any before each 64, and the first part of each in turn
    private final LongColumn marks;
    private final IntColumn markedBefore;
    private final boolean[] hasPart;
    private final IntColumn firstPart = new IntColumn();
    private final LongColumn partEnd = new LongColumn();
    private final IntColumn partTarget = new IntColumn();
    // of the present thread: when which interface had bytes of it, by interface, then time, without overlap
    private final LongColumn ownBegin = new LongColumn();
    private final LongColumn ownEnd = new LongColumn();
    private final IntArrayList firstOwn = new IntArrayList();
    private final int[] present;
    // of the present wait
    private final LongArrayList begins = new LongArrayList();
    private final LongArrayList ends = new LongArrayList();
    private final IntArrayList nics = new IntArrayList();
    private int[] order = new int[16];
    /** The network that what ended it came over, NONE if that does not matter, and from when on it was on its way. */
    private int way = NONE;
    private long queued;

    /**
     * Looks at the waits of a range.
     *
     * @param model when network interfaces send; null if they are no part of it
     * @param flights gets what is for the network between two hosts; null if that is no part of it
     */
    NetworkWaits(Timeline timeline, long from, long to, @Nullable NicModel model, @Nullable Flights flights, Progress progress) {
        this.timeline = timeline;
        this.model = model;
        this.flights = flights;
        this.from = from;
        this.to = to;
        waited = new long[model == null ? 0 : timeline.nicCount()];
        counts = new boolean[waited.length];
        present = new int[waited.length];
        firstOfSender = new int[timeline.threadCount() + 1];
        frames = bySender();
        int words = (timeline.segmentCount() >>> SHIFT) + 1;
        marks = LongColumn.zeros(words);
        markedBefore = IntColumn.zeros(words);
        hasPart = new boolean[waited.length];
        boolean right = flights == null;
        boolean any = flights != null;
        if (model != null && waited.length > 0) {
            Arrays.fill(counts, true);
            run(flights == null, true, progress); // as if all counted
            long noticeable = Math.max(1, timeline.recordedNanos(from, to) / NOTICEABLE);
            for (int nic = 0; nic < counts.length; nic++) {
                counts[nic] = waited[nic] > 0 && (model.isTold(nic) || waited[nic] >= noticeable);
                any |= counts[nic];
                right &= counts[nic] || !hasPart[nic];
            }
        }
        if (!right) {
            forget();
            if (any) {
                run(true, false, progress);
            }
        }
        int before = 0;
        for (int word = 0; word < words; word++) {
            markedBefore.set(word, before);
            before += Long.bitCount(marks.get(word));
        }
        frames.letGo();
        ownBegin.letGo();
        ownEnd.letGo();
    }

    private void forget() {
        for (int word = 0; word < marks.size() && !firstPart.isEmpty(); word++) {
            marks.set(word, 0);
        }
        firstPart.truncate(0);
        partEnd.truncate(0);
        partTarget.truncate(0);
    }

    private IntColumn bySender() {
        int count = waited.length == 0 ? 0 : timeline.endFrame(waited.length - 1);
        for (int frame = 0; frame < count; frame++) {
            if (timeline.frameSender(frame) != NONE) {
                firstOfSender[timeline.frameSender(frame) + 1]++;
            }
        }
        for (int i = 1; i < firstOfSender.length; i++) {
            firstOfSender[i] += firstOfSender[i - 1];
        }
        int[] next = firstOfSender.clone();
        IntColumn sorted = IntColumn.zeros(firstOfSender[firstOfSender.length - 1]);
        for (int frame = 0; frame < count; frame++) {
            if (timeline.frameSender(frame) != NONE) {
                sorted.set(next[timeline.frameSender(frame)]++, frame);
            }
        }
        return sorted;
    }

    /** For how long threads waited for an interface, whether or not it counts, ns. */
    long waitedNanos(int nic) {
        return waited[nic];
    }

    boolean counts(int nic) {
        return counts[nic];
    }

    /**
     * @param keep whether parts are kept
     * @param sum whether it is summed up for how long which interface is waited for
     */
    private void run(boolean keep, boolean sum, Progress progress) {
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (timeline.isIdle(thread) || timeline.threadEnd(thread) <= from) {
                continue;
            }
            boolean collected = false;
            int first = timeline.segmentAt(thread, from);
            for (int s = first == NONE ? timeline.firstSegment(thread) : first; s < timeline.endSegment(thread)
                    && timeline.start(s) < to; s++) {
                if ((s & POLL_MASK) == 0) {
                    progress.check();
                }
                if (timeline.state(s) == ThreadState.BLOCKED && timeline.cause(s) == Cause.NETWORK) {
                    NicModel sending = model;
                    if (!collected && sending != null) {
                        collectOwn(thread, sending);
                        collected = true;
                    }
                    share(thread, s, keep, sum);
                }
            }
        }
    }

    private void collectOwn(int thread, NicModel sending) {
        ownBegin.truncate(0);
        ownEnd.truncate(0);
        firstOwn.clear();
        int at = firstOfSender[thread];
        for (int nic = 0; nic < counts.length; nic++) {
            firstOwn.add(ownBegin.size());
            present[nic] = ownBegin.size();
            for (; at < firstOfSender[thread + 1] && frames.get(at) < timeline.endFrame(nic); at++) {
                long begin = timeline.frameNanos(frames.get(at));
                int last = ownEnd.size() - 1;
                if (last >= firstOwn.getInt(nic) && begin <= ownEnd.get(last)) {
                    ownEnd.set(last, sending.done(frames.get(at)));
                } else {
                    ownBegin.add(begin);
                    ownEnd.add(sending.done(frames.get(at)));
                }
            }
        }
        firstOwn.add(ownBegin.size());
    }

    private void share(int thread, int segment, boolean keep, boolean sum) {
        long begin = timeline.start(segment);
        long end = timeline.end(thread, segment);
        int packet = timeline.link(segment);
        collectSending(begin, end, packet);
        way = NONE;
        if (flights != null && keep) {
            way = flights.add(thread, segment, !begins.isEmpty());
            queued = way == NONE ? end : Math.max(begin, Math.min(end, timeline.packetSent(packet)));
        }
        if (!begins.isEmpty() || (way != NONE && queued < end)) {
            tile(segment, begin, end, keep, sum);
        }
    }

    /** When, within a wait of the present thread, which interface has bytes that it sent, or the packet that is going to end the wait. */
    private void collectSending(long begin, long end, int packet) {
        begins.clear();
        ends.clear();
        nics.clear();
        for (int nic = 0; nic < counts.length; nic++) { // none without a model
            int limit = firstOwn.getInt(nic + 1);
            while (present[nic] < limit && ownEnd.get(present[nic]) <= begin) {
                present[nic]++;
            }
            for (int i = present[nic]; counts[nic] && i < limit && ownBegin.get(i) < end; i++) {
                add(Math.max(begin, ownBegin.get(i)), Math.min(end, ownEnd.get(i)), nic);
            }
        }
        int frame = packet == NONE ? NONE : timeline.packetFrame(packet);
        if (model != null && frame != NONE && counts[timeline.frameNic(frame)]) {
            add(Math.max(begin, timeline.frameNanos(frame)), Math.min(end, model.done(frame)), timeline.frameNic(frame));
        }
    }

    private void add(long begin, long end, int nic) {
        if (begin < end) {
            begins.add(begin);
            ends.add(end);
            nics.add(nic);
        }
    }

    private void tile(int segment, long begin, long end, boolean keep, boolean sum) {
        int count = begins.size();
        order = order.length < count ? new int[2 * count] : order;
        for (int i = 0; i < count; i++) {
            order[i] = i;
        }
        if (count > 1) { // by begin, then as they were added
            IntArrays.quickSort(order, 0, count, (a, b) -> {
                int byBegin = Long.compare(begins.getLong(a), begins.getLong(b));
                return byBegin != 0 ? byBegin : Integer.compare(a, b);
            });
        }
        if (keep) {
            marks.set(segment >>> SHIFT, marks.get(segment >>> SHIFT) | 1L << segment);
            firstPart.add(partEnd.size());
        }
        long until = begin;
        for (int i = 0; i < count; i++) {
            long partBegin = Math.max(until, begins.getLong(order[i]));
            long partEnds = ends.getLong(order[i]);
            if (partBegin >= partEnds) {
                continue;
            }
            int nic = nics.getInt(order[i]);
            if (keep) {
                gap(until, partBegin);
                part(partEnds, timeline.nicVertex(nic));
                hasPart[nic] = true;
            }
            if (sum) {
                waited[nic] += Math.max(0, Math.min(to, partEnds) - Math.max(from, partBegin));
            }
            until = partEnds;
        }
        if (keep) {
            gap(until, end);
        }
    }

    /** A time of the present wait in which no interface is waited for: for who sent the packet, then for the network. */
    private void gap(long begin, long end) {
        if (begin >= end) {
            return;
        }
        long sent = way == NONE ? end : Math.max(begin, Math.min(end, queued));
        if (begin < sent) {
            part(sent, WAKER);
        }
        if (sent < end) {
            part(end, way);
        }
    }

    private void part(long end, int target) {
        partEnd.add(end);
        partTarget.add(target);
    }

    /** Whether no wait has a part that is for an interface or the network. */
    boolean isEmpty() {
        return firstPart.isEmpty();
    }

    /** The part of a wait at a moment of it; NONE if it has none. O(log parts of the wait). */
    int partAt(int segment, long nanos) {
        long word = marks.get(segment >>> SHIFT);
        long mark = 1L << segment;
        if ((word & mark) == 0) {
            return NONE;
        }
        int wait = markedBefore.get(segment >>> SHIFT) + Long.bitCount(word & (mark - 1));
        int first = firstPart.get(wait);
        int last = (wait + 1 == firstPart.size() ? partEnd.size() : firstPart.get(wait + 1)) - 1;
        // most often it is the first one; the last one, if it ended before
        return first == last || partEnd.get(first) > nanos ? first : partEnd.firstAbove(first + 1, last, nanos);
    }

    /** When a part ends; the next one, if its wait goes on, has the next number. */
    long partEnd(int part) {
        return partEnd.get(part);
    }

    /** The vertex that a part is for, or {@link #WAKER}. */
    int partTarget(int part) {
        return partTarget.get(part);
    }
}
