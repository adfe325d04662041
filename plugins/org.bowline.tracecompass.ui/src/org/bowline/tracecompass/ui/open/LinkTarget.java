/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.open;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

import org.eclipse.core.runtime.jobs.IJobChangeEvent;
import org.eclipse.core.runtime.jobs.JobChangeAdapter;
import org.eclipse.osgi.util.NLS;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;
import org.jspecify.annotations.Nullable;

import org.bowline.core.finding.WindowLink;
import org.bowline.core.finding.WindowLink.View;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.analysis.TraceFiles;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.threads.ThreadLocator;
import org.bowline.tracecompass.core.waitfor.Inquiry;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.ui.frame.Commands;
import org.bowline.tracecompass.ui.frame.Inquiries;
import org.bowline.tracecompass.ui.frame.Span;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.view.Ranges;
import org.bowline.tracecompass.ui.view.ThreadChoice;
import org.bowline.tracecompass.ui.view.ThreadSource;

/** Places in the window that were written down: what {@code bowline ui TRACE... --at} names, and what Copy Link gives. */
public final class LinkTarget {
    private static final String VIEWS = "org.bowline.views.";
    private static final int AGAIN_MILLIS = 200;

    /** Whoever tells: all views follow. */
    private static final class Source implements ThreadSource {}

    private static final Source SOURCE = new Source();

    private LinkTarget() {}

    /** The id of a view of the window. */
    static String id(View view) {
        return VIEWS + switch (view) {
            case PATH -> "criticalpath";
            case GRAPH -> "waitfor";
            case FLAME -> "flame";
            case FINDINGS, REQUESTS, THREADS, KNOTS, CLOCKS, TABLES, TAGS, DETAILS -> view.word();
        };
    }

    private static @Nullable View view(String id) {
        return Arrays.stream(View.values()).filter(view -> id(view).equals(id)).findFirst().orElse(null);
    }

    /** Goes to a place as soon as an experiment is opened and read. */
    static void after(OpenRecordingJob opening, String text) {
        WindowLink link;
        try {
            link = WindowLink.parse(text);
        } catch (IllegalArgumentException e) {
            Ui.later(() -> Commands.failed(String.valueOf(e.getMessage()), e));
            return;
        }
        opening.addJobChangeListener(new JobChangeAdapter() {
            @Override
            public void done(IJobChangeEvent event) {
                TmfExperimentElement made = opening.experiment();
                if (made != null) {
                    Ui.later(() -> await(made, link));
                }
            }
        });
    }

    /** The editor opens and the analysis ends when they do; a person may close the window, or the experiment, before. */
    private static void await(TmfExperimentElement of, WindowLink link) {
        if (PlatformUI.getWorkbench().isClosing()) {
            return;
        }
        ITmfTrace trace = of.getTrace();
        WaitAnalysisModule module = trace == null ? null : WaitAnalysisModule.of(trace);
        if (module != null && module.state() == WaitAnalysisModule.State.IDLE) {
            module.start();
        }
        if (module != null && module.result() != null && trace != null) {
            show(trace, link);
        } else if (module == null || module.state() == WaitAnalysisModule.State.RUNNING
                || module.state() == WaitAnalysisModule.State.IDLE) {
            PlatformUI.getWorkbench().getDisplay().timerExec(AGAIN_MILLIS, () -> await(of, link));
        } // else it failed or was stopped: the views say so
    }

    /** Leads all views of an open experiment that was read to a place; what of it is not there is said. In the UI thread. */
    public static void show(ITmfTrace trace, WindowLink link) {
        WaitAnalysisModule module = WaitAnalysisModule.of(trace);
        AnalysisResult result = module == null ? null : module.result();
        IWorkbenchWindow active = PlatformUI.getWorkbench().getActiveWorkbenchWindow();
        IWorkbenchWindow[] all = PlatformUI.getWorkbench().getWorkbenchWindows();
        // another program may have the keyboard while the traces are read
        IWorkbenchWindow window = active != null || all.length == 0 ? active : all[0];
        IWorkbenchPage page = window == null ? null : window.getActivePage();
        if (result == null || page == null) {
            return;
        }
        Timeline timeline = result.timeline();
        String missing = missing(timeline, link);
        if (!missing.isEmpty()) {
            Commands.failed(missing, new IllegalArgumentException(link.text()));
            return;
        }
        Commands.show(page, id(link.view()));
        Ranges.choose(SOURCE, trace, result, link.range() ? RangeChoice.selected(link.fromNanos(), link.toNanos()) : RangeChoice.WORK);
        if (link.hasThread()) {
            ThreadChoice.tell(SOURCE, trace, timeline, thread(timeline, link));
        }
    }

    private static int thread(Timeline timeline, WindowLink link) {
        for (int host = 0; host < timeline.hostCount(); host++) {
            if (timeline.hostName(host).equals(link.host()) && link.tid() <= Integer.MAX_VALUE) {
                return new ThreadLocator(timeline).thread(host, (int) link.tid(), link.range() ? link.fromNanos() : timeline.startNanos());
            }
        }
        return Timeline.NONE;
    }

    /** What of a place is not in a recording, as a sentence; empty if it is there. */
    public static String missing(Timeline timeline, WindowLink link) {
        if (link.range() && (link.toNanos() <= timeline.startNanos() || link.fromNanos() >= timeline.endNanos())) {
            return NLS.bind(Messages.link_noRange, link.text());
        }
        return link.hasThread() && thread(timeline, link) == Timeline.NONE
                ? NLS.bind(Messages.link_noThread, new Object[] {link.text(), link.tid(), link.host()}) : "";
    }

    /** Where the views of an experiment are now, as a place; null if the view has none. */
    public static @Nullable WindowLink of(ITmfTrace trace, String view) {
        WaitAnalysisModule module = WaitAnalysisModule.of(trace);
        AnalysisResult result = module == null ? null : module.result();
        View known = view(view);
        if (result == null || known == null) {
            return null;
        }
        Inquiry now = Inquiries.now(trace);
        RangeChoice range = Ranges.of(trace);
        WindowLink link = WindowLink.to(known);
        if (range.kind() != RangeChoice.Kind.WORK) {
            Span span = Ranges.span(range, trace, result);
            link = link.within(span.fromNanos(), span.toNanos());
        }
        Timeline timeline = result.timeline();
        return now.thread() == Timeline.NONE ? link
                : link.of(timeline.hostName(timeline.host(now.thread())), timeline.tid(now.thread()));
    }

    /** The command that opens an experiment at a place. */
    public static String command(ITmfTrace trace, WindowLink link) {
        return link.command("./bowline", TraceFiles.of(trace).stream().map(Path::toString).collect(Collectors.toList()));
    }
}
