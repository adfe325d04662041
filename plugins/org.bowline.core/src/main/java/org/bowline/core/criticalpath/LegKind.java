/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.criticalpath;

/** How a leg of a critical path came to be. */
public enum LegKind {
    /** The thread's own doing: running, runnable, preempted, or unknown where events were lost. */
    OWN,
    /** A wait that the path does not follow: for a timer, a device, an unmatched packet, something unknown. */
    WAIT,
    /** A packet on its way: from the sender's queueing to the wake-up. The target is the sender, the link the packet. */
    NETWORK_TRANSIT,
    /** A block request in its queue. The target is the disk, the link the request. */
    DISK_QUEUE,
    /** A block request at the device. The target is the disk, the link the request. */
    DISK_SERVICE,
    /** A wait for a thread that is already on the chain of waits: it closes a cycle, so the path stays. */
    CYCLE,
    /** The thread did not exist at that time (and nobody is known who created it), or the trace had not begun or was over. */
    ABSENT;

    private static final LegKind[] VALUES = values();

    static LegKind of(int ordinal) {
        return VALUES[ordinal];
    }
}
