/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.waitfor;

import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.Question;
import org.bowline.tracecompass.core.analysis.GivenOptions;

/**
 * What the views of an experiment ask of its analysis: the range and who counts in it.
 *
 * @param fromNanos begin, ns since the epoch
 * @param toNanos end, exclusive; later than the begin
 * @param everybody whether nothing is set aside, as {@code --show-all} has it
 * @param origins whose waits count
 * @param merge which threads are one vertex of the graph
 * @param options what the analyses are told beyond that
 */
public record WaitQuestion(long fromNanos, long toNanos, boolean everybody, WaitOrigins origins, Merging.Level merge,
        GivenOptions options) {
    /** One in which nothing more is told. */
    public WaitQuestion(long fromNanos, long toNanos, boolean everybody, WaitOrigins origins, Merging.Level merge) {
        this(fromNanos, toNanos, everybody, origins, merge, GivenOptions.NONE);
    }

    /** One in which each thread is a vertex. */
    public WaitQuestion(long fromNanos, long toNanos, boolean everybody, WaitOrigins origins) {
        this(fromNanos, toNanos, everybody, origins, Merging.Level.USUAL);
    }

    /** As the engine takes it. */
    public Question question() {
        return options.in(Question.WORK.within(fromNanos, toNanos).from(origins::in)).with(FirstLook.SHOW_ALL, everybody)
                .with(Merging.MERGE, merge);
    }
}
