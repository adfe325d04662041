/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.Arrays;
import java.util.BitSet;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

import org.bowline.core.model.IntPair;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.order.DisjointSets;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.JavaMachines;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.Timeline;

/** What threads did in a range, as far as it tells whether they are of the work; the rules are those of {@link SetAside}. */
final class Activity {
    private static final int POLL_MASK = (1 << 16) - 1;
    /** Who is busy for less than this part of the range only waits. */
    private static final long BUSY_AT_LEAST_A = 20;
    /** Who runs for less than this part of the range does nothing of what its program is for. */
    private static final long RUNS_AT_LEAST_A = 100;
    /** Who sleeps for less than this part of his waiting time, in tenths, waits for something else, too. */
    private static final int SLEEPS_TENTHS = 9;
    /** Processes that do less than this part of what all but who starts them compute are beside what others do, as the jobs of {@code cron} are: the clock of who starts them is not that of the work. */
    private static final long STARTED_AT_LEAST_A = 2;
    /** Of so many equal parts of the range it is known how much programs compute: what they do while a thread lives is told from these. */
    private static final int PARTS = 1_000;

    private final Timeline timeline;
    private final ThreadRoles roles;
    private final long from;
    private final long to;
    private final WaitTargets targets;
    /** Waits by who waits and for what. */
    private final Long2IntOpenHashMap pairs = new Long2IntOpenHashMap();
    /** The same, of threads that live shortly together with those that are equal. */
    private final Long2IntOpenHashMap often = new Long2IntOpenHashMap();
    /** The same, for all threads together that are equal. */
    private final Long2IntOpenHashMap toAlike = new Long2IntOpenHashMap();
    /** The same, for all pairs together of which both are equal, and for how long. */
    private final Long2IntOpenHashMap ofAlike = new Long2IntOpenHashMap();
    private final Long2LongOpenHashMap longOfAlike = new Long2LongOpenHashMap();
    private final Alike alike;
    /** Who waits for work that others leave to them. */
    private final BitSet servants;
    private final SharedSleep sleepers;
    /** By vertex: how often the thread that is being added waits for it. */
    private final int[] waitsFor;
    /** By vertex: for how long it waits for it. */
    private final long[] waitsLong;
    /** For what it does. */
    private final IntArrayList targetsOfThread = new IntArrayList();
    /** For how long each ran, waited for a disk, or was held back by the kernel. */
    private final long[] busy;
    private final long[] waited;
    private final long[] slept;
    private final boolean[] waits;
    private final boolean[] waitedFor;
    /** How many processes of programs each has started in the range. */
    private final int[] started;
    /** For how long each ran. */
    private final long[] ran;
    /** For how long the processes ran that each has started in the range, with all that these have started. */
    private final long[] ranOfStarted;
    /** For how long programs ran in each part of the range; at last, in all parts before it. */
    private final long[] ranIn = new long[PARTS + 1];
    private final long partNanos;
    /** Groups of vertices. */
    private final DisjointSets groups;
    /** By representative. */
    private final int[] waitsOfGroup;
    private final long[] busiest;
    private int most;
    private int mostOfAlike;
    /** The same of groups of which the members have much to do with each other. */
    private final DisjointSets closer;
    private final int[] waitsOfCloser;
    private final long[] busiestOfCloser;
    private int mostOfCloser;
    /** The hosts on which those who share a sleep are not of the work. */
    private final BitSet sleepersAside = new BitSet();

    Activity(Timeline timeline, ThreadRoles roles, long from, long to) {
        this.timeline = timeline;
        this.roles = roles;
        this.from = from;
        this.to = to;
        partNanos = (to - from) / PARTS + 1;
        targets = new WaitTargets(timeline);
        alike = new Alike(timeline);
        servants = JavaMachines.servants(timeline, roles);
        busy = new long[timeline.threadCount()];
        waited = new long[busy.length];
        slept = new long[busy.length];
        waits = new boolean[busy.length];
        waitedFor = new boolean[busy.length];
        started = new int[busy.length];
        ran = new long[busy.length];
        ranOfStarted = new long[busy.length];
        groups = new DisjointSets(timeline.vertexCount());
        closer = new DisjointSets(timeline.vertexCount());
        waitsOfCloser = new int[timeline.vertexCount()];
        busiestOfCloser = new long[waitsOfCloser.length];
        waitsFor = new int[timeline.vertexCount()];
        waitsLong = new long[waitsFor.length];
        sleepers = new SharedSleep(timeline, alike);
        waitsOfGroup = new int[waitsFor.length];
        busiest = new long[waitsFor.length];
    }

