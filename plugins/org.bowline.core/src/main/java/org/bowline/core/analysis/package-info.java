/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What is asked of a recording? The façade that the command line, the Maven plug-in and the desktop call.
 *
 * <p>In: what was read ({@link org.bowline.core.trace.AnalysisResult}) and a {@link org.bowline.core.analysis.Question}. Out: an
 * {@link org.bowline.core.analysis.Analysis}, which computes each {@link org.bowline.core.analysis.Result} once, when somebody asks for it,
 * and knows its caveats.
 */
@NullMarked
package org.bowline.core.analysis;

import org.jspecify.annotations.NullMarked;
