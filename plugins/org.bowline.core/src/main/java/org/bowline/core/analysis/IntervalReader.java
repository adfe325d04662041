/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import org.bowline.core.interval.IntervalMatcher;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.progress.Progress;
import org.bowline.core.time.ClockMap;
import org.bowline.core.timeline.Timeline;
import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.EventClass;

/** Reads the events that begin and end named intervals, from all traces of an experiment. O(events). */
final class IntervalReader {
    private static final int POLL_MASK = (1 << 16) - 1;

    // slots
    private static final int VTID = 0;
    private static final int KEYS = 1;
    private static final int SCOPES = 3;
    private static final int LABELS = KEYS + SCOPES;

    private final Experiment experiment;
    private final Timeline timeline;
    private final ClockMap clocks;
    private final RunningThreads running;

    IntervalReader(Experiment experiment, Timeline timeline, ClockMap clocks) {
        this.experiment = experiment;
        this.timeline = timeline;
        this.clocks = clocks;
        this.running = new RunningThreads(timeline);
    }

    MatchedIntervals read(IntervalSpec spec, Progress progress) throws TraceReadException {
        IntervalMatcher matcher = new IntervalMatcher(clockError());
        for (int host = 0; host < experiment.hosts().size(); host++) {
            for (OpenTrace trace : experiment.hosts().get(host).traces()) {
                read(spec, host, trace, matcher, progress);
            }
        }
        return matcher.match();
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

    private void read(IntervalSpec spec, int host, OpenTrace trace, IntervalMatcher matcher, Progress progress) throws TraceReadException {
        progress.check();
        if (!hasAny(trace, spec)) {
            return; // no need to look at each of its events
        }
        String[] fields = fields(spec);
        FieldText texts = new FieldText(trace.ctf().metadata(), fields.length);
        EventSelection.Builder selection = EventSelection.builder();
        int begin = selection.add(spec.beginEvent(), fields);
        int end = spec.endEvent().equals(spec.beginEvent()) ? begin : selection.add(spec.endEvent(), fields);
        try (EventCursor cursor = trace.ctf().cursor(selection.build())) {
            long events = 0;
            while (cursor.next()) {
                if ((++events & POLL_MASK) == 0) {
                    progress.check();
                    progress.report("Reading intervals", cursor.progress());
                }
                if (cursor.kind() == EventCursor.LOST) {
                    continue; // an unmatched begin or end tells of it
                }
                long time = clocks.toReference(host, trace.onHostClock(cursor.timeNanos()));
                int tid = cursor.has(VTID) ? (int) cursor.integer(VTID) : -1;
                int thread = running.find(host, tid, cursor.cpu(), time);
                String key = spec.keyField().isEmpty() ? host + ":" + (thread < 0 ? tid : thread)
                        : text(cursor, texts, fields, KEYS, "no " + spec.keyField());
                // the other event may have the label
                String label = spec.labelField().isEmpty() ? spec.beginEvent() : text(cursor, texts, fields, LABELS, "");
                if (cursor.kind() == begin) {
                    matcher.begin(time, host, thread, key, label);
                } else if (cursor.kind() == end) {
                    matcher.end(time, host, thread, key, label);
                }
            }
        }
    }

    private static String[] fields(IntervalSpec spec) {
        return new String[] {"$common.vtid", spec.keyField(), "$common." + spec.keyField(), "$specific." + spec.keyField(),
            spec.labelField(),
            "$common." + spec.labelField(), "$specific." + spec.labelField()};
    }

    private static boolean hasAny(OpenTrace trace, IntervalSpec spec) {
        for (EventClass type : trace.ctf().metadata().eventClasses()) {
            if (type.name().equals(spec.beginEvent()) || type.name().equals(spec.endEvent())) {
                return true;
            }
        }
        return false;
    }

    private static String text(EventCursor cursor, FieldText texts, String[] fields, int first, String absent) {
        for (int slot = first; slot < first + SCOPES; slot++) {
            if (cursor.has(slot)) {
                return texts.of(cursor, slot, fields[slot]);
            }
        }
        return absent;
    }
}
