/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.waitfor;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Merging;
import org.bowline.core.figures.Threshold;
import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.analysis.GivenOptions;

/**
 * What a person wants to know of an experiment: the one question that all views answer. Immutable.
 *
 * @param range of which part of the recording
 * @param origins whose waits count
 * @param threshold down to which weight knots are taken apart; null for the usual one
 * @param everybody whether nothing is set aside
 * @param thread the thread that was chosen last, its number in the timeline; {@link Timeline#NONE} if none was
 * @param merge which threads are one vertex of the graph
 * @param options what the analyses are told beyond that
 */
public record Inquiry(RangeChoice range, WaitOrigins origins, @Nullable Threshold threshold, boolean everybody, int thread,
        Merging.Level merge, GivenOptions options) {
    /** What is shown as long as nobody asks for anything: the work, and who works in it. */
    public static final Inquiry FIRST = new Inquiry(RangeChoice.WORK, WaitOrigins.ALL, null, false, Timeline.NONE, Merging.Level.USUAL,
            GivenOptions.NONE);

    /** The same of another range. */
    public Inquiry within(RangeChoice other) {
        return new Inquiry(other, origins, threshold, everybody, thread, merge, options);
    }

    /** The same of the waits of others. */
    public Inquiry from(WaitOrigins others) {
        return new Inquiry(range, others, threshold, everybody, thread, merge, options);
    }

    /** The same at another threshold. */
    public Inquiry at(@Nullable Threshold weight) {
        return new Inquiry(range, origins, weight, everybody, thread, merge, options);
    }

    /** The same with or without what is set aside. */
    public Inquiry with(boolean all) {
        return new Inquiry(range, origins, threshold, all, thread, merge, options);
    }

    /** The same with another thread chosen. */
    public Inquiry of(int chosen) {
        return new Inquiry(range, origins, threshold, everybody, chosen, merge, options);
    }

    /** The same with other threads as one vertex. */
    public Inquiry merging(Merging.Level level) {
        return new Inquiry(range, origins, threshold, everybody, thread, level, options);
    }

    /** The same with other options. */
    public Inquiry told(GivenOptions others) {
        return new Inquiry(range, origins, threshold, everybody, thread, merge, others);
    }
}
