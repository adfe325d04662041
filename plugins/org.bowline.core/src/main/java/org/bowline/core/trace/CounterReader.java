/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import org.jspecify.annotations.Nullable;

import org.bowline.core.counter.CounterCaveats;
import org.bowline.core.counter.CounterLane;
import org.bowline.core.counter.CounterLane.Change;
import org.bowline.core.counter.CounterLog;
import org.bowline.core.event.Counter;
import org.bowline.core.event.FunctionVocabulary;
import org.bowline.core.event.UserVocabulary;
import org.bowline.core.progress.Progress;
import org.bowline.core.time.ClockMap;
import org.bowline.core.timeline.Timeline;
import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.metadata.StreamClass;

/**
 * Reads what counters say with the events of tags, intervals and functions, and for which interval each thread works from then on. O(events); nothing is read if no trace has a counter.
 */
final class CounterReader {
    private static final int POLL_MASK = (1 << 16) - 1;

    // slots
    private static final int THREAD = 0;
    private static final int KEYS = 1;
    private static final int SCOPES = 3;
    private static final int COUNTERS = KEYS + SCOPES;

    private final Experiment experiment;
    private final Timeline timeline;
    private final ClockMap clocks;
    private final RunningThreads running;
    private final CounterLog.Builder log = new CounterLog.Builder();
    private final Long2ObjectOpenHashMap<CounterLane> lanes = new Long2ObjectOpenHashMap<>();
    private final Long2ObjectOpenHashMap<CounterLane> ofFunctions = new Long2ObjectOpenHashMap<>();

    private final Set<String> names = new LinkedHashSet<>();
    private final @Nullable IntervalSpec interval;
    private final boolean annotated;
    private final boolean functions;
    private final String[] fields;
    /** By slot behind {@link #COUNTERS}: which counter it is. */
    private final int[] counterOf;

    private final long[] told = new long[Counter.values().length];
    private long withoutThread;

    /**
     * @param tags which events are tags
     * @param intervals which begin and end intervals; for whom threads work is told of one sort only
     * @param functions whether begins and ends of functions count, too, where these have counters
     */
    CounterReader(Experiment experiment, Timeline timeline, ClockMap clocks, List<TagSpec> tags, List<IntervalSpec> intervals,
            boolean functions) {
        this.functions = functions;
        this.experiment = experiment;
        this.timeline = timeline;
        this.clocks = clocks;
        running = new RunningThreads(timeline);
        tags.forEach(spec -> names.addAll(spec.events().keySet()));
        interval = intervals.size() == 1 && isPair(intervals.get(0)) ? intervals.get(0) : null;
        annotated = interval != null && IntervalReader.isAnnotated(interval);
        if (interval != null) {
            names.add(interval.beginEvent());
            names.add(interval.endEvent());
        }
        if (annotated) {
            names.add(UserVocabulary.INTERVAL_SWITCH);
        }
        List<String> paths = new ArrayList<>(Arrays.asList(new String[COUNTERS]));
        paths.set(THREAD, UserVocabulary.THREAD);
        String key = interval == null ? "" : interval.keyField();
        paths.set(KEYS, key);
        paths.set(KEYS + 1, "$common." + key);
        paths.set(KEYS + 2, "$specific." + key);
        List<Integer> which = new ArrayList<>();
        for (Counter counter : Counter.values()) {
            for (String field : counter.fields()) {
                paths.add(field);
                which.add(counter.ordinal());
            }
        }
        fields = paths.toArray(String[]::new);
        counterOf = which.stream().mapToInt(Integer::intValue).toArray();
    }

    /** A pair of one event with itself does not tell whether it begins or ends. */
    private static boolean isPair(IntervalSpec spec) {
        return spec.source() == IntervalSpec.Source.EVENTS && !spec.beginEvent().equals(spec.endEvent());
    }

    CounterLog read(Progress progress) throws TraceReadException {
        if (experiment.hosts().stream().flatMap(host -> host.traces().stream()).noneMatch(CounterReader::hasCounters)) {
            return CounterLog.EMPTY;
        }
        for (int host = 0; host < experiment.hosts().size(); host++) {
            withoutThread = 0;
            for (OpenTrace trace : experiment.hosts().get(host).traces()) {
                progress.check();
                if (trace.domain() != OpenTrace.Domain.KERNEL && !names(trace).isEmpty()) {
                    read(host, trace, progress);
                }
            }
            if (withoutThread > 0) {
                log.caveat(CounterCaveats.withoutThread(timeline.hostName(host), withoutThread));
            }
        }
        return log.build(timeline);
    }

