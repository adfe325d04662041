/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.WorkRange;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.tag.TagLog;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Recorded;
import org.bowline.core.trace.RecordedCalls;

/** Of what an {@link Analysis} is made whose traces are not open. Not safe for several threads. */
public final class AnalysisBuilder {
    final Timeline timeline;
    @Nullable SyncResult sync;
    List<Caveat> caveats;
    @Nullable List<Recorded> recorded;
    @Nullable MatchedIntervals matched;
    @Nullable RecordedCalls calls;
    @Nullable WorkRange work;
    TagLog tags = TagLog.EMPTY;
    final Map<Result<?>, Object> results = new HashMap<>();
    Question question = Question.ALL;
    Progress progress = Progress.NONE;

    AnalysisBuilder(Timeline timeline) {
        this.timeline = timeline;
        caveats = timeline.caveats();
    }

    /** The clocks. */
    public AnalysisBuilder sync(SyncResult result) {
        sync = result;
        return this;
    }

    /** All that is not known of the recording. */
    public AnalysisBuilder caveats(List<Caveat> all) {
        caveats = List.copyOf(all);
        return this;
    }

    /** What the traces of each host can tell, in the order of the hosts. */
    public AnalysisBuilder recorded(List<Recorded> hosts) {
        recorded = List.copyOf(hosts);
        return this;
    }

    /** The units of work. */
    public AnalysisBuilder intervals(MatchedIntervals found) {
        matched = found;
        return this;
    }

    /** The calls of functions; null if none were recorded. */
    public AnalysisBuilder calls(@Nullable RecordedCalls recorded) {
        calls = recorded;
        return this;
    }

    /** Whether calls of functions were recorded. */
    boolean hasCalls() {
        return calls != null;
    }

    /** What threads told of the modules that they were in. */
    public AnalysisBuilder tags(TagLog log) {
        tags = log;
        return this;
    }

    /** A result that is known from elsewhere: of the same timeline, range and origins. */
    public <T> AnalysisBuilder known(Result<T> result, T value) {
        results.put(result, value);
        return this;
    }

    /** The part of the recording that they are the work of. */
    AnalysisBuilder work(@Nullable WorkRange range) {
        work = range;
        return this;
    }

    /** What is asked. */
    public AnalysisBuilder question(Question asked) {
        question = asked;
        return this;
    }

    /** Who is asked whether to stop. */
    public AnalysisBuilder progress(Progress told) {
        progress = told;
        return this;
    }

    /**
     * The analysis. Computes nothing but, if the question is of the work, its range.
     *
     * @throws CancelledException if the progress says so
     */
    public Analysis build() {
        return new Analysis(new Known(this), progress);
    }
}
