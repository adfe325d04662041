/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.sweep;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.bowline.core.figures.Percent;
import org.bowline.core.model.Words;
import org.bowline.report.rows.SweepInput;

/**
 * Builds that differ only in how much they have to do, as one with pauses of several lengths: where those that are faster with few clients are slower
 * with many, the work is not slower there; the server falls over earlier because it is asked more.
 */
final class Saturation {
    /** A build's name, and what was put in its way. */
    private static final Pattern SLOWED = Pattern.compile("(.+?)[-_.](?:pause|slow|delay|think)[-_]?\\d+(?:[num]?s)?");

    private Saturation() {}

    /** A sentence for each such set of builds under a load. */
    static List<SweepInput.Moved> of(String load, Map<String, List<Level>> builds, List<List<String>> named, int fewest) {
        List<SweepInput.Moved> moved = new ArrayList<>();
        for (List<String> series : named.isEmpty() ? byName(builds.keySet()) : named) {
            tell(load, series.stream().filter(builds::containsKey).distinct().toList(), builds, fewest).ifPresent(moved::add);
        }
        return moved;
    }

    private static List<List<String>> byName(Set<String> builds) {
        Map<String, List<String>> series = new LinkedHashMap<>();
        for (String build : builds) {
            Matcher slowed = SLOWED.matcher(build);
            if (slowed.matches()) {
                series.computeIfAbsent(slowed.group(1), plain -> new ArrayList<>(builds.contains(plain) ? List.of(plain) : List.of()))
                        .add(build);
            }
        }
        return new ArrayList<>(series.values());
    }

    private static Optional<SweepInput.Moved> tell(String load, List<String> series, Map<String, List<Level>> builds, int fewest) {
        if (series.size() < fewest) {
            return Optional.empty();
        }
        TreeSet<Long> common = new TreeSet<>(clients(builds, series.get(0)));
        series.forEach(build -> common.retainAll(clients(builds, build)));
        if (common.size() < 2) {
            return Optional.empty();
        }
        double[] few = throughput(series, builds, common.first());
        double[] many = throughput(series, builds, common.last());
        double correlation = Spearman.of(few, many);
        if (!(correlation < 0)) {
            return Optional.empty();
        }
        double chance = Spearman.below(few, many);
        return Optional.of(new SweepInput.Moved(load, String.format(Locale.ROOT,
                "Of %s, those that do more with %d clients do less with %d (rank correlation %.2f%s): the change moved the saturation point;"
                        + " it does not say that the work takes longer with %d clients.",
                Words.list(series, "and"), common.first(), common.last(), correlation,
                Double.isNaN(chance) ? "" : "; by chance in " + Percent.percent(chance, 0) + " of cases", common.last())));
    }

    private static List<Long> clients(Map<String, List<Level>> builds, String build) {
        return builds.getOrDefault(build, List.of()).stream().map(Level::clients).toList();
    }

    private static double[] throughput(List<String> series, Map<String, List<Level>> builds, long clients) {
        return series.stream().mapToDouble(build -> builds.getOrDefault(build, List.of()).stream()
                .filter(level -> level.clients() == clients).findFirst().orElseThrow().throughput()).toArray();
    }
}
