/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import org.bowline.core.analysis.FunctionQuestion;
import org.bowline.core.analysis.Question;
import org.bowline.core.files.Content;
import org.bowline.core.files.FileFailure;
import org.bowline.core.files.WholeFile;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Words;
import org.bowline.report.analyses.CompareFiles;
import org.bowline.report.analyses.SweepFiles;
import org.bowline.report.export.OffCpuWriter;
import org.bowline.report.export.ReportDirectory;
import org.bowline.report.page.ComparePage;
import org.bowline.report.rows.CompareInput;
import org.bowline.report.rows.CompareRow;
import org.bowline.report.rows.CompareRunRow;
import org.bowline.report.rows.SweepInput;
import org.bowline.report.table.Format;
import org.bowline.report.table.Report;
import org.bowline.report.table.Reports;
import org.bowline.report.text.CompareText;
import org.bowline.runs.ResultDirectory;
import org.bowline.runs.RunFacts;
import org.bowline.runs.compare.CompareRows;
import org.bowline.runs.compare.Comparison;
import org.bowline.runs.compare.Difference;
import org.bowline.runs.compare.Difference.Verdict;
import org.bowline.runs.compare.Measure.Kind;
import org.bowline.runs.sweep.SweepResults;

/** Two sets of runs. */
@Command(name = "compare",
        description = "Compares two sets of runs: latency, throughput, causes of waits, critical paths and knots; says what differs by more than "
                + "chance, and how large a difference would have to be to be seen. With --by concurrency it compares builds at every number of clients.",
        optionListHeading = "%nOptions:%n",
        footer = {"", "Examples:", "  bowline compare base-1,base-2,base-3 new-1,new-2,new-3",
            "  bowline compare runs/base runs/new --fail-on regression --html compare.html",
            "  bowline compare runs/base runs/new -o comparison --format json",
            "  bowline compare runs/base runs/new --symbols build/base --symbols build/new",
            "  bowline compare base.zip new.zip --interval begin=wl:req_begin,end=wl:req_end,key=req,label=type --format csv",
            "  bowline compare --by concurrency runs.csv --base main"})
final class CompareCommand implements Callable<Integer> {
    private static final String RUNS = "one or more runs, with commas between: directories that analyze -o wrote, traces (one run each), or "
            + "directories that hold several results, or several recordings of bowline-record of the same hosts.";

    private final Shell shell;

    @Parameters(index = "0", paramLabel = "BASE", description = "The runs to compare with: " + RUNS)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String base;

    @Parameters(index = "1", arity = "0..1", paramLabel = "NEW",
            description = "The runs in question, likewise; not with --by.") private @Nullable String fresh;

    /** What a pattern of the shell makes of a folder of runs. */
    @Parameters(index = "2..*", hidden = true) private final List<String> more = new ArrayList<>();

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

    @Option(names = {"-o", "--output"}, paramLabel = "DIR",
            description = "Write the results there: report.html for people (the page of --html); for programs compare, compare-runs (the number of each run), "
                    + "compare-findings and caveats. All appear at the end, or none; --format is then that of the files.") private @Nullable Path output;

    @Option(names = "--html", paramLabel = "FILE",
            description = "Also write the comparison as a page: box plots of the runs, intervals, verdicts. One file that needs no network.") private @Nullable Path html;

