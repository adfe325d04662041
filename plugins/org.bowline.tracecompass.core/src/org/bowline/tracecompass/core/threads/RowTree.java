/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.threads;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.Question;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.waitfor.ThreadGroups;
import org.bowline.core.waitfor.ThreadGroups.Group;

/**
 * Which row stands below which: the threads of a process below its main thread, short-lived threads of one parent below a row of all of them, all others below their host. What is short-lived is decided
 * as for the wait-for graph ({@link Merging}), but of the whole recording: a row stays where it is, whatever range is looked at. Immutable. O(threads × log threads).
 */
final class RowTree {
    private final Timeline timeline;
    private final ProcessTree processes;
    private final ThreadGroups groups;
    private final int[] groupOf;

    /**
     * A tree.
     *
     * @param groups which threads have a row together
     */
    RowTree(Timeline timeline, ThreadGroups groups) {
        this.timeline = timeline;
        this.groups = groups;
        processes = new ProcessTree(timeline);
        groupOf = new int[timeline.threadCount()];
        Arrays.fill(groupOf, Timeline.NONE);
        for (int group = 0; group < groups.all().size(); group++) {
            for (int thread : groups.all().get(group).threads()) {
                groupOf[thread] = group;
            }
        }
    }

    /** That of an analysis. */
    static RowTree of(AnalysisResult result) {
        Question shortLived = Question.ALL.with(Merging.MERGE, Merging.Level.SHORT);
        return new RowTree(result.timeline(), Analysis.of(result).question(shortLived).build().get(Merging.RESULT).groups());
    }

    Timeline timeline() {
        return timeline;
    }

    /** A figure of the threads of each group, and of the threads of their processes that are in no group, summed up. */
    long[] sums(long[] figures) {
        long[] sums = new long[groups().size()];
        for (int thread = 0; thread < groupOf.length; thread++) {
            int main = processes.parent(thread);
            int group = groupOf[thread] == Timeline.NONE && main != Timeline.NONE ? groupOf[main] : groupOf[thread];
            if (group != Timeline.NONE) {
                sums[group] += figures[thread];
            }
        }
        return sums;
    }

    ProcessTree processes() {
        return processes;
    }

    /** The groups, in the order of their numbers. */
    List<Group> groups() {
        return groups.all();
    }

    /** The row above that of a thread. */
    long parentOfThread(int thread) {
        int main = processes.parent(thread);
        int group = groupOf[thread];
        if (group != Timeline.NONE && (main == Timeline.NONE || groupOf[main] != group)) {
            return EntryIds.ofGroup(timeline, group);
        }
        return main == Timeline.NONE ? EntryIds.ofHost(timeline.host(thread)) : EntryIds.ofThread(timeline, main);
    }

    /** The row above that of a group: the main thread of the process that all of its threads are of, else the host. */
    long parentOfGroup(int group) {
        int[] threads = groups().get(group).threads();
        int main = processes.parent(threads[0]);
        boolean ofOneProcess = main != Timeline.NONE && groupOf[main] != group
                && Arrays.stream(threads).allMatch(thread -> processes.parent(thread) == main);
        return ofOneProcess ? EntryIds.ofThread(timeline, main) : EntryIds.ofHost(timeline.host(threads[0]));
    }

    /** All rows but those of the hosts, those above others first, else in the order of their numbers. */
    long[] rows() {
        long first = timeline.hostCount();
        return LongStream.range(first, first + timeline.threadCount() + groups().size()).boxed()
                .sorted((a, b) -> depth(a) != depth(b) ? Integer.compare(depth(a), depth(b)) : Long.compare(a, b)).mapToLong(id -> id)
                .toArray();
    }

    private int depth(long id) {
        int thread = EntryIds.thread(timeline, id);
        int group = EntryIds.group(timeline, id);
        long parent = thread != Timeline.NONE ? parentOfThread(thread) : group != Timeline.NONE ? parentOfGroup(group) : EntryIds.ROOT;
        return parent == EntryIds.ROOT ? 0 : 1 + depth(parent);
    }
}
