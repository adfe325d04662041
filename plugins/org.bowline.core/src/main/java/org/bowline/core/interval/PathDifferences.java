/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import org.bowline.core.criticalpath.PathNames;
import org.bowline.core.criticalpath.PathPart;
import org.bowline.core.criticalpath.PathSort;
import org.bowline.core.figures.Quantile;
import org.bowline.core.interval.IntervalPaths.OfInterval;
import org.bowline.core.interval.PathDifference.Difference;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.PlainText;
import org.bowline.core.model.Words;
import org.bowline.core.order.Bisection;
import org.bowline.core.progress.Progress;

/**
 * What is different in the slow ones: the critical paths of the slowest intervals of each label against those of typical ones, and those of each label
 * against all others.
 *
 * <p>The 95 % intervals come from drawing the intervals of both groups again, with replacement, {@value #DRAWS} times (Efron, Bootstrap methods: another look
 * at the jackknife, Annals of Statistics 7, 1979); they hold the middle 95 % of the drawn differences. Of a group with more than {@value #MOST_DRAWN} intervals
 * the mean of a draw is taken from the normal distribution that it has by then. Numbers are those of {@link Random} with a fixed seed: the same recording
 * gives the same intervals. They tell of the chance which requests were recorded, as if requests were independent of each other; of other runs they
 * tell nothing.
 *
 * @param all by label; of each label first the slow ones, then, if there are other labels, those of the label
 * @param caveats which labels have too few intervals for either
 */
public record PathDifferences(List<PathDifference> all, List<Caveat> caveats) {
    /** Of a label with fewer intervals the slow ones are chance. */
    public static final int FEWEST = 20;
    /** So many are slow at least: of fewer no interval of confidence is worth its name. */
    public static final int FEWEST_SLOW = 5;
    /** With more labels none is compared with all others: what a label is then, is rather a key. */
    public static final int MOST_LABELS = 12;
    private static final int MOST_PARTS = 12;
    private static final int MOST_NAMED = 3;
    private static final int MOST_OF_LABEL = 40;
    private static final int DRAWS = 1000;
    private static final int MOST_DRAWN = 500;
    private static final int LOWER_QUARTILE = 25;
    private static final int UPPER_QUARTILE = 75;
    private static final double TAIL = 0.025;

    /** The times of some intervals: as a whole, and in each part that any of them has. */
    private static final class Group {
        private final List<OfInterval> paths;
        private final Map<PathSort, long[]> nanos = new HashMap<>();
        private final long[] whole;

        Group(PathNames names, List<OfInterval> paths) {
            this.paths = paths;
            whole = new long[paths.size()];
            for (int i = 0; i < whole.length; i++) {
                whole[i] = paths.get(i).interval().nanos();
                for (PathPart part : paths.get(i).parts()) {
                    nanos.computeIfAbsent(PathSort.of(names, part), key -> new long[whole.length])[i] += part.nanos();
                }
            }
        }

        int size() {
            return whole.length;
        }

        long[] of(PathSort sort) {
            return nanos.getOrDefault(sort, new long[whole.length]);
        }

        double more(Group others, PathSort sort) {
            return mean(of(sort)) - mean(others.of(sort));
        }
    }

    /**
     * Compares. O(parts of all paths) and, per label, O({@value #DRAWS} × intervals, but {@value #MOST_DRAWN} at most × parts, but {@value #MOST_PARTS} at most).
     *
     * @param names what has one name is one part
     * @param slowPercent slow are those from this percentile of the label's intervals on, or the slowest {@value #FEWEST_SLOW} if that is fewer; above the upper
     *            quartile
     * @param progress asked whether to stop
     */
    public static PathDifferences of(PathNames names, IntervalPaths paths, int slowPercent, Progress progress) {
        TreeMap<String, List<OfInterval>> byLabel = byLabel(paths, slowPercent);
        List<PathDifference> all = new ArrayList<>();
        List<String> few = new ArrayList<>();
        byLabel.forEach((label, some) -> {
            progress.check();
            if (some.size() < FEWEST) {
                few.add(tooFew(label, some));
            } else {
                all.add(slow(names, label, some, slowPercent));
            }
            if (byLabel.size() > 1 && byLabel.size() <= MOST_LABELS && some.size() >= FEWEST_SLOW) {
                List<OfInterval> others = new ArrayList<>();
                byLabel.forEach((other, its) -> others.addAll(other.equals(label) ? List.of() : its));
                if (others.size() >= FEWEST_SLOW) {
                    all.add(difference(label, PathDifference.Kind.LABEL, some.size(), new Group(names, some),
                            new Group(names, others), null));
                }
            }
        });
        return new PathDifferences(List.copyOf(all), few.isEmpty() ? List.of() : List.of(caveat(few)));
    }

