/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit.sim;

/** Hears the truth about every wait of a thread that the simulation ended. Times are as the thread's host records them, ns since the epoch. */
@FunctionalInterface
public interface WaitListener {
    /**
     * @param beginNanos time of the switch-out, or of the begin of the trace
     * @param endNanos time of the waking
     * @param cause {@code thread}, {@code timer}, {@code disk} or {@code network}
     * @param wakerHost host of the thread that ended it (for a packet: of the sender); empty if none did
     * @param wakerTid its id; −1 if none did
     */
    void waitEnded(String host, int tid, long beginNanos, long endNanos, String cause, String wakerHost, int wakerTid);
}
