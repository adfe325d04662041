/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.open;

import java.nio.file.Path;

import org.eclipse.core.runtime.ILog;
import org.eclipse.core.runtime.Platform;
import org.eclipse.tracecompass.tmf.core.event.TmfEvent;
import org.eclipse.tracecompass.tmf.core.exceptions.TmfTraceException;
import org.eclipse.tracecompass.tmf.core.project.model.TmfTraceType;
import org.eclipse.tracecompass.tmf.core.project.model.TraceTypeHelper;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;

/**
 * Whether a trace type of Trace Compass can open a trace: found by opening it, for what its reader refuses (a stream file that is cut off, say) is known to it
 * only. Reads the metadata and the first event of each stream, no more.
 */
final class TraceCompassReader {
    private TraceCompassReader() {}

    /** Opens and closes a trace. Not in the UI thread. What speaks against it goes to the Error Log. */
    static boolean opens(String typeId, Path directory) {
        TraceTypeHelper type = TmfTraceType.getTraceType(typeId);
        if (type == null) {
            return true; // nobody to ask
        }
        ITmfTrace trace;
        try {
            trace = type.getTraceClass().getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            log().warn("The trace type " + typeId + " cannot be tried", e);
            return true;
        }
        try {
            trace.initTrace(null, directory.toString(), TmfEvent.class);
            ITmfContext first = trace.seekEvent(0L);
            trace.getNext(first);
            first.dispose();
            return true;
        } catch (TmfTraceException | RuntimeException e) {
            log().info("Trace Compass cannot open " + directory + ", Bowline reads it instead", e);
            return false;
        } finally {
            trace.dispose();
            if (trace.getName() != null && !trace.getName().isEmpty()) {
                TmfTraceManager.deleteSupplementaryFolder(trace); // a temporary one, as there is no resource
            }
        }
    }

    private static ILog log() {
        return Platform.getLog(TraceCompassReader.class);
    }
}
