/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.model;

/** What ended a wait, or what an interrupt that held a thread up was for. The ordinal is stored in timelines: append only. */
public enum Cause {
    /** Neither a wait nor an interrupt. */
    NONE,
    /** Another thread on the same host. */
    THREAD,
    /** A timer expired. */
    TIMER,
    /** A block request completed. */
    DISK,
    /** A packet arrived (from a known thread or not). */
    NETWORK,
    /** Another device's interrupt. */
    DEVICE,
    /** An inter-processor interrupt. */
    IPI,
    /** Other kernel work in a soft interrupt. */
    KERNEL,
    /** The trace does not tell. */
    UNKNOWN;

    private static final Cause[] VALUES = values();

    /** The cause of an ordinal. */
    public static Cause of(int ordinal) {
        return VALUES[ordinal];
    }

    /** As written in reports: lower case, empty for {@link #NONE}. */
    public String label() {
        return this == NONE ? "" : name().toLowerCase(java.util.Locale.ROOT);
    }
}
