/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;

import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Words;
import org.bowline.core.progress.Progress;
import org.bowline.runs.experiment.PlannedRun;
import org.bowline.runs.experiment.SweepDirectory;
import org.bowline.runs.experiment.SweepRunner;
import org.bowline.runs.plan.PlanReader;
import org.bowline.runs.plan.SweepPlan;
import org.bowline.runs.sweep.Sweep;

/**
 * Runs builds of a server under a load tool, at every number of clients, several times, in random order, as {@code bowline sweep} does; then compares them and fails the build where
 * one loses throughput, see the goal compare. Whatever happens to the build of Maven, no process of a run is left.
 */
@Mojo(name = "sweep", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
public final class SweepMojo extends LevelsMojo {
    private static final long MOST_SEED = 1_000_000;
    /** A plan's clean-up may take a while, and servers write what they have when they end. */
    private static final long PATIENCE_SECONDS = 60;

    /** The plan, in YAML (docs/reference/sweep.md). Its commands run in its folder. */
    @Parameter(property = "bowline.plan", required = true)
    @SuppressWarnings("NullAway.Init") // Maven sets it
    private File plan;

    /** Of the order of the runs. Default: a random one, which the log tells. */
    @Parameter(property = "bowline.seed") private @Nullable Long seed;

    /**
     * Whether runs that an earlier build of Maven made with the same plan count, and only those that are missing or failed are made. If not, all are made: what is measured may have
     * changed since.
     */
    @Parameter(property = "bowline.resume", defaultValue = "false") private boolean resume;

    @Override
    void run() throws MojoExecutionException, MojoFailureException, IOException {
        gate(junitFile, this::swept);
    }

    @Override
    long patienceSeconds() {
        return PATIENCE_SECONDS;
    }

    private List<Verdict> swept() throws MojoExecutionException, IOException {
        checkSettings();
        List<LevelLimit> limits = limits();
        if (!plan.isFile()) {
            throw new MojoExecutionException("There is no plan " + plan + " (parameter plan). docs/reference/sweep.md says what it holds.");
        }
        SweepPlan read = PlanReader.read(plan.toPath());
        if (!read.loadsDiffer()) {
            getLog().warn("Plan " + plan + ": " + SweepPlan.ONE_LOAD + '.');
        }
        Sweep.Question question = question(read.base());
        String base = question.base();
        if (base != null && read.builds().stream().noneMatch(build -> build.name().equals(base))) {
            throw new MojoExecutionException("Parameter base: the plan has no build '" + base + "'; it has "
                    + Words.list(read.builds().stream().map(SweepPlan.Build::name).toList(), "and") + '.');
        }
        SortedSet<LevelChecks.Place> expected = new TreeSet<>();
        read.builds().forEach(build -> read.clients().forEach(clients -> expected.add(new LevelChecks.Place("", build.name(), clients))));
        sweep(read);
        return judge(sweepDirectory.toPath(), question, limits, expected);
    }

    private void sweep(SweepPlan read) throws MojoExecutionException, IOException {
        Path directory = sweepDirectory.toPath();
        Path home = plan.getAbsoluteFile().toPath().getParent();
        if (home == null) {
            throw new MojoExecutionException("Parameter plan: " + plan + " is in no folder.");
        }
        if (!resume) {
            SweepDirectory.forget(directory);
        }
        try (Recorder recorder = Recorder.unpack(directory);
                SweepDirectory kept = SweepDirectory.open(directory, read, Files.readString(plan.toPath()), seed,
                        ThreadLocalRandom.current().nextLong(1, MOST_SEED));
                SweepRunner runner = new SweepRunner(kept, home, recorder.command())) {
            List<PlannedRun> runs = PlannedRun.of(read, kept.seed());
            int before = runs.size() - kept.missing(runs).size();
            getLog().info(Words.count(runs.size(), "run") + " in random order, seed " + kept.seed()
                    + (before > 0 ? "; " + before + " are there" : "") + '.');
            runner.run(read, runs, new RunLog(), (run, why) -> getLog().warn(run.text() + " failed: " + why));
        } catch (FileSystemException e) {
            throw e;
        } catch (IOException e) {
            // a command cannot be started, or a process not be ended
            throw new IOException("the sweep stops: " + e.getMessage(), e);
        }
    }

    /** A line of the log for each run, as a sweep takes its time. */
    private final class RunLog implements Progress {
        @Override
        public void report(String task, double fraction) {
            getLog().info(task);
        }

        @Override
        public boolean isCancelled() {
            return progress().isCancelled();
        }
    }
}
