/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import org.bowline.core.finding.Finding;

/**
 * A finding and its number.
 *
 * @param number from 1, the worst first: what rows of evidence refer to
 * @param finding what was found
 */
public record FindingRow(int number, Finding finding) {}
