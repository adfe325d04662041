/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;

import org.bowline.core.trace.AnalysisResult;

/**
 * The question that a view answers: an analysis, and the range of it.
 *
 * @param trace the experiment or trace in Trace Compass
 * @param result its analysis
 * @param fromNanos begin of the range, reference time, ns since the epoch; not before the timeline's begin
 * @param toNanos end of the range, exclusive; not after the timeline's end, later than the begin
 * @param whole whether it is the whole timeline, and not a selection
 */
public record AnalysedRange(ITmfTrace trace, AnalysisResult result, long fromNanos, long toNanos, boolean whole) {}
