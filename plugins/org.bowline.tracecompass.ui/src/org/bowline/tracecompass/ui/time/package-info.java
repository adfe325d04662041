/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** What the views along time have in common: how states are drawn, the header, how a thread is chosen in one view and shown in the others. */
@NullMarked
package org.bowline.tracecompass.ui.time;

import org.jspecify.annotations.NullMarked;
