/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.worker;

import java.util.Map;
import java.util.TreeMap;

import it.unimi.dsi.fastutil.ints.IntAVLTreeSet;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntCollection;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AskedRequests;
import org.bowline.core.analysis.Merging;
import org.bowline.core.column.Ascending;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.finding.rules.waits.Teams;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.ThreadGroups;

/**
 * How many requests the threads of a team answer in the range, and how many of these are open at a time: more than there are workers, if one thread asks for many at a time. A worker that has one request at a time has it since it came, or
 * since the worker answered the one before. O(requests × log requests + segments of those who answer).
 */
final class QueuedRequests {
    /** The threads of the team that answer any, ascending. */
    private final IntAVLTreeSet workers = new IntAVLTreeSet();
    /** Those whose waits tell whether there is nothing to do: the workers, or all among which tasks move. */
    private final IntCollection woken;
    /** Those who ask, as far as they are known, ascending. */
    private final IntAVLTreeSet clients = new IntAVLTreeSet();
    private final Timeline timeline;
    private long served;
    private long openNanos;
    private long busyNanos;
    private long askedNanos;
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos = Long.MIN_VALUE;

    private QueuedRequests(Timeline timeline, @Nullable IntArrayList tasks) {
        this.timeline = timeline;
        woken = tasks == null ? workers : tasks;
    }

    /** By team, in order: of those that answer requests of others. */
    static Map<Integer, QueuedRequests> of(Analysis analysis, Teams teams) {
        AskedRequests requests = analysis.get(AskedRequests.RESULT);
        ThreadGroups tasks = analysis.get(Merging.RESULT).groups();
        Timeline timeline = analysis.timeline();
        IntArrayList whole = new IntArrayList();
        LongColumn answers = new LongColumn();
        for (int i = 0; i < requests.size(); i++) {
            int team = teams.of(requests.server(i));
            int client = requests.client(i);
            // inside a team threads hand all sorts of things to each other
            if (requests.arrived(i) >= analysis.fromNanos() && requests.answered(i) <= analysis.toNanos() && team != Teams.NONE
                    && (client == Timeline.NONE || teams.of(client) != team)) {
                whole.add(i);
                answers.add(requests.answered(i));
            }
        }
        Map<Integer, QueuedRequests> all = new TreeMap<>();
        long[] free = new long[timeline.threadCount()]; // since when a worker can have the next one
        IntColumn order = Ascending.order(answers);
        for (int i = 0; i < order.size(); i++) {
            int request = whole.getInt(order.get(i));
            int server = requests.server(request);
            QueuedRequests of = all.computeIfAbsent(teams.of(server),
                    team -> new QueuedRequests(timeline, tasks.isOfTasks(server) ? teams.members(team) : null));
            of.add(requests, request, of.workers.add(server) ? Long.MIN_VALUE : free[server]);
            free[server] = requests.answered(request);
        }
        for (int i = 0; i < whole.size(); i++) {
            int request = whole.getInt(i);
            int client = requests.client(request);
            QueuedRequests of = client == Timeline.NONE ? null : all.get(teams.of(client));
            if (of != null) {
                of.askedNanos += requests.answered(request) - requests.arrived(request);
            }
        }
        return all;
    }

    private void add(AskedRequests requests, int request, long free) {
        long arrived = requests.arrived(request);
        long answered = requests.answered(request);
        served++;
        openNanos += answered - arrived;
        busyNanos += Math.max(0, answered - Math.max(arrived, free));
        firstNanos = Math.min(firstNanos, arrived);
        lastNanos = Math.max(lastNanos, answered);
        if (requests.client(request) != Timeline.NONE) {
            clients.add(requests.client(request));
        }
    }

    IntArrayList workers() {
        return new IntArrayList(workers);
    }

    int[] clients() {
        return clients.toIntArray();
    }

    long served() {
        return served;
    }

    long firstNanos() {
        return firstNanos;
    }

    long lastNanos() {
        return lastNanos;
    }

    private double ofTime(long nanos) {
        return lastNanos <= firstNanos ? 0 : (double) nanos / (lastNanos - firstNanos);
    }

    /** How many requests are open on average, from the first to the last. */
    double open() {
        return ofTime(openNanos);
    }

    /** How many of them a worker has beside one. */
    double queueOfEach() {
        return open() / workers.size() - 1;
    }

    /** For which share of the time a worker has a request, on average. */
    double busy() {
        return ofTime(busyNanos) / workers.size();
    }

    /** How many requests each worker has asked others for on average, which are not answered: of an event loop more than one. */
    double asked() {
        return ofTime(askedNanos) / workers.size();
    }

    /**
     * How often a request ended a wait of the workers: then they had nothing to do, or look after many at a time. Where a runtime moves tasks among threads another one of them may wait for requests than those that answer, as in
     * Erlang's virtual machine.
     */
    long idleWaits() {
        long idle = 0;
        for (int thread : woken) {
            int last = timeline.endSegment(thread);
            for (int s = HandOvers.firstSegment(timeline, thread, firstNanos); s < last && timeline.start(s) < lastNanos; s++) {
                idle += isIdle(s) ? 1 : 0;
            }
        }
        return idle;
    }

    private boolean isIdle(int segment) {
        if (timeline.state(segment) != ThreadState.BLOCKED) {
            return false;
        }
        return switch (timeline.cause(segment)) {
            case UNKNOWN, IPI, KERNEL -> true;
            case NETWORK -> timeline.link(segment) == Timeline.NONE
                    || (timeline.packetOpener(timeline.link(segment)) == Timeline.Opener.SENDER
                            && !timeline.packetIsEmpty(timeline.link(segment)));
            default -> false;
        };
    }
}
