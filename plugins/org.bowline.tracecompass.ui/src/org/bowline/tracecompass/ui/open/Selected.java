/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.open;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.runtime.Adapters;
import org.eclipse.core.runtime.IPath;
import org.eclipse.jface.viewers.ISelection;
import org.eclipse.jface.viewers.IStructuredSelection;
import org.eclipse.tracecompass.tmf.ui.project.model.ITmfProjectModelElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectRegistry;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceFolder;
import org.jspecify.annotations.Nullable;

/**
 * What is selected in the Project Explorer, as folders to look for traces in.
 *
 * @param paths the folders; of Trace Compass's own elements those that they are linked to
 * @param project the Tracing project of the selection, or null
 * @param experiments the experiments in the selection
 */
record Selected(List<Path> paths, @Nullable String project, List<TmfExperimentElement> experiments) {
    static Selected of(@Nullable ISelection selection) {
        List<Path> paths = new ArrayList<>();
        List<TmfExperimentElement> experiments = new ArrayList<>();
        String project = null;
        if (selection instanceof IStructuredSelection structured) {
            for (Object each : structured.toList()) {
                TmfProjectElement tracing = projectOf(each);
                if (each instanceof ITmfProjectModelElement element && element.getProject() != null) {
                    project = element.getProject().getName();
                }
                if (each instanceof TmfExperimentElement experiment) {
                    experiments.add(experiment);
                    paths.addAll(OpenRecordingJob.locations(experiment));
                } else if (each instanceof TmfTraceFolder folder) {
                    addAll(folder, paths);
                } else if (tracing != null) {
                    project = tracing.getProject().getName();
                    addAll(tracing.getTracesFolder(), paths);
                } else if (each instanceof TmfTraceElement trace) {
                    add(trace.getElementUnderTraceFolder().getResource(), paths);
                } else {
                    add(Adapters.adapt(each, IResource.class), paths);
                }
            }
        }
        return new Selected(paths.stream().distinct().toList(), project, experiments);
    }

    /** The Tracing project that is selected; null if it is something else. */
    private static @Nullable TmfProjectElement projectOf(Object selected) {
        if (selected instanceof TmfProjectElement element) {
            return element;
        }
        return selected instanceof IProject project && project.isOpen() ? TmfProjectRegistry.getProject(project) : null;
    }

    private static void addAll(@Nullable TmfTraceFolder folder, List<Path> paths) {
        if (folder != null) {
            folder.getTraces().forEach(trace -> add(trace.getResource(), paths));
        }
    }

    private static void add(@Nullable IResource resource, List<Path> paths) {
        IPath location = resource == null ? null : resource.getLocation();
        if (location != null) {
            paths.add(location.toFile().toPath());
        }
    }
}
