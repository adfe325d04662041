/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.BitSet;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.model.Cause;
import org.bowline.core.model.IntPair;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.JavaMachines;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.Timeline;

/**
 * The waits of programs for each other, for disks, and for what threads of the kernel of another host answer, by who waits for whom: both directions of two threads are one pair, and who is no program is the second of a pair. O(segments) time, 16 bytes a wait. Immutable.
 */
final class PairedWaits {
    /** A thread that ends so shortly after it ended another's wait was waited for to end, ns. */
    private static final long AT_ITS_END = 1_000_000;
    private static final int POLL_MASK = (1 << 16) - 1;

    private final Timeline timeline;
    private final ThreadRoles roles;
    /** The pairs that wait, as they were met; waits name them by their number. */
    private final LongArrayList pairs = new LongArrayList();
    private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();
    /** By vertex, 1 + the number of its pair with the thread whose waits are collected; 0 if it was not met yet. */
    private final int[] pairWith;
    private final IntArrayList met = new IntArrayList();
    /** Of each wait. */
    private final IntColumn pairOf = new IntColumn();
    private final LongColumn ends = new LongColumn();
    /** Which of them are waits for the end of a thread. */
    private final BitSet joins = new BitSet();
    /** By thread, how many waits of other processes its answers end. */
    private final int[] answers;

    PairedWaits(Timeline timeline, ThreadRoles roles, Progress progress) {
        this.timeline = timeline;
        this.roles = roles;
        pairWith = new int[timeline.vertexCount()];
        answers = new int[timeline.threadCount()];
        collect(progress);
    }

    private void collect(Progress progress) {
        WaitTargets targets = new WaitTargets(timeline);
        BitSet servants = JavaMachines.servants(timeline, roles);
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            progress.check();
            if (!roles.isProgram(thread) || servants.get(thread)) {
                continue;
            }
            for (int segment = timeline.firstSegment(thread); segment < timeline.endSegment(thread); segment++) {
                if ((segment & POLL_MASK) == 0) {
                    progress.check();
                }
                if (timeline.state(segment) == ThreadState.BLOCKED) {
                    add(thread, segment, targets.of(thread, segment), timeline.end(thread, segment));
                }
            }
            for (int i = 0; i < met.size(); i++) {
                pairWith[met.getInt(i)] = 0;
            }
            met.clear();
        }
    }

    private void add(int thread, int segment, int target, long end) {
        boolean outside = end <= timeline.startNanos() || end > timeline.endNanos(); // of a host whose clock is not known
        if (target == Timeline.NONE || target == thread || outside) {
            return;
        }
        boolean counts = target < timeline.threadCount() ? roles.isProgram(target) || serves(timeline, roles, target, thread, segment)
                : timeline.kind(target) == VertexKind.DISK;
        if (counts) {
            joins.set(pairOf.size(), target < timeline.threadCount() && isJoin(thread, target, end));
            pairOf.add(number(thread, target));
            ends.add(end);
            if (AskedProcesses.isAnswered(timeline, thread, segment)) {
                answers[timeline.target(segment)]++;
            }
        }
    }

    private int number(int thread, int target) {
        if (pairWith[target] == 0) {
            boolean inOrder = thread < target || target < timeline.threadCount() && !roles.isProgram(target); // what is no program waits for nobody here
            long pair = inOrder ? IntPair.of(thread, target) : IntPair.of(target, thread);
            int of = numbers.computeIfAbsent(pair, key -> {
                pairs.add(pair);
                return pairs.size() - 1;
            });
            pairWith[target] = of + 1;
            met.add(target);
        }
        return pairWith[target] - 1;
    }

    /** Whether a thread waited for the end of another one: of its process, or of a process that this one started. */
    private boolean isJoin(int thread, int target, long end) {
        int pid = timeline.pid(thread);
        return timeline.threadEnd(target) - end < AT_ITS_END && timeline.host(thread) == timeline.host(target)
                && (timeline.pid(target) == pid || timeline.parentPid(target) == pid);
    }

    /** Whether a thread of the kernel of another host answers, as servers of files and of disks do; what such a kernel asks ends the waits of programs that serve it. */
    static boolean serves(Timeline timeline, ThreadRoles roles, int target, int thread, int segment) {
        return timeline.host(target) != timeline.host(thread) && roles.of(target) == ThreadRoles.Role.KERNEL
                && timeline.cause(segment) == Cause.NETWORK && timeline.link(segment) != Timeline.NONE
                && timeline.packetOpener(timeline.link(segment)) != Timeline.Opener.SENDER;
    }

    /** How many there are. */
    int size() {
        return pairOf.size();
    }

    /** The number of the pair of a wait. */
    int pair(int wait) {
        return pairOf.get(wait);
    }

    /** When a wait ends. */
    long end(int wait) {
        return ends.get(wait);
    }

    /** Whether it is for the end of a thread. */
    boolean isJoin(int wait) {
        return joins.get(wait);
    }

    /** How many waits of other processes end with what a thread sends over connections that these opened. */
    int answers(int thread) {
        return answers[thread];
    }

    /** How many pairs there are. */
    int pairs() {
        return pairs.size();
    }

    /** The thread that waits, or one of two that do. */
    int first(int pair) {
        return IntPair.first(pairs.getLong(pair));
    }

    /** The other one; a disk, or a thread of the kernel of another host, is always the second. */
    int second(int pair) {
        return IntPair.second(pairs.getLong(pair));
    }

    /** Whether both of a pair are threads of programs. */
    boolean areThreads(int pair) {
        return isProgram(second(pair));
    }

    /** Whether a vertex is a thread of a program. */
    boolean isProgram(int vertex) {
        return vertex < timeline.threadCount() && roles.isProgram(vertex);
    }
}
