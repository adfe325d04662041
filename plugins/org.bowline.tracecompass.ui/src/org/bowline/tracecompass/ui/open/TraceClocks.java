/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.open;

import java.util.Arrays;

import org.eclipse.core.resources.IResource;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.Status;
import org.eclipse.osgi.util.NLS;
import org.eclipse.tracecompass.tmf.core.synchronization.TimestampTransformFactory;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfCommonProjectElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;

import org.bowline.tracecompass.clock.HostClockTransform;
import org.bowline.tracecompass.core.analysis.StoredAnalysis;

/** Sets the clocks of traces of a project, as Trace Compass keeps them: in the supplementary folder of each trace. */
final class TraceClocks {
    static final String PLUGIN = "org.bowline.tracecompass.ui";

    private TraceClocks() {}

    /** Whether the trace has that clock already. */
    static boolean has(TmfTraceElement trace, HostClockTransform clock) {
        return clock.equals(TimestampTransformFactory.getTimestampTransform(trace.getResource()));
    }

    /**
     * Sets a trace's clock. What was computed with another clock (index, state systems) is removed; nobody may have the trace open.
     *
     * @throws CoreException if the clock cannot be written, or does not read back the same
     */
    static void set(TmfTraceElement trace, HostClockTransform clock, IProgressMonitor monitor) throws CoreException {
        IResource resource = trace.getResource();
        if (has(trace, clock)) {
            return;
        }
        trace.refreshSupplementaryFolder(monitor);
        trace.deleteSupplementaryResources();
        trace.refreshSupplementaryFolder(monitor);
        TimestampTransformFactory.setTimestampTransform(resource, clock);
        trace.refreshSupplementaryFolder(monitor);
        if (!has(trace, clock)) {
            throw new CoreException(new Status(Status.ERROR, PLUGIN, NLS.bind(Messages.clock_notWritten, trace.getElementPath())));
        }
    }

    /** Removes what Trace Compass computed of an experiment with other clocks; Bowline's own analysis stays, for it does not depend on them. */
    static void forgetDerived(TmfExperimentElement experiment, IProgressMonitor monitor) {
        experiment.refreshSupplementaryFolder(monitor);
        removeAllBut(experiment, StoredAnalysis.FILE);
    }

    private static void removeAllBut(TmfCommonProjectElement element, String kept) {
        IResource[] derived = Arrays.stream(element.getSupplementaryResources()).filter(resource -> !resource.getName().equals(kept))
                .toArray(IResource[]::new);
        if (derived.length > 0) {
            element.deleteSupplementaryResources(derived);
        }
    }
}
