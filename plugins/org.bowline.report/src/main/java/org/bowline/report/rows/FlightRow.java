/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

/**
 * An edge of a wait-for graph in which the network between two hosts is a vertex.
 *
 * @param edge the edge
 * @param clockErrorNanos by how much its direct time may be off, at most, as clocks are; {@link Rows#ABSENT} if that is not known
 */
public record FlightRow(WaitForRow edge, long clockErrorNanos) {}
