/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.model.Caveat;
import org.bowline.core.sync.SyncResult;
import org.bowline.report.page.ClocksSection;
import org.bowline.report.page.PageParts;
import org.bowline.report.page.Section;
import org.bowline.report.rows.SyncRow;
import org.bowline.report.rows.SyncRows;
import org.bowline.report.table.Reports;
import org.bowline.report.text.TextPage;

/** How the clocks of the hosts relate. */
public final class ClocksDescriptor implements Descriptor {
    private static final AnalysisInfo INFO = new AnalysisInfo("sync", "Clocks",
            "Puts the clocks of all hosts on the reference host's, by the packets between them, and says how far off they may be.",
            List.of(),
            "The events of TCP packets of two hosts or more (profile waits-network).",
            List.of("bowline sync tests/traces/three-tier", "bowline sync tests/traces/three-tier --reference A --format csv"), Set.of(),
            List.of(), "concepts/sync.md", 20);

    @Override
    public AnalysisInfo info() {
        return INFO;
    }

    @Override
    public List<ReportTable<?>> tables() {
        return List.of(new ReportTable<>(Reports.SYNC, ClocksDescriptor::rows));
    }

    @Override
    public List<Caveat> caveats(Analysis analysis) {
        List<Caveat> caveats = new ArrayList<>(analysis.caveats());
        caveats.removeAll(analysis.timeline().caveats()); // of threads and waits, not of clocks
        return caveats;
    }

    @Override
    public void text(TextPage page, Analysis analysis, int most) throws IOException {
        ClocksText.write(page, rows(analysis), Integer.MAX_VALUE);
    }

    @Override
    public void brief(TextPage page, Analysis analysis, int most, boolean files) throws IOException {
        List<SyncRow> rows = rows(analysis);
        if (rows.size() > 1) {
            ClocksText.write(page, rows, Math.max(most, analysis.timeline().hostCount()));
        }
    }

    private static List<SyncRow> rows(Analysis analysis) {
        SyncResult sync = analysis.sync();
        return sync == null ? List.of() : SyncRows.of(sync);
    }

    @Override
    public List<Section> sections(PageParts parts) {
        return ClocksSection.of(parts);
    }
}
