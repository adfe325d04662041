/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.tag;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.IntPredicate;

import org.jspecify.annotations.Nullable;

import org.bowline.core.model.IntPair;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/**
 * How long modules ran on processors on which they do not belong. Of the declarations that a module is within, the one with the longest path counts, and of two with the same path the
 * one that names the host. Immutable.
 *
 * @param rows one for each declaration and host on which it holds; hosts on which nothing of it ran are left out
 */
public record TagsElsewhere(List<Row> rows) {
    /**
     * What ran within a declaration on a host.
     *
     * @param binding number of the declaration
     * @param host number of the host
     * @param nanos running time within it
     * @param elsewhereNanos the part on other processors than declared
     * @param longestFromNanos when the longest unbroken stretch there began, reference time
     * @param longestToNanos its end; equal to its begin if there is none
     * @param places the part on each other processor by each thread, the longest first
     */
    public record Row(int binding, int host, long nanos, long elsewhereNanos, long longestFromNanos, long longestToNanos,
            List<Place> places) {
        /** Copies the list. */
        public Row {
            places = List.copyOf(places);
        }
    }

    /**
     * A thread on a processor.
     *
     * @param nanos for how long
     */
    public record Place(int thread, int cpu, long nanos) {}

    /** Copies the list. */
    public TagsElsewhere {
        rows = List.copyOf(rows);
    }

    /**
     * Computes it. O(segments + events of the threads with tags).
     *
     * @param bindings where modules belong
     * @param threads whose running time counts
     * @throws org.bowline.core.progress.CancelledException if the progress says so
     */
    public static TagsElsewhere of(Timeline timeline, TagLog log, List<TagBinding> bindings, long from, long to, IntPredicate threads,
            Progress progress) {
        @Nullable Sum[][] sums = new Sum[timeline.hostCount()][bindings.size()];
        int[][] bindingOf = new int[timeline.hostCount()][];
        for (int host = 0; host < bindingOf.length; host++) {
            bindingOf[host] = bindingOf(log.paths(), bindings, timeline.hostName(host));
        }
        TagStretches.forEach(timeline, log, from, to, threads, (thread, segment, path, begin, end) -> {
            int host = timeline.host(thread);
            int binding = bindingOf[host][path];
            if (binding >= 0) {
                Sum sum = sums[host][binding];
                if (sum == null) {
                    sum = new Sum();
                    sums[host][binding] = sum;
                }
                int cpu = timeline.cpu(segment);
                sum.nanos += end - begin;
                if (cpu >= 0 && !bindings.get(binding).cpus().get(cpu)) {
                    sum.elsewhere(thread, cpu, begin, end);
                }
            }
        }, progress);
        List<Row> rows = new ArrayList<>();
        for (int binding = 0; binding < bindings.size(); binding++) {
            for (int host = 0; host < sums.length; host++) {
                Sum sum = sums[host][binding];
                if (sum != null) {
                    rows.add(sum.row(binding, host));
                }
            }
        }
        return new TagsElsewhere(rows);
    }

    /** For each path the declaration that it is within, or −1. Parents come before their children. */
    private static int[] bindingOf(TagPaths paths, List<TagBinding> bindings, String host) {
        int[] result = new int[paths.size()];
        Arrays.fill(result, -1);
        int rest = -1;
        for (int i = 0; i < bindings.size(); i++) {
            TagBinding binding = bindings.get(i);
            if (!binding.host().isEmpty() && !binding.host().equals(host)) {
                continue;
            }
            int path = binding.isRest() ? TagPaths.UNTAGGED : paths.find(binding.path());
            int before = binding.isRest() ? rest : path < 0 ? -1 : result[path];
            if (before >= 0 && binding.host().isEmpty()) {
                continue; // the one before names the host
            }
            if (binding.isRest()) {
                rest = i;
            } else if (path >= 0) {
                result[path] = i;
            }
        }
        for (int path = TagPaths.UNKNOWN + 1; path < result.length; path++) {
            if (result[path] < 0) {
                int parent = paths.parent(path);
                result[path] = parent == TagPaths.UNTAGGED ? rest : result[parent];
            }
        }
        return result;
    }

    /** What is added up for a declaration on a host. */
    private static final class Sum {
        private long nanos;
        private long elsewhere;
        private long longestFrom;
        private long longestTo;
        private long lastFrom;
        private long lastTo = Long.MIN_VALUE;
        private int lastThread = Timeline.NONE;
        private int lastCpu = Timeline.NONE;
        private final TreeMap<Long, Long> places = new TreeMap<>();

        void elsewhere(int thread, int cpu, long begin, long end) {
            elsewhere += end - begin;
            places.merge(IntPair.of(thread, cpu), end - begin, Long::sum);
            boolean goesOn = thread == lastThread && cpu == lastCpu && begin == lastTo;
            lastFrom = goesOn ? lastFrom : begin;
            lastTo = end;
            lastThread = thread;
            lastCpu = cpu;
            if (lastTo - lastFrom > longestTo - longestFrom) {
                longestFrom = lastFrom;
                longestTo = lastTo;
            }
        }

        Row row(int binding, int host) {
            List<Place> list = new ArrayList<>();
            places.forEach((key, sum) -> list.add(new Place(IntPair.first(key), IntPair.second(key), sum)));
            list.sort(Comparator.comparingLong(Place::nanos).reversed().thenComparingInt(Place::thread).thenComparingInt(Place::cpu));
            return new Row(binding, host, nanos, elsewhere, longestFrom, longestTo, list);
        }
    }
}
