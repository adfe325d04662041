/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** How long do requests take, and what do some spend more time on than others? What the view Requests asks. */
@NullMarked
package org.bowline.tracecompass.core.requests;

import org.jspecify.annotations.NullMarked;
