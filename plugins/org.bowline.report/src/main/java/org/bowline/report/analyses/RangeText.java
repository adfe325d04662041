/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.util.List;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.ChosenRange;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.Pools;
import org.bowline.core.model.Caveat;
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
                + (range.kind() == ChosenRange.Kind.REPEATED || range.kind() == ChosenRange.Kind.BUSY ? "; --range all takes everything"
                        : ""));
        SetAside aside = FirstLook.leaves(analysis);
        if (aside != null && aside.threads() > 0) {
            page.paragraph("set aside: " + aside.phrase() + "; --show-all shows them");
        }
    }

    /** The caveats that hold for more than the range, if that is a part of the recording. */
    public static List<Caveat> beyond(Analysis analysis) {
        return analysis.range().kind() == ChosenRange.Kind.ALL ? List.of() : analysis.caveats();
    }

    /**
     * What a table leaves out or puts together, behind its heading; empty if it does neither.
     *
     * @param line what the line of a pool is
     */
    static String remark(String aside, Pools pools, String line) {
        String folded = pools.isEmpty() ? "" : line;
        return aside.isEmpty() && folded.isEmpty() ? "" : " (" + aside + (aside.isEmpty() || folded.isEmpty() ? "" : "; ") + folded + ')';
    }
}
