/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiConsumer;

import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.report.rows.SweepRunRow;
import org.bowline.runs.plan.SweepPlan;

/** Makes the runs of a plan that are not there yet. */
public final class SweepRunner implements AutoCloseable {
    private static final double RECORDER_SECONDS = 60;
    private static final double COLLECTING_SECONDS = 10;

    private final SweepDirectory directory;
    private final Path home;
    private final String recorder;
    private final Session session;

    /**
     * A new one.
     *
     * @param directory where runs are kept
     * @param home where commands run: the folder of the plan
     * @param recorder the command of bowline-record, if the plan names none
     */
    public SweepRunner(SweepDirectory directory, Path home, String recorder) {
        this.directory = directory;
        this.home = home.toAbsolutePath().normalize();
        this.recorder = recorder;
        session = new Session(directory.mark(), this.home);
    }

    /**
     * Runs. A run that fails is told and kept as one that failed; the others are made.
     *
     * @param failed told of each that did
     * @return how many failed
     * @throws CancelledException if it was stopped: the run that was being made is gone, and nothing of it is left
     * @throws IOException if nothing can be run or written
     */
    public int run(SweepPlan plan, List<PlannedRun> runs, Progress progress, BiConsumer<PlannedRun, String> failed) throws IOException {
        session.end(0); // what a sweep left that was killed
        OneRun.Setting setting = new OneRun.Setting(plan.server(), plan.load(), home,
                plan.recording().recorder().isEmpty() ? recorder : plan.recording().recorder(), plan.recording().options());
        for (Path half : directory.halves()) {
            endRecording(half, setting, progress);
            SweepDirectory.delete(half);
        }
        List<PlannedRun> missing = directory.missing(runs);
        directory.table(ordered(plan, runs));
        int failures = 0;
        for (int i = 0; i < missing.size(); i++) {
            PlannedRun run = missing.get(i);
            progress.check();
            progress.report("Run " + (runs.size() - missing.size() + i + 1) + " of " + runs.size() + ": " + run.text(),
                    (double) (runs.size() - missing.size() + i) / runs.size());
            SweepRunRow row = one(run, setting, progress);
            directory.finish(run, row);
            directory.table(ordered(plan, runs));
            if (!row.problem().isEmpty()) {
                failures++;
                failed.accept(run, row.problem());
            }
        }
        return failures;
    }

    private SweepRunRow one(PlannedRun run, OneRun.Setting setting, Progress progress) throws IOException {
        Path made = directory.begin(run);
        boolean whole = false;
        try {
            SweepRunRow row = new OneRun(run, made, setting, session, progress).make();
            whole = true;
            return row;
        } catch (RunFailedException e) {
            endRecording(made, setting, progress);
            whole = true;
            HostState host = HostState.now();
            return SweepRunRow.failed(run.build().name(), run.clients(), Integer.toString(run.repetition()), host.machine(),
                    directory.told(run, String.valueOf(e.getMessage())));
        } finally {
            // who ends a recording needs what is there; the next sweep takes it away
            if (!whole && !SweepDirectory.isRecording(made)) {
                directory.abandon(run);
            }
        }
    }

    /** Ends a recording whose recorder was killed: what goes on to be recorded slows the runs that follow. */
    private void endRecording(Path made, OneRun.Setting setting, Progress progress) throws IOException {
        if (SweepDirectory.isRecording(made)) {
            String command = setting.recorder() + " stop -o " + OneRun.quoted(made.resolve("trace").toAbsolutePath().toString());
            session.run(command, RECORDER_SECONDS, made.resolve("recorder.txt"), progress);
            // who has begun it may be about to end it by itself, and then leaves nothing to stop
            long deadline = System.nanoTime() + (long) (COLLECTING_SECONDS * 1e9);
            while (SweepDirectory.isRecording(made) && System.nanoTime() - deadline < 0) {
                progress.check();
                Session.pause();
            }
            if (SweepDirectory.isRecording(made)) {
                throw new IOException("a recording that was not ended goes on, and would slow what is measured: end it by " + command
                        + ", then go on");
            }
        }
    }

    /** By build and level as the plan has them, whatever their order was. */
    private static List<PlannedRun> ordered(SweepPlan plan, List<PlannedRun> runs) {
        return plan.builds().stream().flatMap(build -> plan.clients().stream().flatMap(clients -> runs.stream()
                .filter(run -> run.build().equals(build) && run.clients() == clients))).toList();
    }

    /** Ends all that runs at once. */
    @Override
    public void close() {
        session.close();
    }
}
