/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

import org.bowline.core.column.Ascending;
import org.bowline.core.column.ByteColumn;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * Threads among which a runtime moves tasks, as those of Go and of Tokio do: whichever thread has nothing to do waits for packets, the others that have nothing to do wait for it, and who goes on with a task is chance. What one of
 * them waits for another for is the next task, so only all of them together wait for something. The threads of a pool that share a list of descriptors wait for packets side by side, those that share a lock have connections of their
 * own, or wait for one that is at work. Those of Erlang's virtual machine, which share their work out so that it cannot be told by that, are known by their names, and so are Tokio's, of which one may do nearly all.
 */
final class TaskThreads {
    /** So many waits that packets ended tell enough. */
    private static final int LEAST_WAITS = 20;
    /** And so many of a thread that it takes its turn. */
    private static final int LEAST_OF_THREAD = 3;
    /** And so many threads take turns. */
    private static final int LEAST_THREADS = 3;
    /** With so much of what comes over a connection another thread goes on. */
    private static final double LEAST_MOVED = 0.1;
    /** And so much of what comes or goes next over a connection another thread takes, where it cannot be told who goes on. */
    private static final double LEAST_TAKEN = 0.25;
    /** As one at a time waits for packets, all these waits last hardly longer than the time in which there is one. */
    private static final double MOST_BESIDE = 1.25;
    /** So much of what they wait for other threads for is for each other. */
    private static final double LEAST_INSIDE = 0.5;

    /** And for so much of that the one that is waited for waits itself. */
    private static final double LEAST_PARKED = 0.5;
    /** The threads of Erlang's virtual machine, of its versions before and after 26: schedulers take tasks from each other, one or more threads wait for packets for all of them. */
    private static final Pattern ERLANG = Pattern
            .compile("\\d+_(scheduler|poller|dirty_cpu_.*|dirty_io_.*|aux)|erts_(sched|poll|dcpus|dios|aux)_\\d+");
    /** Tokio's, of its versions before and after 1.44; those for calls that block have the same name. */
    private static final Pattern TOKIO = Pattern.compile("tokio-r(untime-w|t-worker)");
    private static final Pattern ERLANG_SCHEDULER = Pattern.compile("\\d+_scheduler|erts_sched_\\d+");
    private static final byte SENT = 0;
    private static final byte REQUEST = 1;
    private static final byte ANSWER = 2;

    private TaskThreads() {}

    /**
     * The threads of each such process, ascending. O(threads + edges); of processes whose threads mostly wait for each other, packets and segments within these waits.
     *
     * @param counts which threads may be one with others
     */
    static List<IntArrayList> of(Analysis analysis, IntPredicate counts) {
        List<IntArrayList> found = new ArrayList<>();
        for (IntArrayList threads : byProcess(analysis, counts)) {
            analysis.progress().check();
            if (areOne(analysis, threads)) {
                found.add(threads);
            }
        }
        return found;
    }