    /** Adds what a thread did. */
    void add(int thread, Progress progress) {
        if (!roles.isProgram(thread) || timeline.threadEnd(thread) <= from) {
            return;
        }
        int first = timeline.segmentAt(thread, from);
        int end = timeline.endSegment(thread, to);
        for (int s = first == Timeline.NONE ? timeline.firstSegment(thread) : first; s < end; s++) {
            if ((s & POLL_MASK) == 0) {
                progress.check();
            }
            ThreadState state = timeline.state(s);
            if (state == ThreadState.RUNNING) {
                long nanos = nanos(thread, s);
                busy[thread] += nanos;
                ran[thread] += nanos;
                addRan(Math.max(timeline.start(s), from), nanos);
            } else if (state == ThreadState.BLOCKED) {
                addWait(thread, s, targets.of(thread, s), nanos(thread, s));
            }
        }
        endOf(thread);
        if (isStarted(thread)) {
            started[timeline.parent(thread)]++;
        }
    }

    /** Whether a thread of a program begins a process that another one starts in the range. */
    private boolean isStarted(int thread) {
        int maker = timeline.parent(thread);
        return maker != Timeline.NONE && roles.isProgram(thread) && timeline.pid(thread) != timeline.pid(maker)
                && timeline.threadStart(thread) >= from && timeline.threadStart(thread) < to;
    }

    private void addRan(long begin, long nanos) {
        long at = begin;
        for (int part = part(begin); at < begin + nanos; part++) {
            long next = Math.min(begin + nanos, from + (part + 1) * partNanos);
            ranIn[part] += next - at;
            at = next;
        }
    }

    private int part(long time) {
        return (int) ((time - from) / partNanos);
    }

    /** For how long programs ran while a thread lived, from the begin of a part to the end of one. */
    private long ranWhileItLives(int thread) {
        long begin = Math.max(from, timeline.threadStart(thread));
        long end = Math.min(to, timeline.threadEnd(thread));
        return begin < end ? ranIn[part(end - 1) + 1] - ranIn[part(begin)] : 0;
    }

    private long nanos(int thread, int segment) {
        return Math.min(timeline.end(thread, segment), to) - Math.max(timeline.start(segment), from);
    }

    private void addWait(int thread, int segment, int target, long nanos) {
        waited[thread] += nanos;
        if (target == Timeline.NONE) {
            return;
        }
        boolean resource = target >= busy.length;
        if (resource && timeline.kind(target) == VertexKind.TIMER) {
            long[] sum = timeline.isHeld(segment) ? busy : slept; // whom the kernel holds back has something to do
            sum[thread] += nanos;
        } else if (resource && timeline.kind(target) == VertexKind.DISK) {
            busy[thread] += nanos;
            count(target, nanos);
        } else if (isSomebody(target) && !servants.get(thread)) {
            count(target, nanos);
        }
    }

    private void count(int target, long nanos) {
        waitsLong[target] += nanos;
        if (waitsFor[target]++ == 0) {
            targetsOfThread.add(target);
        }
    }

    /** When a thread was added. */
    private void endOf(int thread) {
        for (int i = 0; i < targetsOfThread.size(); i++) {
            int target = targetsOfThread.getInt(i);
            int count = waitsFor[target];
            pairs.addTo(pair(thread, target), count);
            often.addTo(pair(self(thread), self(target)), count);
            toAlike.addTo(pair(self(thread), alike.first(target)), count);
            ofAlike.addTo(alike.pair(thread, target), count);
            longOfAlike.addTo(alike.pair(thread, target), waitsLong[target]);
            sleepers.add(thread, target, waitsLong[target]);
            waitsFor[target] = 0;
            waitsLong[target] = 0;
        }
        targetsOfThread.clear();
    }

