/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.bowline.core.figures.Quantile;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.Latencies;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.Words;
import org.bowline.report.rows.PooledChange;
import org.bowline.runs.FindingFact;
import org.bowline.runs.RunFacts;
import org.bowline.runs.compare.Difference.Bound;
import org.bowline.runs.compare.Difference.Verdict;
import org.bowline.runs.compare.Measure.Kind;

/**
 * Two sets of runs, compared.
 *
 * <p>Of runs that do not differ at most {@value #FALSE_ALARMS} of all comparisons report any difference: half of that is for the outcomes
 * (latency, throughput), half for what explains them, and within each half p-values are adjusted after Holm for the number of measures. So
 * a comparison of many measures is no lottery, and many explanations do not hide an outcome. Single edges of the wait-for graph are judged only where something else differs, and among themselves: so
 * they hide nothing, and raise no alarm of their own.
 *
 * @param differences by kind, then most significant first
 * @param caveats why the comparison, or a part of it, may not be fair
 */
public record Comparison(List<Difference> differences, List<Caveat> caveats) {
    /** How often a comparison of equal runs reports a difference, at most. */
    public static final double FALSE_ALARMS = 0.05;
    /** Of the draws, if no other is asked for. */
    public static final long SEED = 1;
    /** The caveat of a run that is the recording of another one. */
    public static final String COPY = "run-is-a-copy";
    /** The longest of so many times as many intervals is longer by 5 %; by more, it would be taken for a difference. */
    private static final double COUNTS_DIFFER = 1.25;
    private static final int FEW = 5;
    private static final int MOST_COPIES = 3;
    private static final int MOST_NAMED = 3;
    /** The rule that tells which events were not recorded. */
    private static final String MISSING_EVENTS = "missing-events";
    private static final double SMALL_SHARE = 0.01;
    private static final double LENGTHS_DIFFER = 2;
    private static final double SECOND = 1e9;

    /** Copies the lists. */
    public Comparison {
        differences = List.copyOf(differences);
        caveats = List.copyOf(caveats);
    }

    /**
     * Compares.
     *
     * @param base at least one run
     * @param fresh at least one run
     */
    public static Comparison of(List<RunFacts> base, List<RunFacts> fresh) {
        return of(base, fresh, SEED);
    }

    /** The same with other draws for the intervals by resampling; verdicts do not rest on them. */
    public static Comparison of(List<RunFacts> base, List<RunFacts> fresh, long seed) {
        return of(base, fresh, measure -> pooled(measure, base, fresh, seed));
    }

    /** Verdicts alone, for simulations: resampling takes far longer. */
    static Comparison verdicts(List<RunFacts> base, List<RunFacts> fresh) {
        return of(base, fresh, measure -> PooledChange.NONE);
    }

    private static Comparison of(List<RunFacts> base, List<RunFacts> fresh, Function<Measure, PooledChange> pooled) {
        if (base.isEmpty() || fresh.isEmpty()) {
            throw new IllegalArgumentException("there must be a run of each");
        }
        List<Measures> ofBase = base.stream().map(Measures::new).toList();
        List<Measures> ofFresh = fresh.stream().map(Measures::new).toList();
        SortedSet<Measure> all = new TreeSet<>();
        ofBase.forEach(run -> all.addAll(run.all().keySet()));
        ofFresh.forEach(run -> all.addAll(run.all().keySet()));
        List<Difference> outcomes = new ArrayList<>();
        List<Difference> explanations = new ArrayList<>();
        List<Difference> edges = new ArrayList<>();
        for (Measure measure : all) {
            double[] inBase = values(ofBase, measure);
            double[] inFresh = values(ofFresh, measure);
            if (measure.kind() == Kind.CODE_WAIT ? isMuch(measure, ofBase, ofFresh) : isWorthATest(measure, inBase, inFresh)) {
                List<Difference> family = measure.kind().isOutcome() ? outcomes
                        : measure.kind() == Kind.EDGE_WAIT ? edges : explanations;
                family.add(difference(measure, inBase, inFresh, pooled.apply(measure),
                        measure.kind() != Kind.LATENCY_P99 || isOfOneTail(measure.label(), base, fresh)));
            }
        }
        List<Difference> judged = new ArrayList<>(judge(outcomes));
        judged.replaceAll(one -> bounded(one, ofBase, ofFresh));
        judged.addAll(judge(explanations));
        judged.addAll(after(judged, judge(edges)));
        judged.sort(Comparator.comparing((Difference difference) -> difference.measure().kind())
                .thenComparing(difference -> Double.isNaN(difference.pAdjusted()) ? 2 : difference.pAdjusted())
                .thenComparing(difference -> -Math.max(difference.base(), difference.fresh()))
                .thenComparing(Difference::measure));
        return new Comparison(judged, caveats(base, fresh, judged));
    }

