/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.open;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.eclipse.core.resources.IResource;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IPath;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.Status;
import org.eclipse.osgi.util.NLS;
import org.eclipse.tracecompass.tmf.core.synchronization.TimestampTransformFactory;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfCommonProjectElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentFolder;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.jspecify.annotations.Nullable;

import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.clock.HostClockTransform;
import org.bowline.tracecompass.core.analysis.StoredAnalysis;
import org.bowline.tracecompass.core.open.Ctf2Trace;
import org.bowline.tracecompass.core.open.Recording;
import org.bowline.tracecompass.ui.frame.Ui;

/** Sets the clocks of traces of a project, as Trace Compass keeps them: in the supplementary folder of each trace. */
final class TraceClocks {
    private TraceClocks() {}

    /** Whether the trace has that clock already. */
    static boolean has(TmfTraceElement trace, HostClockTransform clock) {
        return clock.equals(TimestampTransformFactory.getTimestampTransform(trace.getResource()));
    }

    /** Whether all traces of an experiment have the clocks of that analysis of it. */
    static boolean areOf(TmfExperimentElement experiment, AnalysisResult result) {
        return experiment.getTraces().stream().map(TraceClocks::of)
                .allMatch(clock -> clock != null && result.hosts().contains(clock.host())
                        && clock.isOf(clock.host(), result.sync().clocks().clock(result.hosts().indexOf(clock.host())).estimate()));
    }

    /**
     * The hosts of those traces of an experiment that Bowline's trace type reads, as far as their clocks were set.
     *
     * @param ctf2 those that are CTF 2, or the others, which Trace Compass refused
     */
    static List<String> hostsReadByUs(TmfExperimentElement experiment, boolean ctf2) {
        return experiment.getTraces().stream()
                .filter(trace -> Recording.CTF2_TYPE.equals(trace.getElementUnderTraceFolder().getTraceType()) && isCtf2(trace) == ctf2)
                .flatMap(trace -> Stream.ofNullable(of(trace))).map(HostClockTransform::host).distinct().toList();
    }

    private static boolean isCtf2(TmfTraceElement member) {
        IPath location = member.getElementUnderTraceFolder().getResource().getLocation();
        try {
            return location != null && Ctf2Trace.isCtf2(location.toFile().toPath());
        } catch (IOException e) {
            return false; // nobody could have opened it
        }
    }

    private static @Nullable HostClockTransform of(TmfTraceElement member) {
        IResource resource = member.getElementUnderTraceFolder().getResource();
        return TimestampTransformFactory.getTimestampTransform(resource) instanceof HostClockTransform ours ? ours : null;
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
            throw new CoreException(new Status(Status.ERROR, Ui.PLUGIN, NLS.bind(Messages.clock_notWritten, trace.getElementPath())));
        }
    }

    /**
     * What a change of clocks did.
     *
     * @param wasOpen whether the experiment was open; it is closed
     * @param others names of other experiments with some of the traces that changed
     */
    record Changed(boolean wasOpen, List<String> others) {
        /** What people should know, each line after a line feed; empty if nothing. */
        String lines() {
            return others.isEmpty() ? "" : '\n' + NLS.bind(Messages.clock_shared, String.join(", ", others));
        }
    }

    /**
     * Sets the clocks of an experiment's traces as a whole, for half of the clocks would be worse than none. A trace has one clock, whatever experiments it is
     * in: if the others were synchronised differently, they are not any more. If a clock changes, all editors that show one of the traces are closed.
     *
     * @throws CoreException if a clock cannot be written
     */
    static Changed setAll(TmfExperimentElement experiment, Map<TmfTraceElement, HostClockTransform> clocks) throws CoreException {
        Map<TmfTraceElement, HostClockTransform> changing = new HashMap<>(clocks);
        changing.entrySet().removeIf(each -> has(each.getKey(), each.getValue()));
        if (changing.isEmpty()) {
            return new Changed(false, List.of());
        }
        TmfExperimentFolder folder = experiment.getProject().getExperimentsFolder();
        List<TmfExperimentElement> others = folder == null ? List.of()
                : folder.getExperiments().stream().filter(each -> !each.getResource().equals(experiment.getResource()))
                        .filter(each -> each.getTraces().stream()
                                .anyMatch(member -> changing.containsKey(member.getElementUnderTraceFolder())))
                        .toList();
        IProgressMonitor monitor = new NullProgressMonitor(); // from here on it cannot be cancelled
        boolean wasOpen = ExperimentWindow.close(experiment);
        others.forEach(ExperimentWindow::close);
        for (Map.Entry<TmfTraceElement, HostClockTransform> each : changing.entrySet()) {
            set(each.getKey(), each.getValue(), monitor);
        }
        forgetDerived(experiment, monitor);
        others.forEach(each -> forgetDerived(each, monitor));
        return new Changed(wasOpen, others.stream().map(TmfExperimentElement::getName).toList());
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
