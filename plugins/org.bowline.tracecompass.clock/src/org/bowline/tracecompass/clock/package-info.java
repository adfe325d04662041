/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * How does Trace Compass apply a host's clock, exactly and after a restart? By a timestamp transform of ours, which it reads back from a trace's
 * supplementary folder with the class loader of its own bundle: so this package is a fragment of that bundle (docs/adr/0052).
 *
 * <p>In: the clock of a host, exact lines in pieces ({@link org.bowline.core.time.PiecewiseTransform}), and the correction of one trace of it. Out: the
 * reference time of every time of the trace, the same to the nanosecond as {@link org.bowline.core.time.ClockMap} gives. Constant time per event.
 */
@NullMarked
package org.bowline.tracecompass.clock;

import org.jspecify.annotations.NullMarked;
