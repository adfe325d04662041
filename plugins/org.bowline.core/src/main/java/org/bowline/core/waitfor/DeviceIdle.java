/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

/**
 * What idle devices of a kind wait for. Their edges lead from the device to threads, are never redistributed (weight = direct), and are
 * added when the threads' edges are complete. A kind whose idle time cannot be known adds nothing.
 */
interface DeviceIdle {
    /**
     * Makes those start chains who give work to a device that holds threads up noticeably: what such a device waits for is what they wait for.
     *
     * @param edges the threads' edges
     * @param origins the threads that start chains; gets more
     * @return whether there are any more
     */
    boolean addOrigins(EdgeList edges, boolean[] origins);

    /** Adds the edges of all devices that a wait leads to. */
    void addTo(EdgeList edges);
}
