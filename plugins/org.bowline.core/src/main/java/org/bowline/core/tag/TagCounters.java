/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.tag;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import org.jspecify.annotations.Nullable;

import org.bowline.core.counter.CounterLane;
import org.bowline.core.counter.CounterLog;
import org.bowline.core.event.Counter;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/**
 * What threads counted, by the paths of their tags: what a counter grew by between two readings of a thread counts for the path that the thread had all that time, and for {@link TagPaths#UNKNOWN} if it had
 * several, as the event with which it changed told no counter or was lost. So the sum over all paths is, of each thread, its last reading in the range less the first, if the counter never went back.
 */
public final class TagCounters {
    /** Nobody recorded counters. */
    public static final TagCounters NONE = new TagCounters(new long[0][], 0);

    private static final int COUNTERS = Counter.values().length;
    private static final int POLL_MASK = (1 << 16) - 1;

    /** By host; of each path and counter, {@link Counter#ABSENT} for all of a counter that no thread of the host has. */
    private final long[] @Nullable [] own;
    private final long[] @Nullable [] all;

    private TagCounters(long[] @Nullable [] own, int paths) {
        this.own = own;
        all = new long[own.length][];
        for (int host = 0; host < own.length; host++) {
            long[] sums = own[host];
            all[host] = sums == null ? null : Arrays.copyOf(sums, paths * COUNTERS);
        }
    }

    /**
     * The counts of a range. O(readings × log tags + tags + hosts × paths).
     *
     * @param tags what threads told of their tags
     * @param counters and of their counters
     * @param fromNanos begin of the range, reference time; does not matter to hosts without a kernel trace
     * @param toNanos its end
     * @param threads whose count
     * @throws org.bowline.core.progress.CancelledException if the progress says so
     */
    public static TagCounters of(Timeline timeline, TagLog tags, CounterLog counters, long fromNanos, long toNanos, IntPredicate threads,
            Progress progress) {
        if (counters.isEmpty() || tags.isEmpty()) {
            return NONE;
        }
        Long2ObjectOpenHashMap<TagLog.Lane> lanes = new Long2ObjectOpenHashMap<>();
        tags.lanes().forEach(lane -> lanes.put(key(lane.host(), lane.thread(), lane.tid()), lane));
        long[] @Nullable [] sums = new long[timeline.hostCount()][];
        int size = tags.paths().size();
        for (CounterLane lane : counters.lanes()) {
            boolean known = lane.thread() != Timeline.NONE;
            if (!known || threads.test(lane.thread())) {
                long[] ofHost = sums[lane.host()];
                if (ofHost == null) {
                    ofHost = new long[size * COUNTERS];
                    Arrays.fill(ofHost, Counter.ABSENT);
                    sums[lane.host()] = ofHost;
                }
                TagLog.Lane told = lanes.getOrDefault(key(lane.host(), lane.thread(), lane.tid()), TagLog.Lane.NOTHING);
                add(lane, told, known ? fromNanos : Long.MIN_VALUE, known ? toNanos : Long.MAX_VALUE, ofHost, progress);
            }
        }
        TagCounters result = new TagCounters(sums, size);
        result.addUp(tags.paths());
        return result;
    }

    private static long key(int host, int thread, int tid) {
        return thread == Timeline.NONE ? (-1L - host) << 32 | tid & 0xffff_ffffL : thread;
    }

    private static void add(CounterLane lane, TagLog.Lane told, long from, long to, long[] sums, Progress progress) {
        long[] steps = {0};
        for (Counter counter : Counter.values()) {
            if (lane.has(counter)) {
                if (sums[counter.ordinal()] < 0) {
                    for (int cell = counter.ordinal(); cell < sums.length; cell += COUNTERS) {
                        sums[cell] = 0;
                    }
                }
                lane.grew(counter, from, to, (first, last, count) -> {
                    if ((++steps[0] & POLL_MASK) == 0) {
                        progress.check();
                    }
                    int cell = path(told, lane.time(first), lane.time(last)) * COUNTERS + counter.ordinal();
                    sums[cell] = plus(sums[cell], count);
                });
            }
        }
    }

    /** The path that a thread had from one moment to another. */
    private static int path(TagLog.Lane told, long from, long to) {
        int next = told.after(from);
        int path = told.path(next - 1);
        for (; next < told.size() && told.time(next) < to; next++) {
            if (told.path(next) != path) {
                return TagPaths.UNKNOWN;
            }
        }
        return path;
    }

    /** Stays at the largest number. */
    private static long plus(long one, long other) {
        return one + other < 0 ? Long.MAX_VALUE : one + other;
    }

    /** What is below a path counts for it, too. Parents have smaller numbers. */
    private void addUp(TagPaths paths) {
        for (long[] sums : all) {
            for (int path = paths.size() - 1; sums != null && path > TagPaths.UNKNOWN; path--) {
                int parent = paths.parent(path);
                for (int i = 0; i < COUNTERS && parent > TagPaths.UNKNOWN; i++) {
                    if (sums[i] >= 0) {
                        sums[parent * COUNTERS + i] = plus(sums[parent * COUNTERS + i], sums[path * COUNTERS + i]);
                    }
                }
            }
        }
    }

    /** Whether nothing is known of any host. */
    public boolean isEmpty() {
        for (long[] sums : own) {
            if (sums != null) {
                return false;
            }
        }
        return true;
    }

    /** What the threads of a host counted on a path itself; {@link Counter#ABSENT} if none has the counter. */
    public long own(int host, int path, Counter counter) {
        return of(own, host, path, counter);
    }

    /** The same on a path and on those below it. */
    public long all(int host, int path, Counter counter) {
        return of(all, host, path, counter);
    }

    /**
     * The rows of hosts, and one more for what was counted where no time is known: outside of tags, or in it is not known which. Without these the sums would not be those of the threads.
     *
     * @param byHost as {@link TagProfile#byHost}
     */
    public List<TagTimes> rows(List<TagTimes> byHost) {
        if (isEmpty()) {
            return byHost;
        }
        List<TagTimes> rows = new ArrayList<>();
        for (int i = 0; i < byHost.size();) {
            int host = byHost.get(i).host();
            boolean[] seen = new boolean[TagPaths.UNKNOWN + 1];
            TagTimes row = byHost.get(i);
            for (; i < byHost.size() && byHost.get(i).host() == host; i++) {
                row = byHost.get(i);
                rows.add(row);
                if (row.path() <= TagPaths.UNKNOWN) {
                    seen[row.path()] = true;
                }
            }
            for (int path = TagPaths.UNTAGGED; path <= TagPaths.UNKNOWN; path++) {
                if (!seen[path] && isCounted(host, path)) {
                    rows.add(new TagTimes(host, TagTimes.ALL, path, new long[TagTimes.CLASSES], 0, row.totalNanos(), row.totalNanos(), 0, 0,
                            row.isWall()));
                }
            }
        }
        return rows;
    }

    private boolean isCounted(int host, int path) {
        for (Counter counter : Counter.values()) {
            if (own(host, path, counter) > 0) {
                return true;
            }
        }
        return false;
    }

    private static long of(long[] @Nullable [] some, int host, int path, Counter counter) {
        long[] sums = host < some.length ? some[host] : null;
        return sums == null ? Counter.ABSENT : sums[path * COUNTERS + counter.ordinal()];
    }
}
