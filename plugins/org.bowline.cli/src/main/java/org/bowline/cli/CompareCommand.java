/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import org.bowline.compare.CompareRows;
import org.bowline.compare.Comparison;
import org.bowline.compare.Difference;
import org.bowline.compare.Difference.Verdict;
import org.bowline.core.analysis.IntervalSpec;
import org.bowline.report.Reports;
import org.bowline.report.TimeFormat;
import org.bowline.report.run.RunFacts;

/** Two sets of runs. */
@Command(name = "compare",
        description = "Compares two sets of runs: latency, throughput, causes of waits, critical paths and knots; says what differs by more than "
                + "chance, and how large a difference would have to be to be seen.",
        optionListHeading = "%nOptions:%n",
        footer = {"", "Examples:", "  bowline compare base-1,base-2,base-3 new-1,new-2,new-3",
            "  bowline compare runs/base runs/new --fail-on regression",
            "  bowline compare base.zip new.zip --interval begin=wl:req_begin,end=wl:req_end,key=req,label=type --format csv"})
final class CompareCommand implements Callable<Integer> {
    private static final String RUNS = "one or more runs, with commas between: directories that analyze -o wrote, directories that hold such "
            + "directories, or traces (one run each).";

    private final Shell shell;

    @Parameters(index = "0", paramLabel = "BASE", description = "The runs to compare with: " + RUNS)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String base;

