/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** Where time goes, by stacks of code or modules: what the view Wait Flame Graph asks. */
@NullMarked
package org.bowline.tracecompass.core.flame;

import org.jspecify.annotations.NullMarked;