    /** What is told only if something else differs: never more certain than the most certain of that. */
    private static List<Difference> after(List<Difference> others, List<Difference> judged) {
        double most = others.stream().mapToDouble(Difference::pAdjusted).filter(p -> !Double.isNaN(p)).min().orElse(0);
        return judged.stream().map(one -> one.pAdjusted() < most ? with(one, most, one.minimalEffect()) : one).toList();
    }

    /** A latency that is a lower bound, as requests hang, may be told to be longer than another one; nothing else is known. */
    private static Difference bounded(Difference one, List<Measures> base, List<Measures> fresh) {
        boolean ofBase = base.stream().anyMatch(run -> run.isBound(one.measure()));
        boolean ofFresh = fresh.stream().anyMatch(run -> run.isBound(one.measure()));
        boolean known = ofBase ? !ofFresh && one.verdict() == Verdict.IMPROVEMENT : !ofFresh || one.verdict() == Verdict.REGRESSION;
        Difference told = one.atLeast(ofBase, ofFresh);
        return known || one.verdict() == Verdict.NOISE_UNKNOWN ? told : told.notComparable();
    }

    /** Code in which threads wait for little is left out for the same reason. */
    private static boolean isMuch(Measure measure, List<Measures> base, List<Measures> fresh) {
        double shares = Stream.concat(base.stream(), fresh.stream()).mapToDouble(run -> run.codeShare(measure)).sum();
        return shares >= SMALL_SHARE * (base.size() + fresh.size());
    }

    /** Small shares would only make the others harder to judge. The choice looks at all runs alike, so it favours no verdict. */
    private static boolean isWorthATest(Measure measure, double[] base, double[] fresh) {
        if (measure.kind() == Kind.EDGE_WAIT) { // of the time of a run, as in the wait-for graph
            return known(base) + known(fresh) >= SMALL_SHARE * SECOND * (base.length + fresh.length);
        }
        if (measure.kind() != Kind.PATH_SHARE && measure.kind() != Kind.THREAD_PATH_SHARE && measure.kind() != Kind.TAG_SHARE) {
            return true;
        }
        return known(base) + known(fresh) >= SMALL_SHARE * (base.length + fresh.length);
    }

    private static double known(double[] values) {
        return Arrays.stream(values).filter(value -> !Double.isNaN(value)).sum();
    }

    private static PooledChange pooled(Measure measure, List<RunFacts> base, List<RunFacts> fresh, long seed) {
        return switch (measure.kind()) {
            case LATENCY_P50 ->
                    Bootstrap.of(latencies(base, measure.label()), latencies(fresh, measure.label()), 50, measure.label(), seed);
            case LATENCY_P99 ->
                    Bootstrap.of(latencies(base, measure.label()), latencies(fresh, measure.label()), 99, measure.label(), seed);
            default -> PooledChange.NONE;
        };
    }

    /** The intervals of a label in each run; none where a run has not the label. */
    static List<Latencies> latencies(List<RunFacts> runs, String label) {
        return runs.stream().map(run -> run.latencies().getOrDefault(label, Latencies.NONE)).toList();
    }

    /** Whether the 99th percentiles of both sets are of the same thing: the longest of 90 is longer than the longest of 20. */
    private static boolean isOfOneTail(String label, List<RunFacts> base, List<RunFacts> fresh) {
        IntSummaryStatistics ofBase = counts(base, label);
        IntSummaryStatistics ofFresh = counts(fresh, label);
        int fewest = Math.min(ofBase.getMin(), ofFresh.getMin());
        double before = ofBase.getAverage();
        double after = ofFresh.getAverage();
        return fewest >= Quantile.FEWEST_FOR_P99 || Math.max(before, after) <= COUNTS_DIFFER * Math.min(before, after);
    }

    private static IntSummaryStatistics counts(List<RunFacts> runs, String label) {
        return latencies(runs, label).stream().mapToInt(Latencies::endedOrOverdue).summaryStatistics();
    }

    private static double[] values(List<Measures> runs, Measure measure) {
        return runs.stream().mapToDouble(run -> run.get(measure)).toArray();
    }

