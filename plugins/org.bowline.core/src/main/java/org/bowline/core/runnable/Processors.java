/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.runnable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import org.jspecify.annotations.Nullable;

import org.bowline.core.column.Ascending;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.runnable.RanInstead.Doing;
import org.bowline.core.timeline.Timeline;

/** What each processor did in a range: the segments on it, in the order of time. Where two overlap, which only a damaged trace has, the one that began last counts. Immutable; 8 bytes for each segment on a processor. */
public final class Processors {
    private static final int POLL_MASK = (1 << 16) - 1;

    final Timeline timeline;
    final long from;
    final long to;
    /** By host, then by the number of the processor; null where nothing is known. */
    private final @Nullable Lane[][] lanes;
    private final List<Lane> byNumber = new ArrayList<>();

    private Processors(Timeline timeline, long from, long to) {
        this.timeline = timeline;
        this.from = from;
        this.to = to;
        lanes = new Lane[timeline.hostCount()][0];
    }

    /** What one processor did. */
    static final class Lane {
        private final int number;
        private IntColumn segments = new IntColumn();
        private IntColumn threads = new IntColumn();

        private Lane(int number) {
            this.number = number;
        }

        private void add(int segment, int thread) {
            segments.add(segment);
            threads.add(thread);
        }

        /** Those that begin at once stay as they are: by number. */
        private void sort(Timeline timeline) {
            LongColumn starts = LongColumn.zeros(segments.size());
            for (int i = 0; i < segments.size(); i++) {
                starts.set(i, timeline.start(segments.get(i)));
            }
            IntColumn order = Ascending.order(starts);
            starts.letGo();
            segments = inOrder(segments, order);
            threads = inOrder(threads, order);
        }

        private static IntColumn inOrder(IntColumn values, IntColumn order) {
            IntColumn sorted = values.inOrder(order);
            values.letGo();
            return sorted;
        }
    }

