/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.open;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.ui.views.TmfView;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.IWorkbenchPart;
import org.eclipse.ui.handlers.HandlerUtil;
import org.jspecify.annotations.Nullable;

import org.bowline.core.finding.WindowLink;
import org.bowline.tracecompass.ui.frame.Ui;

/** Copies the command that opens the same experiment with the same range, thread and view. */
public final class CopyLinkHandler extends AbstractHandler {
    /** Its command. */
    public static final String ID = "org.bowline.commands.copyLink";

    @Override
    public @Nullable Object execute(ExecutionEvent event) {
        IWorkbenchPart part = HandlerUtil.getActivePart(event);
        ITmfTrace trace = TmfTraceManager.getInstance().getActiveTrace();
        if (part instanceof TmfView && part instanceof IViewPart view && trace != null) {
            WindowLink link = LinkTarget.of(trace, view.getViewSite().getId());
            if (link != null) {
                Ui.copy(LinkTarget.command(trace, link));
            }
        }
        return null;
    }
}