    private static Difference difference(Measure measure, double[] base, double[] fresh, PooledChange pooled, boolean comparable) {
        int baseRuns = (int) Arrays.stream(base).filter(value -> !Double.isNaN(value)).count();
        int freshRuns = (int) Arrays.stream(fresh).filter(value -> !Double.isNaN(value)).count();
        Difference.Values values = new Difference.Values(Arrays.stream(base).boxed().toList(), Arrays.stream(fresh).boxed().toList());
        if (!comparable || baseRuns < base.length || freshRuns < fresh.length) {
            double none = Double.NaN;
            return new Difference(measure, values, pooled, baseRuns, freshRuns, mean(base), mean(fresh), none, none, none, none, none, none,
                    none, none, Bound.NONE, Verdict.NOT_COMPARABLE);
        }
        TwoSamples samples = new TwoSamples(base, fresh);
        return new Difference(measure, values, pooled, baseRuns, freshRuns, samples.base(), samples.fresh(), samples.change(),
                samples.changeLow(), samples.changeHigh(), Double.NaN, samples.effect(), samples.p(), samples.pRanks(),
                Double.NaN, Bound.NONE,
                Verdict.NOISE_UNKNOWN);
    }

    /** Of the runs that have a number; not a number if none has. */
    private static double mean(double[] values) {
        return Arrays.stream(values).filter(value -> !Double.isNaN(value)).average().orElse(Double.NaN);
    }

    /** Holm's adjustment within a family, and the verdicts. A variance is the square of its deviation: one question, which counts once and has one answer. */
    private static List<Difference> judge(List<Difference> family) {
        List<Difference> tested = family.stream()
                .filter(difference -> !Double.isNaN(difference.p()) && difference.measure().kind() != Kind.VARIANCE)
                .sorted(Comparator.comparingDouble(Difference::p)).toList();
        List<Difference> judged = new ArrayList<>(family.stream().filter(difference -> Double.isNaN(difference.p())).toList());
        // what is the only difference of all has to be below this: Holm's first step
        double level = FALSE_ALARMS / 2 / Math.max(1, tested.size());
        double before = 0;
        Map<String, Double> ofDeviations = new HashMap<>();
        for (int i = 0; i < tested.size(); i++) {
            Difference difference = tested.get(i);
            before = Math.max(before, Math.min(1, difference.p() * (tested.size() - i)));
            judged.add(with(difference, before, samples(difference).minimalEffect(level)));
            if (difference.measure().kind() == Kind.DEVIATION) {
                ofDeviations.put(difference.measure().label(), before);
            }
        }
        family.stream().filter(difference -> !Double.isNaN(difference.p()) && difference.measure().kind() == Kind.VARIANCE)
                .forEach(difference -> judged.add(with(difference, ofDeviations.getOrDefault(difference.measure().label(), 1.0),
                        samples(difference).minimalEffect(level))));
        return judged;
    }

    private static TwoSamples samples(Difference one) {
        return new TwoSamples(one.values().base().stream().mapToDouble(Double::doubleValue).toArray(),
                one.values().fresh().stream().mapToDouble(Double::doubleValue).toArray());
    }

    private static Difference with(Difference one, double pAdjusted, double minimalEffect) {
        Verdict verdict = Verdict.WITHIN_NOISE;
        if (pAdjusted <= FALSE_ALARMS / 2 && one.fresh() != one.base()) {
            boolean more = one.fresh() > one.base();
            verdict = switch (one.measure().kind().better()) {
                case LOWER -> more ? Verdict.REGRESSION : Verdict.IMPROVEMENT;
                case HIGHER -> more ? Verdict.IMPROVEMENT : Verdict.REGRESSION;
                case NEITHER -> Verdict.CHANGED;
            };
        }
        return new Difference(one.measure(), one.values(), one.pooled(), one.baseRuns(), one.newRuns(), one.base(), one.fresh(),
                one.change(), one.changeLow(), one.changeHigh(), minimalEffect, one.effect(), one.p(), one.pRanks(), pAdjusted,
                one.bound(), verdict);
    }

    /** Whether the noise between runs is known. */
    public boolean knowsNoise() {
        return differences.stream().anyMatch(difference -> !Double.isNaN(difference.p()));
    }

    /** Those of a verdict. */
    public List<Difference> of(Verdict verdict) {
        return differences.stream().filter(difference -> difference.verdict() == verdict).toList();
    }

