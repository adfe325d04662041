/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What do the views of one experiment share? One analysis module: the only place where traces are read for the desktop.
 *
 * <p>In: the traces of an experiment (or one kernel trace) that is open in Trace Compass. Out: one immutable
 * {@link org.bowline.core.trace.AnalysisResult}, kept in the experiment's supplementary folder and reopened from there as long as the traces have
 * not changed. No SWT. Linear in the number of events the first time, in the size of the stored timeline afterwards.
 */
@NullMarked
package org.bowline.tracecompass.core.analysis;

import org.jspecify.annotations.NullMarked;
