/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.tag;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.IntPredicate;

import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import org.jspecify.annotations.Nullable;

import org.bowline.core.model.IntPair;
import org.bowline.core.order.Bisection;
import org.bowline.core.progress.Progress;
import org.bowline.core.runnable.PriorityLog;
import org.bowline.core.runnable.ProcessorWaits;
import org.bowline.core.timeline.Timeline;

/**
 * How long modules that somebody declares to be background ran on a processor for which other threads waited. A thread that is in a background module itself when it begins to wait is not
 * among the others. For which processor a thread waits, {@link ProcessorWaits} says. Of two threads that are on one processor at a time, which only a damaged trace has, both count. Immutable.
 *
 * @param rows one for each declared module and host, in the order of both; hosts on which nothing of it ran are left out
 */
public record BackgroundAhead(List<Row> rows) {
    /** What the scheduler knew of who ran and who waited. */
    public enum Order {
        /** Who waited should have run first. */
        WAITER_FIRST,
        /** They had the same priority. */
        SAME,
        /** Who ran should have run first. */
        BACKGROUND_FIRST,
        /** A priority is not known. */
        UNKNOWN
    }

    /**
     * A declared module on a host.
     *
     * @param path its number among those declared
     * @param host number of the host
     * @param nanos for how long it ran, with what is within it
     * @param aheadNanos the part during which at least one other thread waited for that processor
     * @param waits how many waits of others it was during
     * @param waitNanos the part of these for which it ran: of two that wait at a time both count
     * @param orders that part by what the scheduler knew, by {@link Order}
     * @param longest the wait of which it ran for the longest part; null if there is none
     * @param waiters who waited, the longest first
     */
    public record Row(int path, int host, long nanos, long aheadNanos, long waits, long waitNanos, List<Long> orders,
            @Nullable Wait longest,
            List<Waiter> waiters) {
        /** Copies the lists. */
        public Row {
            orders = List.copyOf(orders);
            waiters = List.copyOf(waiters);
        }

        /** What the scheduler knew for most of the time. */
        public Order order() {
            Order most = Order.WAITER_FIRST;
            for (Order order : Order.values()) {
                most = orders.get(order.ordinal()) > orders.get(most.ordinal()) ? order : most;
            }
            return most;
        }
    }

    /**
     * A wait for a processor.
     *
     * @param thread who waited
     * @param fromNanos begin within the range, reference time
     * @param toNanos end, exclusive
     * @param behindNanos for how long the module ran meanwhile
     * @param background the thread that ran in the module last meanwhile
     * @param priority of who waited, {@link PriorityLog#UNKNOWN} if it is not known
     * @param backgroundPriority of who ran
     */
    public record Wait(int thread, int cpu, long fromNanos, long toNanos, long behindNanos, int background, int priority,
            int backgroundPriority) {}

    /**
     * A thread that waited.
     *
     * @param nanos for how long the module ran meanwhile
     * @param waits in how many waits
     * @param longest the one with the longest part
     */
    public record Waiter(int thread, long nanos, long waits, Wait longest) {}

    /** Copies the list. */
    public BackgroundAhead {
        rows = List.copyOf(rows);
    }

    /**
     * Reads modules with commas between them: {@code maintenance,engine/compaction}.
     *
     * @return their paths as {@link TagPaths#text} writes them
     * @throws IllegalArgumentException if one has no name, or is declared twice; the message says how to write it
     */
    public static List<String> parse(String text) {
        List<String> paths = new ArrayList<>();
        for (String word : text.split(",", -1)) {
            String path = TagPaths.normal(word.strip());
            if (path.isEmpty()) {
                throw new IllegalArgumentException("'" + word
                        + "' names no module; write PATH, as maintenance or engine/compaction; several with commas between them");
            }
            if (paths.contains(path)) {
                throw new IllegalArgumentException("'" + path + "' is declared twice");
            }
            paths.add(path);
        }
        return List.copyOf(paths);
    }

    /**
     * Computes it. O(segments × log segments + pairs of a stretch of background and a wait during it) time, about 60 bytes for each stretch, 16 to 32 for each pair.
     *
     * @param paths the modules that are background, as {@link TagPaths#text} writes them; of one within another the inner one counts
     * @param chosen the threads whose waits count; idle threads never do
     * @throws org.bowline.core.progress.CancelledException if the progress says so
     */
    public static BackgroundAhead of(Timeline timeline, TagLog log, PriorityLog priorities, List<String> paths, long from, long to,
            IntPredicate chosen, Progress progress) {
        return new Computation(timeline, log, priorities, paths, progress).run(from, to, chosen);
    }

