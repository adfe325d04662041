/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import org.eclipse.core.commands.common.CommandException;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Platform;
import org.eclipse.core.runtime.Status;
import org.eclipse.ui.commands.ICommandService;
import org.eclipse.ui.handlers.IHandlerService;
import org.eclipse.ui.services.IServiceLocator;
import org.eclipse.ui.statushandlers.StatusManager;
import org.jspecify.annotations.Nullable;

/** Commands of the workbench, for links. */
public final class Commands {
    /** Opens a folder of traces as one experiment. */
    public static final String OPEN = "org.bowline.commands.open";

    private Commands() {}

    /** What runs a command; null if there is no such command in this installation. */
    public static @Nullable Runnable runner(IServiceLocator site, String id) {
        ICommandService commands = site.getService(ICommandService.class);
        if (commands == null || !commands.getCommand(id).isDefined()) {
            return null;
        }
        return () -> {
            try {
                site.getService(IHandlerService.class).executeCommand(id, null);
            } catch (CommandException e) {
                String text = e.getMessage() == null ? e.toString() : e.getMessage();
                StatusManager.getManager().handle(new Status(IStatus.ERROR, "org.bowline.tracecompass.ui", text, e),
                        StatusManager.SHOW | StatusManager.LOG);
            }
        };
    }

    /** Writes into the error log. */
    static void log(String text, Throwable cause) {
        Platform.getLog(Commands.class).error(text, cause);
    }
}
