/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.waitfor;

import org.eclipse.tracecompass.tmf.core.signal.TmfSignal;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;

/** A person chose whose waits count; the other views of the same trace take the same. */
public final class OriginsSignal extends TmfSignal {
    private final ITmfTrace trace;
    private final WaitOrigins origins;

    /** Tells of a choice. */
    public OriginsSignal(Object source, ITmfTrace trace, WaitOrigins origins) {
        super(source);
        this.trace = trace;
        this.origins = origins;
    }

    /** The experiment or trace. */
    public ITmfTrace trace() {
        return trace;
    }

    /** Whose waits count. */
    public WaitOrigins origins() {
        return origins;
    }
}
