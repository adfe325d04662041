/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

/** How far the clocks of hosts may be off. */
@FunctionalInterface
public interface ClockErrors {
    /** Nothing is known of them. */
    ClockErrors UNKNOWN = (host, nanos) -> Long.MAX_VALUE;

    /** How far the reference time of an event of a host may be from the truth, ns; {@link Long#MAX_VALUE} if that is not known. */
    long errorNanos(int host, long referenceNanos);
}