    @Parameters(index = "1", paramLabel = "NEW", description = "The runs in question, likewise.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String fresh;

    /** What is bad enough. */
    private enum FailOn {
        REGRESSION,
        DIFFERENCE;

        boolean includes(Difference one) {
            return this == DIFFERENCE ? differs(one) : one.verdict() == Verdict.REGRESSION;
        }

        String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(names = "--fail-on", paramLabel = "regression|difference",
            description = "End with exit code 1 if a latency, a throughput or a cause of waits is worse by more than chance (regression), or if anything "
                    + "differs by more than chance (difference). Needs two runs of each, and intervals.") private @Nullable FailOn failOn;

    @Option(names = "--strict",
            description = "A broken packet is an error. Default: it is left out and counted as a caveat.") private boolean strict;

    @Mixin private final IntervalOptions intervals = new IntervalOptions();
    @Mixin private final FormatOptions format = new FormatOptions();
    @Mixin private final TopOption top = new TopOption();
    @Mixin final CommonOptions common;

    CompareCommand(Shell shell) {
        this.shell = shell;
        common = new CommonOptions(shell);
    }

    @Override
    public Integer call() throws IOException {
        int most = top.most();
        List<Path> basePaths = RunArgument.paths("BASE", base);
        List<Path> freshPaths = RunArgument.paths("NEW", fresh);
        FailOn bad = failOn;
        if (bad != null && Math.min(basePaths.size(), freshPaths.size()) < 2) {
            throw Failure.usage("--fail-on needs at least two runs of each, as the noise between runs is not known otherwise; there are "
                    + basePaths.size() + " of BASE and " + freshPaths.size() + " of NEW");
        }
        List<RunFacts> baseRuns = read(basePaths);
        List<RunFacts> freshRuns = read(freshPaths);
        Comparison comparison = Comparison.of(baseRuns, freshRuns);
        if (bad != null && comparison.differences().stream()
                .noneMatch(one -> one.measure().kind().isOutcome() && !Double.isNaN(one.p()))) {
            throw Failure.usage("--fail-on: there is no latency or throughput to compare. Name intervals with --interval, here for traces "
                    + "or at bowline analyze for its results, that are in all runs");
        }
        format.print(shell, Reports.COMPARE, CompareRows.of(comparison), comparison.caveats(),
                page -> write(page, comparison, baseRuns.size(), freshRuns.size(), most));
        List<Difference> failing = bad == null ? List.of() : comparison.differences().stream().filter(bad::includes).toList();
        if (bad != null && !failing.isEmpty()) {
            shell.complain(Summary.count(failing.size(), bad.label()) + " (--fail-on): "
                    + String.join("; ", failing.stream().map(one -> name(one) + ' ' + change(one)).limit(most).toList()) + '.');
            return ExitCode.FINDINGS;
        }
        return ExitCode.FINE;
    }

    private List<RunFacts> read(List<Path> paths) throws IOException {
        List<RunFacts> runs = new ArrayList<>();
        List<IntervalSpec> specs = intervals.specs();
        for (Path path : paths) {
            shell.progress().check();
            runs.add(RunArgument.read(shell, path, specs, strict));
        }
        return runs;
    }

    private static void write(Page page, Comparison comparison, int base, int fresh, int most) throws IOException {
        page.heading(Summary.count(base, "run") + " of BASE, " + Summary.count(fresh, "run") + " of NEW");
        if (!comparison.knowsNoise()) {
            page.paragraph(
                    "The noise between runs is not known with so few runs: what follows are differences of these runs, not verdicts. "
                            + "Record at least two runs of each, better five.");
        } else {
            long differences = comparison.differences().stream().filter(CompareCommand::differs).count();
            page.paragraph(differences == 0
                    ? "No difference is larger than the noise between the runs allows to see."
                    : Summary.count(differences, "difference")
                            + " beyond chance; of runs that do not differ, one comparison in twenty would have any.");
        }
        for (boolean outcomes : new boolean[] {true, false}) {
            List<Difference> shown = comparison.differences().stream().filter(one -> one.measure().kind().isOutcome() == outcomes)
                    .filter(one -> outcomes || differs(one) || one.verdict() == Verdict.NOISE_UNKNOWN).toList();
            if (!shown.isEmpty()) {
                page.heading(
                        outcomes ? "Latency and throughput" : "Causes, paths and knots" + (comparison.knowsNoise() ? " that changed" : ""));
                for (Difference one : shown.subList(0, Math.min(most, shown.size()))) {
                    page.paragraph(sentence(one));
                }
                if (shown.size() > most) {
                    page.paragraph("... and " + (shown.size() - most) + " more");
                }
            }
        }
    }

    private static boolean differs(Difference one) {
        return one.verdict() == Verdict.REGRESSION || one.verdict() == Verdict.IMPROVEMENT || one.verdict() == Verdict.CHANGED;
    }

    private static String sentence(Difference one) {
        String text = name(one) + ": " + value(one, one.base()) + " -> " + value(one, one.fresh());
        return switch (one.verdict()) {
            case NOT_COMPARABLE -> text + ", not in all runs: not comparable";
            case NOISE_UNKNOWN -> text + ", " + change(one) + " (noise unknown)";
            case WITHIN_NOISE -> text + ", " + interval(one) + ": within the noise" + (Double.isFinite(one.minimalEffect())
                    ? "; a change of " + percent(one.minimalEffect()) + " would be seen in 80 % of cases" : "");
            case REGRESSION, IMPROVEMENT, CHANGED -> text + ", " + interval(one) + ": " + one.verdict().label() + ", p = "
                    + String.format(Locale.ROOT, "%.2g", one.pAdjusted());
        };
    }

    private static String interval(Difference one) {
        return change(one)
                + (Double.isFinite(one.changeLow()) ? " [" + percent(one.changeLow()) + " to " + percent(one.changeHigh()) + ']' : "");
    }

    private static String change(Difference one) {
        return one.base() == 0 && one.fresh() != 0 ? "appeared" : one.fresh() == 0 && one.base() != 0 ? "gone" : percent(one.change());
    }

    private static String name(Difference one) {
        return one.measure().kind().label() + (one.measure().label().isEmpty() ? "" : " '" + one.measure().label() + '\'')
                + (one.measure().subject().isEmpty() ? "" : ' ' + one.measure().subject());
    }

    private static String value(Difference one, double value) {
        String unit = one.measure().kind().unit();
        if (Double.isNaN(value)) {
            return "none";
        }
        if (unit.startsWith("ns")) {
            return TimeFormat.duration(Math.round(value)) + unit.substring(2);
        }
        return unit.equals("share") ? String.format(Locale.ROOT, "%.1f %%", value * 100)
                : String.format(Locale.ROOT, "%.4g %s", value, unit);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%+.1f %%", share * 100);
    }
}
