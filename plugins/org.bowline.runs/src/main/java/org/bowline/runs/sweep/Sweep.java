/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.sweep;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;

import org.bowline.core.figures.Percent;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.Words;
import org.bowline.report.rows.SweepInput;
import org.bowline.runs.compare.Difference.Verdict;
import org.bowline.runs.compare.TwoSamples;
import org.bowline.runs.sweep.Level.State;

/**
 * Builds at several concurrencies, compared level by level.
 *
 * <p>A server that has fallen over does less the more it is asked, and a faster build may fall at fewer clients than a slower one: at such a level
 * the difference between builds is that of two places on the way down, not of the work that a request takes. So a level at which any build has
 * fallen below its own peak is compared with nothing: it is neither a regression nor an improvement.
 *
 * <p>Of builds that do not differ at most {@value #FALSE_ALARMS} of all sweeps report any difference: p-values are adjusted after Holm (A simple sequentially rejective
 * multiple test procedure, Scandinavian Journal of Statistics 6, 1979) for all levels of all loads and builds that are compared. O(runs × log runs).
 *
 * @param base the build that the others are compared with
 * @param levels by load and build in their order in the input, then by clients
 * @param moved where a change moved the saturation point; a caveat, too
 * @param caveats why a comparison is not made, or may not be fair
 */
public record Sweep(String base, List<Level> levels, List<SweepInput.Moved> moved, List<Caveat> caveats) {
    /** Of sweeps of builds that do not differ, at most so many report any difference: of twenty in a row all are silent in nine of ten cases (ADR 0210). */
    public static final double FALSE_ALARMS = 0.005;
    /** Below its own peak by more than this, a build has fallen, if no other share is asked for. */
    public static final double FALLEN = 0.2;
    /** The caveat of builds of which those that are faster with few clients are slower with many. */
    public static final String SATURATION_MOVED = "saturation-moved";
    /** The caveat of a build that has no run at a level of others. */
    public static final String LEVEL_MISSING = "level-missing";
    /** The caveat of runs of one build. */
    public static final String ONE_BUILD = "one-build";

    /** Of the throughput; a smaller rise is not called one. */
    private static final double NOTICEABLE = 0.05;
    private static final int FEWEST_IN_SERIES = 4;

    /** Copies the lists. */
    public Sweep {
        levels = List.copyOf(levels);
        moved = List.copyOf(moved);
        caveats = List.copyOf(caveats);
    }

    /**
     * What is asked.
     *
     * @param base the build to compare with; null for the first one
     * @param fallen below its own peak by more than this share a build has fallen, above 0 and below 1
     * @param series builds of which one has more to do than the other, each with at least four; found by their names if there is none
     */
    public record Question(@Nullable String base, double fallen, List<List<String>> series) {
        /** The first build is the base. */
        public static final Question DEFAULT = new Question(null, FALLEN, List.of());

        /** Copies the lists. */
        public Question {
            series = series.stream().map(List::copyOf).toList();
        }
    }