    /**
     * Compares any intervals with others. O(parts of all paths) and, if there are {@value #FEWEST_SLOW} of both or more, as for a label.
     *
     * @param names what has one name is one part
     * @param label what to call those that are looked at
     * @param those at least one
     * @param others at least one
     * @throws IllegalArgumentException if one of the two has none
     */
    public static PathDifference between(PathNames names, String label, List<OfInterval> those, List<OfInterval> others) {
        if (those.isEmpty() || others.isEmpty()) {
            throw new IllegalArgumentException("there is nothing to compare: " + those.size() + " with " + others.size());
        }
        return difference(label, PathDifference.Kind.CHOSEN, those.size(), new Group(names, those), new Group(names, others), null);
    }

    private static Caveat caveat(List<String> few) {
        return Caveat.of(Severity.INFO, "", "too-few-to-compare", few.size(),
                Words.count(few.size(), "label has", "labels have") + " fewer than " + FEWEST
                        + " requests with a critical path, too few to tell the slow ones from the others: "
                        + String.join(", ", few.stream().limit(MOST_NAMED).map(label -> PlainText.shorten(label, MOST_OF_LABEL)).toList())
                        + (few.size() > MOST_NAMED ? " and " + Words.count(few.size() - MOST_NAMED, "more label") : "")
                        + ". Record for longer, or leave label= out of --interval.");
    }

    private static PathDifference slow(PathNames names, String label, List<OfInterval> some, int percent) {
        OfLabel groups = groups(label, some, percent);
        return difference(label, PathDifference.Kind.SLOW, some.size(), new Group(names, groups.slow()),
                new Group(names, groups.typical()), Episode.of(intervals(groups.slow()), intervals(some)));
    }

    private static List<NamedInterval> intervals(List<OfInterval> paths) {
        return paths.stream().map(OfInterval::interval).toList();
    }

    private static OfLabel groups(String label, List<OfInterval> some, int percent) {
        List<OfInterval> ascending = new ArrayList<>(some);
        ascending.sort(Comparator.comparing(OfInterval::interval,
                Comparator.comparingLong(NamedInterval::nanos).thenComparing(NamedInterval.BY_TIME)));
        long[] lengths = ascending.stream().mapToLong(path -> path.interval().nanos()).toArray();
        int first = Math.min(atLeast(lengths, Quantile.of(lengths, percent)), lengths.length - FEWEST_SLOW);
        int from = atLeast(lengths, Quantile.of(lengths, LOWER_QUARTILE));
        int to = atLeast(lengths, Quantile.of(lengths, UPPER_QUARTILE) + 1);
        return new OfLabel(label, ascending.subList(first, lengths.length), ascending.subList(from, Math.max(to, from + 1)));
    }

    /**
     * Which intervals of a label are slow, and which are typical: between the 25th and the 75th percentile.
     *
     * @param slow the shortest first
     * @param typical the shortest first
     */
    public record OfLabel(String label, List<OfInterval> slow, List<OfInterval> typical) {
        /** Copies the lists. */
        public OfLabel {
            slow = List.copyOf(slow);
            typical = List.copyOf(typical);
        }
    }

    /**
     * The groups of all labels.
     *
     * @param labels those with {@value PathDifferences#FEWEST} intervals with a path or more, by name
     * @param caveats which have fewer
     */
    public record Groups(List<OfLabel> labels, List<Caveat> caveats) {
        /** Copies the lists. */
        public Groups {
            labels = List.copyOf(labels);
            caveats = List.copyOf(caveats);
        }
    }

