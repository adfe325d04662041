/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

import java.util.List;

import org.bowline.core.sync.ClockEvidence;
import org.bowline.core.sync.SyncResult;
import org.bowline.report.Column;
import org.bowline.report.SyncRow;
import org.bowline.report.SyncRows;
import org.bowline.report.TimeFormat;

/** How the hosts' clocks relate, and why that is believed. */
final class ClocksSection {
    private ClocksSection() {}

    static boolean applies(HtmlInput input) {
        return input.sync().hosts().size() > 1;
    }

    static void write(Html html, HtmlInput input, Doubts doubts) {
        SyncResult sync = input.sync();
        List<SyncRow> rows = SyncRows.of(sync);
        html.open("section", "id", "clocks", "aria-labelledby", "h-clocks").element("h2", "Clocks", "id", "h-clocks");
        html.element("p", "All times are on the clock of " + Html.name(rows.get(0).reference())
                + ". Packets between the hosts bound how far off each of the others may be.", "class", "lead");
        doubts.beside(html, Doubts.Room.CLOCKS);
        Tables.open(html, "Clocks of the hosts");
        Tables.head(html, "Host", "Quality", "From", "#Ahead by", "#Drift", "#Error at most", "#Packets to / from");
        html.open("tbody");
        for (SyncRow row : rows) {
            html.open("tr").named("th", row.host(), "scope", "row")
                    .element("td", row.host().equals(row.reference()) ? "reference" : row.quality())
                    .element("td", TimeFormat.timeOfDay(row.fromNanos()), "class", "nums")
                    .element("td", TimeFormat.duration(SyncRows.aheadNanos(row)), "class", "num")
                    .element("td", SyncRows.driftPpm(row).toPlainString() + " ppm", "class", "num")
                    .element("td", row.errorNanos() == Column.ABSENT ? "not known" : "±" + TimeFormat.duration(row.errorNanos()),
                            "class", "num")
                    .element("td", row.matchedTo() + " / " + row.matchedFrom(), "class", "num").close();
        }
        html.close();
        Tables.close(html);
        for (ClockEvidence evidence : sync.evidence()) {
            if (evidence.band().size() > 1) {
                new ClockPlot(evidence, Html.name(sync.hosts().get(evidence.host()).name()),
                        Html.name(sync.hosts().get(evidence.neighbour()).name()))
                        .write(html);
            }
        }
        html.close().line();
    }
}
