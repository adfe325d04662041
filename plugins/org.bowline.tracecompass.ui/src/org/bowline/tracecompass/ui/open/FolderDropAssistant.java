/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.open;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

import org.eclipse.core.resources.IResource;
import org.eclipse.core.runtime.Adapters;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Status;
import org.eclipse.swt.dnd.DropTargetEvent;
import org.eclipse.swt.dnd.FileTransfer;
import org.eclipse.swt.dnd.TransferData;
import org.eclipse.tracecompass.tmf.ui.project.model.ITmfProjectModelElement;
import org.eclipse.ui.navigator.CommonDropAdapter;
import org.eclipse.ui.navigator.CommonDropAdapterAssistant;
import org.jspecify.annotations.Nullable;

import org.bowline.ctf.trace.CtfTrace;

/**
 * Folders of several traces, and archives, that are dropped on the Project Explorer open as a multi-host trace. A folder that is itself one trace is left to
 * Trace Compass, which imports it.
 */
public final class FolderDropAssistant extends CommonDropAdapterAssistant {
    @Override
    public IStatus validateDrop(@Nullable Object target, int operation, TransferData transferType) {
        if (!FileTransfer.getInstance().isSupportedType(transferType)) {
            return Status.CANCEL_STATUS;
        }
        // while the mouse still moves most window systems do not tell what is dragged: then it is looked at when it is dropped
        Object data = FileTransfer.getInstance().nativeToJava(transferType);
        return !(data instanceof String[] names) || isRecording(names) ? Status.OK_STATUS : Status.CANCEL_STATUS;
    }

    @Override
    public IStatus handleDrop(CommonDropAdapter adapter, DropTargetEvent event, @Nullable Object target) {
        return event.data instanceof String[] names ? drop(names, target) : Status.CANCEL_STATUS;
    }

    /** Opens what was dropped if it is ours; otherwise others are asked. */
    public static IStatus drop(String[] names, @Nullable Object target) {
        if (!isRecording(names)) {
            return Status.CANCEL_STATUS;
        }
        OpenRecordingHandler.schedule(paths(names), project(target));
        return Status.OK_STATUS;
    }

    private static @Nullable String project(@Nullable Object target) {
        if (target instanceof ITmfProjectModelElement element && element.getProject() != null) {
            return element.getProject().getName();
        }
        IResource resource = target == null ? null : Adapters.adapt(target, IResource.class);
        return resource == null || resource.getProject() == null ? null : resource.getProject().getName();
    }

    private static List<Path> paths(String[] names) {
        return Arrays.stream(names).map(Path::of).toList();
    }

    /** Looks at the names and at most one file of each: cheap enough for the UI thread. */
    static boolean isRecording(String[] names) {
        return names.length > 0 && paths(names).stream().allMatch(path -> Files.isDirectory(path) ? !CtfTrace.isTrace(path)
                : path.toString().toLowerCase(Locale.ROOT).endsWith(".zip"));
    }
}
