/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.open;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.ui.handlers.HandlerUtil;
import org.jspecify.annotations.Nullable;

/** "Synchronize Clocks" on the experiments that are selected. */
public final class SynchronizeClocksHandler extends AbstractHandler {
    /** Id of the command. */
    public static final String ID = "org.bowline.commands.synchronize";

    @Override
    public @Nullable Object execute(ExecutionEvent event) {
        Selected.of(HandlerUtil.getCurrentSelection(event)).experiments()
                .forEach(experiment -> new SynchronizeClocksJob(experiment).schedule());
        return null;
    }
}
