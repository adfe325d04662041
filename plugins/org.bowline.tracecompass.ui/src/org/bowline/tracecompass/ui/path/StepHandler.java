/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.path;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.ui.handlers.HandlerUtil;
import org.jspecify.annotations.Nullable;

/** The commands "Next Segment" and "Previous Segment" of the view Critical Path. */
public final class StepHandler extends AbstractHandler {
    /** Goes forward. */
    public static final String NEXT = "org.bowline.commands.criticalPath.next";
    /** Goes back. */
    public static final String PREVIOUS = "org.bowline.commands.criticalPath.previous";

    @Override
    public @Nullable Object execute(ExecutionEvent event) {
        if (HandlerUtil.getActivePart(event) instanceof CriticalPathView view) {
            view.step(NEXT.equals(event.getCommand().getId()));
        }
        return null;
    }
}
