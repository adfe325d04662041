/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.timeline.Timeline;

/** Which threads of a timeline are one vertex of a merged wait-for graph. A group has the number of its first thread. Immutable. */
public final class ThreadGroups {
    /** Each thread for itself. */
    public static final ThreadGroups NONE = new ThreadGroups(new int[0], List.of());

    private final int[] groupOf;
    private final List<Group> groups;

    /** What makes threads one. */
    public enum Way {
        /** One thread, or equal ones, made them one after another, and each lived for a short time only. */
        SHORT_LIVED("short-lived"),
        /** They wait in the same code. */
        STACKS("stacks"),
        /** Their names differ in a number at most, and they wait for the same. */
        NAMES("names"),
        /** One thread of their process made them, and they wait for the same. */
        PARENT("parent"),
        /** A runtime moves tasks among them: which of them goes on with a task is chance, and one that has none waits for the others. */
        TASKS("tasks"),
        /** The user says so. */
        NAMED("named");

        private final String label;

        Way(String label) {
            this.label = label;
        }

        /** As in reports. */
        public String label() {
            return label;
        }
    }

    /**
     * Threads that are one vertex.
     *
     * @param name what they are called together
     * @param threads at least two, of one host, ascending
     * @param lanes in how many rows they have room, one after another in each: so many of them lived at the same time
     * @param madeBy the thread that made short-lived ones; {@link Timeline#NONE} of others, and where several equal threads did
     * @param gapsCount whether the gaps of its lanes, when a thread had ended and the next was not made yet, are waits for who makes them
     */
    public record Group(Way way, String name, int[] threads, Lanes lanes, int madeBy, boolean gapsCount) {}

    private ThreadGroups(int[] groupOf, List<Group> groups) {
        this.groupOf = groupOf;
        this.groups = groups;
    }

    /**
     * Groups of a timeline's threads.
     *
     * @throws IllegalArgumentException if two of them share a thread, or one has fewer than two
     */
    public static ThreadGroups of(Timeline timeline, List<Group> groups) {
        int[] groupOf = new int[timeline.threadCount()];
        Arrays.fill(groupOf, Timeline.NONE);
        List<Group> sorted = new ArrayList<>(groups);
        sorted.sort(Comparator.comparingInt(group -> group.threads()[0]));
        for (int i = 0; i < sorted.size(); i++) {
            if (sorted.get(i).threads().length < 2) {
                throw new IllegalArgumentException("a group has two threads at least");
            }
            for (int thread : sorted.get(i).threads()) {
                if (groupOf[thread] != Timeline.NONE) {
                    throw new IllegalArgumentException("thread " + thread + " is in two groups");
                }
                groupOf[thread] = i;
            }
        }
        return new ThreadGroups(groupOf, List.copyOf(sorted));
    }

    /** Whether each thread is for itself. */
    public boolean isEmpty() {
        return groups.isEmpty();
    }

    /** All groups, by their first threads. */
    public List<Group> all() {
        return groups;
    }

    /** The group that a vertex is in; null if it is in none. */
    public @Nullable Group of(int vertex) {
        return vertex >= 0 && vertex < groupOf.length && groupOf[vertex] != Timeline.NONE ? groups.get(groupOf[vertex]) : null;
    }

    /** The number that a vertex of the timeline has in the merged graph. */
    public int vertex(int vertex) {
        Group group = of(vertex);
        return group == null ? vertex : group.threads()[0];
    }

    /** The vertices of the timeline that a vertex of the merged graph is. */
    public int[] members(int vertex) {
        Group group = of(vertex);
        return group == null ? new int[] {vertex} : group.threads().clone();
    }

    /** Whether a vertex is one of those among which a runtime moves tasks. */
    public boolean isOfTasks(int vertex) {
        Group group = of(vertex);
        return group != null && group.way() == Way.TASKS;
    }

    /** Whether a wait of a thread for another one is for the next task: a runtime moves tasks among both. */
    public boolean isForTask(int source, int target) {
        return isOfTasks(source) && vertex(source) == vertex(target);
    }

    /** How many threads lived at the same time in it; 1 for a vertex for itself. */
    public int width(int vertex) {
        Group group = of(vertex);
        return group == null ? 1 : group.lanes().count();
    }
}
