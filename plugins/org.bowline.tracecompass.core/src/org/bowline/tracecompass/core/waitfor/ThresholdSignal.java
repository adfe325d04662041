/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.waitfor;

import org.eclipse.tracecompass.tmf.core.signal.TmfSignal;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;

/** A person chose the threshold of the refinement; the other views of the same trace show the same bottlenecks. */
public final class ThresholdSignal extends TmfSignal {
    private final ITmfTrace trace;
    private final double share;

    /**
     * Tells of a choice.
     *
     * @param source who sends it
     * @param trace the experiment or trace
     * @param share the threshold, as a share of the range
     */
    public ThresholdSignal(Object source, ITmfTrace trace, double share) {
        super(source);
        this.trace = trace;
        this.share = share;
    }

    /** The experiment or trace. */
    public ITmfTrace trace() {
        return trace;
    }

    /** The threshold, as a share of the range. */
    public double share() {
        return share;
    }
}
