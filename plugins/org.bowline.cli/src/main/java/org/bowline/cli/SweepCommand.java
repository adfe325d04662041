/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import org.bowline.core.files.FileFailure;
import org.bowline.core.model.Words;
import org.bowline.core.progress.CancelledException;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;
import org.bowline.report.text.TextPage;
import org.bowline.runs.ResultDirectory;
import org.bowline.runs.experiment.PlannedRun;
import org.bowline.runs.experiment.SweepDirectory;
import org.bowline.runs.experiment.SweepRunner;
import org.bowline.runs.plan.PlanException;
import org.bowline.runs.plan.PlanReader;
import org.bowline.runs.plan.SweepPlan;
import org.bowline.runs.plan.SweepPlan.Load;
import org.bowline.runs.plan.SweepPlan.Recorded;
import org.bowline.runs.plan.SweepPlan.Server;

/** Runs builds under load at several numbers of clients. */
@Command(name = "sweep",
        description = "Runs builds of a server under a load tool, at several numbers of clients, several times, in random order, as a plan in YAML says; then "
                + "compares them as compare --by concurrency does. What was stopped goes on where it was. The plan's commands run as you, so take plans only "
                + "from those you trust.",
        optionListHeading = "%nOptions:%n",
        footer = {"", "Examples:", "  bowline sweep plan.yaml --dry-run              what would run, and for how long",
            "  bowline sweep plan.yaml -o result              run it, or go on with it",
            "  bowline compare --by concurrency result --fail-on regression"})
final class SweepCommand implements Callable<Integer> {
    private static final long MOST_SEED = 1_000_000;
    private static final int MINUTE = 60;
    private static final int HOUR = 3600;

    private final Shell shell;

