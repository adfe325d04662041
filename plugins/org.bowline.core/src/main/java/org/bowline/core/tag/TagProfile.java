/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.tag;

import java.util.List;
import java.util.function.IntPredicate;

import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/**
 * Where the time of threads went, by the paths of their tags. Every nanosecond of a chosen thread within the range is on exactly one path, on {@link TagPaths#UNTAGGED}
 * or on {@link TagPaths#UNKNOWN}, in one state and, while it is blocked, by one cause; so the times of all paths in a state add up to those of the threads, exactly.
 *
 * <p>The lists have a path after the one above it, and of paths with the same parent the one with the most time first. A path that no event named and that has one path
 * below it is left out from a depth of {@value TagTree#ALL_DEPTH} on: its figures are those of the path below. So the texts of all rows are in proportion to those of the events.
 *
 * @param log what the threads told
 * @param byHost a row per host and path; untagged and unknown last
 * @param byCpu a row per host, processor and path
 */
public record TagProfile(TagLog log, List<TagTimes> byHost, List<TagTimes> byCpu) {
    /** Which processors count. */
    @FunctionalInterface
    public interface Cpus {
        /** All. */
        Cpus ALL = (host, cpu) -> true;

        /** Whether the time of a thread counts that is on this processor, or, while it waits, was on it last. */
        boolean has(int host, int cpu);
    }

    /**
     * The profile of a range. O(segments + events + processors × paths).
     *
     * @param timeline what the threads did
     * @param log what they told
     * @param fromNanos begin of the range, reference time; does not matter to hosts without a kernel trace
     * @param toNanos end of the range, exclusive
     * @param threads whose time counts; idle threads never do
     * @param cpus on which processors
     * @param progress asked whether to stop
     */
    public static TagProfile of(Timeline timeline, TagLog log, long fromNanos, long toNanos, IntPredicate threads, Cpus cpus,
            Progress progress) {
        TagSums sums = new TagSums(timeline, fromNanos, toNanos, cpus, progress);
        TagLog.@Nullable Lane[] lanes = new TagLog.Lane[timeline.threadCount()];
        for (TagLog.Lane lane : log.lanes()) {
            if (lane.thread() == Timeline.NONE) {
                sums.wall(lane);
            } else {
                lanes[lane.thread()] = lane;
            }
        }
        for (int thread = 0; thread < lanes.length; thread++) {
            if (!timeline.isIdle(thread) && threads.test(thread)) {
                TagLog.Lane lane = lanes[thread];
                sums.thread(thread, lane == null ? TagLog.Lane.NOTHING : lane);
            }
        }
        return new TagProfile(log, List.copyOf(new TagTree(log.paths(), sums, false, progress).rows()),
                List.copyOf(new TagTree(log.paths(), sums, true, progress).rows()));
    }
}
