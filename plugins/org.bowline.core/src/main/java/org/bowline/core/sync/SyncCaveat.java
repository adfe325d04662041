/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.io.Serializable;

/**
 * What the clock synchronisation does not know or had to assume.
 *
 * @param kind what it is about
 * @param host index of the host, −1 for all
 * @param count how many (see the kind)
 * @param fromNanos begin, host time; {@link Long#MIN_VALUE} for the whole trace
 * @param toNanos end, host time; {@link Long#MAX_VALUE} for the whole trace
 * @param text a sentence for the user
 */
public record SyncCaveat(Kind kind, int host, long count, long fromNanos, long toNanos, String text) implements Serializable {
    /** Kinds of caveats. */
    public enum Kind {
        /** No packet links the host to the reference; its clock is as recorded. Count: its packets. */
        CLOCK_AS_RECORDED,
        /** Messages contradict each other even in pieces; the clock is as recorded. Count: messages. */
        SYNC_FAILED,
        /** Messages one way only; the error is unknown. Count: messages. */
        ONE_WAY,
        /** The error holds only if the rates differ by no more than the stated limit. Count: messages. */
        DRIFT_ASSUMED,
        /** The relation of two clocks changed (step or new rate) within the given time. Count: 1. */
        CLOCK_CHANGED,
        /** Matched packets that are received before they are sent even on the reference clock. Count: packets. */
        ORDER_VIOLATED,
        /** Packets of one kind sent twice, whose receive was given to the last one sent before it. Count: receives. */
        AMBIGUOUS,
        /** Messages that contradicted all others and were left out of the lines. Count: messages. */
        OUTLIERS,
        /** Datagrams without IP identification, which cannot be told apart and are not matched. Count: packets. */
        UNIDENTIFIED,
        /** Packets that are alike more often than any are sent again; only the latest were compared. Count: packets that were not compared with all. */
        TOO_MANY_ALIKE,
        /** Messages both ways, but in a part of the trace, apart from the rest by a change of the clock, one way only; the error is unknown. Count: messages. */
        PARTLY_ONE_WAY,
        /** The host has recorded all its packets, and none is from or to an address of another host; its clock is as recorded. Count: its packets. */
        APART,
        /** Most packets that the host received from others have no headers in its trace, so nothing tells who sent them. Count: these packets. */
        HEADERLESS,
        /** The host's clock tells no possible time; its packets are left out. Count: its packets. */
        TIMELESS;

        /** The stable word for machines: lower case, with hyphens. */
        public String label() {
            return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
        }
    }
}
