/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

/**
 * What idle devices of a kind wait for. Their edges lead from the device to threads, are never redistributed (weight = direct), and are
 * added when the threads' edges are complete. A kind whose idle time cannot be known adds nothing.
 */
interface DeviceIdle {
    /** Adds the edges of all devices that a wait leads to, or that a chosen thread gave work. */
    void addTo(EdgeList edges, boolean[] chosen);
}
