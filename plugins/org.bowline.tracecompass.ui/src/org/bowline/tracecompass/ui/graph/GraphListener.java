/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

/** Told what a person does with the canvas. */
public interface GraphListener {
    /** Nodes or an edge were chosen, or nothing is any more. */
    void choiceChanged();

    /** A person wants to know more about what is chosen. */
    void detailsWanted();

    /** A person wants to see what is folded of a host; of the empty name, of what has none. */
    void unfoldWanted(String host);
}
