/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

/** What the rows of all reports have in common. */
public final class Rows {
    /** A whole number that a row does not have: an empty field in CSV, null in JSON. */
    public static final long ABSENT = Long.MIN_VALUE;

    private Rows() {}
}
