/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.lock;

import static org.bowline.core.figures.Percent.percent;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.Timeline;

/**
 * Threads of programs that keep each other waiting inside the kernel: in the uninterruptible state, in which no program lets its threads wait by itself. Where each of several both waits so for others and keeps others waiting so, that is a lock
 * of the kernel, as that of the memory of a process (mmap, page faults), of a directory or a file. One that only keeps others waiting has none: a child keeps its parent waiting so after {@code vfork}, and a thread of the kernel
 * that writes a journal those who wait for that. O(segments of the threads).
 */
public final class KernelLock {
    /** Of the time for which they wait for each other. */
    private static final double LEAST = 0.5;
    /** Of the range, added up. */
    private static final double LEAST_OF_RANGE = 0.1;
    /** So many of them wait so, and keep others waiting so, each so often. */
    private static final int LEAST_THREADS = 2;
    private static final int LEAST_WAITS = 5;

    private KernelLock() {}

    /** A sentence with a space before it on some threads that wait for each other; empty if they do not wait so. */
    public static String sentence(Analysis analysis, IntSet among) {
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        IntOpenHashSet threads = new IntOpenHashSet();
        among.intStream().filter(roles::isProgram).forEach(threads::add);
        Int2IntOpenHashMap waiting = new Int2IntOpenHashMap();
        Int2IntOpenHashMap keeping = new Int2IntOpenHashMap();
        long all = 0;
        long inKernel = 0;
        for (int thread : threads) {
            int end = timeline.endSegment(thread, analysis.toNanos());
            for (int s = HandOvers.firstSegment(timeline, thread, analysis.fromNanos()); s < end; s++) {
                int target = timeline.target(s);
                if (timeline.state(s) != ThreadState.BLOCKED || timeline.cause(s) != Cause.THREAD || target == thread
                        || !threads.contains(target)) {
                    continue;
                }
                long nanos = Math.min(timeline.end(thread, s), analysis.toNanos()) - Math.max(timeline.start(s), analysis.fromNanos());
                all += nanos;
                if (timeline.isInKernel(s)) {
                    inKernel += nanos;
                    waiting.addTo(thread, 1);
                    keeping.addTo(target, 1);
                }
            }
        }
        long both = threads.intStream().filter(thread -> Math.min(waiting.get(thread), keeping.get(thread)) >= LEAST_WAITS).count();
        return both < LEAST_THREADS || inKernel < Math.max(LEAST * all, LEAST_OF_RANGE * analysis.rangeNanos()) ? ""
                : " For " + percent((double) inKernel / all)
                        + " of the time for which threads of them wait for each other they do so inside the kernel: for one of its locks, such as that of a process's memory (mmap, page faults),"
                        + " of a directory or of a file. The recording profile waits-stacks shows which.";
    }
}
