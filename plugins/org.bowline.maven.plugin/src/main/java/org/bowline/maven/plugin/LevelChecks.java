/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.bowline.core.figures.Percent;
import org.bowline.core.figures.Rate;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Words;
import org.bowline.report.rows.SweepInput;
import org.bowline.report.rows.SweepRow;
import org.bowline.report.text.SweepText;
import org.bowline.runs.sweep.SweepFile;

/**
 * Judges a sweep: a test case for each build and level. A loss fails only if it is more than chance, all levels considered, and more than its limit; a limit that the runs could not have
 * shown to be exceeded is skipped and not passed.
 */
final class LevelChecks {
    private static final String CHECK = "maxLoss";
    /** Caveats that say that nothing can be judged: machines of which nobody knows what they add. */
    private static final String MACHINES = "machines-differ";

    private final SweepInput input;
    private final boolean notComparableFails;
    private final boolean failedRunsPass;
    private final List<Verdict> verdicts = new ArrayList<>();

    LevelChecks(SweepInput input, boolean notComparableFails, boolean failedRunsPass) {
        this.input = input;
        this.notComparableFails = notComparableFails;
        this.failedRunsPass = failedRunsPass;
    }

    /**
     * Where a build has to have runs.
     *
     * @param load the sort of load; empty if there is but one
     * @param build which
     * @param clients how many ask at once
     */
    record Place(String load, String build, long clients) implements Comparable<Place> {
        private static final Comparator<Place> ORDER = Comparator.comparing(Place::load).thenComparing(Place::build)
                .thenComparing(Place::clients);

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }

        private String text() {
            return (load.isEmpty() ? "" : load + ' ') + build + " with " + Words.count(clients, "client");
        }
    }

    /** Whether a caveat becomes a verdict, and so is not told twice. */
    static boolean judges(Caveat caveat) {
        return caveat.kind().equals(MACHINES) || caveat.kind().equals(SweepFile.RUN_LEFT_OUT);
    }

    /**
     * Judges all levels.
     *
     * @param limits for different levels
     * @param expected where there have to be runs; null: each build has to be at each level where any is
     */
    List<Verdict> judge(List<LevelLimit> limits, @Nullable SortedSet<Place> expected) {
        fairness();
        presence(limits, expected == null ? everywhere() : expected);
        boolean judged = false;
        for (SweepRow row : input.rows()) {
            if (!row.build().equals(input.base())) {
                Verdict verdict = judge(row, limits.stream().filter(limit -> limit.isFor(row.load(), row.clients()))
                        .reduce(LevelLimit::narrower).orElse(LevelLimit.NONE).share());
                judged |= verdict.state() == Verdict.State.PASSED || verdict.state() == Verdict.State.FAILED;
                verdicts.add(verdict);
            }
        }
        if (!judged && verdicts.stream().noneMatch(verdict -> verdict.state() == Verdict.State.ERROR)) {
            verdicts.add(Verdict.error("check", "", "no level could be judged: "
                    + (input.rows().stream().allMatch(row -> row.build().equals(input.base())) ? "there are runs of one build only"
                            : "see what is skipped")));
        }
        return verdicts;
    }

    /** What says that runs cannot be compared, or that some are missing. */
    private void fairness() {
        for (Caveat caveat : input.caveats()) {
            if (caveat.kind().equals(MACHINES)) {
                verdicts.add(Verdict.error("machine", "", caveat.text()));
            } else if (caveat.kind().equals(SweepFile.RUN_LEFT_OUT)) {
                verdicts.add(failedRunsPass ? Verdict.skipped("run", "", caveat.text())
                        : Verdict.error("run", "", caveat.text() + " See why, or set allowFailedRuns"));
            }
        }
    }

    /** That what is limited is there, and so is what has to be. */
    private void presence(List<LevelLimit> limits, SortedSet<Place> needed) {
        for (LevelLimit limit : limits) {
            if (input.rows().stream().noneMatch(row -> limit.isFor(row.load(), row.clients()))) {
                verdicts.add(Verdict.error(CHECK, limit.level(), "there is no such level; the levels are " + levels()));
            }
        }
        Set<Place> there = input.rows().stream().map(LevelChecks::place).collect(Collectors.toSet());
        for (Place place : needed) {
            if (!there.contains(place)) {
                verdicts.add(Verdict.error(CHECK, place.text(), "there is no run of it, so it cannot be judged"));
            }
        }
    }

    private static Place place(SweepRow row) {
        return new Place(row.load(), row.build(), row.clients());
    }

    private SortedSet<Place> everywhere() {
        SortedSet<Place> places = new TreeSet<>();
        for (String load : input.loads()) {
            List<SweepRow> rows = input.of(load);
            rows.forEach(level -> rows.forEach(build -> places.add(new Place(load, build.build(), level.clients()))));
        }
        return places;
    }

    private String levels() {
        return input.rows().stream().map(row -> (row.load().isEmpty() ? "" : row.load() + ':') + row.clients()).distinct()
                .collect(Collectors.joining(", "));
    }

    private Verdict judge(SweepRow row, double limit) {
        String subject = place(row).text();
        if (Double.isNaN(row.change())) {
            return Verdict.error(CHECK, subject, "there is no run of " + input.base() + " there, so there is nothing to compare it with");
        }
        String seen = Rate.perSecond(row.throughput()) + " per second, " + SweepText.interval(row) + " against " + input.base();
        return switch (row.verdict()) {
            case "not-comparable" -> notComparable(row, subject);
            case "noise-unknown" -> Verdict.error(CHECK, subject, seen
                    + ": there are fewer than two runs of each build, so nobody knows how much runs differ by chance. Make at least two of each, better five");
            case "regression" -> {
                String of = seen + ", the limit is a loss of " + Percent.percentApart(limit, -row.change());
                yield -row.change() > limit ? Verdict.failed(CHECK, subject, of) : Verdict.passed(CHECK, subject, of);
            }
            default -> limit > 0 && row.verdict().equals("within-noise") && !(row.minimalEffect() <= limit)
                    ? Verdict.skipped(CHECK, subject, seen + ": runs differ so much that only a difference of "
                            + Percent.percent(row.minimalEffect(), 1) + " or more would be seen, and the limit is "
                            + Percent.percent(limit, 1) + ". Make more runs")
                    : Verdict.passed(CHECK, subject, seen + (row.verdict().equals("within-noise") ? ", no difference shown" : ""));
        };
    }

    private Verdict notComparable(SweepRow row, String subject) {
        List<String> fallen = input.of(row.load()).stream().filter(other -> other.clients() == row.clients() && other.isFallen())
                .map(SweepRow::build).toList();
        String why = "not compared: " + Words.list(fallen, "and") + (fallen.size() == 1 ? " has" : " have") + " fallen more than "
                + Percent.percent(input.fallen(), 0) + " below " + (fallen.size() == 1 ? "its own peak" : "their own peaks") + " there";
        return notComparableFails ? Verdict.failed(CHECK, subject, why + ", and failOnNotComparable is set")
                : Verdict.skipped(CHECK, subject, why);
    }
}
