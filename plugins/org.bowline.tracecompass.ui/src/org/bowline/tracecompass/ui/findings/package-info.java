/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** The view Findings: what is wrong, in sentences that lead to what they tell of. */
@NullMarked
package org.bowline.tracecompass.ui.findings;

import org.jspecify.annotations.NullMarked;
