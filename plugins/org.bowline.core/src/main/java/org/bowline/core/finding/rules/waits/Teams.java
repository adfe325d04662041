/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.waits;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import it.unimi.dsi.fastutil.ints.IntArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.Result;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.ThreadGroups;

/** Threads of one {@link Programs group} whose names differ by a number only, or among which a runtime moves tasks: the workers of a pool. O(threads). */
public final class Teams {
    private static final Result<Teams> RESULT = Result.of(Teams::make);
    /** No team. */
    public static final int NONE = -1;

    private final int[] teamOf;
    private final List<IntArrayList> members;

    private Teams(int[] teamOf, List<IntArrayList> members) {
        this.teamOf = teamOf;
        this.members = members;
    }

    /** The teams of a recording; computed once. */
    public static Teams of(Analysis analysis) {
        return analysis.get(RESULT);
    }

    private static Teams make(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        Programs groups = Programs.of(analysis);
        ThreadGroups tasks = analysis.get(Merging.RESULT).groups();
        int[] teamOf = new int[timeline.threadCount()];
        List<IntArrayList> members = new ArrayList<>();
        Map<String, Integer> numbers = new HashMap<>();
        for (int thread = 0; thread < teamOf.length; thread++) {
            teamOf[thread] = NONE;
            if (groups.of(thread) != Programs.NONE) {
                String name = tasks.isOfTasks(thread) ? " " + tasks.vertex(thread) : Words.stem(timeline.name(thread));
                int team = numbers.computeIfAbsent(groups.of(thread) + ":" + name, key -> {
                    members.add(new IntArrayList());
                    return members.size() - 1;
                });
                teamOf[thread] = team;
                members.get(team).add(thread);
            }
        }
        return new Teams(teamOf, members);
    }

    /** Number of teams. */
    public int size() {
        return members.size();
    }

    /** The team of a thread, or NONE. */
    public int of(int thread) {
        return teamOf[thread];
    }

    /** The threads of a team, ascending. */
    public IntArrayList members(int team) {
        return members.get(team);
    }
}