    /** A number for the thread itself; one for all equal threads that live for a small part of the range only: none of them waits often, and all together do. */
    private int self(int vertex) {
        return vertex < busy.length && livesShortly(vertex) ? timeline.vertexCount() + alike.first(vertex) : vertex;
    }

    private boolean livesShortly(int thread) {
        return Math.min(timeline.threadEnd(thread), to) - Math.max(timeline.threadStart(thread), from)
                < (to - from) / RepeatedWaits.SMALLEST_GROUP;
    }

    /** Whether such a thread waits often for this one. */
    private boolean waitsForIt(int thread, int target) {
        return often.get(pair(self(thread), self(target))) >= SetAside.FEW;
    }

    /** Whether such a thread waits often for threads like this one. */
    private boolean waitsForSuch(int thread, int target) {
        return toAlike.get(pair(self(thread), alike.first(target))) >= SetAside.FEW;
    }

    /** Whether threads like these have much to do with each other: their waits are as often as others, or last long. Who tells somebody once in a while that it is still there does what it does apart from that one. */
    private boolean holdsTogether(int thread, int target) {
        long pair = alike.pair(thread, target);
        return (long) ofAlike.get(pair) * RepeatedWaits.SMALLEST_GROUP >= mostOfAlike
                || longOfAlike.get(pair) >= (to - from) / BUSY_AT_LEAST_A;
    }

    private static long pair(int thread, int target) {
        return IntPair.of(thread, target);
    }

    /** Whom work may wait for: not the clock, and nobody of the tracer. */
    private boolean isSomebody(int target) {
        return target < busy.length ? !roles.isOfTracer(target) : timeline.kind(target) == VertexKind.NETWORK;
    }

    /** When all threads were added: finds who waits for whom often, and the groups. */
    void group() {
        sleepers.find(thread -> idles(thread) ? waited[thread] : 0, thread -> slept[thread]);
        for (int count : ofAlike.values()) {
            mostOfAlike = Math.max(mostOfAlike, count);
        }
        for (long pair : pairs.keySet()) {
            int thread = IntPair.first(pair);
            int target = IntPair.second(pair);
            if (waitsForSuch(thread, target) && (target < busy.length || timeline.kind(target) == VertexKind.DISK)
                    && !sleepers.areApart(thread, target)) {
                groups.join(thread, target);
                if (holdsTogether(thread, target)) {
                    closer.join(thread, target);
                }
            }
        }
        pairs.long2IntEntrySet().fastForEach(pair -> {
            int thread = IntPair.first(pair.getLongKey());
            int target = IntPair.second(pair.getLongKey());
            if (waitsForSuch(thread, target) && !sleepers.isWoken(thread, target)) {
                waitsOfGroup[groups.root(thread)] += pair.getIntValue();
                waitsOfCloser[closer.root(thread)] += pair.getIntValue();
                waits[thread] |= target < busy.length || timeline.kind(target) != VertexKind.DISK; // who only uses a disk waits for nobody
                if (target < waitedFor.length && waitsForIt(thread, target)) {
                    waitedFor[target] = true;
                }
            }
        });
        for (int thread = 0; thread < busy.length; thread++) {
            int root = groups.root(thread);
            busiest[root] = Math.max(busiest[root], busy[thread]);
            busiestOfCloser[closer.root(thread)] = Math.max(busiestOfCloser[closer.root(thread)], busy[thread]);
        }
        mostOfCloser = Arrays.stream(waitsOfCloser).max().orElse(0);
        findMost();
        shareOfShort();
        sumStarted();
    }

    /** Sums for how long all ran that each has started, beginning with those that have started none. O(threads). */
    private void sumStarted() {
        long[] withAll = ran.clone();
        int[] open = new int[busy.length];
        for (int thread = 0; thread < open.length; thread++) {
            if (timeline.parent(thread) != Timeline.NONE) {
                open[timeline.parent(thread)]++;
            }
        }
        for (int leaf = 0; leaf < open.length; leaf++) {
            int thread = leaf;
            while (thread != Timeline.NONE && open[thread] == 0) {
                open[thread] = -1; // it is done
                int maker = timeline.parent(thread);
                if (maker != Timeline.NONE) {
                    withAll[maker] += withAll[thread];
                    ranOfStarted[maker] += isStarted(thread) ? withAll[thread] : 0;
                    open[maker]--;
                }
                thread = maker;
            }
        }
        long before = 0;
        for (int part = 0; part < ranIn.length; part++) {
            long ofPart = ranIn[part];
            ranIn[part] = before;
            before += ofPart;
        }
    }

