/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.jspecify.annotations.Nullable;

import org.bowline.core.column.ByteColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.model.ThreadState;

/**
 * The time for which at least one of some stretches lasts, within a range: their union. O(n log runs) for n stretches of which each run begins later and later, as those of a thread do; what touches within a run is one stretch, and
 * two runs that are merged have no more of them than they need. For one thread at a time, whoever asks.
 */
public final class TimeUnion {
    private static final int ACTIVE = set(ThreadState.RUNNING) | set(ThreadState.RUNNABLE) | set(ThreadState.PREEMPTED)
            | set(ThreadState.INTERRUPTED);
    private static final int ON_CPU = set(ThreadState.RUNNING) | set(ThreadState.INTERRUPTED);

    private final long from;
    private final long to;
    /** Within a run they ascend, and each ends before the next one begins. */
    private LongColumn begins = new LongColumn();
    private LongColumn ends = new LongColumn();
    /** Where each run but the first begins. */
    private final IntArrayList runs = new IntArrayList();
    /** How long all stretches before each are, where that is asked for again and again. */
    private @Nullable LongColumn before;
    // the last stretch, in no column yet; none, until there is one, if its end is not after its begin
    private long lastBegin;
    private long lastEnd;

    /** The union, within a range, of what is going to be added. */
    public TimeUnion(long fromNanos, long toNanos) {
        from = fromNanos;
        to = toNanos;
    }

    private static int set(ThreadState state) {
        return 1 << state.ordinal();
    }

    /** Adds a stretch; what lies outside of the range is cut off. */
    public void add(long begin, long end) {
        long clippedBegin = Math.max(from, begin);
        long clippedEnd = Math.min(to, end);
        if (clippedBegin >= clippedEnd) {
            return;
        }
        before = null;
        if (lastBegin < lastEnd) {
            if (clippedBegin >= lastBegin && clippedBegin <= lastEnd) {
                lastEnd = Math.max(lastEnd, clippedEnd);
                return;
            }
            begins.add(lastBegin);
            ends.add(lastEnd);
            if (clippedBegin < lastBegin) {
                runs.add(begins.size());
            }
        }
        lastBegin = clippedBegin;
        lastEnd = clippedEnd;
    }

    /** Adds all that was added to another one. */
    public void add(TimeUnion other) {
        other.unite();
        for (int i = 0; i < other.begins.size(); i++) {
            add(other.begins.get(i), other.ends.get(i));
        }
        add(other.lastBegin, other.lastEnd);
    }

    /** Adds the time for which a thread runs, or wants to. */
    public void addActive(Timeline timeline, int thread) {
        add(timeline, thread, ACTIVE);
    }

    /** Adds the time for which a thread is the one on its processor. */
    public void addOnCpu(Timeline timeline, int thread) {
        add(timeline, thread, ON_CPU);
    }

    private void add(Timeline timeline, int thread, int states) {
        if (from >= timeline.threadEnd(thread)) {
            return;
        }
        LongColumn start = timeline.data().segmentStart;
        ByteColumn state = timeline.data().segmentState;
        int first = timeline.segmentAt(thread, from);
        int s = first == Timeline.NONE ? timeline.firstSegment(thread) : first;
        int last = timeline.endSegment(thread, to);
        while (s < last) {
            if ((states >> state.get(s) & 1) == 0) {
                s++;
                continue;
            }
            int begin = s;
            while (s < last && (states >> state.get(s) & 1) != 0) {
                s++;
            }
            add(start.get(begin), timeline.end(thread, s - 1));
        }
    }

    /** Adds the time for which a host was recorded. */
    public void addRecorded(Timeline timeline, int host) {
        for (int i = 0; i < timeline.recordings(host); i++) {
            add(timeline.recordingStart(host, i), timeline.recordingEnd(host, i));
        }
    }

    /** Adds the time for which a host was not recorded. */
    public void addUnrecorded(Timeline timeline, int host) {
        long until = from;
        for (int i = 0; i < timeline.recordings(host); i++) {
            add(until, timeline.recordingStart(host, i));
            until = timeline.recordingEnd(host, i);
        }
        add(until, to);
    }

    /** Length of the union, ns. */
    public long nanos() {
        unite();
        long sum = lastEnd - lastBegin;
        for (int i = 0; i < begins.size(); i++) {
            sum += ends.get(i) - begins.get(i);
        }
        return sum;
    }