    /** The stretches of background on a processor. */
    private static final class OnCpu {
        private final List<Stretch> stretches = new ArrayList<>();
        /** Up to which each one and those before it go: they overlap only in damaged traces. */
        private long[] ends = {};

        void sort() {
            stretches.sort(Comparator.comparingLong((Stretch one) -> one.from).thenComparingInt(one -> one.thread));
            ends = new long[stretches.size()];
            long end = Long.MIN_VALUE;
            for (int i = 0; i < ends.length; i++) {
                end = Math.max(end, stretches.get(i).to);
                ends[i] = end;
            }
        }

        /** The first that may end after a moment. */
        int after(long nanos) {
            return Bisection.firstAbove(ends, 0, ends.length, nanos);
        }
    }

    /** A thread ran in a background module; parts of it with somebody waiting, in any order. */
    private static final class Stretch {
        private final int thread;
        private final int path;
        private final long from;
        private long to;
        private long[] waits = {};
        private int size;

        Stretch(int thread, int path, long from, long to) {
            this.thread = thread;
            this.path = path;
            this.from = from;
            this.to = to;
        }

        void waited(long begin, long end) {
            if (size + 2 > waits.length) {
                waits = Arrays.copyOf(waits, Math.max(2, Math.multiplyExact(waits.length, 2)));
            }
            waits[size++] = begin;
            waits[size++] = end;
        }

        /** How long at least one waited. */
        long union() {
            long[][] parts = new long[size / 2][];
            for (int i = 0; i < parts.length; i++) {
                parts[i] = new long[] {waits[2 * i], waits[2 * i + 1]};
            }
            Arrays.sort(parts, Comparator.comparingLong(part -> part[0]));
            long sum = 0;
            long end = Long.MIN_VALUE;
            for (long[] part : parts) {
                sum += Math.max(0, part[1] - Math.max(end, part[0]));
                end = Math.max(end, part[1]);
            }
            return sum;
        }
    }

    /** What is added up for a module on a host. */
    private static final class Sum {
        private long nanos;
        private long ahead;
        private final long[] orders = new long[Order.values().length];
        private final TreeMap<Integer, Waiter> waiters = new TreeMap<>();

        void add(Wait wait) {
            waiters.merge(wait.thread, new Waiter(wait.thread, wait.behindNanos, 1, wait),
                    (a, b) -> new Waiter(a.thread, a.nanos + b.nanos, a.waits + 1,
                            b.longest.behindNanos > a.longest.behindNanos ? b.longest : a.longest));
        }

        Row row(int path, int host) {
            List<Waiter> list = new ArrayList<>(waiters.values());
            list.sort(Comparator.comparingLong(Waiter::nanos).reversed().thenComparingInt(Waiter::thread));
            Wait longest = list.stream().map(Waiter::longest).max(Comparator.comparingLong(Wait::behindNanos)
                    .thenComparing(Comparator.comparingLong(Wait::fromNanos).reversed())).orElse(null);
            return new Row(path, host, nanos, ahead, list.stream().mapToLong(Waiter::waits).sum(),
                    list.stream().mapToLong(Waiter::nanos).sum(), Arrays.stream(orders).boxed().toList(), longest, list);
        }
    }

    private static final class Computation {
        private final Timeline timeline;
        private final PriorityLog priorities;
        private final Progress progress;
        /** By path of the log: the declared one that it is within, or −1. */
        private final int[] declared;
        private final TagLog.@Nullable Lane[] lanes;
        private final Long2ObjectOpenHashMap<OnCpu> processors = new Long2ObjectOpenHashMap<>();
        private final @Nullable Sum[][] sums;
        private final TagLog log;

        Computation(Timeline timeline, TagLog log, PriorityLog priorities, List<String> paths, Progress progress) {
            this.timeline = timeline;
            this.log = log;
            this.priorities = priorities;
            this.progress = progress;
            declared = new int[log.paths().size()];
            Arrays.fill(declared, -1);
            for (int i = paths.size() - 1; i >= 0; i--) {
                int path = log.paths().find(paths.get(i));
                if (path >= 0) {
                    declared[path] = i;
                }
            }
            for (int path = TagPaths.UNKNOWN + 1; path < declared.length; path++) {
                int parent = log.paths().parent(path);
                declared[path] = declared[path] >= 0 || parent == TagPaths.UNTAGGED ? declared[path] : declared[parent];
            }
            lanes = new TagLog.Lane[timeline.threadCount()];
            log.lanes().stream().filter(lane -> lane.thread() != Timeline.NONE).forEach(lane -> lanes[lane.thread()] = lane);
            sums = new Sum[paths.size()][timeline.hostCount()];
        }

