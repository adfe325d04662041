/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.open;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IPath;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.widgets.Display;
import org.eclipse.tracecompass.tmf.core.TmfCommonConstants;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.eclipse.ui.PlatformUI;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.AnalysisResult;
import org.bowline.core.progress.CancelledException;
import org.bowline.ctf.TraceReadException;
import org.bowline.tracecompass.core.analysis.MonitorProgress;
import org.bowline.tracecompass.core.analysis.StoredAnalysis;
import org.bowline.tracecompass.core.open.ClockReport;
import org.bowline.tracecompass.core.open.Recording;

/**
 * Opens folders of traces as one experiment: finds the traces, analyses them, imports them, sets their clocks, keeps the analysis, and shows the experiment.
 * Cancelled or failed, it leaves the workspace as it was.
 */
public final class OpenRecordingJob extends Job {
    private final List<Path> roots;
    private final String project;
    private volatile @Nullable TmfExperimentElement experiment;
    private volatile String report = "";

    /**
     * @param roots folders or archives with the traces of all hosts
     * @param project name of the Tracing project to import into, or null for the usual one
     */
    public OpenRecordingJob(List<Path> roots, @Nullable String project) {
        super(NLS.bind(Messages.open_job, shown(roots)));
        this.roots = List.copyOf(roots);
        this.project = project == null ? TmfCommonConstants.DEFAULT_TRACE_PROJECT_NAME : project;
        setUser(true);
    }

    private static String shown(List<Path> roots) {
        Path last = roots.get(0).toAbsolutePath().normalize().getFileName();
        return (last == null ? "/" : last.toString()) + (roots.size() > 1 ? " …" : "");
    }

    @Override
    protected IStatus run(IProgressMonitor monitor) {
        try {
            TmfExperimentElement opened = prepare(monitor);
            experiment = opened;
            Display display = PlatformUI.getWorkbench().getDisplay();
            if (!display.isDisposed()) {
                display.asyncExec(() -> ExperimentWindow.show(opened, report));
            }
            return Status.OK_STATUS;
        } catch (CancelledException e) {
            return Status.CANCEL_STATUS;
        } catch (TraceReadException | CoreException e) {
            return new Status(IStatus.ERROR, TraceClocks.PLUGIN, NLS.bind(Messages.open_failed, shown(roots), ProjectImport.reason(e)), e);
        } catch (OutOfMemoryError e) {
            return new Status(IStatus.ERROR, TraceClocks.PLUGIN, NLS.bind(Messages.open_failed, shown(roots), e), e);
        }
    }

    /**
     * All but the showing: the experiment is in the project, with its clocks and its analysis. Not in the UI thread.
     *
     * @throws CancelledException if cancelled; nothing is left
     * @throws TraceReadException if there is no trace that can be read; nothing is left
     * @throws CoreException if the project cannot take them; nothing is left
     */
    public TmfExperimentElement prepare(IProgressMonitor monitor) throws TraceReadException, CoreException {
        MonitorProgress progress = new MonitorProgress(monitor);
        try (Recording recording = Recording.open(roots, progress)) {
            progress.phase(0.8, 0.9);
            progress.check();
            try (ProjectImport imported = ProjectImport.into(project)) {
                TmfExperimentElement element = imported.experiment(roots, recording, progress);
                progress.phase(0.9, 1);
                boolean changed = imported.traces().entrySet().stream()
                        .anyMatch(each -> !TraceClocks.has(each.getKey(), each.getValue().transform()));
                if (changed) {
                    ExperimentWindow.close(element);
                    for (Map.Entry<TmfTraceElement, Recording.Trace> each : imported.traces().entrySet()) {
                        progress.check();
                        TraceClocks.set(each.getKey(), each.getValue().transform(), monitor);
                    }
                    TraceClocks.forgetDerived(element, monitor);
                }
                keep(element, recording.result(), progress);
                progress.check();
                imported.finish();
                report = reportOf(recording);
                return element;
            }
        } finally {
            monitor.done();
        }
    }

    /** The analysis, as the module of the experiment will look for it. */
    static void keep(TmfExperimentElement experiment, AnalysisResult result, MonitorProgress progress) throws CoreException {
        String folder = experiment.getResource().getPersistentProperty(TmfCommonConstants.TRACE_SUPPLEMENTARY_FOLDER);
        if (folder == null) {
            return;
        }
        StoredAnalysis.keep(result, locations(experiment), Path.of(folder, StoredAnalysis.FILE), progress);
    }

    /** Where the traces of an experiment are. */
    static List<Path> locations(TmfExperimentElement experiment) {
        return experiment.getTraces().stream().map(trace -> trace.getElementUnderTraceFolder().getResource().getLocation())
                .flatMap(location -> Stream.ofNullable(location).map(IPath::toOSString)).map(Path::of).toList();
    }

    private static String reportOf(Recording recording) {
        List<String> lines = new ArrayList<>();
        lines.add(ClockReport.of(recording.result().sync()));
        if (!recording.ctf2Hosts().isEmpty()) {
            lines.add(NLS.bind(Messages.open_ctf2, String.join(", ", recording.ctf2Hosts())));
        }
        List<String> blind = recording.result().caveats().stream().filter(caveat -> caveat.kind().equals("no-kernel-trace"))
                .map(caveat -> caveat.host())
                .toList();
        if (!blind.isEmpty()) {
            lines.add(NLS.bind(Messages.open_noKernel, String.join(", ", blind)));
        }
        recording.leftOut().forEach(each -> lines.add(NLS.bind(Messages.open_leftOut, each)));
        return String.join("\n", lines);
    }

    /** The experiment, once it is made. */
    public @Nullable TmfExperimentElement experiment() {
        return experiment;
    }

    /** What was found out on the way, a line each: the clocks, and what people should know; empty before. */
    public String report() {
        return report;
    }

    @Override
    public boolean belongsTo(@Nullable Object family) {
        return family == OpenRecordingJob.class;
    }
}
