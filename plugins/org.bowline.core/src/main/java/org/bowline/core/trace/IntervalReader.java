/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.event.UserVocabulary;
import org.bowline.core.interval.IntervalMatcher;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.WorkLabels;
import org.bowline.core.order.Bisection;
import org.bowline.core.progress.Progress;
import org.bowline.core.time.ClockMap;
import org.bowline.core.timeline.Timeline;
import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.StreamInfo;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.EventClass;

/** Reads the events that begin and end named intervals, from all traces of an experiment. O(events). */
final class IntervalReader {
    /** How long LTTng may take from the stop of programs' tracers to the last packet: asked one by one, they answer within milliseconds. */
    private static final long STOP_NANOS = 1_000_000_000;
    private static final int POLL_MASK = (1 << 16) - 1;

    // slots
    private static final int THREAD = 0;
    private static final int KEYS = 1;
    /** In how many places a field may be: payload, then contexts. */
    static final int SCOPES = 3;
    private static final int LABELS = KEYS + SCOPES;

    private final Experiment experiment;
    private final Timeline timeline;
    private final ClockMap clocks;
    private final RunningThreads running;
    private final long[] hostEnds;

    /**
     * @param hostEnds of each host's kernel traces, its own time
     */
    IntervalReader(Experiment experiment, Timeline timeline, ClockMap clocks, long[] hostEnds) {
        this.hostEnds = hostEnds;
        this.experiment = experiment;
        this.timeline = timeline;
        this.clocks = clocks;
        this.running = new RunningThreads(timeline);
    }

    MatchedIntervals read(IntervalSpec spec, Progress progress) throws TraceReadException {
        IntervalMatcher matcher = new IntervalMatcher(clockError());
        Watch watch = new Watch();
        WorkLabels work = new WorkLabels();
        for (int host = 0; host < experiment.hosts().size(); host++) {
            long until = Long.MIN_VALUE;
            boolean ends = false;
            for (OpenTrace trace : experiment.hosts().get(host).traces()) {
                until = Math.max(until, read(spec, host, trace, matcher, watch, work, progress));
                work.ended(until);
                ends |= has(trace, spec.endEvent());
            }
            if (ends) {
                watch.end(until);
            }
        }
        return matcher.match(watch.sorted()).with(work.finish());
    }

    /** A begin and an end on two hosts may seem swapped by as much as the clocks may be wrong. */
    private long clockError() {
        long error = 0;
        for (int host = 0; host < timeline.hostCount(); host++) {
            for (int piece = 0; piece < clocks.pieces(host); piece++) {
                long bound = clocks.maxErrorNanos(host, piece);
                error = bound == Long.MAX_VALUE ? error : Math.max(error, bound);
            }
        }
        return 2 * error;
    }

    /** Until when the trace is known to have been recorded, reference time. */
    private long read(IntervalSpec spec, int host, OpenTrace trace, IntervalMatcher matcher, Watch watch, WorkLabels work,
            Progress progress)
            throws TraceReadException {
        progress.check();
        boolean ends = has(trace, spec.endEvent());
        boolean annotated = isAnnotated(spec);
        if (!ends && !tellsMore(trace, spec)) {
            return Long.MIN_VALUE; // no need to look at each of its events
        }
        long last = Long.MIN_VALUE;
        String[] fields = fields(spec);
        FieldText texts = new FieldText(trace.ctf().metadata(), fields.length);
        EventSelection.Builder selection = EventSelection.builder();
        int begin = selection.add(spec.beginEvent(), fields);
        int end = spec.endEvent().equals(spec.beginEvent()) ? begin : selection.add(spec.endEvent(), fields);
        int change = annotated ? selection.add(UserVocabulary.INTERVAL_SWITCH, fields) : -1;
        try (EventCursor cursor = trace.ctf().cursor(selection.build())) {
            long events = 0;
            while (cursor.next()) {
                if ((++events & POLL_MASK) == 0) {
                    progress.check();
                    progress.report("Reading intervals", cursor.progress());
                }
                long time = clocks.toReference(host, trace.onHostClock(cursor.timeNanos()));
                if (cursor.kind() == EventCursor.LOST) {
                    lost(ends, watch, work, time, clocks.toReference(host, trace.onHostClock(cursor.lostUntilNanos())));
                    continue;
                }
                last = Math.max(last, time);
                int tid = cursor.has(THREAD) ? (int) cursor.integer(THREAD) : -1;
                int thread = running.find(host, tid, cursor.cpu(), time);
                if (annotated) {
                    label(cursor, begin, end, work, time, worker(host, thread, tid));
                }
                if (cursor.kind() == change) {
                    continue;
                }
                String key = spec.keyField().isEmpty() ? running.name(host, thread, tid)
                        : text(cursor, texts, fields, KEYS, "no " + spec.keyField());
                // the other event may have the label
                String label = spec.labelField().isEmpty() ? spec.beginEvent() : text(cursor, texts, fields, LABELS, "");
                if (cursor.kind() == begin) {
                    matcher.begin(time, host, thread, key, label);
                } else {
                    matcher.end(time, host, thread, key, label);
                }
            }
        }
        return Math.max(last, closed(host, trace));
    }

