/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What do all views of the wait analysis have in common? They show an experiment's analysis over a range of time, follow the selection, can
 * be pinned, cancelled, reset and saved, tell what is not known and what to do next, and never work in the UI thread.
 */
@NullMarked
package org.bowline.tracecompass.ui.view;

import org.jspecify.annotations.NullMarked;
