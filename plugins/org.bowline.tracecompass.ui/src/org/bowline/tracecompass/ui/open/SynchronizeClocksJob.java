/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.open;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IPath;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.widgets.Display;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;
import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.CancelledException;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.trace.CtfTrace;
import org.bowline.tracecompass.clock.HostClockTransform;
import org.bowline.tracecompass.core.analysis.MonitorProgress;
import org.bowline.tracecompass.core.open.ClockReport;
import org.bowline.tracecompass.core.open.Recording;
import org.bowline.tracecompass.ui.frame.Ui;

/**
 * Puts the traces of an experiment, whoever made it, on one clock, in place. If it was open it is opened again. Cancelled before the clocks are known, it
 * changes nothing.
 */
public final class SynchronizeClocksJob extends Job {
    private final TmfExperimentElement experiment;
    private volatile String report = "";
    private boolean reopen;

    /** Of an experiment of a project. */
    public SynchronizeClocksJob(TmfExperimentElement experiment) {
        super(NLS.bind(Messages.synchronise_job, experiment.getName()));
        this.experiment = experiment;
        setUser(true);
    }

    @Override
    protected IStatus run(IProgressMonitor monitor) {
        MonitorProgress progress = new MonitorProgress(monitor);
        Map<Path, TmfTraceElement> traces = new LinkedHashMap<>();
        for (TmfTraceElement member : experiment.getTraces()) {
            TmfTraceElement trace = member.getElementUnderTraceFolder();
            IPath location = trace.getResource().getLocation();
            if (location != null && CtfTrace.isTrace(location.toFile().toPath())) {
                traces.put(location.toFile().toPath().toAbsolutePath().normalize(), trace);
            }
        }
        if (traces.isEmpty()) {
            return failed(NLS.bind(Messages.synchronise_nothing, experiment.getName()), null);
        }
        try (Recording recording = Recording.openImported(List.copyOf(traces.keySet()), progress)) {
            progress.phase(0.8, 1);
            List<String> lines = new ArrayList<>(List.of(ClockReport.of(recording.result().sync())));
            Map<TmfTraceElement, HostClockTransform> clocks = clocks(recording, traces);
            progress.check();
            TraceClocks.Changed changed = TraceClocks.setAll(experiment, clocks);
            reopen = changed.wasOpen();
            OpenRecordingJob.keep(experiment, recording.result(), progress);
            for (TmfTraceElement member : experiment.getTraces()) {
                if (!clocks.containsKey(member.getElementUnderTraceFolder())) {
                    lines.add(NLS.bind(Messages.synchronise_foreign, member.getElementPath()));
                }
            }
            report = String.join("\n", lines) + changed.lines();
            show();
            return Status.OK_STATUS;
        } catch (CancelledException e) {
            return Status.CANCEL_STATUS;
        } catch (TraceReadException | CoreException | OutOfMemoryError e) {
            show();
            return failed(NLS.bind(Messages.synchronise_failed, experiment.getName(), ProjectImport.reason(e)), e);
        } finally {
            monitor.done();
        }
    }

    private static Map<TmfTraceElement, HostClockTransform> clocks(Recording recording, Map<Path, TmfTraceElement> traces) {
        Map<TmfTraceElement, HostClockTransform> clocks = new HashMap<>();
        for (Recording.Trace trace : recording.traces()) {
            TmfTraceElement element = traces.get(trace.directory());
            if (element != null) {
                clocks.put(element, trace.transform());
            }
        }
        return clocks;
    }

    private void show() {
        Display display = PlatformUI.getWorkbench().getDisplay();
        if (display.isDisposed()) {
            return;
        }
        String told = report;
        boolean again = reopen;
        display.asyncExec(() -> {
            IWorkbenchWindow window = PlatformUI.getWorkbench().getActiveWorkbenchWindow();
            if (again) {
                ExperimentWindow.openAndTell(experiment, window, told);
            } else {
                ExperimentWindow.tell(window, told);
            }
        });
    }

    private static IStatus failed(String text, @Nullable Throwable cause) {
        return new Status(IStatus.ERROR, Ui.PLUGIN, text, cause);
    }

    /** What was found out: the clocks, a line each; empty before. */
    public String report() {
        return report;
    }

    @Override
    public boolean belongsTo(@Nullable Object family) {
        return family == OpenRecordingJob.class;
    }
}
