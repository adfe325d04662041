/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.waits;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import it.unimi.dsi.fastutil.ints.IntArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Result;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.Timeline;

/**
 * Which threads belong together: those of one process; where a process has a single thread of its own, the processes of one name on a host (a
 * server that forks workers). The threads with which LTTng listens in a traced program are not its own. The kernel's own threads of a CPU
 * ({@code name/0}) and idle threads belong to nobody. O(threads).
 */
public final class Programs {
    private static final Result<Programs> RESULT = Result.of(Programs::make);
    /** No program. */
    public static final int NONE = -1;
    /** How LTTng calls the threads with which it listens in a traced program: the program's name and this. */
    private static final String LISTENER = "-ust";

    private final int[] groupOf;
    private final List<IntArrayList> members;

    private Programs(int[] groupOf, List<IntArrayList> members) {
        this.groupOf = groupOf;
        this.members = members;
    }

    /** The programs of a recording; computed once. */
    public static Programs of(Analysis analysis) {
        return analysis.get(RESULT);
    }

    private static Programs make(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        Map<Long, Integer> threadsOfProcess = new HashMap<>();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (isWanted(analysis, thread) && timeline.pid(thread) >= 0 && !isListener(timeline, thread)) {
                threadsOfProcess.merge(Kin.process(timeline, thread), 1, Integer::sum);
            }
        }
        Map<Object, Integer> numbers = new HashMap<>();
        int[] groupOf = new int[timeline.threadCount()];
        List<IntArrayList> members = new ArrayList<>();
        for (int thread = 0; thread < groupOf.length; thread++) {
            groupOf[thread] = NONE;
            if (isWanted(analysis, thread)) {
                boolean several = timeline.pid(thread) >= 0 && threadsOfProcess.getOrDefault(Kin.process(timeline, thread), 0) > 1;
                Object key = several ? (Object) Kin.process(timeline, thread) : Kin.of(timeline, thread);
                int group = numbers.computeIfAbsent(key, k -> {
                    members.add(new IntArrayList());
                    return members.size() - 1;
                });
                groupOf[thread] = group;
                members.get(group).add(thread);
            }
        }
        return new Programs(groupOf, members);
    }

    private static boolean isListener(Timeline timeline, int thread) {
        return timeline.name(thread).endsWith(LISTENER) && timeline.tid(thread) != timeline.pid(thread);
    }

    private static boolean isWanted(Analysis analysis, int thread) {
        return analysis.isChosen(thread) && analysis.timeline().name(thread).indexOf('/') < 0;
    }

    /** Number of groups. */
    public int size() {
        return members.size();
    }

    /** The group of a thread, or NONE. */
    public int of(int thread) {
        return groupOf[thread];
    }

    /** The threads of a group, ascending. */
    public IntArrayList members(int group) {
        return members.get(group);
    }
}