    @Parameters(index = "0", paramLabel = "PLAN", description = "The plan, in YAML (docs/reference/sweep.md).")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String plan;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR",
            description = "Where the runs and the comparison go: runs.csv, sweep, caveats, report.html, and a folder for each run. If it has runs of this plan, "
                    + "those that are missing or failed are made.") private @Nullable Path output;

    @Option(names = "--seed", paramLabel = "N",
            description = "Of the order of the runs. Default: a random one, which is printed; when a sweep goes on, that of its begin.") private @Nullable Long seed;

    @Option(names = "--dry-run",
            description = "Print what would run, in which order and for how long, and run nothing.") private boolean dry;

    @Mixin private final TopOption top = new TopOption();
    @Mixin final CommonOptions common;

    SweepCommand(Shell shell) {
        this.shell = shell;
        common = new CommonOptions(shell);
    }

    @Override
    public Integer call() throws IOException {
        top.most();
        Path file = file();
        SweepPlan read = PlanReader.read(file);
        if (read.recording().runs() != Recorded.NONE && read.recording().options().isEmpty()) {
            shell.complain(
                    "the plan records runs with the profiles that bowline-record takes without options; record.options names others");
        }
        if (!read.loadsDiffer()) {
            shell.complain(SweepPlan.ONE_LOAD);
        }
        Path directory = output;
        if (dry) {
            Long kept = directory == null ? null : SweepDirectory.seedOf(directory);
            long number = seed != null ? seed : kept != null ? kept : fresh();
            show(read, PlannedRun.of(read, number), number);
            return ExitCode.FINE;
        }
        if (directory == null) {
            throw Failure.usage("-o DIR is missing: where runs and results go. --dry-run shows the plan without it");
        }
        if (ResultDirectory.is(directory)) {
            throw Failure.usage(directory + " holds the results of a run, which bowline analyze -o wrote. Give another directory with -o");
        }
        return run(file, read, directory);
    }

    private Path file() {
        try {
            Path file = Path.of(plan);
            if (Files.isRegularFile(file)) {
                return file;
            }
        } catch (InvalidPathException e) {
            // told below
        }
        throw Failure.unreadable("there is no file '" + plan + "'. Give a plan in YAML; docs/reference/sweep.md says what it holds", null);
    }

    private static long fresh() {
        return ThreadLocalRandom.current().nextLong(1, MOST_SEED);
    }

    private int run(Path file, SweepPlan read, Path directory) throws IOException {
        int failed;
        List<PlannedRun> runs;
        try (SweepDirectory kept = SweepDirectory.open(directory, read, Files.readString(file), seed, fresh());
                SweepRunner runner = shell.tidy(new SweepRunner(kept, home(file), recorder()))) {
            runs = PlannedRun.of(read, kept.seed());
            int before = runs.size() - kept.missing(runs).size();
            announce(runs, before, kept.seed());
            try {
                failed = runner.run(read, runs, shell.progress(), (run, why) -> shell.complain(run.text() + " failed: " + why));
            } catch (CancelledException e) {
                shell.complain((runs.size() - kept.missing(runs).size()) + " of " + Words.count(runs.size(), "run")
                        + " are kept; the same command goes on with the others");
                throw e;
            }
        } catch (SweepDirectory.RefusedException e) {
            throw Failure.usage(String.valueOf(e.getMessage()));
        } catch (PlanException | Output.OutputException e) {
            throw e;
        } catch (java.nio.file.FileSystemException e) {
            throw Failure.output("cannot write to " + directory + ": " + FileFailure.reason(e) + ". Give another directory with -o", e);
        } catch (IOException e) {
            // a command cannot be started, or a process not be ended
            throw Failure.unreadable("the sweep stops: " + FileFailure.reason(e), e);
        }
        if (failed == runs.size()) {
            throw Failure.unreadable("no run of " + file + " went well. What each said is below " + directory.resolve("runs"), null);
        }
        return Bowline.commandLine(shell).execute("compare", "--by", "concurrency", directory.toString(), "--base", read.base(), "-o",
                directory.toString(), "--top", Integer.toString(top.most()));
    }

    private void announce(List<PlannedRun> runs, int before, long number) throws IOException {
        TextPage page = shell.page();
        page.heading(
                Words.count(runs.size(), "run") + " in random order, seed " + number + (before > 0 ? "; " + before + " are there" : ""));
        shell.out().flush();
    }

    private static Path home(Path file) {
        Path parent = file.toAbsolutePath().getParent();
        return parent == null ? file.toAbsolutePath() : parent;
    }

    /** The launcher tells where it is. */
    private static String recorder() {
        String named = System.getProperty("bowline.recorder", "");
        return named.isEmpty() ? "bowline-record"
                : '\'' + Path.of(named).toAbsolutePath().normalize().toString().replace("'", "'\\''") + '\'';
    }

    private void show(SweepPlan read, List<PlannedRun> runs, long number) throws IOException {
        TextPage page = shell.page();
        long counted = runs.stream().filter(PlannedRun::counts).count();
        page.heading(Words.count(counted, "run") + ": " + Words.count(read.builds().size(), "build") + ", "
                + Words.count(read.clients().size(), "level") + ", " + read.repetitions() + " of each"
                + (counted < runs.size() ? "; and " + (runs.size() - counted) + " that are recorded and do not count" : "") + "; seed "
                + number);
        page.paragraph(time(read, runs.size()));
        List<PlannedRun> missing = runs;
        if (output != null && Files.isDirectory(output) && SweepDirectory.seedOf(output) != null) {
            try {
                missing = SweepDirectory.missing(output, read, runs);
            } catch (SweepDirectory.RefusedException e) {
                throw Failure.usage(String.valueOf(e.getMessage()));
            }
            page.paragraph((runs.size() - missing.size()) + " of them are in " + output + ". " + time(read, missing.size()));
        }
        if (!missing.isEmpty()) {
            page.heading("Commands of the first one, " + missing.get(0).text());
            for (String command : commands(read, missing.get(0))) {
                page.paragraph(command);
            }
            List<PlannedRun> order = missing;
            List<Integer> places = new ArrayList<>();
            for (int i = 0; i < order.size(); i++) {
                places.add(i);
            }
            page.heading("Order");
            page.table(new Report<>("order", List.of(Column.text("", (Integer place) -> Integer.toString(place + 1)),
                    Column.text("run", (Integer place) -> order.get(place).text()))), places, top.most());
        }
        shell.out().flush();
    }

    private List<String> commands(SweepPlan read, PlannedRun run) {
        Server server = read.server();
        Load load = read.load();
        List<String> commands = new ArrayList<>();
        String directory = (output == null ? Path.of("DIR") : output).resolve("runs").resolve(run.name()).toString();
        if (server != null) {
            add(commands, "prepare", run.command(server.prepare(), directory, load.seconds()), "");
            add(commands, "start", run.command(server.start(), directory, load.seconds()), server.cpus());
            add(commands, "ready", run.command(server.ready(), directory, load.seconds()), "");
        }
        if (load.warmUp() > 0) {
            add(commands, "warm-up", run.command(load.command(), directory, load.warmUp()), load.cpus());
        }
        add(commands, run.recorded() ? "load, recorded" : "load", run.command(load.command(), directory, load.seconds()), load.cpus());
        if (server != null) {
            add(commands, "stop", server.stop().isEmpty() ? "SIGTERM" : run.command(server.stop(), directory, load.seconds()), "");
            add(commands, "clean-up", run.command(server.cleanUp(), directory, load.seconds()), "");
        }
        return commands;
    }

    private static void add(List<String> commands, String what, String command, String cpus) {
        if (!command.isEmpty()) {
            commands.add(
                    what + ": " + (cpus.isEmpty() ? "" : "taskset -c " + cpus + ' ') + command.strip().replaceAll("\\s*\\R\\s*", "; "));
        }
    }

    /** How long it takes. */
    private static String time(SweepPlan read, int runs) {
        Load load = read.load();
        String each = load.warmUp() > 0 ? PlannedRun.seconds(load.warmUp()) + " s to warm up each" : "";
        String server = read.server() == null ? "" : "; starting and ending " + Words.count(runs, "server") + " comes on top";
        if (Double.isNaN(load.seconds())) {
            return "How long it takes is not known, as the load has no seconds; at most " + text(runs * (load.within() + load.warmUp()))
                    + server + '.';
        }
        return "About " + text(runs * (load.seconds() + load.warmUp())) + ": " + PlannedRun.seconds(load.seconds()) + " s of load"
                + (each.isEmpty() ? " each" : " and " + each) + server + '.';
    }

    private static String text(double seconds) {
        long whole = Math.round(seconds);
        return whole < MINUTE ? whole + " s" : whole < HOUR ? whole / MINUTE + " min " + whole % MINUTE + " s"
                : whole / HOUR + " h " + whole % HOUR / MINUTE + " min";
    }
}
