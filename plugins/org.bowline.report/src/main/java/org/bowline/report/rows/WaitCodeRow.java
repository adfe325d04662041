/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.CodeQuestion;
import org.bowline.core.figures.Percent;
import org.bowline.core.offcpu.WaitCode;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * Code in which waits of an edge of the wait-for graph were.
 *
 * @param source who waits
 * @param target what it waits for
 * @param total the code and its waits
 * @param share of all of these waits, 0 … 1
 */
public record WaitCodeRow(Vertex source, Vertex target, WaitCode.Total total, double share) {
    private static final double ALL = 0.995;

    /** The code of all edges: the heaviest edge first, of each the code with most time; nothing where no code is known. O(segments + edges × log edges). */
    public static List<WaitCodeRow> of(Analysis analysis) {
        WaitForGraph graph = analysis.graph();
        List<WaitCodeRow> rows = new ArrayList<>();
        for (int edge : WaitForRows.heaviest(graph)) {
            List<WaitCode.Total> totals = CodeQuestion.ofEdges(analysis, edge);
            double all = totals.stream().mapToLong(WaitCode.Total::nanos).sum();
            WaitForRow row = WaitForRows.edge(graph, edge);
            totals.stream().filter(total -> !total.chain().isEmpty())
                    .forEach(total -> rows.add(new WaitCodeRow(row.source(), row.target(), total, total.nanos() / all)));
        }
        return rows;
    }

    /** {@code writer_main → [write_batch] → fdatasync (87.0 %)}: the code of most of the time, and its part unless that is about all; empty for null. */
    public static String words(WaitCode.@Nullable Heaviest heaviest) {
        return heaviest == null ? ""
                : String.join(" → ", heaviest.code())
                        + (heaviest.share() >= ALL ? "" : " (" + Percent.percent(heaviest.share()) + ')');
    }
}