    /** How often those wait who wait most; who shares a sleep is not of them if others of its host have something to do with each other, and one of these is busy, or others wait so much more often. */
    private void findMost() {
        boolean[] sleep = new boolean[waitsOfGroup.length];
        int[] mostOfSleepers = new int[timeline.hostCount()];
        for (int thread = 0; thread < busy.length; thread++) {
            if (sleepers.has(thread)) {
                int root = groups.root(thread);
                sleep[root] = true;
                mostOfSleepers[timeline.host(thread)] = Math.max(mostOfSleepers[timeline.host(thread)], waitsOfGroup[root]);
            }
        }
        for (int group = 0; group < sleep.length; group++) {
            most = sleep[group] ? most : Math.max(most, waitsOfGroup[group]);
        }
        for (int thread = 0; thread < busy.length; thread++) {
            int root = groups.root(thread);
            if (!sleep[root] && waitsOfGroup[root] >= SetAside.WORK && busy[thread] >= (to - from) / RepeatedWaits.SMALLEST_GROUP) {
                sleepersAside.set(timeline.host(thread));
            }
        }
        for (int host = 0; host < mostOfSleepers.length; host++) {
            boolean aside = sleepersAside.get(host)
                    || most >= SetAside.WORK && (long) mostOfSleepers[host] * RepeatedWaits.SMALLEST_GROUP < most;
            sleepersAside.set(host, aside);
        }
        for (int host = 0; host < mostOfSleepers.length; host++) {
            most = sleepersAside.get(host) ? most : Math.max(most, mostOfSleepers[host]);
        }
    }

    /** When groups are known: whom a thread of the kernel waits for on other hosts often, while a program waits for it, as for the copy of a disk. O(segments of these). */
    void followElsewhere(Progress progress) {
        IntArrayList next = new IntArrayList();
        for (int thread = 0; thread < waitedFor.length; thread++) {
            if (waitedFor[thread] && roles.of(thread) == ThreadRoles.Role.KERNEL) {
                next.add(thread);
            }
        }
        while (!next.isEmpty()) {
            progress.check();
            int thread = next.popInt();
            int end = timeline.endSegment(thread, to);
            for (int s = Math.max(timeline.firstSegment(thread), timeline.segmentAt(thread, from)); s < end; s++) {
                int target = timeline.state(s) == ThreadState.BLOCKED ? targets.of(thread, s) : Timeline.NONE;
                boolean elsewhere = target != Timeline.NONE && target < waitedFor.length && timeline.host(target) != timeline.host(thread)
                        && roles.of(target) == ThreadRoles.Role.KERNEL;
                if (elsewhere && pairs.addTo(pair(thread, target), 1) + 1 == SetAside.FEW && !waitedFor[target]) {
                    waitedFor[target] = true;
                    next.add(target);
                }
            }
        }
    }

    /** What threads that live shortly did counts for all of them that are equal: each of many requests is of the work if one is. */
    private void shareOfShort() {
        long[] busyOfAlike = new long[busy.length];
        boolean[] waitsOfAlike = new boolean[busy.length];
        boolean[] waitedForOfAlike = new boolean[busy.length];
        for (int thread = 0; thread < busy.length; thread++) {
            if (livesShortly(thread)) {
                int first = alike.first(thread);
                busyOfAlike[first] += busy[thread];
                waitsOfAlike[first] |= waits[thread];
                waitedForOfAlike[first] |= waitedFor[thread];
            }
        }
        for (int thread = 0; thread < busy.length; thread++) {
            if (livesShortly(thread)) {
                int first = alike.first(thread);
                busy[thread] = busyOfAlike[first];
                waits[thread] = waitsOfAlike[first];
                waitedFor[thread] = waitedForOfAlike[first];
            }
        }
    }

    /** The threads that take turns at a sleep. */
    BitSet sleepers() {
        BitSet all = new BitSet();
        for (int thread = 0; thread < busy.length; thread++) {
            all.set(thread, sleepers.has(thread));
        }
        return all;
    }

