/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What is in a folder that somebody wants to look at? All CTF traces below it, grouped by host and analysed, and what Trace Compass has to be told to show
 * them: names, trace types and the clock of each trace.
 *
 * <p>In: folders and archives. Out: a {@link org.bowline.tracecompass.core.open.Recording}. No SWT and no project: those are in {@code tracecompass.ui.open}. Linear
 * in the number of events.
 */
@NullMarked
package org.bowline.tracecompass.core.open;

import org.jspecify.annotations.NullMarked;