    @Option(names = "--difffolded", paramLabel = "FILE",
            description = "Also write which code waits, where call stacks or functions were recorded: stacks with two figures, mean nanoseconds per second of a run of BASE and of "
                    + "NEW, for a differential flame graph of flamegraph.pl.") private @Nullable Path folded;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "" + Comparison.SEED,
            description = "Of the draws for the intervals of percentiles; verdicts do not rest on it (default: ${DEFAULT-VALUE}).") private long seed;

    @Option(names = "--strict",
            description = "A broken packet is an error. Default: it is left out and counted as a caveat.") private boolean strict;

    @Mixin private final SweepOptions sweep = new SweepOptions();
    @Mixin private final IntervalOptions intervals = new IntervalOptions();
    @Mixin private final QuestionOptions.RunsPartOption part = new QuestionOptions.RunsPartOption();
    @Mixin private final QuestionOptions.SymbolsOption symbols = new QuestionOptions.SymbolsOption();
    @Mixin private final FormatOptions format = new FormatOptions();
    @Mixin private final TopOption top = new TopOption();
    @Mixin final CommonOptions common;

    CompareCommand(Shell shell) {
        this.shell = shell;
        common = new CommonOptions(shell);
    }

    @Override
    public Integer call() throws IOException {
        if (sweep.isGiven()) {
            return levels();
        }
        if (!more.isEmpty()) {
            throw Failure.usage("'" + more.get(0) + "' is one argument too many: give BASE and NEW, each with commas between its runs, as"
                    + " base-1,base-2 new-1,new-2, or as a directory that holds them");
        }
        sweep.checkAbsent();
        String second = fresh;
        if (second == null) {
            throw Failure.usage("NEW is missing: the runs to compare with those of " + base + ". For builds at several concurrencies give"
                    + " --by concurrency");
        }
        return sets(second);
    }

    /** Builds at several concurrencies. */
    private int levels() throws IOException {
        int most = top.most();
        checkLevels();
        WholeFile file = html == null ? null : prepare(html);
        ReportDirectory reports = output == null ? null : prepareReports(output, Reports.SWEEPS);
        SweepInput input = sweep.read(base, recordings(), shell.progress());
        Format written = format.format == null ? Format.CSV : format.format;
        ReportDirectory.Outcome outcome = reports == null ? null
                : commit(reports, () -> SweepFiles.write(input, reports, written, shell.progress()));
        if (file != null) {
            write(file, out -> SweepOptions.page(input, out, shell.progress()));
        }
        Format printed = outcome == null ? format.format : null;
        FormatOptions.print(shell, printed, Reports.SWEEP, input.rows(), printed == null ? SweepOptions.caveats(input) : input.caveats(),
                page -> {
                    SweepOptions.write(page, input, most);
                    if (outcome != null) {
                        Summary.files(page, outcome);
                    }
                });
        FailOn bad = failOn;
        List<String> failing = bad == null ? List.of() : SweepOptions.failing(input, bad.label());
        if (bad != null && !failing.isEmpty()) {
            shell.complain(Words.count(failing.size(), bad.label()) + " (--fail-on): "
                    + String.join("; ", failing.stream().limit(most).toList()) + '.');
            return ExitCode.FINDINGS;
        }
        List<String> unjudged = bad == null ? List.of() : SweepOptions.unjudged(input);
        if (!unjudged.isEmpty()) {
            throw Failure.usage("--fail-on: not all levels could be judged, so this is not a success: "
                    + String.join("; ", unjudged.stream().limit(most).toList()));
        }
        return ExitCode.FINE;
    }

    /** Files and the page have what recordings tell of each level, the rows of {@code --format} nothing of it, and the text why builds have fallen. */
    private SweepResults.Recordings recordings() {
        return output != null || html != null ? SweepResults.Recordings.ALL
                : format.format != null ? SweepResults.Recordings.NONE : SweepResults.Recordings.OF_FALLS;
    }

    /** What is of two sets of runs is not of levels. */
    private void checkLevels() {
        if (folded != null) {
            throw Failure.usage("--difffolded compares two sets of runs, and not levels (--by)");
        }
        if (fresh != null) {
            throw Failure.usage("'" + fresh + "' is one argument too many: --by concurrency takes one file of runs, of all builds");
        }
        if (intervals.given()) {
            throw Failure.usage("--by concurrency takes one file of runs and no --interval");
        }
        if (!symbols.folders().isEmpty()) {
            throw Failure.usage("--symbols names functions and locks of two sets of runs, and levels (--by) tell of none");
        }
    }

    // Complex: the steps of a comparison in order, each only if an option asks for it.
    private int sets(String second) throws IOException {
        int most = top.most();
        List<Path> basePaths = RunArgument.paths("BASE", base);
        List<Path> freshPaths = RunArgument.paths("NEW", second);
        part.check(intervals.declined());
        RunArgument.checkSymbols(symbols.folders(), basePaths, freshPaths);
        FailOn bad = failOn;
        if (bad != null && Math.min(basePaths.size(), freshPaths.size()) < 2) {
            throw Failure.usage("--fail-on needs at least two runs of each, as the noise between runs is not known otherwise; there are "
                    + basePaths.size() + " of BASE and " + freshPaths.size() + " of NEW");
        }
        if (bad != null) {
            RunArgument.checkApart(basePaths, freshPaths);
        }
        WholeFile file = html == null ? null : prepare(html);
        WholeFile stacks = folded == null ? null : prepareStacks(folded);
        ReportDirectory reports = output == null ? null : prepareReports(output, Reports.COMPARISON);
        List<RunFacts> baseRuns = read(basePaths);
        List<RunFacts> freshRuns = read(freshPaths);
        Comparison comparison = Comparison.of(baseRuns, freshRuns, seed);
        // a label that is not in all runs has a throughput, 0, but no latency
        if (bad != null && comparison.differences().stream()
                .noneMatch(one -> one.measure().kind() == Kind.LATENCY_P50 && !Double.isNaN(one.p()))) {
            throw Failure.usage("--fail-on: there is no latency or throughput to compare. Name intervals with --interval, here for traces "
                    + "or at bowline analyze for its results, that are in all runs");
        }
        if (bad != null) {
            for (Caveat caveat : comparison.caveats()) {
                if (caveat.kind().equals(Comparison.COPY)) {
                    throw Failure.usage("--fail-on: " + caveat.text());
                }
            }
        }
        CompareInput input = CompareRows.input(VersionProvider.version(), comparison, baseRuns, freshRuns);
        List<CompareRow> rows = CompareRows.of(comparison);
        ReportDirectory.Outcome outcome = reports == null ? null
                : write(reports, input, rows, CompareRows.runs(comparison, baseRuns, freshRuns));
        if (file != null) {
            write(file, out -> ComparePage.write(input, out, shell.progress()));
        }
        if (stacks != null) {
            writeStacks(stacks, input);
        }
        FormatOptions.print(shell, outcome == null ? format.format : null, Reports.COMPARE, rows, comparison.caveats(), page -> {
            CompareSummary.write(page, rows, input.findings(), CompareRows.lengths(baseRuns, freshRuns), baseRuns.size(), freshRuns.size(),
                    most, outcome != null);
            if (outcome != null) {
                Summary.files(page, outcome);
            }
        });
        return bad == null ? ExitCode.FINE : verdict(bad, comparison, Comparison.missingOrHanging(baseRuns, freshRuns).values(), most);
    }

    /** With --fail-on: what is worse, in one line on the standard error. */
    private int verdict(FailOn bad, Comparison comparison, Collection<String> worse, int most) {
        List<Difference> failing = comparison.differences().stream().filter(bad::includes).toList();
        List<String> words = new ArrayList<>();
        if (!failing.isEmpty()) {
            words.add(Words.count(failing.size(), bad.label()) + " (--fail-on): "
                    + String.join("; ", failing.stream().map(CompareRows::row)
                            .map(row -> CompareText.name(row) + ' ' + CompareText.change(row)).limit(most).toList()));
        }
        if (!worse.isEmpty()) {
            words.add("intervals are missing or hang (--fail-on): " + String.join("; ", worse.stream().limit(most).toList()));
        }
        if (words.isEmpty()) {
            return ExitCode.FINE;
        }
        shell.complain(String.join(". And ", words) + '.');
        return ExitCode.FINDINGS;
    }

    private WholeFile prepareStacks(Path path) {
        try {
            return shell.tidy(WholeFile.prepare(path));
        } catch (IOException e) {
            throw unwritableStacks(path, e);
        }
    }

    private void writeStacks(WholeFile file, CompareInput input) {
        if (input.code().isEmpty()) {
            throw Failure.usage("--difffolded: it is not known of both sets in which code threads waited. Record call stacks (profile"
                    + " waits-stacks) or functions (profile functions); results of analyze -o need off-cpu among their files");
        }
        try {
            file.commit(out -> OffCpuWriter.writeRuns(input.code(), out));
        } catch (IOException e) {
            throw unwritableStacks(folded, e);
        }
    }

    private static Failure unwritableStacks(@Nullable Path path, IOException e) {
        return Failure.output("cannot write the stacks " + path + ": " + FileFailure.reason(e) + ". Give another file with --difffolded",
                e);
    }

    private WholeFile prepare(Path path) {
        try {
            if (Files.isRegularFile(path) && Files.size(path) > 0 && !ComparePage.isPage(path)) {
                throw new FileSystemException(path.toString(), null, "it is there and was not written by Bowline; it would be lost");
            }
            return shell.tidy(WholeFile.prepare(path));
        } catch (IOException e) {
            throw unwritable(path, e);
        }
    }

    private ReportDirectory prepareReports(Path directory, List<Report<?>> files) {
        try {
            if (ResultDirectory.is(directory)) {
                throw new FileSystemException(directory.toString(), null,
                        "it holds the results of a run, which bowline analyze -o wrote; its page would be lost");
            }
            return shell.tidy(ReportDirectory.prepare(directory, files, List.of(), shell.progress()));
        } catch (IOException e) {
            throw Failure.output("cannot write reports to " + directory + ": " + FileFailure.reason(e) + ". Give another directory with -o",
                    e);
        }
    }

    private ReportDirectory.Outcome write(ReportDirectory reports, CompareInput input, List<CompareRow> rows, List<CompareRunRow> runs) {
        Format written = format.format == null ? Format.CSV : format.format;
        return commit(reports, () -> CompareFiles.write(input, rows, runs, reports, written, shell.progress()));
    }

    /** Writes the files of a directory. */
    private interface Reporting {
        void write() throws IOException;
    }

    private ReportDirectory.Outcome commit(ReportDirectory reports, Reporting files) {
        shell.progress().report("writing reports", 0);
        try {
            files.write();
            return reports.commit();
        } catch (IOException e) {
            throw Failure.output(
                    "cannot write the reports to " + output + ": " + FileFailure.reason(e)
                            + ". Make room, or give another directory with -o",
                    e);
        }
    }

    private void write(WholeFile file, Content content) {
        try {
            file.commit(content);
        } catch (IOException e) {
            throw unwritable(html, e);
        }
    }

    private static Failure unwritable(@Nullable Path path, IOException e) {
        return Failure.output("cannot write the page " + path + ": " + FileFailure.reason(e) + ". Give another file with --html", e);
    }

    private List<RunFacts> read(List<Path> paths) throws IOException {
        List<RunFacts> runs = new ArrayList<>();
        Question question = intervals.question(Question.ALL, part.part()).with(FunctionQuestion.SYMBOLS, symbols.folders());
        for (Path path : paths) {
            shell.progress().check();
            runs.add(RunArgument.read(shell, path, question, strict));
        }
        return runs;
    }

    private static boolean differs(Difference one) {
        return one.verdict() == Verdict.REGRESSION || one.verdict() == Verdict.IMPROVEMENT || one.verdict() == Verdict.CHANGED;
    }
}
