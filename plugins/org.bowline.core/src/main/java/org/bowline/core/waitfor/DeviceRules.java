/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import org.jspecify.annotations.Nullable;

/**
 * By which rules devices are a part of a wait-for graph.
 *
 * @param nics what network interfaces can send; null if they are no part of it
 * @param diskShare by what the idle time of disks is shared out
 * @param disks what disks can do
 * @param network how far clocks may be off, so that the time for which packets are on their way between hosts counts for the network; null if it is no part of the graph. The timeline must have
 *     the network's vertices ({@link org.bowline.core.timeline.NetworkWays})
 */
public record DeviceRules(@Nullable NicCapacities nics, DiskShare diskShare, DiskCapacities disks, @Nullable ClockErrors network) {
    /** Disks by requests, and no network interfaces. */
    public static final DeviceRules DISKS = new DeviceRules(null, DiskShare.REQUESTS);

    /** Without the network between hosts. */
    public DeviceRules(@Nullable NicCapacities nics, DiskShare diskShare, DiskCapacities disks) {
        this(nics, diskShare, disks, null);
    }

    /** Of disks nothing is told. */
    public DeviceRules(@Nullable NicCapacities nics, DiskShare diskShare) {
        this(nics, diskShare, DiskCapacities.NONE);
    }
}
