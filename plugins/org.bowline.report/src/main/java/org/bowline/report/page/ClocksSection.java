/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.List;

import org.bowline.core.sync.SyncResult;
import org.bowline.report.graph.Markup;
import org.bowline.report.rows.SyncRow;
import org.bowline.report.rows.SyncRows;
import org.bowline.report.text.TimeFormat;

/** How the hosts' clocks relate, and why that is believed. */
public final class ClocksSection {
    private ClocksSection() {}

    /** The section, if there is more than one clock. */
    public static List<Section> of(PageParts parts) {
        SyncResult sync = parts.analysis().sync();
        return sync == null || sync.hosts().size() < 2 ? List.of()
                : List.of(new Section("clocks", "Clocks", 95, of(sync, parts.doubts(), parts.names())));
    }

    private static Markup of(SyncResult sync, Doubts doubts, Names names) {
        List<SyncRow> rows = SyncRows.of(sync);
        return Markup.of("""
                <section id="clocks" aria-labelledby="h-clocks"><h2 id="h-clocks">Clocks</h2>
                <p class="lead">All times are on the clock of %s. Packets between the hosts bound how far off each of the others may be. "Error at most" holds between the
                first and the last packet that a clock rests on; "Elsewhere" holds in all of the trace, and says how fast the error grows outside of the packets.</p>
                %s
                %s
                %s
                </section>
                """, Names.shortened(rows.get(0).reference()), doubts.beside(Doubts.Room.CLOCKS),
                Table.of("Clocks of the hosts", List.of(
                        Table.head("Host", row -> names.of(row.host())),
                        Table.text("Quality", SyncRow::shownQuality),
                        Table.text("From", "nums", row -> TimeFormat.timeOfDay(row.fromNanos())),
                        Table.number("Ahead by", row -> TimeFormat.duration(SyncRows.aheadNanos(row))),
                        Table.number("Drift", row -> SyncRows.driftPpm(row).toPlainString() + " ppm"),
                        Table.number("Error at most", SyncRows::error),
                        Table.number("Elsewhere", SyncRows::errorElsewhere),
                        Table.number("Packets to / from", row -> row.matchedTo() + " / " + row.matchedFrom())), rows),
                Markup.each(sync.evidence(), evidence -> evidence.band().size() < 2 ? new Markup()
                        : new ClockPlot(evidence, Names.shortened(sync.hosts().get(evidence.host()).name()),
                                Names.shortened(sync.hosts().get(evidence.neighbour()).name())).figure()));
    }
}
