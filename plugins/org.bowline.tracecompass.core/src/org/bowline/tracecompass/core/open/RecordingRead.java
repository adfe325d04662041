/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.open;

import java.nio.file.Path;
import java.util.List;

import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.HostTraces;
import org.bowline.core.trace.OpenOptions;
import org.bowline.ctf.TraceReadException;
import org.bowline.tracecompass.core.analysis.MonitorProgress;

/**
 * What is read of a recording without Trace Compass, which need not be there yet: the traces below some folders or in archives, and their analysis. Archives are unpacked into a temporary folder until this is closed.
 */
public final class RecordingRead implements AutoCloseable {
    /** How much of what opening takes is done then, 0 to 1. */
    public static final double DONE = 0.8;
    private static final double FOUND = 0.1;

    private final List<Path> roots;
    private final Experiment experiment;
    private final AnalysisResult result;

    private RecordingRead(List<Path> roots, Experiment experiment, AnalysisResult result) {
        this.roots = List.copyOf(roots);
        this.experiment = experiment;
        this.result = result;
    }

    /**
     * Finds, groups and analyses. Not in the UI thread.
     *
     * @throws TraceReadException if there is no trace, or none can be read
     * @throws org.bowline.core.progress.CancelledException if cancelled; what was unpacked is gone
     */
    public static RecordingRead of(List<Path> roots, MonitorProgress progress) throws TraceReadException {
        progress.phase(0, FOUND);
        Experiment experiment = Experiment.open(roots, OpenOptions.DEFAULT, progress);
        boolean whole = false;
        try {
            progress.phase(FOUND, DONE);
            RecordingRead read = new RecordingRead(roots, experiment, experiment.read(progress).result());
            whole = true;
            return read;
        } finally {
            if (!whole) {
                experiment.close();
            }
        }
    }

    /** The folders and archives. */
    public List<Path> roots() {
        return roots;
    }

    /** The traces, by host. */
    public List<HostTraces> hosts() {
        return experiment.hosts();
    }

    /** The analysis. */
    public AnalysisResult result() {
        return result;
    }

    @Override
    public void close() {
        experiment.close();
    }
}
