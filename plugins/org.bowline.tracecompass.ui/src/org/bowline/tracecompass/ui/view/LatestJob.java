/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Function;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Platform;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.osgi.util.NLS;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.ui.frame.Messages;
import org.bowline.tracecompass.ui.frame.Ui;

/** Questions of a view or a control, each answered in a job, of which only the newest answer is wanted: a new one cancels the one before. For the UI thread. */
public final class LatestJob {
    private final BooleanSupplier alive;
    private @Nullable Asked<?> running;

    /** @param alive whether answers are still wanted; asked in the UI thread */
    public LatestJob(BooleanSupplier alive) {
        this.alive = alive;
    }

    /**
     * Asks.
     *
     * @param name of the job, for the user
     * @param family what the job belongs to: the trace
     * @param question answered in the job
     * @param answer gets the answer in the UI thread, unless another question came
     * @param failed gets in the UI thread why there is no answer, unless another question came
     */
    public <T> void ask(String name, @Nullable Object family, Function<Progress, T> question, Consumer<T> answer,
            Consumer<String> failed) {
        start(new Asked<>(name, family, question, answer, failed));
    }

    /**
     * Waits until the traces are read; the reading itself is a job of the analysis, which all views share.
     *
     * @param again whether a person wishes it to run although it was cancelled or failed
     * @param ended called in the UI thread when it has ended, with a result or without, unless another question came
     */
    public void read(ITmfTrace trace, WaitAnalysisModule module, boolean again, Runnable ended) {
        Asked<?> reading = new Asked<>(NLS.bind(Messages.View_Reading, trace.getName()), trace, progress -> {
            if (again) {
                module.again();
            } else {
                module.start();
            }
            return (again || module.state() != WaitAnalysisModule.State.CANCELLED) && module.waitForCompletion();
        }, any -> ended.run(), any -> ended.run());
        reading.setSystem(true);
        reading.fraction = module::fraction;
        start(reading);
    }

    private void start(Asked<?> asked) {
        cancel();
        running = asked;
        asked.schedule();
    }

    /** Forgets the question that is open. */
    public void cancel() {
        Asked<?> before = running;
        running = null;
        if (before != null) {
            before.cancel();
        }
    }

    /** Whether an answer is to come. */
    public boolean isBusy() {
        return running != null;
    }

    /** How much of the newest question is answered, 0 to 1. */
    public double fraction() {
        Asked<?> now = running;
        return now == null ? 0 : now.fraction.getAsDouble();
    }

    private final class Asked<T> extends Job implements Progress {
        private final @Nullable Object family;
        private final Function<Progress, T> question;
        private final Consumer<T> answer;
        private final Consumer<String> failed;
        private volatile @Nullable IProgressMonitor monitor;
        private volatile double done;
        private DoubleSupplier fraction = () -> done;

        Asked(String name, @Nullable Object family, Function<Progress, T> question, Consumer<T> answer, Consumer<String> failed) {
            super(name);
            this.family = family;
            this.question = question;
            this.answer = answer;
            this.failed = failed;
        }

        @Override
        protected IStatus run(IProgressMonitor newMonitor) {
            monitor = newMonitor;
            try {
                T result = question.apply(this);
                ifWanted(() -> answer.accept(result));
                return Status.OK_STATUS;
            } catch (CancelledException e) {
                return Status.CANCEL_STATUS;
            } catch (RuntimeException | OutOfMemoryError e) {
                Platform.getLog(LatestJob.class).error(getName(), e);
                ifWanted(() -> failed.accept(e.getMessage() == null ? e.toString() : e.getMessage()));
                return Status.OK_STATUS;
            }
        }

        private void ifWanted(Runnable action) {
            Ui.later(() -> {
                if (running == this && alive.getAsBoolean()) {
                    running = null;
                    action.run();
                }
            });
        }

        @Override
        public void report(String task, double part) {
            done = part;
        }

        @Override
        public boolean isCancelled() {
            IProgressMonitor now = monitor;
            return now != null && now.isCanceled();
        }

        @Override
        public boolean belongsTo(@Nullable Object ofFamily) {
            return ofFamily == family;
        }
    }
}
