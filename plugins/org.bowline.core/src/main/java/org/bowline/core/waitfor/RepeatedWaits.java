/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.jspecify.annotations.Nullable;

import org.bowline.core.column.Ascending;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * The part of a recording in which the work repeats, found by the waits alone: where the same threads wait for each other, or for the same disk, again and
 * again. What lies around it is the start and the end of the programs and the time until somebody stops the recording. Immutable.
 *
 * <p>Two threads of programs are partners if one waits for the other {@value #LEAST_OF_PARTNERS} times or more, both directions together, and a thread and a
 * disk if it waits {@value #LEAST_OF_GROUP} times; so, too, a thread and the kernel of another host that serves it. Partners, and partners of partners, are a group; a group works if its members wait at least
 * {@value #LEAST_OF_GROUP} times for each other, and at least a {@value #SMALLEST_GROUP}th as often as the group which waits most. Groups that wait at the same
 * time are a phase: half of the waits of one, or more, lie in the range of the other. The range is that of all phases which have at least a
 * {@value #SMALLEST_PHASE}th of the waits of the largest, so that the shell of a session does not stretch it: from the 2nd to the 98th percentile of the ends of
 * their waits, without the few at either end, under a tenth of all, that are farther from the rest than the rest is long. Where threads of a group seldom wait for each other, their waits for
 * a disk that mostly come before those for the one for which they wait most are a phase of their own: programs read their files from another disk when they start. Of a group whose threads wait for each
 * other often enough, waits for disks do not make the range longer by more than a {@value #STRETCH}th: programs read and write files when they start. It lies within the {@linkplain CommonTime time in which the hosts of these threads
 * are recorded}. Why so, and where it fails: ADR 0027 and ADR 0244.
 *
 * <p>Where no two threads meet so often, as in a server with a thread for each request, {@linkplain Alike equal threads} count as one; waits for the end of a thread do not count then.
 *
 * <p>O(segments + waits × log waits) time, 16 bytes a wait.
 */
public final class RepeatedWaits {
    /** So many waits of two threads for each other are not chance. */
    static final int LEAST_OF_PARTNERS = 3;
    /** So many waits in a group are work that repeats. */
    static final int LEAST_OF_GROUP = 20;
    /** A group that waits less often than this part of the most active one runs beside the work. */
    static final int SMALLEST_GROUP = 5;
    /** A phase with less than this part of the waits of the largest is preparation, or cleaning up. */
    static final int SMALLEST_PHASE = 2;
    /** Waits for disks that make the range longer by more than this part are those of the start, or of the end. */
    static final int STRETCH = 10;
    /** Waits for less than this part of the time for which programs compute are not what their work is about. */
    static final int LITTLE = 10;
    private static final int PERCENT_OUTSIDE = 2;
    /** Fewer than this part of all waits may be those of the start, or of the end. */
    private static final int FEW_OF_ALL = 10;
    /** A thread that ends so shortly after it ended another's wait was waited for to end, ns. */
    private static final long AT_ITS_END = 1_000_000;
    private static final int POLL_MASK = (1 << 16) - 1;

    private final long fromNanos;
    private final long toNanos;
    private final int[] threads;
    private final long waits;
    private final long forDisks;
    private final long forKernels;

    private RepeatedWaits(long fromNanos, long toNanos, int[] threads, long waits, long forDisks, long forKernels) {
        this.fromNanos = fromNanos;
        this.toNanos = toNanos;
        this.threads = threads;
        this.waits = waits;
        this.forDisks = forDisks;
        this.forKernels = forKernels;
    }

    /**
     * Finds them.
     *
     * @param timeline what the threads did
     * @param roles whose they are
     * @param progress asked whether to stop
     * @return what was found; {@link #isFound} says whether anything was
     * @throws org.bowline.core.progress.CancelledException if it was to stop
     */
    public static RepeatedWaits of(Timeline timeline, ThreadRoles roles, Progress progress) {
        return new Search(timeline, roles, progress).run();
    }

    /** Whether some work repeats. */
    public boolean isFound() {
        return fromNanos < toNanos;
    }

    /** Begin of the range, reference time, ns; that of the timeline if nothing was found. */
    public long fromNanos() {
        return fromNanos;
    }

    /** End of the range, exclusive; not after its begin if nothing was found. */
    public long toNanos() {
        return toNanos;
    }

    /** How many threads wait for each other in it, those of the groups. */
    public int threadCount() {
        return threads.length;
    }

    /** A thread of it, the one with the most waits first. */
    public int thread(int i) {
        return threads[i];
    }

    /** How many of {@link #waits} are for disks. */
    public long waitsForDisks() {
        return forDisks;
    }

    /** How many of {@link #waits} are for the kernel of another host, which serves files or disks. */
    public long waitsForKernels() {
        return forKernels;
    }

    /** How many of their waits for each other, or for disks, there are in the recording; while all of their hosts are recorded, if the range was cut for that. */
    public long waits() {
        return waits;
    }

    /**
     * Whether these waits are nothing beside what programs compute in their range: at least one of them lasts for less than a {@value #LITTLE}th of that time. O(segments of the threads and, where each of them waits for little, of all programs).
     *
     * @param timeline of these waits
     * @param roles whose its threads are
     * @param progress asked whether to stop
     * @throws org.bowline.core.progress.CancelledException if it was to stop
     */
    public boolean areLittle(Timeline timeline, ThreadRoles roles, Progress progress) {
        WaitTargets targets = new WaitTargets(timeline);
        BitSet members = new BitSet();
        for (int thread : threads) {
            members.set(thread);
        }
        TimeUnion waited = new TimeUnion(fromNanos, toNanos);
        for (int thread : threads) {
            progress.check();
            TimeUnion ofThread = new TimeUnion(fromNanos, toNanos);
            int end = timeline.endSegment(thread, toNanos);
            for (int s = timeline.firstSegment(thread); s < end; s++) {
                if (timeline.state(s) == ThreadState.BLOCKED && isOfThese(timeline, roles, members, thread, targets.of(thread, s), s)) {
                    ofThread.add(timeline.start(s), timeline.end(thread, s));
                }
            }
            if (ofThread.nanos() * LITTLE >= toNanos - fromNanos) {
                return false; // nobody computes for longer than the range
            }
            waited.add(ofThread);
        }
        TimeUnion computed = new TimeUnion(fromNanos, toNanos);
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            progress.check();
            if (roles.isProgram(thread)) {
                computed.addOnCpu(timeline, thread);
            }
        }
        return waited.nanos() * LITTLE < computed.nanos();
    }

    private static boolean isOfThese(Timeline timeline, ThreadRoles roles, BitSet members, int thread, int target, int segment) {
        return target != Timeline.NONE && target != thread
                && (target < timeline.threadCount() ? members.get(target) || serves(timeline, roles, target, thread, segment)
                        : timeline.kind(target) == VertexKind.DISK);
    }

    /** Whether a thread of the kernel of another host answers, as servers of files and of disks do; what such a kernel asks ends the waits of programs that serve it. */
    private static boolean serves(Timeline timeline, ThreadRoles roles, int target, int thread, int segment) {
        return timeline.host(target) != timeline.host(thread) && roles.of(target) == ThreadRoles.Role.KERNEL
                && timeline.cause(segment) == Cause.NETWORK && timeline.link(segment) != Timeline.NONE
                && timeline.packetOpener(timeline.link(segment)) != Timeline.Opener.SENDER;
    }

    /** Collects the waits, joins partners, and takes the percentiles. */
    private static final class Search {
        private final Timeline timeline;
        private final ThreadRoles roles;
        private final Progress progress;
        /** The pairs that wait, as they were met; waits name them by their number. */
        private final LongArrayList pairs = new LongArrayList();
        private final Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();
        /** By vertex, 1 + the number of its pair with the thread whose waits are collected; 0 if it was not met yet. */
        private final int[] pairWith;
        private final IntArrayList met = new IntArrayList();
        /** Of each wait. */
        private final IntColumn pairOf = new IntColumn();
        private final LongColumn ends = new LongColumn();
        /** Which of them are waits for the end of a thread. */
        private final BitSet joins = new BitSet();
        /** Representatives of groups of vertices: a union-find forest. */
        private final int[] group;
        /** Whether the waits of a group for disks tell when it works. */
        private boolean[] byDisks = {};

        Search(Timeline timeline, ThreadRoles roles, Progress progress) {
            this.timeline = timeline;
            this.roles = roles;
            this.progress = progress;
            group = new int[timeline.vertexCount()];
            pairWith = new int[timeline.vertexCount()];
        }

        RepeatedWaits run() {
            collect();
            int[] counts = new int[pairs.size()];
            for (int i = 0; i < pairOf.size(); i++) {
                counts[pairOf.get(i)]++;
            }
            RepeatedWaits same = range(counts, vertex -> vertex);
            if (same.isFound()) {
                return same;
            }
            Alike alike = new Alike(timeline);
            return range(ofAlike(alike), alike::first);
        }

        /**
         * For each pair, the waits of all pairs of equal threads: where each request has a thread of its own, no two meet often. Waits for the end of a thread do not count: a shell that starts one command
         * after the other has many of them.
         */
        private int[] ofAlike(Alike alike) {
            int[] counts = new int[pairs.size()];
            for (int i = 0; i < pairOf.size(); i++) {
                counts[pairOf.get(i)] += joins.get(i) ? 0 : 1;
            }
            Long2IntOpenHashMap sums = new Long2IntOpenHashMap();
            for (int pair = 0; pair < counts.length; pair++) {
                sums.addTo(alike.pair(first(pair), second(pair)), counts[pair]);
            }
            for (int pair = 0; pair < counts.length; pair++) {
                counts[pair] = sums.get(alike.pair(first(pair), second(pair)));
            }
            return counts;
        }

        /** By how often pairs wait; a vertex is of one group with the one that stands for it. */
        private RepeatedWaits range(int[] counts, IntUnaryOperator standsFor) {
            Arrays.setAll(group, vertex -> vertex);
            boolean[] partners = new boolean[counts.length];
            for (int pair = 0; pair < counts.length; pair++) {
                partners[pair] = arePartners(pair, counts[pair]);
                if (partners[pair]) {
                    join(first(pair), second(pair));
                    join(first(pair), standsFor.applyAsInt(first(pair)));
                    join(second(pair), standsFor.applyAsInt(second(pair)));
                }
            }
            int[] rootOf = new int[counts.length];
            Arrays.setAll(rootOf, pair -> root(first(pair)));
            int[] waitsOfGroup = new int[group.length];
            int[] forThreads = new int[group.length];
            for (int i = 0; i < pairOf.size(); i++) {
                int pair = pairOf.get(i);
                if (partners[pair]) {
                    waitsOfGroup[rootOf[pair]]++;
                    forThreads[rootOf[pair]] += isProgram(second(pair)) ? 1 : 0;
                }
            }
            byDisks = new boolean[group.length];
            for (int root = 0; root < byDisks.length; root++) {
                byDisks[root] = forThreads[root] < LEAST_OF_GROUP || (long) forThreads[root] * SMALLEST_GROUP < waitsOfGroup[root];
            }
            int most = Arrays.stream(waitsOfGroup).max().orElse(0);
            int least = Math.max(LEAST_OF_GROUP, (most + SMALLEST_GROUP - 1) / SMALLEST_GROUP);
            if (most < least) {
                return new RepeatedWaits(timeline.startNanos(), timeline.startNanos(), new int[0], 0, 0, 0);
            }
            int[] units = units(rootOf);
            return range(partners, units, unitsAtWork(partners, rootOf, units, waitsOfGroup, least));
        }

        /** A number for each pair: that of its group; or, where disks tell when a group works, another one for each disk for which it mostly waits before it waits for that for which it waits most: a program reads its files from another disk when it starts. */
        private int[] units(int[] rootOf) {
            Long2LongOpenHashMap waitsOfDisk = new Long2LongOpenHashMap();
            for (int i = 0; i < pairOf.size(); i++) {
                if (isOfOneDisk(pairOf.get(i), rootOf)) {
                    waitsOfDisk.addTo(ofDisk(pairOf.get(i), rootOf), 1);
                }
            }
            int[] disk = new int[group.length]; // for which a group waits most
            long[] most = new long[group.length];
            long[] from = new long[group.length];
            Arrays.fill(disk, Timeline.NONE);
            Arrays.fill(from, Long.MAX_VALUE);
            waitsOfDisk.long2LongEntrySet().forEach(one -> {
                int root = (int) (one.getLongKey() >>> 32);
                if (one.getLongValue() > most[root] || one.getLongValue() == most[root] && (int) one.getLongKey() < disk[root]) {
                    most[root] = one.getLongValue();
                    disk[root] = (int) one.getLongKey();
                }
            });
            for (int i = 0; i < pairOf.size(); i++) {
                int pair = pairOf.get(i);
                if (second(pair) == disk[rootOf[pair]]) {
                    from[rootOf[pair]] = Math.min(from[rootOf[pair]], ends.get(i));
                }
            }
            Long2LongOpenHashMap before = new Long2LongOpenHashMap();
            for (int i = 0; i < pairOf.size(); i++) {
                int pair = pairOf.get(i);
                if (isOfOneDisk(pair, rootOf) && ends.get(i) < from[rootOf[pair]]) {
                    before.addTo(ofDisk(pair, rootOf), 1);
                }
            }
            Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();
            int[] units = new int[rootOf.length];
            for (int pair = 0; pair < units.length; pair++) {
                long of = ofDisk(pair, rootOf);
                boolean atTheStart = isOfOneDisk(pair, rootOf) && 2 * before.get(of) > waitsOfDisk.get(of);
                units[pair] = atTheStart ? group.length + numbers.computeIfAbsent(of, one -> numbers.size()) : rootOf[pair];
            }
            return units;
        }

        private long ofDisk(int pair, int[] rootOf) {
            return (long) rootOf[pair] << 32 | second(pair);
        }

        private boolean isOfOneDisk(int pair, int[] rootOf) {
            return !isProgram(second(pair)) && byDisks[rootOf[pair]];
        }

        /** By the number of a pair, whether its waits are in one of the large phases. */
        private BitSet unitsAtWork(boolean[] partners, int[] rootOf, int[] units, int[] waitsOfGroup, int least) {
            @Nullable LongColumn[] endsOfUnit = new LongColumn[Arrays.stream(units).max().orElse(0) + 1];
            for (int i = 0; i < pairOf.size(); i++) {
                int pair = pairOf.get(i);
                if (partners[pair] && waitsOfGroup[rootOf[pair]] >= least && tellsWhen(pair)) {
                    LongColumn of = endsOfUnit[units[pair]];
                    if (of == null) {
                        of = new LongColumn();
                        endsOfUnit[units[pair]] = of;
                    }
                    of.add(ends.get(i));
                }
            }
            List<Map.Entry<Integer, LongColumn>> mostFirst = new ArrayList<>();
            for (int unit = 0; unit < endsOfUnit.length; unit++) {
                LongColumn of = endsOfUnit[unit];
                if (of != null) {
                    mostFirst.add(Map.entry(unit, of));
                }
            }
            mostFirst.sort(Comparator.comparing((Map.Entry<Integer, LongColumn> one) -> -one.getValue().size())
                    .thenComparing(Map.Entry.comparingByKey()));
            List<Phase> phases = new ArrayList<>();
            for (Map.Entry<Integer, LongColumn> one : mostFirst) {
                LongColumn sorted = Ascending.sorted(one.getValue());
                Phase phase = phases.stream().filter(earlier -> earlier.has(sorted)).findFirst().orElse(null);
                if (phase == null) {
                    phase = new Phase(sorted);
                    phases.add(phase);
                }
                phase.waits += sorted.size();
                phase.groups.add(one.getKey());
            }
            long largest = phases.stream().mapToLong(phase -> phase.waits).max().orElseThrow();
            BitSet atWork = new BitSet();
            phases.stream().filter(phase -> phase.waits * SMALLEST_PHASE >= largest).forEach(phase -> phase.groups.forEach(atWork::set));
            return atWork;
        }

        private RepeatedWaits range(boolean[] partners, int[] units, BitSet unitsAtWork) {
            BitSet atWork = new BitSet(partners.length);
            for (int pair = 0; pair < partners.length; pair++) {
                atWork.set(pair, partners[pair] && unitsAtWork.get(units[pair]));
            }
            RepeatedWaits found = range(atWork, Long.MIN_VALUE, Long.MAX_VALUE);
            if (CommonTime.isThroughout(timeline, found.fromNanos, found.toNanos)) {
                return found;
            }
            CommonTime recorded = CommonTime.of(timeline, found.fromNanos, found.toNanos, () -> waitsOfHosts(atWork),
                    (from, to) -> waitsThatTell(atWork, from, to));
            return recorded.isLessThan(found.fromNanos, found.toNanos)
                    ? range(atWork, recorded.leastNanos(found.fromNanos), recorded.mostNanos(found.toNanos)) : found;
        }

        /** Per host, in how many waits of some pairs its threads have a part. */
        private long[] waitsOfHosts(BitSet atWork) {
            long[] waitsOf = new long[timeline.hostCount()];
            for (int i = 0; i < pairOf.size(); i++) {
                int pair = pairOf.get(i);
                if (atWork.get(pair) && tellsWhen(pair)) {
                    int one = timeline.host(first(pair));
                    int other = timeline.host(second(pair));
                    waitsOf[one]++;
                    waitsOf[other] += other == one ? 0 : 1;
                }
            }
            return waitsOf;
        }

        /** How many waits of some pairs end between two times, both included, of those that tell when their group works. */
        private long waitsThatTell(BitSet atWork, long from, long to) {
            long sum = 0;
            for (int i = 0; i < pairOf.size(); i++) {
                sum += atWork.get(pairOf.get(i)) && tellsWhen(pairOf.get(i)) && ends.get(i) >= from && ends.get(i) <= to ? 1 : 0;
            }
            return sum;
        }

        /** By the waits of some pairs that end between two times, both included. */
        private RepeatedWaits range(BitSet atWork, long from, long to) {
            LongColumn times = new LongColumn();
            LongColumn telling = new LongColumn();
            int[] waitsOf = new int[timeline.threadCount()];
            long forDisks = 0;
            long forKernels = 0;
            for (int i = 0; i < pairOf.size(); i++) {
                int pair = pairOf.get(i);
                if (atWork.get(pair) && ends.get(i) >= from && ends.get(i) <= to) {
                    times.add(ends.get(i));
                    if (tellsWhen(pair)) {
                        telling.add(ends.get(i));
                    }
                    waitsOf[first(pair)]++;
                    if (isProgram(second(pair))) {
                        waitsOf[second(pair)]++;
                    } else if (second(pair) < waitsOf.length) {
                        forKernels++;
                    } else {
                        forDisks++;
                    }
                }
            }
            long[] all = range(Ascending.sorted(times));
            long[] least = telling.size() == times.size() ? all : range(Ascending.sorted(telling));
            long[] range = all[1] - all[0] > least[1] - least[0] + (least[1] - least[0]) / STRETCH ? least : all;
            IntArrayList members = new IntArrayList();
            for (int thread = 0; thread < waitsOf.length; thread++) {
                if (waitsOf[thread] > 0) {
                    members.add(thread);
                }
            }
            int[] byWaits = members.toIntArray();
            IntArrays.stableSort(byWaits, (a, b) -> Integer.compare(waitsOf[b], waitsOf[a]));
            return new RepeatedWaits(range[0], range[1], byWaits, times.size(), forDisks, forKernels);
        }

        /** From the first to the last of these times, without those outside. */
        private static long[] range(LongColumn sorted) {
            int outside = outside(sorted);
            int first = outside;
            int last = sorted.size() - 1 - outside;
            int few = sorted.size() / FEW_OF_ALL;
            for (int i = first; i < outside + few; i++) {
                first = sorted.get(i + 1) - sorted.get(i) > sorted.get(last) - sorted.get(i + 1) ? i + 1 : first;
            }
            for (int i = last; i > sorted.size() - 1 - outside - few; i--) {
                last = sorted.get(i) - sorted.get(i - 1) > sorted.get(i - 1) - sorted.get(first) ? i - 1 : last;
            }
            return new long[] {sorted.get(first), sorted.get(last)};
        }

        private static int outside(LongColumn sorted) {
            return (int) ((long) sorted.size() * PERCENT_OUTSIDE / 100);
        }

        private void collect() {
            WaitTargets targets = new WaitTargets(timeline);
            for (int thread = 0; thread < timeline.threadCount(); thread++) {
                progress.check();
                if (!roles.isProgram(thread)) {
                    continue;
                }
                for (int segment = timeline.firstSegment(thread); segment < timeline.endSegment(thread); segment++) {
                    if ((segment & POLL_MASK) == 0) {
                        progress.check();
                    }
                    if (timeline.state(segment) == ThreadState.BLOCKED) {
                        add(thread, segment, targets.of(thread, segment), timeline.end(thread, segment));
                    }
                }
                for (int i = 0; i < met.size(); i++) {
                    pairWith[met.getInt(i)] = 0;
                }
                met.clear();
            }
        }

        private void add(int thread, int segment, int target, long end) {
            boolean outside = end <= timeline.startNanos() || end > timeline.endNanos(); // of a host whose clock is not known
            if (target == Timeline.NONE || target == thread || outside) {
                return;
            }
            boolean counts = target < timeline.threadCount() ? roles.isProgram(target) || serves(timeline, roles, target, thread, segment)
                    : timeline.kind(target) == VertexKind.DISK;
            if (counts) {
                joins.set(pairOf.size(), target < timeline.threadCount() && isJoin(thread, target, end));
                pairOf.add(pair(thread, target));
                ends.add(end);
            }
        }

        private int pair(int thread, int target) {
            if (pairWith[target] == 0) {
                boolean inOrder = thread < target || target < timeline.threadCount() && !roles.isProgram(target); // what is no program waits for nobody here
                long pair = inOrder ? (long) thread << 32 | target : (long) target << 32 | thread;
                int number = numbers.computeIfAbsent(pair, key -> {
                    pairs.add(pair);
                    return pairs.size() - 1;
                });
                pairWith[target] = number + 1;
                met.add(target);
            }
            return pairWith[target] - 1;
        }

        /** Whether a thread waited for the end of another one: of its process, or of a process that this one started. */
        private boolean isJoin(int thread, int target, long end) {
            int pid = timeline.pid(thread);
            return timeline.threadEnd(target) - end < AT_ITS_END && timeline.host(thread) == timeline.host(target)
                    && (timeline.pid(target) == pid || timeline.parentPid(target) == pid);
        }

        private boolean tellsWhen(int pair) {
            return isProgram(second(pair)) || byDisks[root(first(pair))];
        }

        private int first(int pair) {
            return (int) (pairs.getLong(pair) >>> 32);
        }

        private int second(int pair) {
            return (int) pairs.getLong(pair);
        }

        /** Programs read their files when they start: a few waits for a disk join nobody. */
        private boolean arePartners(int pair, int waits) {
            return waits >= (isProgram(second(pair)) ? LEAST_OF_PARTNERS : LEAST_OF_GROUP);
        }

        /** Threads that use the same disk, or ask the same kernel, have no more to do with each other than that: these join no groups. */
        private void join(int a, int b) {
            if (isProgram(a) && isProgram(b)) {
                int rootOfA = root(a);
                int rootOfB = root(b);
                group[Math.max(rootOfA, rootOfB)] = Math.min(rootOfA, rootOfB);
            }
        }

        private boolean isProgram(int vertex) {
            return vertex < timeline.threadCount() && roles.isProgram(vertex);
        }

        private int root(int vertex) {
            int root = vertex;
            while (group[root] != root) {
                group[root] = group[group[root]];
                root = group[root];
            }
            return root;
        }
    }

    /** Groups that wait at the same time as the first of them, which waits most. */
    private static final class Phase {
        private final long from;
        private final long to;
        private final List<Integer> groups = new ArrayList<>();
        private long waits;

        Phase(LongColumn sorted) {
            int outside = Search.outside(sorted);
            from = sorted.get(outside);
            to = sorted.get(sorted.size() - 1 - outside);
        }

        /** Whether half of these times, or more, lie in it. */
        boolean has(LongColumn sorted) {
            return 2L * (below(sorted, to + 1) - below(sorted, from)) >= sorted.size();
        }

        private static int below(LongColumn sorted, long time) {
            return sorted.firstAbove(0, sorted.size(), time - 1);
        }
    }
}
