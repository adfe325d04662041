/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** What differs between two sets of runs, each an open experiment or a folder of results? What the view Compare asks. */
@NullMarked
package org.bowline.tracecompass.core.compare;

import org.jspecify.annotations.NullMarked;
