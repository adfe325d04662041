/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.lock;

import java.util.Arrays;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * Since when the state of each host's locks may be believed: when events are lost it is not known any more. A lock is told when it is next looked at, so that a
 * loss costs nothing.
 */
final class Losses {
    /** Begins of the losses of each host. */
    private final LongArrayList[] begins;
    private final long[] until;
    /** How many of its host's losses a lock was told of. */
    private final int[] told;

    Losses(int hosts, int locks) {
        begins = new LongArrayList[hosts];
        Arrays.setAll(begins, host -> new LongArrayList());
        until = new long[hosts];
        Arrays.fill(until, Long.MIN_VALUE);
        told = new int[locks];
    }

    void add(int host, long from, long to) {
        begins[host].add(from);
        until[host] = Math.max(until[host], to);
    }

    /** Whether events of the host are missing at a time that is not before the last loss. */
    boolean isLost(int host, long nanos) {
        return nanos < until[host];
    }

    /** When the first loss was that the lock was not told of, which are told by this; {@link Long#MAX_VALUE} if there was none. */
    long first(int host, int lock) {
        int last = told[lock];
        told[lock] = begins[host].size();
        return last == begins[host].size() ? Long.MAX_VALUE : begins[host].getLong(last);
    }
}
