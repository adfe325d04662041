/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.util.BitSet;

import org.bowline.core.column.Ascending;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;

/** The messages between two hosts, as points: x on the clock of the first, y on that of the second, and which way. 16 bytes a message; while they are sorted, 28. */
final class PairMessages {
    private LongColumn x = new LongColumn();
    private LongColumn y = new LongColumn();
    /** Whether the first host sent it. */
    private BitSet upper = new BitSet();
    private long fromFirst;

    void add(boolean firstSent, long firstNanos, long secondNanos) {
        upper.set(x.size(), firstSent);
        x.add(firstNanos);
        y.add(secondNanos);
        fromFirst += firstSent ? 1 : 0;
    }

    int size() {
        return x.size();
    }

    /** Lets go of all messages. */
    void letGo() {
        x.letGo();
        y.letGo();
    }

    /** Messages from the first to the second host. */
    long fromFirst() {
        return fromFirst;
    }

    /** Messages from the second to the first host. */
    long fromSecond() {
        return size() - fromFirst;
    }

    /** Sorts by x; messages can be read then. They are read many times, so that it pays to have them side by side. */
    void sort() {
        IntColumn order = Ascending.order(x);
        x = inOrder(x, order);
        y = inOrder(y, order);
        BitSet sorted = new BitSet(order.size());
        for (int i = 0; i < order.size(); i++) {
            sorted.set(i, upper.get(order.get(i)));
        }
        upper = sorted;
        order.letGo();
    }

    private static LongColumn inOrder(LongColumn column, IntColumn order) {
        LongColumn sorted = column.inOrder(order);
        column.letGo();
        return sorted;
    }

    long x(int message) {
        return x.get(message);
    }

    long y(int message) {
        return y.get(message);
    }

    boolean isUpper(int message) {
        return upper.get(message);
    }
}