    private static List<Caveat> caveats(List<RunFacts> base, List<RunFacts> fresh, List<Difference> differences) {
        List<Caveat> caveats = new ArrayList<>();
        int fewest = Math.min(base.size(), fresh.size());
        if (fewest < 2) {
            add(caveats, Severity.ERROR, "noise-unknown", fewest,
                    "There are not two runs of each: how much runs differ by chance is not known,"
                            + " so no difference can be told from noise. Record at least two runs of each, better five.");
        } else if (fewest < FEW) {
            add(caveats, Severity.INFO, "few-runs", fewest, "There are few runs (" + base.size() + " and " + fresh.size()
                    + "): only large changes can be seen; the column mde says how large.");
        }
        long shortest = Long.MAX_VALUE;
        long longest = 0;
        List<RunFacts> all = new ArrayList<>(base);
        all.addAll(fresh);
        for (RunFacts run : all) {
            shortest = Math.min(shortest, run.rangeNanos());
            longest = Math.max(longest, run.rangeNanos());
        }
        if (longest > shortest * LENGTHS_DIFFER) {
            add(caveats, Severity.WARNING, "lengths-differ", 1, String.format(Locale.ROOT,
                    "The longest run is %.1f times as long as the shortest: figures per second may be of different phases.",
                    (double) longest / Math.max(1, shortest)));
        }
        hosts(all, caveats);
        labels(base, fresh, caveats);
        events(base, fresh, caveats);
        inDoubt(all, caveats);
        hanging(base, fresh, caveats);
        copies(all, caveats);
        inCommon(base, fresh, caveats);
        fewIntervals(base, fresh, differences, caveats);
        fallOver(differences, caveats);
        return caveats;
    }

    /** Runs of other hosts than the first one. */
    private static void hosts(List<RunFacts> all, List<Caveat> caveats) {
        RunFacts first = all.get(0);
        SortedMap<String, List<String>> others = new TreeMap<>();
        all.stream().filter(run -> !run.hosts().equals(first.hosts()))
                .forEach(run -> others.computeIfAbsent(hosts(run), key -> new ArrayList<>()).add(run.name()));
        others.forEach((hosts, runs) -> add(caveats, Severity.WARNING, "hosts-differ", runs.size(),
                runs(runs) + " of the hosts " + hosts + ", the run " + first.name() + " of " + hosts(first) + '.'));
    }

    private static String hosts(RunFacts run) {
        return run.hosts().isEmpty() ? "(none)" : String.join(", ", run.hosts());
    }

    private static String runs(List<String> names) {
        return (names.size() == 1 ? "The run " : names.size() + " runs (")
                + String.join(", ", names.subList(0, Math.min(MOST_NAMED, names.size())))
                + (names.size() == 1 ? " is" : (names.size() > MOST_NAMED ? ", ..." : "") + ") are");
    }

    /** Labels that are not in all runs: what came or went is told by its name. */
    private static void labels(List<RunFacts> base, List<RunFacts> fresh, List<Caveat> caveats) {
        TreeSet<String> labels = new TreeSet<>();
        base.forEach(run -> labels.addAll(run.latencies().keySet()));
        fresh.forEach(run -> labels.addAll(run.latencies().keySet()));
        for (String label : labels) {
            if (!isInAll(label, base) || !isInAll(label, fresh)) {
                add(caveats, Severity.WARNING, "labels-differ", 1,
                        "Intervals of '" + label + "' are in " + having(label, base) + " of BASE and in "
                                + having(label, fresh) + " of NEW, so they are not compared.");
            }
        }
    }

    private static String having(String label, List<RunFacts> runs) {
        long count = runs.stream().filter(run -> run.latencies().containsKey(label)).count();
        return (count == 0 ? "none of " : count == runs.size() ? "all " : count + " of ") + Words.count(runs.size(), "run");
    }

    /** Events that one set was recorded without, all of it, and the other was not: waits then differ for that alone. */
    private static void events(List<RunFacts> base, List<RunFacts> fresh, List<Caveat> caveats) {
        without(base, fresh).forEach(finding -> notAlike("all runs of BASE and in none of NEW", finding, caveats));
        without(fresh, base).forEach(finding -> notAlike("all runs of NEW and in none of BASE", finding, caveats));
    }

    private static void notAlike(String where, FindingFact finding, List<Caveat> caveats) {
        add(caveats, Severity.WARNING, "events-differ", 1,
                "The sets were not recorded alike, so that waits may differ for that alone: in " + where
                        + " it is found that " + finding.summary());
    }

