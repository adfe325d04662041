/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.server;

import org.bowline.core.column.Ascending;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;
import org.bowline.core.order.Bisection;

/** Until when those requests are open that are so at a time. */
public final class OpenUntil {
    private final LongColumn arrived = new LongColumn();
    private final LongColumn answered = new LongColumn();
    private long[] begins = {};
    /** By request, in the order in which they arrived, until when one of those up to it is open. */
    private long[] ends = {};

    /** A request. */
    public void add(long arrivedNanos, long answeredNanos) {
        arrived.add(arrivedNanos);
        answered.add(answeredNanos);
    }

    /** Once all are added. O(requests × log requests). */
    public void sort() {
        IntColumn order = Ascending.order(arrived);
        begins = new long[order.size()];
        ends = new long[order.size()];
        for (int i = 0; i < order.size(); i++) {
            begins[i] = arrived.get(order.get(i));
            ends[i] = Math.max(answered.get(order.get(i)), i == 0 ? Long.MIN_VALUE : ends[i - 1]);
        }
    }

    /** When the last of those is answered that had arrived by a time; not after that time if none is open. O(log requests). */
    public long until(long nanos) {
        int behind = Bisection.firstAbove(begins, 0, begins.length, nanos);
        return behind == 0 ? Long.MIN_VALUE : ends[behind - 1];
    }
}
