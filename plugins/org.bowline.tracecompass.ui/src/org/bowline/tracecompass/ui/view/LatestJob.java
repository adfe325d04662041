/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import java.util.function.Consumer;
import java.util.function.Function;

import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.tracecompass.core.analysis.MonitorProgress;

/** Small questions of a control, of which only the newest answer is wanted: a new one cancels the one before. For the UI thread. */
public final class LatestJob {
    private final Control owner;
    private int wanted;
    private @Nullable Job running;

    /** For a control: what comes after its end is dropped. */
    public LatestJob(Control owner) {
        this.owner = owner;
        owner.addDisposeListener(event -> cancel());
    }

    /**
     * Asks.
     *
     * @param name of the job, for the user
     * @param family what the job belongs to: the trace
     * @param question answered in a job
     * @param answer gets the answer in the UI thread, unless another question came
     */
    public <T> void ask(String name, @Nullable Object family, Function<Progress, T> question, Consumer<T> answer) {
        cancel();
        int number = wanted;
        Display display = owner.getDisplay();
        Job job = new Job(name) {
            @Override
            protected IStatus run(IProgressMonitor monitor) {
                try {
                    T result = question.apply(new MonitorProgress(monitor));
                    if (!display.isDisposed()) {
                        display.asyncExec(() -> {
                            if (number == wanted && !owner.isDisposed()) {
                                running = null;
                                answer.accept(result);
                            }
                        });
                    }
                    return Status.OK_STATUS;
                } catch (CancelledException e) {
                    return Status.CANCEL_STATUS;
                }
            }

            @Override
            public boolean belongsTo(Object ofFamily) {
                return ofFamily == family;
            }
        };
        running = job;
        job.schedule();
    }

    /** Forgets the question that is open. */
    public void cancel() {
        wanted++;
        Job job = running;
        running = null;
        if (job != null) {
            job.cancel();
        }
    }

    /** Whether an answer is to come. */
    public boolean isBusy() {
        return running != null;
    }
}
