/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** Every table of every analysis, of the selected range: what {@code analyze -o} writes, to look at. */
@NullMarked
package org.bowline.tracecompass.ui.tables;

import org.jspecify.annotations.NullMarked;
