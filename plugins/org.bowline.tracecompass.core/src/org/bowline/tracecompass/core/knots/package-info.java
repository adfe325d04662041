/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** Which are the bottlenecks of a range, for any front end of Trace Compass? The knots and sinks as a tree. */
@NullMarked
package org.bowline.tracecompass.core.knots;

import org.jspecify.annotations.NullMarked;
