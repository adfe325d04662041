/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.model;

/** Kinds of vertices of the wait-for graph. */
public enum VertexKind {
    /** A thread's incarnation. */
    THREAD,
    /** A block device. */
    DISK,
    /** A network interface. */
    NIC,
    /** A peer on the network whose sending thread is not known. */
    NETWORK,
    /** The timers of a host. */
    TIMER,
    /** Another interrupting device. */
    DEVICE,
    /** Inter-processor interrupts. */
    IPI,
    /** Other kernel work in soft interrupts. */
    KERNEL,
    /** Not told by the trace. */
    UNKNOWN;

    /** As written in reports: lower case. */
    public String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
