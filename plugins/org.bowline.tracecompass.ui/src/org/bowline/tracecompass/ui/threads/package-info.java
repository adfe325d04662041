/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** The view <em>Threads</em>: what all threads of all hosts did over time. */
@NullMarked
package org.bowline.tracecompass.ui.threads;

import org.jspecify.annotations.NullMarked;
