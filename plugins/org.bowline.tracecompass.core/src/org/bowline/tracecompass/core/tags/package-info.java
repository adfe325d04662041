/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** Which module does the time of threads go to? What the view Tags asks. */
@NullMarked
package org.bowline.tracecompass.core.tags;

import org.jspecify.annotations.NullMarked;
