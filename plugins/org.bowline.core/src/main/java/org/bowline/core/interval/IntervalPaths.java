/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import java.util.List;

import org.bowline.core.criticalpath.PathPart;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/**
 * The critical paths of intervals, added up.
 *
 * @param paths one per interval, in the order of the intervals
 * @param labels statistics per label, by label
 * @param caveats what the paths do not know
 */
public record IntervalPaths(List<OfInterval> paths, List<LabelStatistics> labels, List<Caveat> caveats) {
    /**
     * The path of one interval: on the thread that ended it, from its begin to its end.
     *
     * @param interval the interval
     * @param parts the parts of its path, longest first; they add up to its length. Empty if the thread is not known
     */
    public record OfInterval(NamedInterval interval, List<PathPart> parts) {}

    /** Finds the path of each interval. */
    public static IntervalPaths of(Timeline timeline, List<NamedInterval> intervals, Progress progress) {
        throw new UnsupportedOperationException("not written yet: " + timeline + intervals + progress);
    }
}
