/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import static org.bowline.report.rows.Rows.ABSENT;

import java.util.ArrayList;
import java.util.List;

import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Findings;
import org.bowline.core.model.Caveat;
import org.bowline.core.timeline.Timeline;

/** Findings and their evidence as rows. */
public final class FindingRows {
    private FindingRows() {}

    /** The findings, numbered as they are ordered. */
    public static List<FindingRow> of(Findings findings) {
        List<FindingRow> rows = new ArrayList<>();
        for (Finding finding : findings.findings()) {
            rows.add(new FindingRow(rows.size() + 1, finding));
        }
        return rows;
    }

    /** What all of them point at, then what each rests on. */
    public static List<EvidenceRow> evidence(Timeline timeline, Findings findings) {
        List<EvidenceRow> rows = new ArrayList<>();
        for (FindingRow row : of(findings)) {
            for (Evidence evidence : row.finding().evidence()) {
                rows.add(row(timeline, row, evidence));
            }
            for (Caveat caveat : row.finding().caveats()) {
                rows.add(new EvidenceRow(row.number(), row.finding().rule(), "caveat", host(caveat.host()), Vertex.NONE,
                        caveat.fromNanos() == Long.MIN_VALUE ? ABSENT : caveat.fromNanos(),
                        caveat.toNanos() == Long.MAX_VALUE ? ABSENT : caveat.toNanos(), ABSENT,
                        caveat.count() < 0 ? ABSENT : caveat.count(),
                        caveat.kind()));
            }
        }
        return rows;
    }

    /** One piece of evidence of a finding. */
    public static EvidenceRow row(Timeline timeline, FindingRow finding, Evidence evidence) {
        String rule = finding.finding().rule();
        int number = finding.number();
        if (evidence instanceof Evidence.Range range) {
            return new EvidenceRow(number, rule, "range", Vertex.NONE, Vertex.NONE, range.fromNanos(), range.toNanos(),
                    range.toNanos() - range.fromNanos(), ABSENT, range.note());
        }
        if (evidence instanceof Evidence.Vertex vertex) {
            return new EvidenceRow(number, rule, "vertex", Vertex.of(timeline, vertex.vertex()), Vertex.NONE, ABSENT, ABSENT,
                    vertex.nanos(), ABSENT,
                    vertex.note());
        }
        if (evidence instanceof Evidence.Edge edge) {
            return new EvidenceRow(number, rule, "edge", Vertex.of(timeline, edge.source()), Vertex.of(timeline, edge.target()), ABSENT,
                    ABSENT,
                    edge.nanos(), edge.count(), edge.note());
        }
        if (evidence instanceof Evidence.OfKnot knot) {
            return new EvidenceRow(number, rule, "knot", Vertex.NONE, Vertex.NONE, ABSENT, ABSENT, knot.nanos(), knot.number(),
                    knot.note());
        }
        if (evidence instanceof Evidence.OfHost host) {
            return new EvidenceRow(number, rule, "host", host(timeline.hostName(host.host())), Vertex.NONE, ABSENT, ABSENT, ABSENT, ABSENT,
                    host.note());
        }
        Evidence.Stack stack = (Evidence.Stack) evidence;
        return new EvidenceRow(number, rule, "stack", Vertex.NONE, Vertex.NONE, ABSENT, ABSENT, stack.nanos(), ABSENT,
                (stack.note().isEmpty() ? "" : stack.note() + ":\n") + stack.frames());
    }

    private static Vertex host(String name) {
        return new Vertex(name, ABSENT, "", "");
    }

    /** Why the figures of a finding are estimates. */
    public static String estimate(Finding finding) {
        List<String> kinds = finding.caveats().stream().map(Caveat::kind).distinct().toList();
        return "The figures are estimates" + (kinds.isEmpty() ? ", as this rule infers them."
                : "; see the " + (kinds.size() == 1 ? "caveat " : "caveats ") + String.join(", ", kinds) + '.');
    }
}
