/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** Which module does the time of threads go to: the view Tags. */
@NullMarked
package org.bowline.tracecompass.ui.tags;

import org.jspecify.annotations.NullMarked;
