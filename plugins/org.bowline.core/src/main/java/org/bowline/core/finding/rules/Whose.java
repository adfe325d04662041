/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import org.bowline.core.analysis.Analysis;

/** Words for whom a rule looked at. */
final class Whose {
    private Whose() {}

    /** {@code no thread waits}, or {@code none of the chosen threads waits} where only some were looked at. */
    static String none(Analysis analysis, String thing, String does) {
        return (analysis.origins() == null ? "no " + thing : "none of the chosen " + thing + "s") + ' ' + does;
    }
}