    private static boolean hasCounters(OpenTrace trace) {
        for (StreamClass stream : trace.ctf().metadata().streams()) {
            if (Counter.isIn(stream.commonContext())) {
                return true;
            }
        }
        return false;
    }

    /** The events of a trace that are read. Those of functions only where they have counters: of others each would be a reading that tells nothing. */
    private List<String> names(OpenTrace trace) {
        Set<String> there = new LinkedHashSet<>();
        for (StreamClass stream : trace.ctf().metadata().streams()) {
            boolean isCounted = functions && Counter.isIn(stream.commonContext());
            for (EventClass type : stream.events()) {
                if (names.contains(type.name()) || isCounted && FunctionVocabulary.isCall(type.name())) {
                    there.add(type.name());
                }
            }
        }
        return List.copyOf(there);
    }

    private void read(int host, OpenTrace trace, Progress progress) throws TraceReadException {
        EventSelection.Builder selection = EventSelection.builder();
        List<Change> changes = new ArrayList<>();
        List<Boolean> apart = new ArrayList<>();
        for (String name : names(trace)) {
            selection.add(name, fields);
            changes.add(change(name));
            apart.add(isApart(trace, name));
        }
        FieldText texts = new FieldText(trace.ctf().metadata(), fields.length);
        CpuThreads threads = new CpuThreads(timeline, running, host);
        try (EventCursor cursor = trace.ctf().cursor(selection.build())) {
            for (long events = 1; cursor.next(); events++) {
                if ((events & POLL_MASK) == 0) {
                    progress.check();
                    progress.report("Reading counters", cursor.progress());
                }
                long time = clocks.toReference(host, trace.onHostClock(cursor.timeNanos()));
                if (cursor.kind() == EventCursor.LOST) {
                    log.lost(time, clocks.toReference(host, trace.onHostClock(cursor.lostUntilNanos())));
                    continue;
                }
                int tid = cursor.has(THREAD) ? (int) cursor.integer(THREAD) : -1;
                int thread = threads.find(tid, cursor.cpu(), time);
                if (thread == Timeline.NONE && tid < 0) {
                    withoutThread++;
                    continue;
                }
                Change change = changes.get(cursor.kind());
                lane(apart.get(cursor.kind()), host, thread, tid).add(time, counters(cursor), change,
                        change == Change.NONE ? CounterLog.NO_KEY
                                : key(cursor, texts, host, thread, tid));
            }
        }
    }

    private Change change(String event) {
        if (interval == null) {
            return Change.NONE;
        } else if (event.equals(interval.beginEvent())) {
            return Change.BEGIN;
        } else if (event.equals(interval.endEvent())) {
            return Change.END;
        }
        return annotated && event.equals(UserVocabulary.INTERVAL_SWITCH) ? Change.SWITCH : Change.NONE;
    }

    /** Whether an event is one of functions, and no channel that has it has events of tags or intervals: each channel has counters of its own. */
    private boolean isApart(OpenTrace trace, String name) {
        return FunctionVocabulary.isCall(name) && !names.contains(name) && trace.ctf().metadata().streams().stream()
                .filter(stream -> stream.events().stream().anyMatch(type -> type.name().equals(name)))
                .noneMatch(stream -> stream.events().stream().anyMatch(type -> names.contains(type.name())));
    }

    private CounterLane lane(boolean apart, int host, int thread, int tid) {
        Long2ObjectOpenHashMap<CounterLane> some = apart ? ofFunctions : lanes;
        long key = IntervalReader.worker(host, thread, tid);
        CounterLane lane = some.get(key);
        if (lane == null) {
            lane = apart ? log.laneOfFunctions(host, thread, tid) : log.lane(host, thread, tid);
            some.put(key, lane);
        }
        return lane;
    }

    private long[] counters(EventCursor cursor) {
        Arrays.fill(told, Counter.ABSENT);
        for (int i = 0; i < counterOf.length; i++) {
            if (cursor.has(COUNTERS + i)) {
                told[counterOf[i]] = cursor.integer(COUNTERS + i);
            }
        }
        return told;
    }

    /** As {@link IntervalReader} names intervals; of no request, the key of none. */
    private int key(EventCursor cursor, FieldText texts, int host, int thread, int tid) {
        if (fields[KEYS].isEmpty()) {
            return log.key(host + ":" + (thread < 0 ? tid : thread));
        }
        for (int slot = KEYS; slot < COUNTERS; slot++) {
            if (cursor.has(slot)) {
                return annotated && cursor.integer(slot) == 0 ? CounterLog.NO_KEY : log.key(texts.of(cursor, slot, fields[slot]));
            }
        }
        return CounterLog.NO_KEY;
    }
}
