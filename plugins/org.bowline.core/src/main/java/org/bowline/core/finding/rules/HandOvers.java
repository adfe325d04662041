/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Result;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

/**
 * The waits that one thread ended for another, within each group of threads or within each host, by their end: who handed over to whom, when,
 * and since when the other one had waited. One pass over the segments of the range, then a sort per group or host.
 */
final class HandOvers {
    private static final Result<HandOvers> OF_GROUPS = Result.of(HandOvers::ofGroups);
    private static final Result<HandOvers> OF_HOSTS = Result.of(HandOvers::ofHosts);
    private final List<OfGroup> groups;

    private HandOvers(List<OfGroup> groups) {
        this.groups = groups;
    }

    /** Those of one group, by time. */
    static final class OfGroup {
        private final IntArrayList wakers = new IntArrayList();
        private final IntArrayList woken = new IntArrayList();
        private final LongArrayList begins = new LongArrayList();
        private final LongArrayList ends = new LongArrayList();

        int size() {
            return wakers.size();
        }

        int waker(int i) {
            return wakers.getInt(i);
        }

        int woken(int i) {
            return woken.getInt(i);
        }

        long begin(int i) {
            return begins.getLong(i);
        }

        long end(int i) {
            return ends.getLong(i);
        }

        private void sort() {
            int[] wakerArray = wakers.elements();
            int[] wokenArray = woken.elements();
            long[] beginArray = begins.elements();
            long[] endArray = ends.elements();
            it.unimi.dsi.fastutil.Arrays.quickSort(0, size(), (a, b) -> {
                int byTime = Long.compare(endArray[a], endArray[b]);
                return byTime != 0 ? byTime : Integer.compare(wokenArray[a], wokenArray[b]);
            }, (a, b) -> {
                IntArrays.swap(wakerArray, a, b);
                IntArrays.swap(wokenArray, a, b);
                it.unimi.dsi.fastutil.longs.LongArrays.swap(beginArray, a, b);
                it.unimi.dsi.fastutil.longs.LongArrays.swap(endArray, a, b);
            });
        }
    }

    /** Those within each group of threads. */
    static HandOvers of(Analysis analysis) {
        return analysis.get(OF_GROUPS);
    }

    /** Those within each host, between threads of any groups; {@link #of(int)} takes the host's number. */
    static HandOvers withinHosts(Analysis analysis) {
        return analysis.get(OF_HOSTS);
    }

    private static HandOvers ofHosts(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        ThreadGroups threadGroups = ThreadGroups.of(analysis);
        List<OfGroup> hosts = new ArrayList<>();
        for (int host = 0; host < timeline.hostCount(); host++) {
            hosts.add(new OfGroup());
        }
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            int host = timeline.host(thread);
            if (threadGroups.of(thread) != ThreadGroups.NONE && analysis.tellsWakers(host)) {
                add(analysis, timeline, other -> timeline.host(other) == host && threadGroups.of(other) != ThreadGroups.NONE, thread,
                        hosts.get(host));
            }
            if ((thread & 255) == 0) {
                analysis.progress().check();
            }
        }
        hosts.forEach(OfGroup::sort);
        return new HandOvers(hosts);
    }

    private static HandOvers ofGroups(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        ThreadGroups threadGroups = ThreadGroups.of(analysis);
        List<OfGroup> groups = new ArrayList<>();
        for (int group = 0; group < threadGroups.size(); group++) {
            OfGroup handOvers = new OfGroup();
            groups.add(handOvers);
            analysis.progress().check();
            IntArrayList members = threadGroups.members(group);
            if (members.size() < 2 || !analysis.tellsWakers(timeline.host(members.getInt(0)))) {
                continue;
            }
            for (int i = 0; i < members.size(); i++) {
                int ofGroup = group;
                add(analysis, timeline, other -> threadGroups.of(other) == ofGroup, members.getInt(i), handOvers);
            }
            handOvers.sort();
        }
        return new HandOvers(groups);
    }

    private static void add(Analysis analysis, Timeline timeline, IntPredicate among, int thread, OfGroup handOvers) {
        int last = timeline.endSegment(thread);
        for (int s = firstSegment(timeline, thread, analysis.fromNanos()); s < last && timeline.start(s) < analysis.toNanos(); s++) {
            if (timeline.state(s) != ThreadState.BLOCKED || timeline.cause(s) != Cause.THREAD) {
                continue;
            }
            int target = timeline.target(s);
            long end = timeline.end(thread, s);
            if (target >= 0 && target < timeline.threadCount() && target != thread && among.test(target)
                    && end <= analysis.toNanos()) {
                handOvers.wakers.add(target);
                handOvers.woken.add(thread);
                handOvers.begins.add(Math.max(analysis.fromNanos(), timeline.start(s)));
                handOvers.ends.add(end);
            }
        }
    }

    /** The first segment of a thread that does not end before a moment; its end if there is none. */
    static int firstSegment(Timeline timeline, int thread, long fromNanos) {
        if (fromNanos >= timeline.threadEnd(thread)) {
            return timeline.endSegment(thread);
        }
        int segment = timeline.segmentAt(thread, Math.max(fromNanos, timeline.threadStart(thread)));
        return segment == Timeline.NONE ? timeline.endSegment(thread) : segment;
    }

    OfGroup of(int group) {
        return groups.get(group);
    }
}
