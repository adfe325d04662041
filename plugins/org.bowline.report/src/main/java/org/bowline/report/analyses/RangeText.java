/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.ChosenRange;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.waitfor.SetAside;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TimeFormat;

/** Which part of a recording figures are about, and who is left out of them. */
public final class RangeText {
    private RangeText() {}

    /** A line each, below a heading. */
    public static void write(TextPage page, Analysis analysis) throws IOException {
        ChosenRange range = analysis.range();
        page.paragraph("range: " + range.sentence() + "; " + TimeFormat.date(range.fromNanos()) + ' '
                + TimeFormat.timeOfDay(range.fromNanos()) + " to "
                + TimeFormat.timeOfDay(range.toNanos()) + " UTC"
                + (range.kind() == ChosenRange.Kind.REPEATED ? "; --range all takes everything" : ""));
        SetAside aside = FirstLook.leaves(analysis);
        if (aside != null && aside.threads() > 0) {
            page.paragraph("set aside: " + aside.phrase() + "; --show-all shows them");
        }
    }
}
