/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

/**
 * A source of Trace Compass's signals about threads that tells Bowline's views more by a signal of their own
 * ({@link org.bowline.tracecompass.ui.frame.Choice}): they ignore the others from it.
 */
public interface ThreadSource {}
