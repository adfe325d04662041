/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * A discrete-event simulation of hosts that run threads, wait and talk to each other, and record it as LTTng 2.13 on Linux 6.1 would. Every
 * wait ends for a reason that the trace shows: a hand-over, a timer, a disk request, a packet, a child's exit.
 *
 * <p>Time is true time in ns from 0; a {@link org.bowline.testkit.sim.HostClock} turns it into what a host records. O(log threads) per event,
 * memory O(threads + packets under way).
 */
@NullMarked
package org.bowline.testkit.sim;

import org.jspecify.annotations.NullMarked;
