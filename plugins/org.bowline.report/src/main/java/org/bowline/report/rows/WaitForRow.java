/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

/**
 * An edge of the wait-for graph: the source waits for the target.
 *
 * @param source who waits
 * @param target what it waits for
 * @param weightNanos cascaded weight
 * @param directNanos plain sum of the waits
 * @param waits how many waits
 */
public record WaitForRow(Vertex source, Vertex target, long weightNanos, long directNanos, long waits) {}
