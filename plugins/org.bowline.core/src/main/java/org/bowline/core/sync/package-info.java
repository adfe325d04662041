/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * How far are the hosts' clocks apart, and how sure is that? Pairs the packets that several hosts saw, and finds the lines between their clocks.
 *
 * <p>In: one {@link org.bowline.core.sync.PacketLog} per host. Out: a {@link org.bowline.core.sync.SyncResult}: the clock map with its guaranteed error, the sending packet
 * of each received one, the quality of each host and what is not known. A packet is sent before it is received, on any clock: that is all that is used. Time and memory
 * are linear in the packets (sorting apart); the tables of unmatched packets stay small thanks to a coarse step.
 *
 * <p>Papers: Duda, Harrus, Haddad and Bernard, "Estimating global time in distributed systems" (ICDCS 1987), convex hulls; Poirier, Roy and Dagenais, "Accurate offline
 * synchronization of distributed traces using kernel-level events" (2010); Jabbarifar, "On line trace synchronization for large scale distributed systems" (2013), spanning
 * trees; Giraldeau and Dagenais (TPDS 27(8), 2016), the partial coarse step.
 */
@NullMarked
package org.bowline.core.sync;

import org.jspecify.annotations.NullMarked;
