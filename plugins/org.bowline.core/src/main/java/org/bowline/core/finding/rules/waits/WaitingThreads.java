/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.waits;

import java.util.BitSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.model.Cause;
import org.bowline.core.timeline.ThreadTotals;

/** Who waits for something at all: a rule needs not go through what all others did. */
public final class WaitingThreads {
    private WaitingThreads() {}

    /** The threads of which a cause ended a wait in the range, or that wait for it at its begin or end. O(threads) when their totals are known. */
    public static BitSet of(Analysis analysis, Cause cause) {
        BitSet threads = new BitSet();
        for (ThreadTotals total : analysis.totals()) {
            if (total.blocked(cause) > 0) {
                threads.set(total.thread());
            }
        }
        return threads;
    }
}
