/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

/**
 * An edge of the wait-for graph: the source waits for the target.
 *
 * @param source who waits
 * @param target what it waits for
 * @param weightNanos cascaded weight
 * @param directNanos plain sum of the waits
 * @param waits how many waits
 * @param blame {@code waker}, {@code holder} or {@code both}: why they count for the target; empty of a device's idle time
 * @param wakerNanos plain sum if all waits counted for who ended them
 * @param holderNanos plain sum if waits for locks counted for who held them
 * @param newWork why it is a wait for new work; empty if it is not known to be one
 */
public record WaitForRow(Vertex source, Vertex target, long weightNanos, long directNanos, long waits, String blame, long wakerNanos,
        long holderNanos, String newWork) {
    /** An edge of waits that count for who ended them. */
    public WaitForRow(Vertex source, Vertex target, long weightNanos, long directNanos, long waits) {
        this(source, target, weightNanos, directNanos, waits, "waker", directNanos, directNanos, "");
    }
}
