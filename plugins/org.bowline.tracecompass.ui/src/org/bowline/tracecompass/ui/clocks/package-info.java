/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * May the times of different hosts be compared, and to which error? The view "Clocks": a table of the hosts and, for the chosen one, the
 * messages that bound its clock, the hulls around them, and the band in which the truth lies.
 */
@NullMarked
package org.bowline.tracecompass.ui.clocks;

import org.jspecify.annotations.NullMarked;
