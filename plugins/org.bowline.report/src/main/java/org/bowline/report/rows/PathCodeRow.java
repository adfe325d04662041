/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.CodeQuestion;
import org.bowline.core.criticalpath.PathPart;
import org.bowline.core.offcpu.WaitCode;

/**
 * Code in which waits on critical paths were.
 *
 * @param label of the intervals whose paths they are; empty of the path of a thread
 * @param waiting who waits
 * @param cause what ended the waits: a label of {@link org.bowline.core.model.Cause}
 * @param detail what else is known of them
 * @param total the code and its waits
 */
public record PathCodeRow(String label, Vertex waiting, String cause, String detail, WaitCode.Total total) {
    /** That of the path of the thread that is asked for, then those of the intervals by label; of each the most time first. */
    public static List<PathCodeRow> of(Analysis analysis) {
        List<PathCodeRow> rows = new ArrayList<>(rows(analysis, "", analysis.get(CodeQuestion.OF_PATH)));
        analysis.get(CodeQuestion.OF_LABELS).forEach((label, parts) -> rows.addAll(rows(analysis, label, parts)));
        return rows;
    }

    private static List<PathCodeRow> rows(Analysis analysis, String label, Map<PathPart, List<WaitCode.Total>> parts) {
        List<PathCodeRow> rows = new ArrayList<>();
        parts.forEach((part, totals) -> {
            Vertex waiting = Vertex.of(analysis.timeline(), part.thread());
            String detail = PathRows.detail(analysis.timeline(), part.kind(), part.cause(), part.target());
            totals.stream().filter(total -> !total.chain().isEmpty())
                    .forEach(total -> rows.add(new PathCodeRow(label, waiting, part.cause().label(), detail, total)));
        });
        rows.sort(Comparator.comparingLong((PathCodeRow row) -> row.total.nanos()).reversed());
        return rows;
    }
}
