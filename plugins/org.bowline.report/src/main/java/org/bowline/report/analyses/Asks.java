/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

/** What an analysis takes of a {@link org.bowline.core.analysis.Question}. */
public enum Asks {
    /** Begin and end of a range. */
    RANGE,
    /** Whether the range is that of the intervals. */
    PART,
    /** Whose waits count. */
    ORIGINS,
    /** The weight from which on knots are not taken apart. */
    THRESHOLD,
    /** A thread, for its critical path. */
    THREAD,
    /** Which pairs of events are intervals. */
    INTERVALS,
    /** How long the lists in a text are. */
    TOP
}
