/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.export;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.jface.wizard.Wizard;
import org.eclipse.swt.program.Program;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.ui.IExportWizard;
import org.eclipse.ui.IWorkbench;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.RecordedIntervals;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.report.table.Format;
import org.bowline.tracecompass.core.analysis.MonitorProgress;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.ui.frame.Commands;
import org.bowline.tracecompass.ui.frame.Span;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.view.AnalysedRange;
import org.bowline.tracecompass.ui.view.LatestJob;
import org.bowline.tracecompass.ui.view.Ranges;

/** Writes the reports of the active trace's wait analysis, the same files as the command line. */
public final class ReportWizard extends Wizard implements IExportWizard {
    /** What can be written, what is shown first; empty if there is no analysis. */
    private List<AnalysedRange> ranges = List.of();
    private String problem = Messages.Export_NoTrace;
    private @Nullable TargetPage target;
    /** The trace whose analysis is being computed; null if there is none. */
    private @Nullable ITmfTrace awaited;
    private final LatestJob reading = new LatestJob(() -> target != null);

    /** For the extension; takes the active trace. */
    public ReportWizard() {
        setWindowTitle(Messages.Export_Title);
        setNeedsProgressMonitor(true);
        setDialogSettings(Ui.settings("org.bowline.export"));
        takeActiveTrace();
    }

    @Override
    public void init(IWorkbench workbench, IStructuredSelection selected) {
        // the active trace is taken, whatever is selected in the Project Explorer
    }

    /** Takes what a view shows. */
    public void of(AnalysedRange range) {
        take(range.trace(), range.result(), range.chosen());
    }

    private void takeActiveTrace() {
        ITmfTrace trace = TmfTraceManager.getInstance().getActiveTrace();
        if (trace != null) {
            take(trace);
        }
    }

    private void take(ITmfTrace trace) {
        WaitAnalysisModule module = WaitAnalysisModule.of(trace);
        AnalysisResult result = module == null ? null : module.result();
        if (result != null) {
            take(trace, result, Ranges.of(trace));
        } else {
            String failure = module == null ? null : module.failure();
            problem = module == null ? Messages.Export_NoAnalysis : failure != null ? failure : Messages.Export_NotYet;
            awaited = module != null && failure == null ? trace : null;
        }
    }

    private void take(ITmfTrace trace, AnalysisResult result, RangeChoice shown) {
        problem = Messages.Export_NoAnalysis;
        awaited = null;
        List<AnalysedRange> all = new ArrayList<>();
        for (RangeChoice choice : new LinkedHashSet<>(List.of(shown, Ranges.of(trace), RangeChoice.WORK, RangeChoice.WHOLE))) {
            Span span = Ranges.span(choice, trace, result);
            long from = Math.max(result.timeline().startNanos(), span.fromNanos());
            long to = Math.min(result.timeline().endNanos(), span.toNanos());
            if (from < to) {
                all.add(AnalysedRange.of(trace, result, choice, from, to));
            }
        }
        ranges = List.copyOf(all);
    }

    @Override
    public void addPages() {
        target = new TargetPage(ranges, problem, awaited != null);
        addPage(target);
        addPage(new CommandPage(this::command));
    }

    @Override
    public void createPageControls(Composite container) {
        super.createPageControls(container);
        ITmfTrace trace = awaited;
        WaitAnalysisModule module = trace == null ? null : WaitAnalysisModule.of(trace);
        if (trace != null && module != null) {
            reading.read(trace, module, true, () -> ended(trace)); // also if a person had stopped it: now it is needed
        }
    }

    private void ended(ITmfTrace trace) {
        take(trace);
        if (awaited != null) {
            awaited = null;
            problem = Messages.Export_Stopped;
        }
        if (target != null) {
            target.show(ranges, problem);
        }
    }

    @Override
    public void dispose() {
        reading.cancel();
        target = null;
        super.dispose();
    }

    /** The command that writes the same; empty as long as something is missing. */
    public String command() {
        AnalysedRange range = target == null ? null : target.range();
        Path directory = target == null ? null : target.directory();
        if (target == null || range == null || directory == null) {
            return "";
        }
        return CommandLine.quoted(CommandLine.words(ReportJob.traces(range.trace()), directory, target.format(),
                range.chosen().kind(), range.fromNanos(), range.toNanos(), requests(range.trace()), range.everybody(), range.merge(),
                range.options()));
    }

    private static List<String> requests(ITmfTrace trace) {
        WaitAnalysisModule module = WaitAnalysisModule.of(trace);
        if (module == null || !module.isRequestsChosen()) {
            return List.of();
        }
        RecordedIntervals chosen = module.requests();
        return chosen == null ? List.of("none") : chosen.specs().stream().map(IntervalSpec::text).toList();
    }

    @Override
    public boolean performFinish() {
        AnalysedRange range = target == null ? null : target.range();
        Path directory = target == null ? null : target.directory();
        if (target == null || range == null || directory == null) {
            return false;
        }
        Format format = target.format();
        target.remember();
        try {
            getContainer().run(true, true, monitor -> {
                try {
                    ReportJob.write(range, directory, format, new MonitorProgress(monitor));
                } catch (IOException e) {
                    throw new InvocationTargetException(e);
                } catch (CancelledException e) {
                    throw new InterruptedException();
                }
            });
            if (getShell().getParent() instanceof Shell window) {
                // once the wizard is closed
                window.getDisplay().asyncExec(() -> {
                    if (!window.isDisposed()) {
                        new WrittenDialog(window, directory, Program::launch).open();
                    }
                });
            }
            return true;
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            Commands.failed(ReportJob.failed(directory, cause), cause);
            return false;
        } catch (InterruptedException e) {
            return false; // the user stopped it: nothing was written
        }
    }
}
