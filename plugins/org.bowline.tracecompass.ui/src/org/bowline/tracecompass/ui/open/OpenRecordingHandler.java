/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.open;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import org.eclipse.core.commands.AbstractHandler;
import org.eclipse.core.commands.ExecutionEvent;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.DirectoryDialog;
import org.eclipse.swt.widgets.FileDialog;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.handlers.HandlerUtil;
import org.jspecify.annotations.Nullable;

/**
 * "Open Multi-Host Trace": with the parameter {@link #PATHS} these folders; from the context menu what is selected; else a folder or archives that the user
 * chooses.
 */
public final class OpenRecordingHandler extends AbstractHandler {
    /** Id of the command. */
    public static final String ID = "org.bowline.commands.open";
    /** Parameter: folders or archives, separated as in a search path; optional. */
    public static final String PATHS = "org.bowline.commands.open.paths";
    /** Parameter: {@code true} to open what is selected; optional. */
    public static final String SELECTION = "org.bowline.commands.open.selection";
    /** Parameter: {@code true} to let the user choose archives instead of a folder; optional. */
    public static final String ARCHIVE = "org.bowline.commands.open.archive";

    @Override
    public @Nullable Object execute(ExecutionEvent event) {
        String named = event.getParameter(PATHS);
        Selected selected = Selected.of(HandlerUtil.getCurrentSelection(event));
        if (named != null && !named.isEmpty()) {
            schedule(java.util.Arrays.stream(named.split(java.io.File.pathSeparator)).map(Path::of).toList(), selected.project());
        } else if (Boolean.parseBoolean(event.getParameter(SELECTION))) {
            if (!selected.paths().isEmpty()) {
                new OpenRecordingJob(selected.paths(), selected.project(), true).schedule();
            }
        } else {
            Shell shell = HandlerUtil.getActiveShell(event);
            List<Path> chosen = shell == null ? List.of()
                    : Boolean.parseBoolean(event.getParameter(ARCHIVE)) ? chooseArchives(shell) : chooseFolder(shell);
            if (!chosen.isEmpty()) {
                schedule(chosen, selected.project());
            }
        }
        return null;
    }

    /** Opens folders or archives as one experiment, in the background. */
    public static OpenRecordingJob schedule(List<Path> paths, @Nullable String project) {
        OpenRecordingJob job = new OpenRecordingJob(paths, project);
        job.schedule();
        return job;
    }

    private static List<Path> chooseFolder(Shell shell) {
        DirectoryDialog dialog = new DirectoryDialog(shell, SWT.OPEN);
        dialog.setText(Messages.open_chooseTitle);
        dialog.setMessage(Messages.open_chooseMessage);
        String path = dialog.open();
        return path == null ? List.of() : List.of(Path.of(path));
    }

    /** A dialog for folders does not take a file. */
    private static List<Path> chooseArchives(Shell shell) {
        FileDialog dialog = new FileDialog(shell, SWT.OPEN | SWT.MULTI);
        dialog.setText(Messages.open_archiveTitle);
        dialog.setFilterExtensions(new String[] {"*.zip;*.ZIP", "*"});
        dialog.setFilterNames(new String[] {Messages.open_archives, Messages.open_allFiles});
        return dialog.open() == null ? List.of()
                : Arrays.stream(dialog.getFileNames()).map(name -> Path.of(dialog.getFilterPath()).resolve(name)).toList();
    }
}
