/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.server;

import java.util.HashMap;
import java.util.Map;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AskedRequests;
import org.bowline.core.analysis.Merging;
import org.bowline.core.column.Ascending;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.finding.rules.waits.Teams;
import org.bowline.core.model.Cause;
import org.bowline.core.model.IntPair;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.ThreadGroups;

/**
 * Connections that the threads of a team hand from one to the next, as those of a pool: who wants one waits for another thread of the team while a third one, or that one, asks over the connection over which it asks next. By {@link AskedRequests}, in the range. O(requests × log requests + segments of
 * who asks).
 */
final class HandedConnections {
    /** So many hand-overs are no chance, and they are so large a part of all questions. */
    private static final int LEAST = 10;
    private static final int LEAST_PART = 3;

    private final Timeline timeline;
    private final Teams teams;
    private final Map<Long, OfTeams> byTeams = new HashMap<>();

    /** What the threads of one team ask those of another one. */
    private static final class OfTeams {
        private int questions;
        private int handedOver;
        private long nanos;
    }

    HandedConnections(Analysis analysis, Teams teams, AskedRequests all) {
        timeline = analysis.timeline();
        this.teams = teams;
        LongColumn sent = new LongColumn();
        IntColumn questions = new IntColumn();
        ThreadGroups tasks = analysis.get(Merging.RESULT).groups();
        for (int i = 0; i < all.size(); i++) {
            // where a runtime moves tasks, another thread goes on with the same one
            if (all.client(i) != Timeline.NONE && !tasks.isOfTasks(all.client(i)) && all.sent(i) >= analysis.fromNanos()
                    && all.wholeReceived(i) <= analysis.toNanos()
                    && teams.of(all.client(i)) != Teams.NONE && teams.of(all.server(i)) != Teams.NONE) {
                sent.add(all.sent(i));
                questions.add(i);
            }
        }
        Int2IntOpenHashMap lastOver = new Int2IntOpenHashMap();
        lastOver.defaultReturnValue(Timeline.NONE);
        Int2LongOpenHashMap doneSince = new Int2LongOpenHashMap();
        IntColumn order = Ascending.order(sent);
        for (int k = 0; k < order.size(); k++) {
            int question = questions.get(order.get(k));
            int client = all.client(question);
            OfTeams both = byTeams.computeIfAbsent(key(teams.of(client), teams.of(all.server(question))), key -> new OfTeams());
            both.questions++;
            int before = lastOver.get(all.connection(question));
            if (before != Timeline.NONE && all.client(before) != client && doneSince.containsKey(client)
                    && teams.of(all.client(before)) == teams.of(client)) {
                long waited = waited(client, doneSince.get(client), Math.min(all.wholeReceived(before), all.sent(question)));
                both.nanos += waited;
                both.handedOver += waited > 0 ? 1 : 0;
            }
            lastOver.put(all.connection(question), question);
            doneSince.put(client, all.wholeReceived(question));
        }
    }

    private static long key(int asking, int asked) {
        return IntPair.of(asking, asked);
    }

    /** For how long of some time a thread waits for others of its team. */
    private long waited(int thread, long from, long to) {
        if (from >= to) {
            return 0;
        }
        long nanos = 0;
        int first = timeline.segmentAt(thread, from);
        int last = timeline.endSegment(thread, to);
        for (int s = first == Timeline.NONE ? timeline.firstSegment(thread) : first; s < last; s++) {
            int target = timeline.state(s) == ThreadState.BLOCKED && timeline.cause(s) == Cause.THREAD ? timeline.target(s) : Timeline.NONE;
            if (target >= 0 && target < timeline.threadCount() && teams.of(target) == teams.of(thread)) {
                nanos += Math.max(0, Math.min(to, timeline.end(thread, s)) - Math.max(from, timeline.start(s)));
            }
        }
        return nanos;
    }

    /** Whether the threads of one team hand the connections over which they ask those of another one from one to the next. */
    boolean isTold(int asking, int asked) {
        OfTeams both = byTeams.get(key(asking, asked));
        return both != null && both.handedOver >= LEAST && both.handedOver * LEAST_PART >= both.questions;
    }

    /** How many threads wait for a connection on average, from the first question to the last answer. */
    double waiting(int asking, int asked, long first, long last) {
        OfTeams both = byTeams.get(key(asking, asked));
        return both == null || last <= first ? 0 : (double) both.nanos / (last - first);
    }
}
