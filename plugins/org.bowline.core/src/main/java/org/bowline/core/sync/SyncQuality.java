/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

/** How well a host's clock is known. From best to worst; a host is no better than the hosts its clock is carried over by. */
public enum SyncQuality {
    /** Messages both ways bound offset and rate: the error is guaranteed. The reference host is accurate, with error 0. */
    ACCURATE,
    /** Messages both ways, but too few to bound the rate: the error is guaranteed if the rates differ by no more than {@link ClockSync.Options#driftLimitPpm}. */
    APPROXIMATE,
    /** Messages one way only: sends come before receives, but the error is unknown. */
    INCOMPLETE,
    /** No packet links the host to the reference: its clock is as recorded. */
    ABSENT,
    /** The messages contradict each other: the clock is as recorded. */
    FAILED;

    /** As written in reports: lower case. */
    public String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The worse of two. */
    public SyncQuality worse(SyncQuality other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
