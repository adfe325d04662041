/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** Bowline's perspective and views inside Trace Compass; what they show comes from the data providers. */
@NullMarked
package org.bowline.tracecompass.ui;

import org.jspecify.annotations.NullMarked;
