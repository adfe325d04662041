/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.open;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IPath;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.jobs.IJobChangeEvent;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.core.runtime.jobs.JobChangeAdapter;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.widgets.Display;
import org.eclipse.tracecompass.tmf.core.TmfCommonConstants;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.eclipse.ui.PlatformUI;
import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.CancelledException;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.ctf.TraceReadException;
import org.bowline.tracecompass.clock.HostClockTransform;
import org.bowline.tracecompass.core.analysis.MonitorProgress;
import org.bowline.tracecompass.core.analysis.StoredAnalysis;
import org.bowline.tracecompass.core.open.ClockReport;
import org.bowline.tracecompass.core.open.Recording;
import org.bowline.tracecompass.core.open.RecordingRead;
import org.bowline.tracecompass.ui.frame.Openings;
import org.bowline.tracecompass.ui.frame.Ui;

/**
 * Opens folders of traces as one experiment: finds the traces, analyses them, imports them, sets their clocks, keeps the analysis, and shows the experiment.
 * Cancelled or failed, it leaves the workspace as it was.
 */
public final class OpenRecordingJob extends Job {
    private final List<Path> roots;
    private final String project;
    private final boolean reuse;
    private volatile @Nullable TmfExperimentElement experiment;
    private volatile String report = "";
    private volatile boolean reopened;
    private volatile @Nullable MonitorProgress progress;

    /**
     * Links the traces into a project, or copies them from archives.
     *
     * @param roots folders or archives with the traces of all hosts
     * @param project name of the Tracing project to import into, or null for the usual one
     */
    public OpenRecordingJob(List<Path> roots, @Nullable String project) {
        this(roots, project, false);
    }

    /**
     * @param roots folders or archives with the traces of all hosts
     * @param project name of the Tracing project to import into, or null for the usual one
     * @param reuse whether traces that are in the project already are taken from there
     */
    public OpenRecordingJob(List<Path> roots, @Nullable String project, boolean reuse) {
        super(NLS.bind(Messages.open_job, shown(roots)));
        this.roots = List.copyOf(roots);
        this.project = project == null ? TmfCommonConstants.DEFAULT_TRACE_PROJECT_NAME : project;
        this.reuse = reuse;
        // No dialog: the window stays usable, and its views tell how far it is.
        addJobChangeListener(new Told(new Openings.Opening(shown(roots), this::fraction, this::cancel)));
    }

    private double fraction() {
        MonitorProgress now = progress;
        return now == null ? 0 : now.fraction();
    }

    /** Tells views of an opening from when it was asked for until it has ended. */
    private static final class Told extends JobChangeAdapter {
        private final Openings.Opening opening;

        Told(Openings.Opening opening) {
            this.opening = opening;
        }

        @Override
        public void scheduled(IJobChangeEvent event) {
            Openings.begin(opening);
        }

        @Override
        public void done(IJobChangeEvent event) {
            Openings.end(opening);
        }
    }

    /** What an opening of these is called. */
    static String shown(List<Path> roots) {
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
            return new Status(IStatus.ERROR, Ui.PLUGIN, NLS.bind(Messages.open_failed, shown(roots), ProjectImport.reason(e)), e);
        } catch (OutOfMemoryError e) {
            return new Status(IStatus.ERROR, Ui.PLUGIN, NLS.bind(Messages.open_failed, shown(roots), e), e);
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
        try {
            MonitorProgress told = new MonitorProgress(monitor);
            progress = told;
            TmfExperimentElement known = asItWas(told, monitor);
            return known == null ? read(told, monitor) : known;
        } finally {
            monitor.done();
        }
    }

    /** The experiment that was made of the folders before, if it still is as it was then: then no trace is read. */
    private @Nullable TmfExperimentElement asItWas(MonitorProgress progress, IProgressMonitor monitor) throws CoreException {
        progress.check();
        for (TmfExperimentElement each : ProjectImport.unchanged(project, roots, monitor)) {
            Path file = file(each);
            AnalysisResult stored = file == null ? null : StoredAnalysis.reopen(locations(each), file, progress).orElse(null);
            if (stored != null && TraceClocks.areOf(each, stored)) {
                report = reportOf(stored, each);
                reopened = true;
                ReadAhead.drop();
                return each;
            }
        }
        return null;
    }

    private TmfExperimentElement read(MonitorProgress progress, IProgressMonitor monitor) throws TraceReadException, CoreException {
        try (Recording recording = Recording.of(() -> ReadAhead.take(roots), progress)) {
            progress.phase(RecordingRead.DONE, 0.9);
            progress.check();
            try (ProjectImport imported = ProjectImport.into(project, monitor)) {
                TmfExperimentElement element = imported.experiment(roots, recording, reuse, progress);
                progress.phase(0.9, 1);
                element.refreshSupplementaryFolder(new NullProgressMonitor()); // makes it, if it is not there
                keep(element, recording.result(), progress);
                progress.check();
                Map<TmfTraceElement, HostClockTransform> clocks = new HashMap<>();
                imported.traces().forEach((trace, recorded) -> clocks.put(trace, recorded.transform()));
                TraceClocks.Changed changed = TraceClocks.setAll(element, clocks);
                imported.finish();
                report = reportOf(recording.result(), element) + changed.lines();
                return element;
            }
        }
    }

    /** The analysis, as the module of the experiment will look for it. */
    static void keep(TmfExperimentElement experiment, AnalysisResult result, MonitorProgress progress) throws CoreException {
        Path file = file(experiment);
        if (file != null) {
            StoredAnalysis.keep(result, locations(experiment), file, progress);
        }
    }

    private static @Nullable Path file(TmfExperimentElement experiment) throws CoreException {
        String folder = experiment.getResource().getPersistentProperty(TmfCommonConstants.TRACE_SUPPLEMENTARY_FOLDER);
        return folder == null ? null : Path.of(folder, StoredAnalysis.FILE);
    }

    /** Where the traces of an experiment are. */
    static List<Path> locations(TmfExperimentElement experiment) {
        return experiment.getTraces().stream().map(trace -> trace.getElementUnderTraceFolder().getResource().getLocation())
                .flatMap(location -> Stream.ofNullable(location).map(IPath::toOSString)).map(Path::of).toList();
    }

    private static String reportOf(AnalysisResult result, TmfExperimentElement element) {
        List<String> lines = new ArrayList<>();
        lines.add(ClockReport.of(result.sync()));
        List<String> ctf2 = TraceClocks.hostsReadByUs(element, true);
        if (!ctf2.isEmpty()) {
            lines.add(NLS.bind(Messages.open_ctf2, String.join(", ", ctf2)));
        }
        List<String> refused = TraceClocks.hostsReadByUs(element, false);
        if (!refused.isEmpty()) {
            lines.add(NLS.bind(Messages.open_refused, String.join(", ", refused)));
        }
        lines.addAll(Recording.damages(result)); // whoever reads the traces here: newer releases of Trace Compass open some that are cut off, and say nothing
        List<String> blind = result.caveats().stream().filter(caveat -> caveat.kind().equals("no-kernel-trace"))
                .map(caveat -> caveat.host())
                .toList();
        if (!blind.isEmpty()) {
            lines.add(NLS.bind(Messages.open_noKernel, String.join(", ", blind)));
        }
        Recording.leftOut(result).forEach(each -> lines.add(each));
        return String.join("\n", lines);
    }

    /** The experiment, once it is made. */
    public @Nullable TmfExperimentElement experiment() {
        return experiment;
    }

    /** Whether it was there, unchanged: no trace was read. */
    public boolean isReopened() {
        return reopened;
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
