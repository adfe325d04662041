/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

/**
 * A piece of evidence of a finding.
 *
 * @param finding number of the finding
 * @param rule id of its rule
 * @param kind range, vertex, edge, knot, host, stack, or caveat for what the finding rests on
 * @param source the vertex, or the source of the edge, or a host alone; {@link Vertex#NONE} for others
 * @param target the target of the edge; {@link Vertex#NONE} for others
 * @param fromNanos begin of the range; {@link Rows#ABSENT} for others
 * @param toNanos end of the range; {@link Rows#ABSENT} for others
 * @param nanos the time that it is about; {@link Rows#ABSENT} if there is none
 * @param count waits of an edge, number of a knot; {@link Rows#ABSENT} if there is none
 * @param note what it tells
 */
public record EvidenceRow(int finding, String rule, String kind, Vertex source, Vertex target, long fromNanos, long toNanos, long nanos,
        long count,
        String note) {}
