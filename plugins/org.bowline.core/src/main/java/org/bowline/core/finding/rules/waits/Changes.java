/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.waits;

import org.bowline.core.column.Ascending;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;

/** A number that changes with time, as that of requests that are open. O(changes × log changes) to visit; 12 bytes a change. */
public final class Changes {
    private final LongColumn times = new LongColumn();
    private final IntColumn by = new IntColumn();

    /** Takes a stretch of time with one value. */
    @FunctionalInterface
    public interface Visitor {
        void value(long fromNanos, long toNanos, int value);
    }

    /** It is higher by so much from a time to another. */
    public void add(long begin, long end, int change) {
        if (begin < end) {
            times.add(begin);
            by.add(change);
            times.add(end);
            by.add(-change);
        }
    }

    /** Visits the stretches of time between changes, from the first to the last, in order. */
    public void each(Visitor visitor) {
        IntColumn order = Ascending.order(times);
        int sum = 0;
        for (int i = 0; i + 1 < order.size(); i++) {
            sum += by.get(order.get(i));
            long begin = times.get(order.get(i));
            long end = times.get(order.get(i + 1));
            if (begin < end) {
                visitor.value(begin, end, sum);
            }
        }
    }
}
