/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What do all data providers of the wait analysis have in common? How they come to its result, how they read their parameters, how states are
 * drawn and named.
 *
 * <p>In: the {@linkplain org.bowline.tracecompass.core.analysis.WaitAnalysisModule module} of an experiment. Out: answers of the trace server
 * protocol. Nothing here needs a window.
 */
@NullMarked
package org.bowline.tracecompass.core.provider;

import org.jspecify.annotations.NullMarked;
