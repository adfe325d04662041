/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.waits;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.model.PlainText;

/** Words for whom a rule looked at. */
public final class Whose {
    /** Longer names are shortened in the middle, as in phrases. */
    private static final int MOST_OF_NAME = 100;

    private Whose() {}

    /** A name from a trace for a sentence: it may have thousands of characters. */
    public static String named(String name) {
        return PlainText.shorten(name, MOST_OF_NAME);
    }

    /** {@code no thread waits}, or {@code none of the chosen threads waits} where only some were looked at. */
    public static String none(Analysis analysis, String thing, String does) {
        return (analysis.origins() == null ? "no " + thing : "none of the chosen " + thing + "s") + ' ' + does;
    }
}
