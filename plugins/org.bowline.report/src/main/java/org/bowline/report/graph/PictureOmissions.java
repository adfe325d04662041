/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

/**
 * What a picture does not show one by one. Nothing is left out without being counted here.
 *
 * @param restVertices vertices folded into nodes of the rest
 * @param restEdges edges between two vertices of the rest, not drawn
 * @param restNanos their weight, ns
 * @param lightEdges edges lighter than the trim share, not drawn
 * @param lightNanos their weight, ns
 * @param passiveEdges edges to timers, interrupts, kernel work and the unknown, not drawn
 * @param passiveNanos their weight, ns
 * @param asideEdges edges that are set aside, not drawn
 * @param asideNanos their weight, ns
 */
public record PictureOmissions(int restVertices, int restEdges, long restNanos, int lightEdges, long lightNanos, int passiveEdges,
        long passiveNanos, int asideEdges, long asideNanos) {}
