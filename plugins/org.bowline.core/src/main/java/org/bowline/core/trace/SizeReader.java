/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import org.bowline.core.event.UserVocabulary;
import org.bowline.core.interval.IntervalSizes;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.progress.Progress;
import org.bowline.core.time.ClockMap;
import org.bowline.core.timeline.Timeline;
import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.TraceReadException;

/** Reads how much work intervals were, from the events that tell it, in all traces of an experiment. O(events of the traces that know the event). */
final class SizeReader {
    private static final int POLL_MASK = (1 << 16) - 1;
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]{1,3})?");
    // slots
    private static final int THREAD = 0;
    private static final int KEYS = 1;
    private static final int SIZES = KEYS + IntervalReader.SCOPES;

    private final Experiment experiment;
    private final ClockMap clocks;
    private final RunningThreads running;

    SizeReader(Experiment experiment, Timeline timeline, ClockMap clocks) {
        this.experiment = experiment;
        this.clocks = clocks;
        running = new RunningThreads(timeline);
    }

    /** Which event, which of its fields has the key, and whether it may say that there is no size. */
    private record Source(String event, String key, boolean mayBeWithout) {}

    /** The sizes of intervals of some sorts, in the order of their specs. */
    IntervalSizes read(SizeSpec size, List<IntervalSpec> specs, List<MatchedIntervals> sorts, Progress progress) throws TraceReadException {
        return IntervalSizes.of(size.name(), sorts(size, specs, sorts, progress));
    }

    /** Those that programs tell themselves, where they do; the sorts are of their annotations. */
    IntervalSizes told(List<IntervalSpec> specs, List<MatchedIntervals> sorts, Progress progress) throws TraceReadException {
        return IntervalSizes.told(SizeSpec.TOLD.name(), sorts(SizeSpec.TOLD, specs, sorts, progress));
    }

    private List<IntervalSizes.Sort> sorts(SizeSpec size, List<IntervalSpec> specs, List<MatchedIntervals> sorts, Progress progress)
            throws TraceReadException {
        Map<Source, List<MatchedIntervals>> bySource = new LinkedHashMap<>();
        for (int i = 0; i < specs.size(); i++) {
            Source source = new Source(size.event(specs.get(i)), size.key(specs.get(i)), size.mayBeWithout(specs.get(i)));
            bySource.computeIfAbsent(source, key -> new ArrayList<>()).add(sorts.get(i));
        }
        List<IntervalSizes.Sort> all = new ArrayList<>();
        for (Map.Entry<Source, List<MatchedIntervals>> one : bySource.entrySet()) {
            IntervalSizes.Facts facts = new IntervalSizes.Facts();
            for (int host = 0; host < experiment.hosts().size(); host++) {
                for (OpenTrace trace : experiment.hosts().get(host).traces()) {
                    if (IntervalReader.has(trace, one.getKey().event())) {
                        read(one.getKey(), size.field(), host, trace, facts, progress);
                    }
                }
            }
            all.add(new IntervalSizes.Sort(facts, one.getValue()));
        }
        return all;
    }

    private void read(Source source, String field, int host, OpenTrace trace, IntervalSizes.Facts facts, Progress progress)
            throws TraceReadException {
        String[] fields = IntervalReader.scopes(UserVocabulary.THREAD, source.key(), field);
        FieldText texts = new FieldText(trace.ctf().metadata(), fields.length);
        EventSelection.Builder selection = EventSelection.builder();
        selection.add(source.event(), fields);
        progress.check();
        try (EventCursor cursor = trace.ctf().cursor(selection.build())) {
            long events = 0;
            while (cursor.next()) {
                if ((++events & POLL_MASK) == 0) {
                    progress.check();
                    progress.report("Reading sizes of intervals", cursor.progress());
                }
                if (cursor.kind() == EventCursor.LOST) {
                    continue; // an interval whose event was lost has no size, and that is told
                }
                long time = clocks.toReference(host, trace.onHostClock(cursor.timeNanos()));
                int tid = cursor.has(THREAD) ? (int) cursor.integer(THREAD) : -1;
                String key = source.key().isEmpty() ? running.name(host, running.find(host, tid, cursor.cpu(), time), tid)
                        : IntervalReader.text(cursor, texts, fields, KEYS, "no " + source.key());
                double number = number(IntervalReader.text(cursor, texts, fields, SIZES, ""));
                if (!source.mayBeWithout() || number >= 0) {
                    facts.add(time, key, number);
                }
            }
        }
    }

    /** NaN if it is none. */
    private static double number(String text) {
        return NUMBER.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
    }
}