    /** The threads of each process that may be one: those of a runtime that is known by its threads' names, and those of a name. */
    private static Collection<IntArrayList> byProcess(Analysis analysis, IntPredicate counts) {
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        Map<String, IntArrayList> processes = new LinkedHashMap<>();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if ((timeline.packetCount() > 0 || isKnown(timeline, thread)) && counts.test(thread) && roles.isProgram(thread)
                    && Merging.lives(analysis, thread)) {
                String of = isErlang(timeline, thread) ? timeline.host(thread) + " Erlang" : Kin.of(timeline, thread);
                processes.computeIfAbsent(timeline.pid(thread) + " " + of, key -> new IntArrayList()).add(thread);
            }
        }
        return processes.values();
    }

    private static boolean isKnown(Timeline timeline, int thread) {
        return isErlang(timeline, thread) || isTokio(timeline, thread);
    }

    private static boolean isTokio(Timeline timeline, int thread) {
        return TOKIO.matcher(timeline.name(thread)).matches();
    }

    private static boolean isErlang(Timeline timeline, int thread) {
        return ERLANG.matcher(timeline.name(thread)).matches();
    }

    private static boolean areOne(Analysis analysis, IntArrayList threads) {
        Timeline timeline = analysis.timeline();
        if (isTokio(timeline, threads.getInt(0))) {
            return threads.size() > 1;
        }
        return threads.size() >= LEAST_THREADS && isErlang(timeline, threads.getInt(0))
                ? threads.intStream().anyMatch(thread -> ERLANG_SCHEDULER.matcher(timeline.name(thread)).matches())
                : threads.size() >= LEAST_THREADS && waitForEachOther(analysis.graph(), threads) && takeTurns(analysis, threads)
                        && waitForWhoHasNothing(analysis, threads);
    }

    /** Whether one at a time waits for packets, and others go on with what it receives. */
    private static boolean takeTurns(Analysis analysis, IntArrayList threads) {
        Timeline timeline = analysis.timeline();
        PacketWaits waits = analysis.get(PacketWaits.RESULT);
        Turns all = new Turns();
        TimeUnion waiting = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        long sum = 0;
        int turns = 0;
        int count = 0;
        for (int thread : threads) {
            turns += waits.end(thread) - waits.first(thread) >= LEAST_OF_THREAD ? 1 : 0;
            for (int wait = waits.first(thread); wait < waits.end(thread); wait++) {
                int segment = waits.segment(wait);
                long begin = Math.max(analysis.fromNanos(), timeline.start(segment));
                long end = Math.min(analysis.toNanos(), timeline.end(thread, segment));
                waiting.add(begin, end);
                sum += end - begin;
                count++;
                all.received(timeline, timeline.link(segment), thread, timeline.end(thread, segment));
            }
        }
        if (turns < LEAST_THREADS || count < LEAST_WAITS || sum > MOST_BESIDE * waiting.nanos()) {
            return false;
        }
        all.sent(timeline, threads);
        return all.move();
    }

    /** What the threads of a process receive and send over connections. */
    private static final class Turns {
        private final LongColumn times = new LongColumn();
        private final IntColumn connections = new IntColumn();
        private final IntColumn who = new IntColumn();
        private final ByteColumn what = new ByteColumn();

        private void add(long time, int connection, int thread, byte kind) {
            if (connection != Timeline.NONE) {
                times.add(time);
                connections.add(connection);
                who.add(thread);
                what.add(kind);
            }
        }

        void received(Timeline timeline, int packet, int thread, long time) {
            add(time, timeline.packetConnection(packet), thread,
                    timeline.packetOpener(packet) == Timeline.Opener.SENDER ? REQUEST : ANSWER);
        }

        void sent(Timeline timeline, IntArrayList threads) {
            IntOpenHashSet all = new IntOpenHashSet(threads);
            for (int packet = 0; packet < timeline.packetCount(); packet++) {
                if (timeline.packetHasData(packet) && all.contains(timeline.packetSender(packet))) {
                    add(timeline.packetSent(packet), timeline.packetConnection(packet), timeline.packetSender(packet), SENT);
                }
            }
        }

        /**
         * Whether another thread than the one that asked often receives the answer, or another one answers than the one that received what was asked; where hardly anything is answered over the connection over which it came, whether
         * another thread receives what comes next, and another one sends what goes next: who accepts connections for others sends nothing, and who has a lock around one answers over it.
         */
        boolean move() {
            Int2IntOpenHashMap lastSender = byConnection();
            Int2IntOpenHashMap receivers = byConnection();
            Int2IntOpenHashMap senders = byConnection();
            Int2IntOpenHashMap asked = byConnection();
            IntColumn order = Ascending.order(times);
            int pairs = 0;
            int moved = 0;
            int[] next = {0, 0};
            int[] taken = {0, 0};
            for (int i = 0; i < order.size(); i++) {
                int event = order.get(i);
                int connection = connections.get(event);
                int thread = who.get(event);
                int other = Timeline.NONE;
                switch (what.get(event)) {
                    case SENT -> {
                        lastSender.put(connection, thread);
                        other = asked.remove(connection);
                    }
                    case REQUEST -> asked.put(connection, thread);
                    default -> other = lastSender.remove(connection);
                }
                pairs += other == Timeline.NONE ? 0 : 1;
                moved += other == Timeline.NONE || other == thread ? 0 : 1;
                int way = what.get(event) == SENT ? 0 : 1;
                int before = (way == 0 ? senders : receivers).put(connection, thread);
                next[way] += before == Timeline.NONE ? 0 : 1;
                taken[way] += before == Timeline.NONE || before == thread ? 0 : 1;
            }
            return pairs >= LEAST_WAITS / 2 ? moved >= LEAST_MOVED * pairs : areTaken(next[0], taken[0]) && areTaken(next[1], taken[1]);
        }

        private static boolean areTaken(int next, int taken) {
            return next >= LEAST_WAITS / 2 && taken >= LEAST_TAKEN * next;
        }

        private static Int2IntOpenHashMap byConnection() {
            Int2IntOpenHashMap threads = new Int2IntOpenHashMap();
            threads.defaultReturnValue(Timeline.NONE);
            return threads;
        }
    }

    /** Whether those of them that wait for threads of their host mostly wait for each other. */
    private static boolean waitForEachOther(WaitForGraph graph, IntArrayList threads) {
        Timeline timeline = graph.timeline();
        IntOpenHashSet all = new IntOpenHashSet(threads);
        long inside = 0;
        long outside = 0;
        for (int thread : threads) {
            for (int edge = graph.firstEdge(thread); edge < graph.endEdge(thread); edge++) {
                int target = graph.target(edge);
                boolean here = timeline.kind(target) == VertexKind.THREAD && timeline.host(target) == timeline.host(thread);
                inside += here && all.contains(target) ? graph.directNanos(edge) : 0;
                outside += here && !all.contains(target) ? graph.directNanos(edge) : 0;
            }
        }
        return inside > 0 && inside >= LEAST_INSIDE * (inside + outside);
    }

    /** Whether those that are waited for mostly wait themselves meanwhile: who holds a lock, or does what another one needs, is at work. */
    private static boolean waitForWhoHasNothing(Analysis analysis, IntArrayList threads) {
        IntOpenHashSet all = new IntOpenHashSet(threads);
        Timeline timeline = analysis.timeline();
        long[] sums = {0, 0};
        for (int thread : threads) {
            EdgeWaits.each(analysis.graph(), thread, (segment, target, nanos) -> {
                if (target != Timeline.NONE && target != thread && all.contains(target)) {
                    long from = Math.max(analysis.fromNanos(), timeline.start(segment));
                    long to = Math.min(analysis.toNanos(), timeline.end(thread, segment));
                    sums[0] += to - from;
                    sums[1] += waits(timeline, target, from, to);
                }
            }, analysis.progress());
        }
        return sums[1] >= LEAST_PARKED * sums[0];
    }

    private static long waits(Timeline timeline, int thread, long from, long to) {
        long nanos = 0;
        int first = timeline.segmentAt(thread, from);
        for (int s = first == Timeline.NONE ? timeline.firstSegment(thread) : first; s < timeline.endSegment(thread)
                && timeline.start(s) < to; s++) {
            if (timeline.state(s) == ThreadState.BLOCKED) {
                nanos += Math.max(0, Math.min(to, timeline.end(thread, s)) - Math.max(from, timeline.start(s)));
            }
        }
        return nanos;
    }
}
