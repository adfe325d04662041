/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import com.google.common.collect.ImmutableMultimap;
import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IMenuManager;
import org.eclipse.jface.action.MenuManager;
import org.eclipse.tracecompass.analysis.os.linux.core.model.OsStrings;
import org.eclipse.tracecompass.analysis.os.linux.core.signals.TmfThreadSelectedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfDataModelSelectedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.BaseDataProviderTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.TimeGraphViewer;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;
import org.eclipse.ui.IViewReference;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;
import org.jspecify.annotations.Nullable;

import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.threads.ThreadLocator;
import org.bowline.tracecompass.ui.frame.Actions;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.Commands;
import org.bowline.tracecompass.ui.frame.Inquiries;
import org.bowline.tracecompass.ui.frame.Messages;
import org.bowline.tracecompass.ui.frame.Span;

/** How a view tells all others, Bowline's and Trace Compass's, that a person chose a thread in it. In the UI thread. */
public final class ThreadChoice {
    private static final String CONTROL_FLOW = "org.eclipse.tracecompass.analysis.os.linux.views.controlflow";
    private static final String RESOURCES = "org.eclipse.tracecompass.analysis.os.linux.views.resources";
    private static final int RETRY_MILLIS = 200;
    private static final int ATTEMPTS = 300;
    private static final String[] VIEWS = {CONTROL_FLOW, "org.bowline.views.threads", "org.bowline.views.criticalpath"};

    private ThreadChoice() {}

    /**
     * Tells that a thread was chosen. Trace Compass's views over the rows of a trace know a thread by its tid alone: they are told only if no other host
     * has a thread of that tid, as they would show the wrong one. In <em>Control Flow</em> its row is selected whatever its tid.
     */
    public static void tell(ThreadSource source, ITmfTrace trace, Timeline timeline, int thread) {
        Choice.tell(source, trace, new Choice.OfThread(thread));
        showInTraceCompass(source, trace, timeline, thread);
    }

    /** Whether a view is one of Trace Compass's that show the chosen thread. */
    static boolean isOfTraceCompass(String view) {
        return view.equals(CONTROL_FLOW) || view.equals(RESOURCES);
    }

    /** Shows a thread in the views of Trace Compass that are open. */
    static void showInTraceCompass(ThreadSource source, ITmfTrace trace, Timeline timeline, int thread) {
        ThreadLocator locator = new ThreadLocator(timeline);
        int tid = timeline.tid(thread);
        ITmfTrace member = locator.trace(trace, timeline.host(thread));
        if (member != null && tid > 0) {
            TmfSignalManager.dispatchSignal(new TmfThreadSelectedSignal(source, tid, member));
            if (locator.onlyThread(tid, Span.selected(trace).fromNanos()) != Timeline.NONE) {
                TmfSignalManager.dispatchSignal(new TmfDataModelSelectedSignal(source, ImmutableMultimap.of(OsStrings.tid(), tid)));
            }
        }
        IWorkbenchWindow window = PlatformUI.getWorkbench().getActiveWorkbenchWindow();
        IWorkbenchPage page = window == null ? null : window.getActivePage();
        IViewReference open = page == null ? null : page.findViewReference(CONTROL_FLOW);
        if (open != null && open.getView(false) instanceof AbstractTimeGraphView rows) {
            select(rows.getTimeGraphViewer(), trace, timeline, thread, ATTEMPTS);
        }
    }

    /** Adds "Show In" with the views along time in which a thread can be looked at. */
    public static void addShowIn(IMenuManager menu, IWorkbenchPage page, ThreadSource source, ITmfTrace trace, Timeline timeline,
            int thread) {
        MenuManager into = new MenuManager(Messages.View_ShowIn);
        addViews(into, page, source, trace, timeline, thread);
        menu.add(into);
    }

    /** Adds the views along time in which a thread can be looked at. */
    public static void addViews(IMenuManager menu, IWorkbenchPage page, ThreadSource source, ITmfTrace trace, Timeline timeline,
            int thread) {
        for (String id : VIEWS) {
            var descriptor = PlatformUI.getWorkbench().getViewRegistry().find(id);
            if (descriptor != null) {
                Action show = Actions.of(descriptor.getLabel(), () -> showIn(page, id, source, trace, timeline, thread));
                show.setImageDescriptor(descriptor.getImageDescriptor());
                menu.add(show);
            }
        }
    }

    private static void showIn(IWorkbenchPage page, String id, ThreadSource source, ITmfTrace trace, Timeline timeline, int thread) {
        if (Commands.show(page, id) != null) {
            tell(source, trace, timeline, thread);
        }
    }

    /** Selects the row of the thread on its host; a view that was just opened gets its rows later. */
    private static void select(@Nullable TimeGraphViewer viewer, ITmfTrace trace, Timeline timeline, int thread, int attempts) {
        if (viewer == null || viewer.getTimeGraphControl() == null || viewer.getTimeGraphControl().isDisposed()
                || Inquiries.now(trace).thread() != thread || !TmfTraceManager.getInstance().getOpenedTraces().contains(trace)) {
            return;
        }
        ThreadLocator locator = new ThreadLocator(timeline);
        for (ITimeGraphEntry entry : viewer.getExpandedElements()) {
            if (entry instanceof TimeGraphEntry row && row.getMetadata().containsEntry(OsStrings.tid(), timeline.tid(thread))
                    && host(locator, row) == timeline.host(thread)) {
                viewer.selectAndReveal(row);
                return;
            }
        }
        if (attempts > 1) {
            viewer.getTimeGraphControl().getDisplay().timerExec(RETRY_MILLIS, () -> select(viewer, trace, timeline, thread, attempts - 1));
        }
    }

    /**
     * The thread of a tid in a row that was chosen in a view along time: that of the row's host where it is known, else the only one of that tid.
     *
     * @param row the row, or null if it is not known
     * @return number of the thread, or {@link Timeline#NONE}
     */
    public static int thread(ThreadLocator locator, @Nullable TimeGraphEntry row, int tid, long atNanos) {
        int host = row == null ? Timeline.NONE : host(locator, row);
        return host == Timeline.NONE ? locator.onlyThread(tid, atNanos) : locator.thread(host, tid, atNanos);
    }

    /** The host of a row, or {@link Timeline#NONE}. */
    static int host(ThreadLocator locator, TimeGraphEntry row) {
        @Nullable ITmfTrace of;
        try {
            of = BaseDataProviderTimeGraphView.getTrace(row);
        } catch (IllegalStateException e) {
            return Timeline.NONE; // not a row of a data provider
        }
        return of == null ? Timeline.NONE : locator.host(of);
    }
}
