/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** The view Requests: how long requests take, where the time of each goes, and what slow ones do that others do not. */
@NullMarked
package org.bowline.tracecompass.ui.requests;

import org.jspecify.annotations.NullMarked;
