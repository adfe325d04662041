/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** Which are the bottlenecks of the selected range? The table of knots and sinks. */
@NullMarked
package org.bowline.tracecompass.ui.knots;

import org.jspecify.annotations.NullMarked;
