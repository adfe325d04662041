/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

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
    final @Nullable MatchedIntervals matched;
    final @Nullable RecordedCalls calls;
    final TagLog tags;
    final @Nullable IntPredicate origins;
    final Slots slots;
    /** What knows all that is not of the graph; null if this does. */
    final @Nullable Known base;

    Known(AnalysisBuilder given) {
        timeline = given.timeline;
        sync = given.sync;
        caveats = given.caveats;
        recorded = given.recorded;
        question = given.question;
        range = ChosenRange.of(timeline, question, given.work, given.progress);
        from = range.fromNanos();
        to = range.toNanos();
        matched = given.matched;
        calls = given.calls;
        tags = given.tags;
        origins = question.origins().in(timeline);
        slots = new Slots(given.results);
        base = null;
    }

    /** The same with another graph. */
    Known(Known whole, Map<Result<?>, Object> ofGraph) {
        timeline = whole.timeline;
        sync = whole.sync;
        caveats = whole.caveats;
        recorded = whole.recorded;
        question = whole.question;
        range = whole.range;
        from = whole.from;
        to = whole.to;
        matched = whole.matched;
        calls = whole.calls;
        tags = whole.tags;
        origins = whole.origins;
        slots = new Slots(ofGraph);
        base = whole;
    }

    /** Who knows a result. */
    Known of(Result<?> wanted) {
        return base == null || wanted.isOfGraph() ? this : base;
    }
}
