/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.tag;

import java.util.function.IntPredicate;

import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/**
 * An unbroken stretch in which a thread ran in a module, or in what is within it.
 *
 * @param thread of the timeline
 * @param cpu its processor
 * @param fromNanos begin, reference time
 * @param toNanos end, exclusive
 */
public record TagPlace(int thread, int cpu, long fromNanos, long toNanos) {
    /**
     * The longest one on a host; of equal ones that of the thread that comes first. O(segments + events of the threads with tags).
     *
     * @param host number of the host
     * @param path the module
     * @param threads whose
     * @param cpus on which processors
     * @return null if no thread ran in it
     * @throws org.bowline.core.progress.CancelledException if the progress says so
     */
    public static @Nullable TagPlace longest(Timeline timeline, TagLog log, int host, int path, long from, long to, IntPredicate threads,
            TagProfile.Cpus cpus, Progress progress) {
        Longest longest = new Longest();
        TagPaths paths = log.paths();
        TagStretches.forEach(timeline, log, from, to, thread -> timeline.host(thread) == host && threads.test(thread),
                (thread, segment, now, begin, end) -> {
                    if (paths.isWithin(now, path) && cpus.has(host, timeline.cpu(segment))) {
                        longest.ran(thread, timeline.cpu(segment), begin, end);
                    }
                }, progress);
        return longest.place;
    }

    /** Puts together what follows on each other. */
    private static final class Longest {
        private @Nullable TagPlace place;
        private @Nullable TagPlace last;

        void ran(int thread, int cpu, long begin, long end) {
            TagPlace before = last;
            boolean goesOn = before != null && before.thread == thread && before.cpu == cpu && before.toNanos == begin;
            TagPlace now = new TagPlace(thread, cpu, goesOn && before != null ? before.fromNanos : begin, end);
            last = now;
            TagPlace most = place;
            if (most == null || now.toNanos - now.fromNanos > most.toNanos - most.fromNanos) {
                place = now;
            }
        }
    }
}
