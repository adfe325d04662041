/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

import org.bowline.core.model.VertexKind;

/** How a node is drawn; each kind of vertex has its own, so that it is told without colour. All fill the node's rectangle. */
public enum NodeShape {
    /** A thread: a rectangle with rounded corners. */
    ROUNDED,
    /** A disk: a drum. */
    CYLINDER,
    /** A network interface: a hexagon. */
    HEXAGON,
    /** A peer on the network: a cloud, or an ellipse. */
    CLOUD,
    /** Timers: an ellipse. */
    ELLIPSE,
    /** Another device: a rectangle with cut corners. */
    CHIP,
    /** Inter-processor interrupts: a parallelogram. */
    PARALLELOGRAM,
    /** Other kernel work: a rectangle with double sides. */
    SUBROUTINE,
    /** Unknown: a rectangle with a dashed border. */
    DASHED,
    /** The rest that is not drawn one by one: a stack of rectangles. */
    STACK;

    /** The shape of a kind. */
    public static NodeShape of(VertexKind kind) {
        return switch (kind) {
            case THREAD -> ROUNDED;
            case DISK -> CYLINDER;
            case NIC -> HEXAGON;
            case NETWORK -> CLOUD;
            case TIMER -> ELLIPSE;
            case DEVICE -> CHIP;
            case IPI -> PARALLELOGRAM;
            case KERNEL -> SUBROUTINE;
            case UNKNOWN -> DASHED;
        };
    }
}
