/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.tag;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import org.jspecify.annotations.Nullable;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.IntPair;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/**
 * Where the time of critical paths went, by module: each nanosecond of a path is in the row of one thread, and on the tag that this thread had at that moment, whether it ran
 * or waited. So the own times of a label add up to the lengths of its requests, exactly, and their shares of the variance to 1.
 *
 * <p>A module's share of the variance of the lengths L is cov(x, L) / var(L), x its time on the path of a request (Huang et al., Statistical Analysis of Latency Through
 * Semantic Profiling, EuroSys 2017): how much of what makes requests differ goes with it. It is negative where slow requests spend less time there.
 *
 * @param labels by label
 */
public record TagOnPath(List<OfLabel> labels) {
    /** Of nothing. */
    public static final TagOnPath NONE = new TagOnPath(List.of());

    /**
     * The paths of the requests of a label.
     *
     * @param label the label; may be empty
     * @param requests how many have a path
     * @param nanos sum of their lengths
     * @param rows a row per host and tag, those of a host together, each after the one above it; siblings with most time first, untagged and unknown last
     */
    public record OfLabel(String label, int requests, long nanos, List<Row> rows) {
        /** The part of it in which threads ran. */
        public long runningNanos() {
            return rows.stream().mapToLong(Row::runningNanos).sum();
        }
    }

    /**
     * A tag on a host.
     *
     * @param host number of the host in whose threads' rows the path is
     * @param path number of the tag's path
     * @param ownNanos time on the tag itself, in any state
     * @param runningNanos the part of it in which the thread ran
     * @param nanos time on the tag and on those below it
     * @param parentNanos the same of the tag above; of the first level, of all of the label
     * @param shareOfVariance of the lengths of the requests, of the tag and those below it; NaN if there are fewer than two requests, or all are as long
     */
    public record Row(int host, int path, long ownNanos, long runningNanos, long nanos, long parentNanos, double shareOfVariance) {}

    /**
     * Of requests. Cost: that of their critical paths and, per leg, O(log events + events of the thread within the leg).
     *
     * @param timeline what the threads did
     * @param log what they told
     * @param intervals the requests; one whose thread is not known has no path, and counts nowhere
     * @param progress asked whether to stop
     */
    public static TagOnPath of(Timeline timeline, TagLog log, List<NamedInterval> intervals, Progress progress) {
        Map<String, List<NamedInterval>> byLabel = new TreeMap<>();
        for (NamedInterval interval : intervals) {
            if (interval.thread() != Timeline.NONE) {
                byLabel.computeIfAbsent(interval.label(), label -> new ArrayList<>()).add(interval);
            }
        }
        TagLog.@Nullable Lane[] lanes = lanes(timeline, log);
        List<OfLabel> labels = new ArrayList<>();
        Progress stopOnly = stopOnly(progress);
        byLabel.forEach((label, some) -> {
            Sums sums = new Sums(timeline, log.paths(), lanes, some.stream().mapToLong(NamedInterval::nanos).toArray());
            for (NamedInterval interval : some) {
                progress.check();
                sums.add(CriticalPath.of(timeline, interval.thread(), interval.beginNanos(), interval.endNanos(), stopOnly));
            }
            labels.add(sums.ofLabel(label));
        });
        return new TagOnPath(List.copyOf(labels));
    }

    /** Of one path, without a label. */
    public static TagOnPath of(CriticalPath path, TagLog log) {
        Sums sums = new Sums(path.timeline(), log.paths(), lanes(path.timeline(), log), path.toNanos() - path.fromNanos());
        sums.add(path);
        return new TagOnPath(List.of(sums.ofLabel("")));
    }

    /** The paths of single requests are too short to tell how far they are. */
    private static Progress stopOnly(Progress progress) {
        return new Progress() {
            @Override
            public void report(String task, double fraction) {
                // the requests are what is counted
            }

            @Override
            public boolean isCancelled() {
                return progress.isCancelled();
            }
        };
    }

    private static TagLog.@Nullable Lane[] lanes(Timeline timeline, TagLog log) {
        TagLog.@Nullable Lane[] lanes = new TagLog.Lane[timeline.threadCount()];
        for (TagLog.Lane lane : log.lanes()) {
            if (lane.thread() != Timeline.NONE) {
                lanes[lane.thread()] = lane;
            }
        }
        return lanes;
    }

