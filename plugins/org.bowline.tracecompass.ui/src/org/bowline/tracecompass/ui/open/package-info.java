/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * How does a folder of traces become an experiment on the screen? Commands, menus, drag and drop and start-up arguments, all of which schedule one job.
 *
 * <p>In: folders, archives, or an experiment that is there. Out: a Tracing project with a folder a recording and a folder a host, the traces linked, their clocks
 * set, the experiment open in the perspective; or nothing at all, if it was cancelled or failed.
 */
@NullMarked
package org.bowline.tracecompass.ui.open;

import org.jspecify.annotations.NullMarked;
