/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.open;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.handlers.HandlerUtil;
import org.jspecify.annotations.Nullable;

/** "Record This Machine": tells the commands. Recording the kernel needs the rights of root, which this program neither has nor asks for. */
public final class RecordHandler extends AbstractHandler {
    /** Id of the command. */
    public static final String ID = "org.bowline.commands.record";

    @Override
    public @Nullable Object execute(ExecutionEvent event) {
        Shell shell = HandlerUtil.getActiveShell(event);
        if (shell != null) {
            new RecordDialog(shell).open();
        }
        return null;
    }
}
