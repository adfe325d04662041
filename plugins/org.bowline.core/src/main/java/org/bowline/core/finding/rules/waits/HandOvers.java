/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.waits;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntSortedSet;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Result;
import org.bowline.core.column.Ascending;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

/**
 * The waits that one thread ended for another, within each group of threads or within each host, by their end: who handed over to whom, when,
 * and since when the other one had waited. One pass over the segments of the range, then a sort per host.
 */
public final class HandOvers {
    private static final Result<HandOvers> OF_GROUPS = Result.of(HandOvers::ofGroups);
    private static final Result<HandOvers> OF_HOSTS = Result.of(HandOvers::ofHosts);
    private final List<OfGroup> groups;

    private HandOvers(List<OfGroup> groups) {
        this.groups = groups;
    }

    /** Those of one group, by time. */
    public static final class OfGroup {
        private final IntArrayList wakers = new IntArrayList();
        private final IntArrayList woken = new IntArrayList();
        private final LongArrayList begins = new LongArrayList();
        private final LongArrayList ends = new LongArrayList();

        /** Number of hand-overs. */
        public int size() {
            return wakers.size();
        }

        /** The thread that woke another one. */
        public int waker(int i) {
            return wakers.getInt(i);
        }

        /** The thread that was woken. */
        public int woken(int i) {
            return woken.getInt(i);
        }

        /** Since when the woken thread had waited, in nanoseconds of the common clock. */
        public long begin(int i) {
            return begins.getLong(i);
        }

        /** When it was woken. */
        public long end(int i) {
            return ends.getLong(i);
        }

        private void add(int waker, int thread, long begin, long end) {
            wakers.add(waker);
            woken.add(thread);
            begins.add(begin);
            ends.add(end);
        }

        /** By their end; of those that end at once, which are of several threads, by who is woken, as they were added. */
        private OfGroup sorted() {
            IntColumn order = Ascending.order(LongColumn.of(ends.toLongArray()));
            OfGroup sorted = new OfGroup();
            for (int i = 0; i < order.size(); i++) {
                int from = order.get(i);
                sorted.add(waker(from), woken(from), begin(from), end(from));
            }
            return sorted;
        }
    }

    /** Those within each group of threads. */
    public static HandOvers of(Analysis analysis) {
        return analysis.get(OF_GROUPS);
    }

    /** Those within each host, between threads of any groups; {@link #of(int)} takes the host's number. */
    public static HandOvers withinHosts(Analysis analysis) {
        return analysis.get(OF_HOSTS);
    }

    private static HandOvers ofHosts(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        Programs threadGroups = Programs.of(analysis);
        List<OfGroup> hosts = new ArrayList<>();
        for (int host = 0; host < timeline.hostCount(); host++) {
            hosts.add(new OfGroup());
        }
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            int host = timeline.host(thread);
            if (threadGroups.of(thread) != Programs.NONE && analysis.tellsWakers(host)) {
                add(analysis, target -> threadGroups.of(target) != Programs.NONE, thread, hosts.get(host));
            }
            if ((thread & 255) == 0) {
                analysis.progress().check();
            }
        }
        for (int host = 0; host < timeline.hostCount(); host++) {
            hosts.set(host, hosts.get(host).sorted());
        }
        return new HandOvers(hosts);
    }

    /** A group is of one host, so its hand-overs are among those within the host, and in their order. */
    private static HandOvers ofGroups(Analysis analysis) {
        Programs threadGroups = Programs.of(analysis);
        List<OfGroup> groups = new ArrayList<>();
        for (int group = 0; group < threadGroups.size(); group++) {
            groups.add(new OfGroup());
        }
        for (OfGroup ofHost : withinHosts(analysis).groups) {
            analysis.progress().check();
            for (int i = 0; i < ofHost.size(); i++) {
                int group = threadGroups.of(ofHost.waker(i));
                if (group == threadGroups.of(ofHost.woken(i))) {
                    groups.get(group).add(ofHost.waker(i), ofHost.woken(i), ofHost.begin(i), ofHost.end(i));
                }
            }
        }
        return new HandOvers(groups);
    }

    /** Those among some threads of one host. */
    public static OfGroup among(Analysis analysis, IntSortedSet threads) {
        OfGroup handOvers = new OfGroup();
        for (int thread : threads) {
            analysis.progress().check();
            add(analysis, threads::contains, thread, handOvers);
        }
        return handOvers.sorted();
    }

    /** Adds the waits of a thread that another one on its host ended which counts. */
    private static void add(Analysis analysis, IntPredicate counts, int thread, OfGroup handOvers) {
        Timeline timeline = analysis.timeline();
        int host = timeline.host(thread);
        int last = timeline.endSegment(thread, analysis.toNanos());
        for (int s = firstSegment(timeline, thread, analysis.fromNanos()); s < last; s++) {
            if (timeline.state(s) != ThreadState.BLOCKED || timeline.cause(s) != Cause.THREAD) {
                continue;
            }
            int target = timeline.target(s);
            long end = timeline.end(thread, s);
            if (target >= 0 && target < timeline.threadCount() && target != thread && end <= analysis.toNanos()
                    && timeline.host(target) == host && counts.test(target)) {
                handOvers.add(target, thread, Math.max(analysis.fromNanos(), timeline.start(s)), end);
            }
        }
    }

    /** The first segment of a thread that does not end before a moment; its end if there is none. */
    public static int firstSegment(Timeline timeline, int thread, long fromNanos) {
        if (fromNanos >= timeline.threadEnd(thread)) {
            return timeline.endSegment(thread);
        }
        int segment = timeline.segmentAt(thread, Math.max(fromNanos, timeline.threadStart(thread)));
        return segment == Timeline.NONE ? timeline.endSegment(thread) : segment;
    }

    /** The hand-overs among the threads of a program, by their end. */
    public OfGroup of(int group) {
        return groups.get(group);
    }
}
