/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** Bowline's perspective and views inside Trace Compass; what they show comes from the data providers. */
package org.bowline.tracecompass.ui;
