/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Results for a person who reads a terminal: tables with aligned columns, times with units, caveats put together.
 *
 * <p>In: rows and columns. Out: lines of plain text; {@link org.bowline.report.text.TimeFormat} is how times are written wherever people read them.
 */
@NullMarked
package org.bowline.report.text;

import org.jspecify.annotations.NullMarked;