    /** What is missing in all runs of a set, and in none of the other. */
    private static List<FindingFact> without(List<RunFacts> runs, List<RunFacts> others) {
        return missing(runs.get(0)).filter(finding -> runs.stream().allMatch(run -> lacks(run, finding)))
                .filter(finding -> others.stream().noneMatch(run -> lacks(run, finding))).toList();
    }

    private static boolean lacks(RunFacts run, FindingFact finding) {
        return missing(run).anyMatch(other -> other.subject().equals(finding.subject()));
    }

    private static Stream<FindingFact> missing(RunFacts run) {
        return run.findings().stream().filter(finding -> finding.rule().equals(MISSING_EVENTS) && !finding.failed());
    }

    /** Caveats of the runs themselves; what several have in common is told once. */
    private static void inDoubt(List<RunFacts> all, List<Caveat> caveats) {
        Map<String, List<String>> runs = new LinkedHashMap<>();
        all.stream().filter(run -> !run.caveats().isEmpty())
                .forEach(run -> runs.computeIfAbsent(run.caveats().get(0), key -> new ArrayList<>()).add(run.name()));
        runs.forEach((first, names) -> add(caveats, Severity.WARNING, "run-in-doubt", names.size(),
                (names.size() > 1 && names.size() == all.size() ? "The figures of all " + names.size() + " runs"
                        : "The figures of " + (names.size() == 1 ? "the run " : names.size() + " runs (")
                                + String.join(", ", names.subList(0, Math.min(MOST_NAMED, names.size())))
                                + (names.size() > MOST_NAMED ? ", ..." : "") + (names.size() == 1 ? "" : ")"))
                        + " have caveats of their own, first: " + first));
    }

    private static void hanging(List<RunFacts> base, List<RunFacts> fresh, List<Caveat> caveats) {
        TreeSet<String> labels = new TreeSet<>();
        Stream.concat(base.stream(), fresh.stream()).forEach(run -> run.latencies().forEach((label, latencies) -> {
            if (latencies.overdueShare() > IntervalPaths.FEW_OVERDUE) {
                labels.add(label);
            }
        }));
        if (!labels.isEmpty()) {
            long count = labels.stream().mapToLong(label -> overdue(label, base) + overdue(label, fresh)).sum();
            add(caveats, Severity.WARNING, "interval-overdue", count, "Some intervals began and did not end: "
                    + labels.stream()
                            .map(label -> "of '" + label + "' " + share(label, base) + " of BASE and " + share(label, fresh) + " of NEW")
                            .collect(Collectors.joining("; "))
                    + ". They count with the time for which they lasted at least, so that latencies are lower bounds."
                    + " What such a bound does not tell is not compared.");
        }
    }

    private static String share(String label, List<RunFacts> runs) {
        long began = latencies(runs, label).stream().mapToLong(Latencies::began).sum();
        return overdue(label, runs) + " of " + began;
    }

    private static long overdue(String label, List<RunFacts> runs) {
        return latencies(runs, label).stream().mapToLong(Latencies::overdue).sum();
    }

    /**
     * What is worse of NEW than any latency tells: labels that every run of BASE has and some run of NEW has not, and those of which more hang in a run of NEW than in any of
     * BASE, in words by label.
     */
    public static SortedMap<String, String> missingOrHanging(List<RunFacts> base, List<RunFacts> fresh) {
        SortedMap<String, String> words = new TreeMap<>();
        for (String label : base.get(0).latencies().keySet()) {
            if (!isInAll(label, base)) {
                continue;
            }
            double before = base.stream().mapToDouble(run -> overdueShare(run, label)).max().orElse(0);
            List<String> without = fresh.stream().filter(run -> !run.latencies().containsKey(label)).map(RunFacts::name).toList();
            List<String> worse = fresh.stream()
                    .filter(run -> overdueShare(run, label) > Math.max(IntervalPaths.FEW_OVERDUE, before)).map(RunFacts::name).toList();
            if (!without.isEmpty()) {
                words.put(label, "no interval of '" + label + "' is in " + ofNew(without, fresh) + ", and all of BASE have some");
            } else if (!worse.isEmpty()) {
                words.put(label, share(label, fresh) + " intervals of '" + label + "' did not end in NEW, " + share(label, base)
                        + " in BASE; more than in any run of BASE in " + ofNew(worse, fresh));
            }
        }
        return words;
    }

    private static String ofNew(List<String> names, List<RunFacts> fresh) {
        return names.size() + " of " + Words.count(fresh.size(), "run") + " of NEW ("
                + String.join(", ", names.subList(0, Math.min(MOST_NAMED, names.size())))
                + (names.size() > MOST_NAMED ? ", ..." : "") + ')';
    }