    /** How much of some time lies in the union, ns; in O(log n + stretches in that time) once it is united, or O(log n) once it is {@linkplain #index indexed}. */
    public long nanos(long fromNanos, long toNanos) {
        unite();
        long sum = Math.max(0, Math.min(toNanos, lastEnd) - Math.max(fromNanos, lastBegin));
        LongColumn sums = before;
        if (sums != null) {
            int first = ends.firstAbove(0, ends.size(), fromNanos);
            int last = begins.firstAbove(0, begins.size(), toNanos - 1) - 1;
            return first > last ? sum
                    : sum + sums.get(last) - sums.get(first) + Math.min(toNanos, ends.get(last)) - begins.get(last)
                            - Math.max(0, fromNanos - begins.get(first));
        }
        for (int i = ends.firstAbove(0, ends.size(), fromNanos); i < begins.size() && begins.get(i) < toNanos; i++) {
            sum += Math.min(toNanos, ends.get(i)) - Math.max(fromNanos, begins.get(i));
        }
        return sum;
    }

    /** Who is told of stretches of time. */
    @FunctionalInterface
    public interface Visitor {
        /** One of them, not empty. */
        void visit(long fromNanos, long toNanos);
    }

    /** Visits what of the union lies in some time, in order; in O(log n + stretches in that time) once it is united. */
    public void each(long fromNanos, long toNanos, Visitor visitor) {
        unite();
        for (int i = ends.firstAbove(0, ends.size(), fromNanos); i < begins.size() && begins.get(i) < toNanos; i++) {
            visitor.visit(Math.max(fromNanos, begins.get(i)), Math.min(toNanos, ends.get(i)));
        }
        if (Math.max(fromNanos, lastBegin) < Math.min(toNanos, lastEnd)) {
            visitor.visit(Math.max(fromNanos, lastBegin), Math.min(toNanos, lastEnd));
        }
    }

    /** Unites it, and makes it ready to be asked for parts of much of it again and again. 8 bytes for each stretch. O(n). */
    public void index() {
        unite();
        LongColumn sums = new LongColumn();
        long sum = 0;
        for (int i = 0; i < begins.size(); i++) {
            sums.add(sum);
            sum += ends.get(i) - begins.get(i);
        }
        before = sums;
    }

    /** Makes one run of all. Until something is added again, many threads may ask then. */
    public void unite() {
        if (runs.isEmpty()) {
            return;
        }
        begins.add(lastBegin);
        ends.add(lastEnd);
        LongColumn mergedBegins = new LongColumn();
        LongColumn mergedEnds = new LongColumn();
        while (!runs.isEmpty()) {
            mergePairs(mergedBegins, mergedEnds);
            LongColumn before = begins;
            begins = mergedBegins;
            mergedBegins = before;
            mergedBegins.truncate(0);
            before = ends;
            ends = mergedEnds;
            mergedEnds = before;
            mergedEnds.truncate(0);
        }
        mergedBegins.letGo();
        mergedEnds.letGo();
        int last = begins.size() - 1;
        lastBegin = begins.get(last);
        lastEnd = ends.get(last);
        begins.truncate(last);
        ends.truncate(last);
    }

    /** Makes one run of two each; a last one alone stays. */
    private void mergePairs(LongColumn mergedBegins, LongColumn mergedEnds) {
        int size = begins.size();
        int kept = 0;
        for (int run = -1; run < runs.size(); run += 2) {
            int first = run < 0 ? 0 : runs.getInt(run);
            int middle = run + 1 < runs.size() ? runs.getInt(run + 1) : size;
            int end = run + 2 < runs.size() ? runs.getInt(run + 2) : size;
            if (run >= 0) {
                runs.set(kept++, mergedBegins.size());
            }
            merge(first, middle, end, mergedBegins, mergedEnds);
        }
        runs.size(kept);
    }

    private void merge(int first, int middle, int end, LongColumn mergedBegins, LongColumn mergedEnds) {
        int left = first;
        int right = middle;
        long begin = Long.MIN_VALUE;
        long until = Long.MIN_VALUE;
        while (left < middle || right < end) {
            int next = right == end || (left < middle && begins.get(left) <= begins.get(right)) ? left++ : right++;
            if (begins.get(next) <= until) {
                until = Math.max(until, ends.get(next));
            } else {
                if (begin < until) {
                    mergedBegins.add(begin);
                    mergedEnds.add(until);
                }
                begin = begins.get(next);
                until = ends.get(next);
            }
        }
        mergedBegins.add(begin);
        mergedEnds.add(until);
    }
}