    private static void lost(boolean ends, Watch watch, WorkLabels work, long from, long until) {
        if (ends) {
            watch.lost(from, until);
        }
        work.lost(from, until);
    }

    /** Whether they are those of the annotations, which also tell for whom a thread works. */
    static boolean isAnnotated(IntervalSpec spec) {
        return spec.beginEvent().equals(UserVocabulary.INTERVAL_BEGIN) && spec.endEvent().equals(UserVocabulary.INTERVAL_END)
                && spec.keyField().equals(UserVocabulary.INTERVAL_ID);
    }

    /** Whether a trace has the begins of intervals, or for whom threads work. */
    private static boolean tellsMore(OpenTrace trace, IntervalSpec spec) {
        return has(trace, spec.beginEvent()) || isAnnotated(spec) && has(trace, UserVocabulary.INTERVAL_SWITCH);
    }

    /** Without a kernel trace threads are known by their ids alone. */
    static long worker(int host, int thread, int tid) {
        return thread < 0 ? (-1L - host) << 32 | tid & 0xffff_ffffL : thread;
    }

    private static void label(EventCursor cursor, int begin, int end, WorkLabels work, long time, long worker) {
        long id = cursor.has(KEYS) ? cursor.integer(KEYS) : 0;
        String key = id == 0 ? null : Long.toUnsignedString(id);
        if (cursor.kind() == begin && key != null) {
            work.begun(time, worker, key);
        } else if (cursor.kind() == end && key != null) {
            work.ended(time, worker, key);
        } else if (cursor.kind() != begin && cursor.kind() != end) {
            work.switched(time, worker, key);
        }
    }

    /**
     * Until when a trace was recorded as its packets tell. LTTng stops the tracer of the kernel first, then those of programs, and then closes the last packets: if
     * that was after the kernel's last event, the trace was recorded until then. Without a kernel trace the time from the stop to the last packet is not known.
     */
    private long closed(int host, OpenTrace trace) {
        long closed = Long.MIN_VALUE;
        for (StreamInfo stream : trace.ctf().streams()) {
            if (stream.beginNanos() <= stream.endNanos()) {
                closed = Math.max(closed, clocks.toReference(host, trace.onHostClock(stream.endNanos())));
            }
        }
        if (closed == Long.MIN_VALUE) {
            return closed;
        }
        if (experiment.hosts().get(host).traces().stream().noneMatch(one -> one.domain() == OpenTrace.Domain.KERNEL)) {
            return closed - STOP_NANOS;
        }
        long ofKernel = clocks.toReference(host, hostEnds[host]);
        return closed >= ofKernel ? ofKernel : Long.MIN_VALUE;
    }

    /** Until when the end of an interval would have been seen. An end may come from any host, so the recording that ended first decides. */
    private static final class Watch implements LongUnaryOperator {
        private final LongArrayList lostFrom = new LongArrayList();
        private final LongArrayList lostUntil = new LongArrayList();
        private long end = Long.MAX_VALUE;
        /** Ends of losses, ascending, and of each the earliest begin of those that end then or later. */
        private long[] ends = {};
        private long[] firsts = {};

        void end(long nanos) {
            end = Math.min(end, nanos);
        }

        void lost(long from, long until) {
            lostFrom.add(from);
            lostUntil.add(until);
        }

        /** When all was told. */
        Watch sorted() {
            int count = lostFrom.size();
            int[] order = new int[count];
            Arrays.setAll(order, i -> i);
            IntArrays.quickSort(order, (a, b) -> Long.compare(lostUntil.getLong(a), lostUntil.getLong(b)));
            ends = new long[count];
            firsts = new long[count];
            long first = Long.MAX_VALUE;
            for (int i = count - 1; i >= 0; i--) {
                first = Math.min(first, lostFrom.getLong(order[i]));
                ends[i] = lostUntil.getLong(order[i]);
                firsts[i] = first;
            }
            return this;
        }

        @Override
        public long applyAsLong(long begin) {
            int next = Bisection.firstAtLeast(ends, 0, ends.length, begin);
            long until = next < firsts.length ? Math.min(end, firsts[next]) : end;
            return until == Long.MAX_VALUE ? begin : Math.max(begin, until);
        }
    }

    private static String[] fields(IntervalSpec spec) {
        return scopes(UserVocabulary.THREAD, spec.keyField(), spec.labelField());
    }

    /** Slots of a field, and of two more in each of their {@value #SCOPES} places. */
    static String[] scopes(String first, String second, String third) {
        return new String[] {first, second, "$common." + second, "$specific." + second, third, "$common." + third, "$specific." + third};
    }

    /** Whether a trace knows an event. */
    static boolean has(OpenTrace trace, String event) {
        for (EventClass type : trace.ctf().metadata().eventClasses()) {
            if (type.name().equals(event)) {
                return true;
            }
        }
        return false;
    }

    /** The text of the first place that has the field. */
    static String text(EventCursor cursor, FieldText texts, String[] fields, int first, String absent) {
        for (int slot = first; slot < first + SCOPES; slot++) {
            if (cursor.has(slot)) {
                return texts.of(cursor, slot, fields[slot]);
            }
        }
        return absent;
    }
}
