/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** Where time goes, by stacks: the view Wait Flame Graph. */
@NullMarked
package org.bowline.tracecompass.ui.flame;

import org.jspecify.annotations.NullMarked;
