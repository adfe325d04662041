/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.frame;

import org.eclipse.core.commands.common.CommandException;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.PartInitException;
import org.eclipse.ui.commands.ICommandService;
import org.eclipse.ui.handlers.IHandlerService;
import org.eclipse.ui.services.IServiceLocator;
import org.eclipse.ui.statushandlers.StatusManager;
import org.jspecify.annotations.Nullable;

/** What a person asked the workbench for, and what is said when it fails. */
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
                failed(e.getMessage() == null ? e.toString() : e.getMessage(), e);
            }
        };
    }

    /** Shows a view and gives it the keyboard; null if that fails, which is told. */
    public static @Nullable IViewPart show(IWorkbenchPage page, String view) {
        return show(page, view, IWorkbenchPage.VIEW_ACTIVATE);
    }

    /** The same, in one of the modes of {@link IWorkbenchPage}. */
    public static @Nullable IViewPart show(IWorkbenchPage page, String view, int mode) {
        try {
            return page.showView(view, null, mode);
        } catch (PartInitException e) {
            StatusManager.getManager().handle(e.getStatus(), StatusManager.SHOW | StatusManager.LOG);
            return null;
        }
    }

    /** Tells a person that what was asked for failed, and writes it into the error log. */
    public static void failed(String text, Throwable cause) {
        StatusManager.getManager().handle(new Status(IStatus.ERROR, Ui.PLUGIN, text, cause), StatusManager.SHOW | StatusManager.LOG);
    }
}
