/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.CodeQuestion;
import org.bowline.core.model.Words;
import org.bowline.core.offcpu.WaitCode;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * Which code waits, for findings that point at edges of the wait-for graph: behind each of the first edges whose code is known, the functions that most of the time of its waits was in. A rule need not know of it.
 */
final class CodeEvidence {
    private static final int MOST = 3;

    private CodeEvidence() {}

    /** The finding with the code; itself where none is known, so that nothing changes for recordings without stacks and functions. What there is no more room for is counted, from the end. */
    static Finding with(Analysis analysis, Finding finding) {
        if (finding.evidence().stream().noneMatch(Evidence.Edge.class::isInstance) || !CodeQuestion.isKnown(analysis)) {
            return finding;
        }
        List<Evidence> all = new ArrayList<>();
        int found = 0;
        for (Evidence one : finding.evidence()) {
            all.add(one);
            Evidence code = found < MOST && one instanceof Evidence.Edge edge ? code(analysis, edge) : one;
            if (code != one) {
                all.add(code);
                found++;
            }
        }
        int kept = Math.min(all.size(), Finding.MOST_EVIDENCE);
        return new Finding(finding.rule(), finding.severity(), finding.subject(), finding.summary(), finding.why(), finding.advice(),
                all.subList(0, kept), finding.evidenceLeftOut() + all.size() - kept, finding.score(), finding.won(), finding.estimate(),
                finding.caveats(),
                finding.failed(), finding.awaited(), finding.also());
    }

    /** The code of an edge's waits; the edge itself if it is not known, or no function of it has a name. */
    private static Evidence code(Analysis analysis, Evidence.Edge edge) {
        WaitForGraph graph = analysis.graph();
        int ofGraph = edge.source() < graph.vertexCount() ? graph.edge(edge.source(), edge.target()) : Timeline.NONE;
        WaitCode.Heaviest heaviest = ofGraph < 0 ? null : CodeQuestion.heaviest(analysis, ofGraph);
        if (heaviest == null || !heaviest.namesFunction()) {
            return edge;
        }
        List<String> frames = new ArrayList<>(heaviest.code());
        Collections.reverse(frames);
        return new Evidence.Stack(String.join("\n", frames), heaviest.nanos(), Words.count(heaviest.waits(), "wait") + " of "
                + analysis.phrase(edge.source()) + " for " + analysis.phrase(edge.target()));
    }
}