    /** Whether a thread of a program waits for this one again and again. */
    boolean isWaitedFor(int thread) {
        return waitedFor[thread];
    }

    /** Whether it runs, uses a disk or is held back by the kernel for next to none of the range. */
    private boolean idles(int thread) {
        return busy[thread] < (to - from) / BUSY_AT_LEAST_A;
    }

    /** Whether it starts processes again and again that do most of what is computed beside itself while it lives, where nobody waits for anybody often: it sets their pace, though it looks after their end by the clock. */
    private boolean isStartOfAll(int thread) {
        return started[thread] >= SetAside.FEW && most < SetAside.WORK
                && ranOfStarted[thread] >= (ranWhileItLives(thread) - ran[thread]) / STARTED_AT_LEAST_A;
    }

    /** The threads that would run beside the work but for waits that are few and short: they tell somebody who is of the work that they are still there. Where those of several processes wait for each other for long, somebody asks for something. */
    BitSet besideButForFew() {
        int[] firstOfCloser = new int[waitsOfCloser.length];
        Arrays.fill(firstOfCloser, Timeline.NONE);
        BitSet several = new BitSet();
        for (int thread = 0; thread < busy.length; thread++) {
            int root = closer.root(thread);
            if (firstOfCloser[root] == Timeline.NONE) {
                firstOfCloser[root] = thread;
            } else if (!Kin.areOfOneProcess(timeline, firstOfCloser[root], thread)) {
                several.set(root);
            }
        }
        BitSet all = new BitSet();
        for (int thread = 0; thread < busy.length; thread++) {
            int root = closer.root(thread);
            all.set(thread,
                    roles.isProgram(thread) && !several.get(root) && mostOfCloser >= SetAside.WORK && waitsOfCloser[root] < SetAside.WORK
                            && (long) waitsOfCloser[root] * RepeatedWaits.SMALLEST_GROUP < mostOfCloser
                            && busiestOfCloser[root] < (to - from) / RepeatedWaits.SMALLEST_GROUP);
        }
        keepWholeProcesses(all);
        return all;
    }

    /** Leaves threads of processes of which another one, that has little to do with them, runs for a hundredth of the range: else they are all that the program does. */
    private void keepWholeProcesses(BitSet threads) {
        Long2IntOpenHashMap groupOf = new Long2IntOpenHashMap();
        groupOf.defaultReturnValue(Timeline.NONE);
        LongOpenHashSet several = new LongOpenHashSet();
        for (int thread = 0; thread < busy.length; thread++) {
            if (!servants.get(thread) && ran[thread] >= (to - from) / RUNS_AT_LEAST_A) {
                int before = groupOf.putIfAbsent(Kin.process(timeline, thread), closer.root(thread));
                if (before != Timeline.NONE && before != closer.root(thread)) {
                    several.add(Kin.process(timeline, thread));
                }
            }
        }
        for (int thread = threads.nextSetBit(0); thread >= 0; thread = threads.nextSetBit(thread + 1)) {
            int group = groupOf.get(Kin.process(timeline, thread));
            threads.set(thread, several.contains(Kin.process(timeline, thread)) || group != Timeline.NONE && group != closer.root(thread));
        }
    }

    /** Why a thread of a program is left out. */
    SetAside.Why why(int thread) {
        boolean idles = idles(thread) && !waitedFor[thread] && !isStartOfAll(thread);
        if (idles && !waits[thread]) {
            return SetAside.Why.WAITS_ONLY;
        }
        if (idles && slept[thread] > 0 && slept[thread] >= waited[thread] / 10 * SLEEPS_TENTHS) {
            return SetAside.Why.SLEEPS;
        }
        if (sleepers.has(thread) && sleepersAside.get(timeline.host(thread))) {
            return SetAside.Why.SHARES;
        }
        int root = groups.root(thread);
        boolean beside = most >= SetAside.WORK && (long) waitsOfGroup[root] * RepeatedWaits.SMALLEST_GROUP < most
                && busiest[root] < (to - from) / RepeatedWaits.SMALLEST_GROUP;
        return beside ? SetAside.Why.BESIDE : SetAside.Why.NOT;
    }
}
