/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.waitfor;

import java.util.List;

import org.eclipse.tracecompass.tmf.core.signal.TmfSignal;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;

import org.bowline.core.waitfor.Knot;

/** A person chose knots or sinks in one view: the others show which these are. */
public final class KnotChosenSignal extends TmfSignal {
    private final ITmfTrace trace;
    private final List<Knot> knots;
    private final boolean alone;

    /**
     * Tells of a choice.
     *
     * @param source who sends it
     * @param trace the experiment or trace
     * @param knots the chosen ones; empty if none is chosen any more
     * @param alone whether nothing else is to be shown
     */
    public KnotChosenSignal(Object source, ITmfTrace trace, List<Knot> knots, boolean alone) {
        super(source);
        this.trace = trace;
        this.knots = List.copyOf(knots);
        this.alone = alone;
    }

    /** The experiment or trace. */
    public ITmfTrace trace() {
        return trace;
    }

    /** The chosen ones; their vertices are those of the timeline. */
    public List<Knot> knots() {
        return knots;
    }

    /** Whether nothing else is to be shown. */
    public boolean isAlone() {
        return alone;
    }
}
