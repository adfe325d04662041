/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.open;

import java.util.stream.Stream;

import org.eclipse.swt.dnd.DND;
import org.eclipse.swt.dnd.DropTarget;
import org.eclipse.swt.dnd.DropTargetAdapter;
import org.eclipse.swt.dnd.DropTargetEvent;
import org.eclipse.swt.dnd.FileTransfer;
import org.eclipse.swt.dnd.Transfer;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.IWorkbenchWindow;

/**
 * Folders that are dropped on the window, wherever nothing else takes them (the Project Explorer does), open as on the Project Explorer. The window asks: the editor
 * area's own listener can only be set by the program that makes the window, which is Trace Compass.
 */
final class WindowDrop extends DropTargetAdapter {
    /** Makes a window take folders. In the UI thread. */
    static void on(IWorkbenchWindow window) {
        Shell shell = window.getShell();
        if (shell == null || shell.isDisposed()) {
            return;
        }
        DropTarget target = shell.getData(DND.DROP_TARGET_KEY) instanceof DropTarget there ? there
                : new DropTarget(shell, DND.DROP_COPY | DND.DROP_LINK | DND.DROP_MOVE | DND.DROP_DEFAULT);
        if (Stream.of(target.getDropListeners()).noneMatch(WindowDrop.class::isInstance)) {
            FileTransfer files = FileTransfer.getInstance();
            Transfer[] before = target.getTransfer();
            if (Stream.of(before).noneMatch(files::equals)) {
                target.setTransfer(Stream.concat(Stream.of(before), Stream.of(files)).toArray(Transfer[]::new));
            }
            target.addDropListener(new WindowDrop());
        }
    }

    @Override
    public void dragEnter(DropTargetEvent event) {
        if (event.detail == DND.DROP_DEFAULT && FileTransfer.getInstance().isSupportedType(event.currentDataType)) {
            event.detail = (event.operations & DND.DROP_COPY) != 0 ? DND.DROP_COPY : DND.DROP_LINK;
        }
    }

    @Override
    public void dragOperationChanged(DropTargetEvent event) {
        dragEnter(event);
    }

    @Override
    public void drop(DropTargetEvent event) {
        if (!(event.data instanceof String[] names) || !FolderDropAssistant.drop(names, null).isOK()) {
            event.detail = DND.DROP_NONE;
        }
    }
}