        BackgroundAhead run(long from, long to, IntPredicate chosen) {
            TagStretches.forEach(timeline, log, from, to, thread -> true, this::stretch, progress);
            processors.values().forEach(OnCpu::sort);
            for (int thread = 0; thread < timeline.threadCount(); thread++) {
                progress.check();
                if (!timeline.isIdle(thread) && chosen.test(thread)) {
                    int who = thread;
                    ProcessorWaits.forEach(timeline, thread, from, to, (cpu, begin, end) -> wait(who, cpu, begin, end));
                }
            }
            for (var entry : processors.long2ObjectEntrySet()) {
                progress.check();
                for (Stretch stretch : entry.getValue().stretches) {
                    sum(stretch.path, timeline.host(stretch.thread)).ahead += stretch.union();
                }
            }
            List<Row> rows = new ArrayList<>();
            for (int path = 0; path < sums.length; path++) {
                for (int host = 0; host < sums[path].length; host++) {
                    Sum sum = sums[path][host];
                    if (sum != null) {
                        rows.add(sum.row(path, host));
                    }
                }
            }
            return new BackgroundAhead(rows);
        }

        private Sum sum(int path, int host) {
            Sum sum = sums[path][host];
            if (sum == null) {
                sum = new Sum();
                sums[path][host] = sum;
            }
            return sum;
        }

        private static long key(int host, int cpu) {
            return IntPair.of(host, cpu);
        }

        private void stretch(int thread, int segment, int path, long begin, long end) {
            int index = declared[path];
            if (index < 0) {
                return;
            }
            sum(index, timeline.host(thread)).nanos += end - begin;
            int cpu = timeline.cpu(segment);
            if (cpu < 0) {
                return;
            }
            List<Stretch> list = processors.computeIfAbsent(key(timeline.host(thread), cpu), k -> new OnCpu()).stretches;
            Stretch last = list.isEmpty() ? null : list.get(list.size() - 1);
            if (last != null && last.thread == thread && last.path == index && last.to == begin) {
                last.to = end;
            } else {
                list.add(new Stretch(thread, index, begin, end));
            }
        }

        private void wait(int thread, int cpu, long begin, long end) {
            OnCpu processor = cpu < 0 ? null : processors.get(key(timeline.host(thread), cpu));
            if (processor == null || isBackground(thread, begin)) {
                return;
            }
            int priority = priorities.at(thread, end);
            @Nullable Wait[] waits = new Wait[sums.length];
            for (int i = processor.after(begin); i < processor.stretches.size() && processor.stretches.get(i).from < end; i++) {
                Stretch stretch = processor.stretches.get(i);
                long first = Math.max(begin, stretch.from);
                long last = Math.min(end, stretch.to);
                if (first >= last || stretch.thread == thread) {
                    continue;
                }
                stretch.waited(first, last);
                int background = priorities.at(stretch.thread, first);
                sum(stretch.path, timeline.host(thread)).orders[order(priority, background).ordinal()] += last - first;
                Wait before = waits[stretch.path];
                waits[stretch.path] = new Wait(thread, cpu, begin, end, (before == null ? 0 : before.behindNanos) + last - first,
                        stretch.thread, priority, background);
            }
            for (int path = 0; path < waits.length; path++) {
                Wait wait = waits[path];
                if (wait != null) {
                    sum(path, timeline.host(thread)).add(wait);
                }
            }
        }

        private boolean isBackground(int thread, long nanos) {
            TagLog.Lane lane = lanes[thread];
            return lane != null && declared[lane.path(lane.after(nanos) - 1)] >= 0;
        }

        private static Order order(int waiter, int background) {
            return waiter == PriorityLog.UNKNOWN || background == PriorityLog.UNKNOWN ? Order.UNKNOWN
                    : waiter < background ? Order.WAITER_FIRST : waiter == background ? Order.SAME : Order.BACKGROUND_FIRST;
        }
    }
}