    /** A build is not in the sweep. */
    public static final class UnknownBuildException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        UnknownBuildException(String build, Set<String> builds) {
            super("there is no build '" + build + "'; there are " + String.join(", ", builds));
        }
    }

    /**
     * Compares.
     *
     * @param runs at least one
     * @throws UnknownBuildException if the question names a build that has no run
     */
    public static Sweep of(List<SweepRun> runs, Question question) {
        Set<String> builds = runs.stream().map(SweepRun::build).collect(Collectors.toCollection(LinkedHashSet::new));
        String base = Objects.requireNonNullElse(question.base, builds.iterator().next());
        check(base, builds);
        question.series.forEach(series -> series.forEach(build -> check(build, builds)));
        Map<String, Map<String, List<Level>>> loads = new LinkedHashMap<>();
        for (SweepRun run : runs) {
            loads.computeIfAbsent(run.load(), key -> new LinkedHashMap<>()).computeIfAbsent(run.build(), key -> new ArrayList<>());
        }
        List<Caveat> caveats = new ArrayList<>();
        List<SweepInput.Moved> moved = new ArrayList<>();
        List<Level> levels = new ArrayList<>();
        loads.forEach((load, ofLoad) -> {
            List<SweepRun> inLoad = runs.stream().filter(run -> run.load().equals(load)).toList();
            ofLoad.replaceAll((build, none) -> states(levels(load, build, inLoad), question.fallen, caveats));
            Set<Long> fallen = ofLoad.values().stream().flatMap(List::stream).filter(level -> level.state() == State.FALLEN)
                    .map(Level::clients).collect(Collectors.toCollection(TreeSet::new));
            List<Level> ofBase = ofLoad.getOrDefault(base, List.of());
            ofLoad.forEach((build, ofBuild) -> ofBuild.forEach(level -> levels.add(build.equals(base) ? level
                    : compared(level, at(ofBase, level.clients()), fallen.contains(level.clients())))));
            missing(load, ofLoad, caveats);
            moved.addAll(Saturation.of(load, ofLoad, question.series, FEWEST_IN_SERIES));
        });
        List<Level> judged = judge(levels, base);
        general(runs, judged, base, builds, caveats);
        moved.forEach(one -> caveats.add(Caveat.of(Severity.WARNING, "", SATURATION_MOVED, 1, in(one.load()) + one.text())));
        return new Sweep(base, judged, moved, caveats);
    }

    /** The builds, in the order of the input. */
    public List<String> builds() {
        return levels.stream().map(Level::build).distinct().toList();
    }

    /** The loads, likewise. */
    public List<String> loads() {
        return levels.stream().map(Level::load).distinct().toList();
    }

    private static void check(String build, Set<String> builds) {
        if (!builds.contains(build)) {
            throw new UnknownBuildException(build, builds);
        }
    }

    private static List<Level> levels(String load, String build, List<SweepRun> runs) {
        Map<Long, List<SweepRun>> byClients = new TreeMap<>(runs.stream().filter(run -> run.build().equals(build))
                .collect(Collectors.groupingBy(SweepRun::clients)));
        List<Level> levels = new ArrayList<>();
        byClients.forEach((clients, some) -> {
            double[] logarithms = some.stream().mapToDouble(run -> Math.log(run.throughput())).toArray();
            double mean = Arrays.stream(logarithms).average().orElseThrow();
            double reach = reach(logarithms, mean);
            double none = Double.NaN;
            levels.add(new Level(load, build, clients, some, Math.exp(mean),
                    Math.exp(mean - reach), Math.exp(mean + reach), 1, State.UNKNOWN, none, none, none, none, none, none,
                    Verdict.NOT_COMPARABLE, mean(some.stream().mapToDouble(SweepRun::p50Nanos).toArray()),
                    mean(some.stream().mapToDouble(SweepRun::p99Nanos).toArray())));
        });
        return levels;
    }

    /** Of the runs that have a number. */
    private static double mean(double[] values) {
        return Arrays.stream(values).filter(Double::isFinite).average().orElse(Double.NaN);
    }

    /** How far the mean may be off, by Student's t. */
    private static double reach(double[] values, double mean) {
        if (values.length < 2) {
            return Double.NaN;
        }
        double degrees = values.length - 1.0;
        double variance = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum() / degrees;
        return TDistribution.of(degrees).inverseCumulativeProbability(0.5 + TwoSamples.CONFIDENCE / 2)
                * Math.sqrt(variance / values.length);
    }

    private static @Nullable Level at(List<Level> levels, long clients) {
        return levels.stream().filter(level -> level.clients() == clients).findFirst().orElse(null);
    }

    private static List<Level> states(List<Level> levels, double limit, List<Caveat> caveats) {
        Level peak = levels.stream().max(Comparator.comparingDouble(Level::throughput).thenComparing(level -> -level.clients()))
                .orElseThrow();
        List<Level> placed = new ArrayList<>();
        for (int i = 0; i < levels.size(); i++) {
            Level level = levels.get(i);
            State state = levels.size() == 1 ? State.UNKNOWN : state(levels, i);
            if (level.clients() > peak.clients()) {
                Change fall = level.since(peak);
                boolean below = fall.size() < -limit;
                // with runs to tell the noise, the whole interval has to be below
                boolean surely = below && !(fall.high() >= -limit);
                if (below && !surely) {
                    caveats.add(Caveat.of(Severity.WARNING, "", "perhaps-fallen", 1, in(level.load()) + level.build() + " with "
                            + Words.count(level.clients(), "client") + " is " + Percent.percent(-fall.size(), 1)
                            + " below its own peak, but its runs differ too much to be sure that it has fallen by more than "
                            + Percent.percent(limit, 0) + ": do not rely on comparisons at this level before there are more runs."));
                }
                state = surely ? State.FALLEN : state;
            }
            placed.add(level.in(state, level.throughput() / peak.throughput()));
        }
        return placed;
    }

    private static State state(List<Level> levels, int which) {
        double own = levels.get(which).throughput();
        double before = levels.subList(0, which).stream().mapToDouble(Level::throughput).max().orElse(0);
        double after = levels.subList(which + 1, levels.size()).stream().mapToDouble(Level::throughput).max().orElse(0);
        boolean last = which == levels.size() - 1;
        return (last ? own > before * (1 + NOTICEABLE) : after > own * (1 + NOTICEABLE)) ? State.SCALING : State.SATURATED;
    }

    private static Level compared(Level level, @Nullable Level base, boolean fallen) {
        if (base == null) {
            return level;
        }
        Change change = level.since(base);
        Verdict verdict = fallen ? Verdict.NOT_COMPARABLE : change.isJudged() ? Verdict.WITHIN_NOISE : Verdict.NOISE_UNKNOWN;
        return new Level(level.load(), level.build(), level.clients(), level.runs(), level.throughput(), level.low(), level.high(),
                level.shareOfPeak(), level.state(), change.size(), change.low(), change.high(), Double.NaN,
                fallen ? Double.NaN : change.p(), Double.NaN, verdict, level.p50Nanos(), level.p99Nanos());
    }

    /** Holm's adjustment for all that is compared, and the verdicts. */
    private static List<Level> judge(List<Level> levels, String base) {
        List<Level> tested = levels.stream().filter(level -> Double.isFinite(level.p())).sorted(Comparator.comparingDouble(Level::p))
                .toList();
        double least = FALSE_ALARMS / Math.max(1, tested.size());
        Map<Level, Level> verdicts = new LinkedHashMap<>();
        double before = 0;
        for (int i = 0; i < tested.size(); i++) {
            Level level = tested.get(i);
            before = Math.max(before, Math.min(1, level.p() * (tested.size() - i)));
            Level ofBase = levels.stream().filter(other -> other.build().equals(base) && other.load().equals(level.load())
                    && other.clients() == level.clients()).findFirst().orElseThrow();
            verdicts.put(level, level.judged(before, before > FALSE_ALARMS || level.change() == 0 ? Verdict.WITHIN_NOISE
                    : level.change() < 0 ? Verdict.REGRESSION : Verdict.IMPROVEMENT,
                    level.since(ofBase).visible(least)));
        }
        return levels.stream().map(level -> verdicts.getOrDefault(level, level)).toList();
    }

    private static String in(String load) {
        return load.isEmpty() ? "" : load + ": ";
    }

    private static void missing(String load, Map<String, List<Level>> builds, List<Caveat> caveats) {
        Set<Long> all = builds.values().stream().flatMap(List::stream).map(Level::clients).collect(Collectors.toCollection(TreeSet::new));
        if (all.size() == 1) {
            caveats.add(Caveat.of(Severity.WARNING, "", "one-level", 1, in(load) + "there are runs with "
                    + Words.count(all.iterator().next(), "client") + " only, so where a build saturates or falls over is not known."
                    + " Run at more clients and at fewer."));
        }
        builds.forEach((build, levels) -> {
            List<String> absent = all.stream().filter(clients -> at(levels, clients) == null).map(String::valueOf).toList();
            if (!absent.isEmpty()) {
                caveats.add(Caveat.of(Severity.WARNING, "", LEVEL_MISSING, absent.size(), in(load) + build + " has no run with "
                        + Words.list(absent, "and") + " clients; there it is not compared. Make runs of it there, as of the others."));
            }
        });
    }

    private static void general(List<SweepRun> runs, List<Level> levels, String base, Set<String> builds, List<Caveat> caveats) {
        if (builds.size() == 1) {
            caveats.add(Caveat.of(Severity.WARNING, "", ONE_BUILD, 1,
                    "There are runs of " + base + " only, so there is nothing to compare it with. Add runs of another build."));
        }
        if (levels.stream().anyMatch(level -> level.verdict() == Verdict.NOISE_UNKNOWN)) {
            caveats.add(Caveat.of(Severity.ERROR, "", "noise-unknown", 1,
                    "There are levels with fewer than two runs of each build: how much runs"
                            + " differ by chance is not known there, so no difference can be told from noise. Make at least two runs of each, better five."));
        }
        Set<String> machines = runs.stream().map(SweepRun::machine).collect(Collectors.toCollection(TreeSet::new));
        if (machines.size() > 1) {
            caveats.add(Caveat.of(Severity.WARNING, "", "machines-differ", machines.size(), "The runs are of different processors ("
                    + machines.stream().map(Sweep::machine).collect(Collectors.joining(", ")) + "): what differs may be theirs."
                    + oneEach(runs, builds) + " Make all runs on one machine."));
        }
    }

    private static String machine(String name) {
        return name.isEmpty() ? "not known" : name;
    }

    /** Where each build has a processor of its own, which then may be all that differs. */
    private static String oneEach(List<SweepRun> runs, Set<String> builds) {
        List<String> told = new ArrayList<>();
        Set<String> seen = new TreeSet<>();
        for (String build : builds) {
            Set<String> own = runs.stream().filter(run -> run.build().equals(build)).map(SweepRun::machine)
                    .collect(Collectors.toCollection(TreeSet::new));
            if (own.size() != 1 || !seen.addAll(own)) {
                return "";
            }
            told.add(build + " on " + machine(own.iterator().next()));
        }
        return " Each build ran on one of its own (" + String.join(", ", told) + "), so a change may be that of the processors alone.";
    }
}
