/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.util.BitSet;

import org.bowline.core.column.Ascending;
import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;

/** The messages between two hosts, as points: x on the clock of the first, y on that of the second, and which way. 20 bytes a message. */
final class PairMessages {
    private final LongColumn x = new LongColumn();
    private final LongColumn y = new LongColumn();
    /** Whether the first host sent it. */
    private final BitSet upper = new BitSet();
    private IntColumn order = new IntColumn();
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
        order.letGo();
    }

    /** Messages from the first to the second host. */
    long fromFirst() {
        return fromFirst;
    }

    /** Messages from the second to the first host. */
    long fromSecond() {
        return size() - fromFirst;
    }

    /** Sorts by x; messages can be read then. */
    void sort() {
        order = Ascending.order(x);
    }

    long x(int message) {
        return x.get(order.get(message));
    }

    long y(int message) {
        return y.get(order.get(message));
    }

    boolean isUpper(int message) {
        return upper.get(order.get(message));
    }
}