    /**
     * Which intervals are slow, and which are typical, label by label. O(intervals × log intervals).
     *
     * @param slowPercent as in {@link #of}
     */
    public static Groups groups(IntervalPaths paths, int slowPercent) {
        List<OfLabel> labels = new ArrayList<>();
        List<String> few = new ArrayList<>();
        byLabel(paths, slowPercent).forEach((label, some) -> {
            if (some.size() < FEWEST) {
                few.add(tooFew(label, some));
            } else {
                labels.add(groups(label, some, slowPercent));
            }
        });
        return new Groups(labels, few.isEmpty() ? List.of() : List.of(caveat(few)));
    }

    private static TreeMap<String, List<OfInterval>> byLabel(IntervalPaths paths, int slowPercent) {
        if (slowPercent <= UPPER_QUARTILE || slowPercent > 99) {
            throw new IllegalArgumentException("slow intervals are above the upper quartile: percent=" + slowPercent);
        }
        TreeMap<String, List<OfInterval>> byLabel = new TreeMap<>();
        for (OfInterval path : paths.paths()) {
            if (!path.parts().isEmpty()) {
                byLabel.computeIfAbsent(path.interval().label(), label -> new ArrayList<>()).add(path);
            }
        }
        return byLabel;
    }

    private static String tooFew(String label, List<OfInterval> some) {
        return (label.isEmpty() ? "no label" : "'" + label + "'") + " (" + some.size() + ')';
    }

    /** Index of the first that is as long. */
    private static int atLeast(long[] ascending, long nanos) {
        return Bisection.firstAtLeast(ascending, 0, ascending.length, nanos);
    }

    private static PathDifference difference(String label, PathDifference.Kind kind, int of, Group those, Group others,
            @Nullable Episode episode) {
        Map<PathSort, Double> more = new LinkedHashMap<>();
        those.nanos.keySet().forEach(sort -> more.put(sort, those.more(others, sort)));
        others.nanos.keySet().forEach(sort -> more.computeIfAbsent(sort, key -> those.more(others, key)));
        List<PathSort> largest = more.entrySet().stream()
                .sorted(Comparator.comparingDouble((Map.Entry<PathSort, Double> entry) -> -Math.abs(entry.getValue()))
                        .thenComparing(Map.Entry::getKey, PathSort.ORDER))
                .limit(MOST_PARTS).map(Map.Entry::getKey).toList();
        List<PathDifference.Part> parts = new ArrayList<>();
        for (PathSort sort : largest) {
            parts.add(new PathDifference.Part(sort, drawn(those.of(sort), others.of(sort))));
        }
        long from = those.paths.stream().mapToLong(path -> path.interval().nanos()).min().orElse(0);
        return new PathDifference(label, kind, of, those.size(), others.size(), from, drawn(those.whole, others.whole), List.copyOf(parts),
                episode);
    }

    /** The difference of two means with its interval. The seed is the same for all, so that all parts see the same draws. */
    private static Difference drawn(long[] those, long[] others) {
        double mean = mean(those);
        double otherMean = mean(others);
        if (Math.min(those.length, others.length) < FEWEST_SLOW) {
            return new Difference(mean, otherMean, Double.NaN, Double.NaN);
        }
        Random random = new Random(0x9E3779B97F4A7C15L);
        double[] differences = new double[DRAWS];
        drawMeans(those, mean, random, differences, 1);
        drawMeans(others, otherMean, random, differences, -1);
        Arrays.sort(differences);
        return new Difference(mean, otherMean, differences[(int) (TAIL * DRAWS)], differences[DRAWS - 1 - (int) (TAIL * DRAWS)]);
    }

    private static void drawMeans(long[] values, double mean, Random random, double[] sums, int sign) {
        int count = values.length;
        if (count > MOST_DRAWN) {
            double squares = 0;
            for (long value : values) {
                squares += (value - mean) * (value - mean);
            }
            double error = Math.sqrt(squares / count / count);
            for (int draw = 0; draw < sums.length; draw++) {
                sums[draw] += sign * (mean + error * random.nextGaussian());
            }
            return;
        }
        for (int draw = 0; draw < sums.length; draw++) {
            double sum = 0;
            for (int i = 0; i < count; i++) {
                sum += values[random.nextInt(count)];
            }
            sums[draw] += sign * sum / count;
        }
    }

    private static double mean(long[] values) {
        double sum = 0;
        for (long value : values) {
            sum += value;
        }
        return values.length == 0 ? 0 : sum / values.length;
    }
}
