/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.time;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.core.commands.ExecutionException;
import org.eclipse.jface.action.IMenuManager;
import org.eclipse.tracecompass.analysis.os.linux.core.model.OsStrings;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.views.timegraph.AbstractTimeGraphView;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.IWorkbenchPart;
import org.eclipse.ui.handlers.HandlerUtil;
import org.jspecify.annotations.Nullable;

import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.threads.EntryIds;
import org.bowline.tracecompass.core.threads.ThreadLocator;
import org.bowline.tracecompass.ui.frame.Actions;
import org.bowline.tracecompass.ui.frame.Commands;
import org.bowline.tracecompass.ui.frame.Messages;
import org.bowline.tracecompass.ui.frame.Span;
import org.bowline.tracecompass.ui.view.Ranges;
import org.bowline.tracecompass.ui.view.ThreadChoice;
import org.bowline.tracecompass.ui.view.ThreadSource;

/** The command "Follow Critical Path": shows the view and tells it the thread of the chosen row, of our views or of Trace Compass's. */
public final class FollowCriticalPath extends AbstractHandler implements ThreadSource {
    /** The command's id. */
    public static final String COMMAND = "org.bowline.commands.followCriticalPath";
    /** The id of the view that shows it. */
    public static final String VIEW = "org.bowline.views.criticalpath";

    @Override
    public @Nullable Object execute(ExecutionEvent event) throws ExecutionException {
        IWorkbenchPart part = HandlerUtil.getActivePart(event);
        ITmfTrace trace = TmfTraceManager.getInstance().getActiveTrace();
        WaitAnalysisModule module = trace == null ? null : WaitAnalysisModule.of(trace);
        IWorkbenchPage page = HandlerUtil.getActiveWorkbenchWindowChecked(event).getActivePage();
        if (trace == null || module == null) {
            return null;
        }
        AnalysisResult result = module.result();
        int thread = result == null || !(part instanceof AbstractTimeGraphView view) ? Timeline.NONE : thread(view, trace, result);
        follow(page, this, trace, thread);
        return null;
    }

    private static int thread(AbstractTimeGraphView view, ITmfTrace trace, AnalysisResult result) {
        if (!(view.getTimeGraphViewer().getSelection() instanceof TimeGraphEntry row)) {
            return Timeline.NONE;
        }
        if (view instanceof AnalysisTimeGraphView) {
            return EntryIds.thread(result.timeline(), row.getEntryModel().getId());
        }
        ThreadLocator locator = new ThreadLocator(result.timeline());
        long time = Span.selected(trace).fromNanos();
        for (Object value : row.getMetadata().get(OsStrings.tid())) {
            if (value instanceof Integer tid) {
                return ThreadChoice.thread(locator, row, tid, time);
            }
        }
        return Timeline.NONE;
    }

    /** Adds the command to the menu of a row, if it is that of a thread. */
    static void addTo(IMenuManager menu, IWorkbenchPage page, ThreadSource source, @Nullable ITmfTrace trace, int thread) {
        if (thread != Timeline.NONE && trace != null) {
            menu.add(Actions.of(Messages.Thread_Follow, () -> follow(page, source, trace, thread)));
        }
    }

    /** Shows the view with the critical path of a thread, all of it; without a thread only the view. */
    public static void follow(IWorkbenchPage page, ThreadSource source, ITmfTrace trace, int thread) {
        WaitAnalysisModule module = WaitAnalysisModule.of(trace);
        AnalysisResult result = module == null ? null : module.result();
        if (Commands.show(page, VIEW) != null && thread != Timeline.NONE && result != null) {
            ThreadChoice.tell(source, trace, result.timeline(), thread);
            Ranges.show(source, trace, result, Ranges.withEvidence(trace));
        }
    }
}
