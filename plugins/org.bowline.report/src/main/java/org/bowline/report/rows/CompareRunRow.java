/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

/**
 * The number of one run that was compared.
 *
 * @param measure which sort of measure
 * @param label the sort of interval; empty if it is not of intervals
 * @param subject the cause, part or knot; empty if the label says it all
 * @param unit of the value
 * @param isNew whether the run is of NEW
 * @param run what the user calls it
 * @param value not a number if the run has none
 */
public record CompareRunRow(String measure, String label, String subject, String unit, boolean isNew, String run, double value) {}
