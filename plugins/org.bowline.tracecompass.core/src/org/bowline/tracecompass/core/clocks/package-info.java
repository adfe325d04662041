/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * How well is the clock of each host known, and why? Rows for a table, curves for a picture, and a data provider with both, from the clocks and
 * their evidence ({@link org.bowline.core.sync.ClockEvidence}); draws nothing itself. A row costs O(log pieces), a value of a curve O(log points).
 */
@NullMarked
package org.bowline.tracecompass.core.clocks;

import org.jspecify.annotations.NullMarked;
