/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import java.util.BitSet;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AskedRequests;
import org.bowline.core.analysis.Merging;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.ThreadGroups;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * Threads of a server that do nothing for its requests, as those of a database that tidy up once a second: whatever keeps them keeps no request. They answer none, those that do hardly wait for them, directly or through others of the process, and neither do threads of other programs.
 * Only where answering is most of what the process does: a program that computes, and tells beside that how far it is, has other work; so has one that a monitor asks now and then, in whose work sleeps leave little to do. O(requests × log requests + threads + edges).
 */
final class BesideRequests {
    /** Of a process that answers fewer requests it is not known what they wait for. */
    private static final int LEAST_REQUESTS = 20;
    /** What requests wait for a thread in less than this share of the range they cannot lose by its waits. */
    private static final double LEAST_AWAITED = 0.01;
    /** The busiest thread that answers is at work for so many times as long. */
    private static final int TIMES_AS_BUSY = 2;
    /** A request is open for this share of the range: whoever is asked so much is there for it, and not for what it does beside. A monitor asks now and then. */
    private static final double LEAST_OPEN = 0.25;

    private final Timeline timeline;
    /** How many requests a process answers. */
    private final Long2IntOpenHashMap answered = new Long2IntOpenHashMap();
    /** For how long the busiest thread that answers is at work, by process. */
    private final Long2LongOpenHashMap busiest = new Long2LongOpenHashMap();
    /** When a request of a process is open. */
    private final Long2ObjectOpenHashMap<TimeUnion> open = new Long2ObjectOpenHashMap<>();
    private final long leastOpen;
    private final long[] active;
    /** For how long others wait for each thread that do something for requests, or are of other programs. */
    private final long[] awaited;
    private final BitSet needed = new BitSet();

    BesideRequests(Analysis analysis) {
        timeline = analysis.timeline();
        leastOpen = (long) (LEAST_OPEN * analysis.rangeNanos());
        active = new long[timeline.threadCount()];
        awaited = new long[timeline.threadCount()];
        for (ThreadTotals total : analysis.totals()) {
            active[total.thread()] = total.active();
        }
        AskedRequests requests = analysis.get(AskedRequests.RESULT);
        ThreadGroups tasks = analysis.get(Merging.RESULT).groups();
        IntArrayList queue = new IntArrayList();
        for (int i = 0; i < requests.size(); i++) {
            int server = requests.server(i);
            if (server != Timeline.NONE && timeline.pid(server) > 0 && !tasks.isOfTasks(server)
                    && requests.answered(i) >= analysis.fromNanos() && requests.arrived(i) <= analysis.toNanos()) {
                answered.addTo(Kin.process(timeline, server), 1);
                open.computeIfAbsent(Kin.process(timeline, server), key -> new TimeUnion(analysis.fromNanos(), analysis.toNanos()))
                        .add(requests.arrived(i), requests.answered(i));
                busiest.mergeLong(Kin.process(timeline, server), active[server], Math::max);
                if (!needed.get(server)) {
                    needed.set(server);
                    queue.add(server);
                }
            }
        }
        if (!queue.isEmpty()) {
            addOthers(analysis, queue);
        }
    }

    private void addOthers(Analysis analysis, IntArrayList queue) {
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        long least = (long) (LEAST_AWAITED * analysis.rangeNanos());
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (roles.isProgram(thread)) {
                add(analysis.graph(), thread, false, least, queue);
            }
        }
        for (int i = 0; i < queue.size(); i++) {
            add(analysis.graph(), queue.getInt(i), true, least, queue);
        }
    }

    /** Adds the waits of a thread for others of its process, or for those of other ones. */
    private void add(WaitForGraph graph, int thread, boolean inside, long least, IntArrayList queue) {
        int vertex = graph.groups().vertex(thread);
        for (int edge = graph.firstEdge(vertex); edge < graph.endEdge(vertex); edge++) {
            int target = graph.target(edge);
            if (target < awaited.length && Kin.areOfOneProcess(timeline, thread, target) == inside) {
                awaited[target] += graph.directNanos(edge);
                if (awaited[target] >= least && !needed.get(target)) {
                    needed.set(target);
                    queue.add(target);
                }
            }
        }
    }

    /** Whether a thread is one of a server that does nothing for its requests. */
    boolean has(int thread) {
        return timeline.pid(thread) > 0 && !needed.get(thread) && answered.get(Kin.process(timeline, thread)) >= LEAST_REQUESTS
                && TIMES_AS_BUSY * active[thread] <= busiest.get(Kin.process(timeline, thread))
                && open.get(Kin.process(timeline, thread)).nanos() >= leastOpen;
    }
}