    private static double overdueShare(RunFacts run, String label) {
        Latencies latencies = run.latencies().get(label);
        return latencies == null ? 0 : latencies.overdueShare();
    }

    /** One recording that counts as several makes the noise between runs look smaller than it is, or leaves none to judge by. */
    private static void copies(List<RunFacts> all, List<Caveat> caveats) {
        List<String> copies = new ArrayList<>();
        for (int i = 1; i < all.size(); i++) {
            for (int k = 0; k < i; k++) {
                if (all.get(i).isCopyOf(all.get(k))) {
                    String name = all.get(i).name();
                    copies.add(name.equals(all.get(k).name()) ? name + " is in BASE and in NEW" : name + " is " + all.get(k).name());
                    break;
                }
            }
        }
        if (!copies.isEmpty()) {
            add(caveats, Severity.ERROR, COPY, copies.size(), "Of some runs there is only one recording, as they agree to the nanosecond: "
                    + String.join(", ", copies.subList(0, Math.min(MOST_COPIES, copies.size())))
                    + (copies.size() > MOST_COPIES ? " and " + (copies.size() - MOST_COPIES) + " more" : "")
                    + ". The noise between runs is larger than it seems here. Record each run anew.");
        }
    }

    private static void inCommon(List<RunFacts> base, List<RunFacts> fresh, List<Caveat> caveats) {
        TreeSet<String> ofBase = new TreeSet<>();
        TreeSet<String> ofFresh = new TreeSet<>();
        base.forEach(run -> ofBase.addAll(run.latencies().keySet()));
        fresh.forEach(run -> ofFresh.addAll(run.latencies().keySet()));
        if (ofBase.isEmpty() && ofFresh.isEmpty()) {
            add(caveats, Severity.WARNING, "no-intervals", 1,
                    "No run has an interval, so no latency and no throughput is compared. Name intervals"
                            + " with --interval, here for traces or at bowline analyze for its results.");
        } else if (ofBase.stream().noneMatch(ofFresh::contains)) {
            add(caveats, Severity.WARNING, "no-label-in-common", 1,
                    "BASE and NEW have no label in common, so no latency and no throughput is"
                            + " compared. Are both recordings of the same program, with the same --interval?");
        }
    }

    private static void fewIntervals(List<RunFacts> base, List<RunFacts> fresh, List<Difference> differences, List<Caveat> caveats) {
        List<String> labels = differences.stream().map(Difference::measure).filter(measure -> measure.kind() == Kind.LATENCY_P99)
                .map(Measure::label).filter(label -> !isOfOneTail(label, base, fresh) && isInAll(label, base) && isInAll(label, fresh))
                .sorted().toList();
        if (!labels.isEmpty()) {
            add(caveats, Severity.WARNING, "few-intervals", labels.size(), "In some runs the 99th percentile of '"
                    + String.join("', '", labels) + "' is the longest of fewer than " + Quantile.FEWEST_FOR_P99
                    + " intervals, and the sets have not as many of them: the longest of many is longer, so it is not compared. Record for longer.");
        }
    }

    private static boolean isInAll(String label, List<RunFacts> runs) {
        return runs.stream().allMatch(run -> run.latencies().containsKey(label));
    }

    /** Where throughput falls while waits for other threads grow, the system fell over: it is compared in two different states. */
    private static void fallOver(List<Difference> differences, List<Caveat> caveats) {
        for (Difference throughput : differences) {
            if (throughput.measure().kind() == Kind.THROUGHPUT && throughput.verdict() == Verdict.REGRESSION) {
                Measure waits = new Measure(Kind.INTERVAL_CAUSE, throughput.measure().label(), Cause.THREAD.label());
                boolean grew = differences.stream().anyMatch(other -> other.measure().equals(waits)
                        && other.verdict() == Verdict.REGRESSION);
                if (grew) {
                    add(caveats, Severity.WARNING, "fall-over", 1, "Of '" + throughput.measure().label()
                            + "' the throughput fell while its waits for other threads grew: NEW may have been pushed over its saturation, where"
                            + " faster code can give less throughput. Compare at a lower load, and each load apart.");
                }
            }
        }
    }

    private static void add(List<Caveat> caveats, Severity severity, String kind, long count, String text) {
        caveats.add(Caveat.of(severity, "", kind, count, text));
    }
}
