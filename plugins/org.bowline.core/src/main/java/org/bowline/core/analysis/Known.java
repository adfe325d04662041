/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.model.Caveat;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.tag.TagLog;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Recorded;
import org.bowline.core.trace.RecordedCalls;

/** What all who ask one {@link Analysis} share: what was read, the question, and the results so far. */
final class Known {
    final Timeline timeline;
    final @Nullable SyncResult sync;
    final List<Caveat> caveats;
    final @Nullable List<Recorded> recorded;
    final Question question;
    final ChosenRange range;
    final long from;
    final long to;
    /** Length of the range without the time in which no host was recorded. */
    final long nanos;
    final @Nullable MatchedIntervals matched;
    final @Nullable RecordedCalls calls;
    final TagLog tags;
    final @Nullable IntPredicate origins;
    final Slots slots;
    /** What was read for the question, as results that do not depend on whose waits count. */
    private final Map<Result<?>, Object> read;
    /** What knows all that is not of the graph; null if this does. */
    final @Nullable Known base;

    Known(AnalysisBuilder given) {
        timeline = Devices.vertices(given.timeline, given.question, given.progress);
        sync = given.sync;
        recorded = given.recorded;
        question = given.question;
        range = ChosenRange.of(timeline, question, given.work, () -> recorded == null || Recorded.haveWakeUps(recorded), given.progress);
        from = range.fromNanos();
        to = range.toNanos();
        caveats = range.caveats().isEmpty() ? given.caveats : Stream.concat(given.caveats.stream(), range.caveats().stream()).toList();
        long recordedNanos = timeline.recordedNanos(from, to);
        nanos = recordedNanos == 0 ? to - from : recordedNanos;
        matched = given.matched;
        calls = given.calls;
        tags = given.tags;
        origins = question.origins().in(timeline);
        slots = new Slots(given.results);
        read = given.results.entrySet().stream().filter(entry -> !entry.getKey().isOfGraph())
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
        base = null;
    }

    /** The same with another graph. */
    Known(Known whole, Map<Result<?>, Object> ofGraph) {
        this(whole, whole.question, ofGraph, whole);
    }

    private Known(Known whole, Question asked, Map<Result<?>, Object> results, @Nullable Known shared) {
        timeline = whole.timeline;
        sync = whole.sync;
        caveats = whole.caveats;
        recorded = whole.recorded;
        question = asked;
        range = whole.range;
        from = whole.from;
        to = whole.to;
        nanos = whole.nanos;
        matched = whole.matched;
        calls = whole.calls;
        tags = whole.tags;
        origins = asked.origins().in(timeline);
        slots = new Slots(results);
        read = whole.read;
        base = shared;
    }

    /**
     * The same if nobody had been chosen.
     *
     * @param results that do not depend on who is
     */
    Known ofEverybody(Map<Result<?>, Object> results) {
        Map<Result<?>, Object> all = new HashMap<>(read);
        all.putAll(results);
        return new Known(this, question.from(Question.Origins.ALL), all, null);
    }

    /** Who knows a result. */
    Known of(Result<?> wanted) {
        return base == null || wanted.isOfGraph() ? this : base;
    }
}