    /** Adds up the paths of a label: a cell per host and tag. */
    private static final class Sums {
        private final Timeline timeline;
        private final TagPaths paths;
        private final TagLog.@Nullable Lane[] lanes;
        private final double mean;
        private final double squares;
        private final Long2IntOpenHashMap cells = new Long2IntOpenHashMap();
        private long[] keys = new long[16];
        private long[] own = new long[16];
        private long[] running = new long[16];
        private double[] together = new double[16];
        /** Of the present request. */
        private long[] now = new long[16];
        private final IntArrayList touched = new IntArrayList();
        private int requests;
        private long nanos;

        Sums(Timeline timeline, TagPaths paths, TagLog.@Nullable Lane[] lanes, long... lengths) {
            this.timeline = timeline;
            this.paths = paths;
            this.lanes = lanes;
            double sum = 0;
            for (long length : lengths) {
                sum += length;
            }
            mean = sum / lengths.length;
            double all = 0;
            for (long length : lengths) {
                all += (length - mean) * (length - mean);
            }
            squares = all;
            cells.defaultReturnValue(-1);
        }

        void add(CriticalPath path) {
            touched.clear();
            for (int leg = 0; leg < path.size(); leg++) {
                leg(path.thread(leg), path.state(leg) == ThreadState.RUNNING, path.start(leg), path.end(leg));
            }
            long length = path.toNanos() - path.fromNanos();
            for (int i = 0; i < touched.size(); i++) {
                int cell = touched.getInt(i);
                own[cell] += now[cell];
                together[cell] += now[cell] * (length - mean);
                now[cell] = 0;
            }
            requests++;
            nanos += length;
        }

        private void leg(int thread, boolean runs, long from, long to) {
            TagLog.Lane known = lanes[thread];
            TagLog.Lane lane = known == null ? TagLog.Lane.NOTHING : known;
            int event = lane.after(from);
            for (long at = from; at < to; event++) {
                long next = event < lane.size() ? Math.min(to, lane.time(event)) : to;
                if (next > at) {
                    tell(timeline.host(thread), lane.path(event - 1), runs, next - at);
                    at = next;
                }
            }
        }

        private void tell(int host, int path, boolean runs, long length) {
            long key = IntPair.of(host, path);
            int cell = cells.get(key);
            if (cell < 0) {
                cell = cells.size();
                cells.put(key, cell);
                grow(cell);
                keys[cell] = key;
            }
            if (now[cell] == 0) {
                touched.add(cell);
            }
            now[cell] += length;
            running[cell] += runs ? length : 0;
        }

        private void grow(int cell) {
            if (cell == keys.length) {
                int length = Math.multiplyExact(2, cell);
                keys = Arrays.copyOf(keys, length);
                own = Arrays.copyOf(own, length);
                running = Arrays.copyOf(running, length);
                together = Arrays.copyOf(together, length);
                now = Arrays.copyOf(now, length);
            }
        }

        OfLabel ofLabel(String label) {
            List<Row> rows = new ArrayList<>();
            TagOrder order = new TagOrder(paths);
            double[] below = new double[paths.size()];
            for (int host = 0; host < timeline.hostCount(); host++) {
                int[] cellOf = new int[paths.size()];
                Arrays.fill(cellOf, -1);
                Arrays.fill(below, 0);
                order.clear();
                boolean any = false;
                for (int cell = 0; cell < cells.size(); cell++) {
                    if (keys[cell] >> 32 == host) {
                        int path = (int) keys[cell];
                        cellOf[path] = cell;
                        order.add(path, own[cell]);
                        below[path] = together[cell];
                        any = true;
                    }
                }
                if (any) {
                    order.sum();
                    for (int path = paths.size() - 1; path > TagPaths.UNKNOWN; path--) {
                        below[paths.parent(path)] += paths.parent(path) == TagPaths.UNTAGGED ? 0 : below[path];
                    }
                    for (int path : order.inOrder(one -> cellOf[one] >= 0)) {
                        rows.add(row(order, host, path, cellOf[path], below[path]));
                    }
                }
            }
            return new OfLabel(label, requests, nanos, List.copyOf(rows));
        }

        private Row row(TagOrder order, int host, int path, int cell, double covariance) {
            long ownNanos = cell < 0 ? 0 : own[cell];
            boolean first = path <= TagPaths.UNKNOWN || paths.parent(path) == TagPaths.UNTAGGED;
            return new Row(host, path, ownNanos, cell < 0 ? 0 : running[cell], path <= TagPaths.UNKNOWN ? ownNanos : order.nanos(path),
                    first ? nanos : order.nanos(paths.parent(path)), requests < 2 || squares == 0 ? Double.NaN : covariance / squares);
        }
    }
}
