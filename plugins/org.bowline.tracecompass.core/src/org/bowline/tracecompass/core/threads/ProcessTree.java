/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.threads;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.bowline.core.timeline.Timeline;

/**
 * Which thread stands below which: the threads of a process below its main thread (whose tid is the process's id), all others below their host.
 * So a process of one thread is one row, not two. O(threads).
 */
final class ProcessTree {
    private final int[] parent;
    private final BitSet leaders = new BitSet();

    ProcessTree(Timeline timeline) {
        parent = new int[timeline.threadCount()];
        Arrays.fill(parent, Timeline.NONE);
        Map<Long, List<Integer>> mains = new HashMap<>();
        for (int thread = 0; thread < parent.length; thread++) {
            if (!timeline.isIdle(thread) && timeline.tid(thread) == timeline.pid(thread)) {
                mains.computeIfAbsent(key(timeline, thread), k -> new ArrayList<>(1)).add(thread);
            }
        }
        for (int thread = 0; thread < parent.length; thread++) {
            if (timeline.pid(thread) > 0 && timeline.tid(thread) != timeline.pid(thread)) {
                List<Integer> candidates = mains.get(key(timeline, thread));
                if (candidates != null) {
                    parent[thread] = best(timeline, candidates, thread);
                }
            }
        }
        Arrays.stream(parent).filter(main -> main != Timeline.NONE).forEach(leaders::set);
    }

    /** Whether others stand below a thread: it is the main thread of several. */
    boolean leads(int thread) {
        return leaders.get(thread);
    }

    /** A figure of each thread, and of all below it, summed up. */
    long[] sums(long[] figures) {
        long[] sums = figures.clone();
        for (int thread = 0; thread < parent.length; thread++) {
            if (parent[thread] != Timeline.NONE) {
                sums[parent[thread]] += figures[thread];
            }
        }
        return sums;
    }

    /** The main thread above a thread, or {@link Timeline#NONE}: it stands below its host. */
    int parent(int thread) {
        return parent[thread];
    }

    private static long key(Timeline timeline, int thread) {
        return (long) timeline.host(thread) << 32 | timeline.pid(thread) & 0xffff_ffffL;
    }

    /** Of several processes that had the number one after another, the first that lived at the same time. */
    private static int best(Timeline timeline, List<Integer> candidates, int thread) {
        for (int main : candidates) {
            if (timeline.threadStart(main) < timeline.threadEnd(thread) && timeline.threadStart(thread) < timeline.threadEnd(main)) {
                return main;
            }
        }
        return Timeline.NONE;
    }
}
