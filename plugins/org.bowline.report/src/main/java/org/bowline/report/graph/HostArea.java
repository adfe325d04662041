/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

/**
 * The part of a picture that belongs to one host: a rectangle behind its nodes. Areas do not overlap.
 *
 * @param host the host's name
 * @param x left
 * @param y top; the name is written between here and the first node
 * @param width width
 * @param height height
 */
public record HostArea(String host, double x, double y, double width, double height) {}