    /**
     * Those of all hosts. O(segments × log segments) time, and for a moment 24 bytes for each segment on one of them.
     *
     * @param from begin of the range, reference time
     * @param to end, exclusive
     * @throws org.bowline.core.progress.CancelledException if cancelled
     */
    public static Processors of(Timeline timeline, long from, long to, Progress progress) {
        Processors result = new Processors(timeline, from, to);
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            progress.check();
            if (timeline.threadEnd(thread) > from && timeline.threadStart(thread) < to) {
                result.add(thread);
            }
        }
        for (Lane lane : result.byNumber) {
            progress.check();
            lane.sort(timeline);
        }
        return result;
    }

    private void add(int thread) {
        int host = timeline.host(thread);
        int last = timeline.endSegment(thread, to);
        int first = timeline.segmentAt(thread, from);
        Lane lane = null;
        int on = -1;
        for (int s = first == Timeline.NONE ? timeline.firstSegment(thread) : first; s < last; s++) {
            if (!timeline.isOnCpu(s) || timeline.cpu(s) < 0) {
                continue;
            }
            if (lane == null || timeline.cpu(s) != on) {
                on = timeline.cpu(s);
                lane = laneFor(host, on);
            }
            lane.add(s, thread);
        }
    }

    private Lane laneFor(int host, int cpu) {
        if (cpu >= lanes[host].length) {
            lanes[host] = Arrays.copyOf(lanes[host], cpu + 1);
        }
        Lane lane = lanes[host][cpu];
        if (lane == null) {
            lane = new Lane(byNumber.size());
            byNumber.add(lane);
            lanes[host][cpu] = lane;
        }
        return lane;
    }

    /** What a processor did; null if it is not known, or −1. */
    private @Nullable Lane lane(int host, int cpu) {
        return cpu < 0 || cpu >= lanes[host].length ? null : lanes[host][cpu];
    }

    /** The processors of a host of which anything is known. */
    BitSet of(int host) {
        BitSet cpus = new BitSet();
        for (int cpu = 0; cpu < lanes[host].length; cpu++) {
            cpus.set(cpu, lanes[host][cpu] != null);
        }
        return cpus;
    }

    /**
     * Adds what a processor did in a stretch of time.
     *
     * @param cpu −1 if it is not known
     * @param places where the stretches before were found, of which the search begins
     */
    void add(int host, int cpu, long begin, long finish, Places places, Tally tally, Progress progress) {
        Lane lane = lane(host, cpu);
        if (lane == null) {
            if (begin < finish) {
                tally.add(Doing.UNKNOWN, Timeline.NONE, finish - begin);
            }
            return;
        }
        long at = begin;
        for (int i = places.lastBegun(timeline, lane, begin); at < finish; i++) {
            if ((i & POLL_MASK) == 0) {
                progress.check();
            }
            long next = i + 1 < lane.segments.size() ? Math.min(finish, timeline.start(lane.segments.get(i + 1))) : finish;
            if (i >= 0) {
                int thread = lane.threads.get(i);
                int segment = lane.segments.get(i);
                long end = Math.min(next, timeline.end(thread, segment));
                if (end > at) {
                    add(thread, segment, end - at, tally);
                    at = end;
                }
            }
            if (next > at) {
                tally.add(Doing.UNKNOWN, Timeline.NONE, next - at);
                at = next;
            }
        }
    }

    private void add(int thread, int segment, long nanos, Tally tally) {
        if (timeline.isIdle(thread)) {
            tally.add(Doing.IDLE, Timeline.NONE, nanos);
        } else if (timeline.state(segment) == ThreadState.INTERRUPTED) {
            tally.add(Doing.INTERRUPTS, Timeline.NONE, nanos);
        } else {
            tally.add(Doing.THREAD, thread, nanos);
        }
    }

    int laneCount() {
        return byNumber.size();
    }

    /**
     * What a processor did while threads waited for it that then ran on it. Goes through what it did once, and of each wait back to its begin: nothing is looked for.
     *
     * @param number of the processor, among all of all hosts
     */
    Sums beforeRuns(int number, Progress progress) {
        Sums sums = new Sums();
        Lane lane = byNumber.get(number);
        for (int i = 0; i < lane.segments.size(); i++) {
            if ((i & POLL_MASK) == 0) {
                progress.check();
            }
            int thread = lane.threads.get(i);
            int run = lane.segments.get(i);
            int first = timeline.firstSegment(thread);
            int wait = run;
            while (wait > first && ProcessorWaits.isWaiting(timeline, wait - 1)) {
                wait--;
            }
            if (wait < run && !timeline.isIdle(thread)) {
                addBefore(lane, i, Math.max(from, timeline.start(wait)), sums.of(thread), progress);
            }
        }
        return sums;
    }

    /** Adds what a processor did from a time on until a run on it begins. */
    private void addBefore(Lane lane, int run, long begin, Tally tally, Progress progress) {
        long until = timeline.start(lane.segments.get(run));
        for (int i = run - 1; until > begin; i--) {
            if ((i & POLL_MASK) == 0) {
                progress.check();
            }
            if (i < 0) {
                tally.add(Doing.UNKNOWN, Timeline.NONE, until - begin);
                return;
            }
            int thread = lane.threads.get(i);
            int segment = lane.segments.get(i);
            long at = Math.max(begin, timeline.start(segment));
            long end = Math.max(at, Math.min(until, timeline.end(thread, segment)));
            if (end < until) {
                tally.add(Doing.UNKNOWN, Timeline.NONE, until - end);
            }
            if (at < end) {
                add(thread, segment, end - at, tally);
            }
            until = at;
        }
    }

    /** Takes for how long a processor did what. */
    @FunctionalInterface
    interface Tally {
        /** @param thread who ran; {@link Timeline#NONE} if none did */
        void add(Doing doing, int thread, long nanos);
    }

    /** For how long processors did something, by what; threads are not told apart. */
    static final class Times implements Tally {
        private final long[] nanos = new long[Doing.values().length];

        @Override
        public void add(Doing doing, int thread, long more) {
            nanos[doing.ordinal()] += more;
        }

        void clear() {
            Arrays.fill(nanos, 0);
        }

        long nanos(Doing doing) {
            return nanos[doing.ordinal()];
        }
    }

    /** For how long processors did what while threads waited, by both. Of one thread at a time. */
    static final class Sums implements Tally {
        private static final int OTHERS = Doing.values().length;

        /** By who waits, and the ordinal of what was done or the thread that ran. */
        private final Long2LongOpenHashMap nanos = new Long2LongOpenHashMap();
        private long waiting;

        /** Takes the sums, in no order. */
        @FunctionalInterface
        interface Sink {
            void sum(int waiting, Doing doing, int thread, long nanos);
        }

        /** The same, for a thread that waits. */
        Sums of(int thread) {
            waiting = (long) thread << Integer.SIZE;
            return this;
        }

        @Override
        public void add(Doing doing, int thread, long more) {
            nanos.addTo(waiting | (doing == Doing.THREAD ? OTHERS + thread : doing.ordinal()), more);
        }

        void addAll(Sums others) {
            nanos.ensureCapacity(nanos.size() + others.nanos.size()); // else they would pile up: they come in the order of the table
            others.nanos.long2LongEntrySet().fastForEach(one -> nanos.addTo(one.getLongKey(), one.getLongValue()));
        }

        void forEach(Sink sink) {
            nanos.long2LongEntrySet().fastForEach(one -> {
                int what = (int) one.getLongKey();
                sink.sum((int) (one.getLongKey() >>> Integer.SIZE), what < OTHERS ? Doing.of(what) : Doing.THREAD,
                        what < OTHERS ? Timeline.NONE : what - OTHERS, one.getLongValue());
            });
        }
    }

    /**
     * Where on each processor one looked last. Who asks for stretches of time one after another, as they follow each other, finds each near the one before: O(log of the segments between) and not of all. Of
     * one thread.
     */
    static final class Places {
        private final int[] last;

        Places(Processors processors) {
            last = new int[processors.laneCount()];
        }

        /** The position of the last segment that begins at a time or before; −1 if none does. */
        private int lastBegun(Timeline timeline, Lane lane, long time) {
            IntColumn all = lane.segments;
            int low = last[lane.number];
            int high;
            if (timeline.start(all.get(low)) <= time) {
                high = all.size();
                for (long step = 1; low + step < high; step <<= 1) {
                    int probe = (int) (low + step);
                    if (timeline.start(all.get(probe)) > time) {
                        high = probe;
                    } else {
                        low = probe;
                    }
                }
            } else {
                high = low;
                low = -1;
                for (long step = 1; high - step > low; step <<= 1) {
                    int probe = (int) (high - step);
                    if (timeline.start(all.get(probe)) > time) {
                        high = probe;
                    } else {
                        low = probe;
                    }
                }
            }
            while (high - low > 1) {
                int middle = (low + high) >>> 1;
                if (timeline.start(all.get(middle)) > time) {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            last[lane.number] = Math.max(0, low);
            return low;
        }
    }
}
