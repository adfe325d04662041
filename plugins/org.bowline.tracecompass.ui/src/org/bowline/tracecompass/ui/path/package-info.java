/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** The view <em>Critical Path</em>: what a thread, or whoever it waited for, did at every moment of a range. */
@NullMarked
package org.bowline.tracecompass.ui.path;

import org.jspecify.annotations.NullMarked;
