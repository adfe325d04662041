/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import org.bowline.core.counter.CounterLog;
import org.bowline.core.interval.IntervalCounters;
import org.bowline.core.tag.TagCounters;

/** What can be asked of performance counters. */
public final class CounterQuestion {
    /** Whether a text is to tell them. */
    public static final Parameter<Boolean> COUNTERS = Parameter.flag("counters",
            "Also tell what was counted where programs were recorded with counters (profile counters): instructions, instructions per cycle, misses, page faults.");

    /** What was read: with the tags and functions that a question has; else empty. */
    public static final Result<CounterLog> LOG = Result.of(analysis -> CounterLog.EMPTY, CounterLog::caveats);

    /** By module; of no processor alone, as a thread's counter does not tell where it counted. */
    public static final Result<TagCounters> TAGS = Result.of(analysis -> {
        var chosen = analysis.question().origins().in(analysis.timeline());
        return analysis.question().get(TagQuestion.CPUS).isEmpty()
                ? TagCounters.of(analysis.timeline(), analysis.tags(), analysis.get(LOG), analysis.fromNanos(), analysis.toNanos(),
                        chosen == null ? thread -> true : chosen, analysis.progress())
                : TagCounters.NONE;
    });

    /** By request. */
    public static final Result<IntervalCounters> REQUESTS = Result.of(
            analysis -> analysis.intervalsWanted()
                    ? IntervalCounters.of(analysis.matched().intervals(), analysis.get(LOG), analysis.progress())
                    : IntervalCounters.NONE,
            IntervalCounters::caveats);

    private CounterQuestion() {}
}
