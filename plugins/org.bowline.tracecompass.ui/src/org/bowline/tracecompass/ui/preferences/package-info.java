/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** What does a person choose once for all experiments? The few settings that are no part of a result: with what a view starts, and what is kept. */
@NullMarked
package org.bowline.tracecompass.ui.preferences;

import org.jspecify.annotations.NullMarked;
