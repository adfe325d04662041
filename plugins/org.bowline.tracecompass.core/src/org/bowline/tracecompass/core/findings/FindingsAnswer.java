/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.findings;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AnalysisBuilder;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.RecordedIntervals;
import org.bowline.core.finding.Findings;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.Recorded;
import org.bowline.tracecompass.core.tags.RuleEvents;

/**
 * What all rules say of a range: what {@code bowline findings} says of it.
 *
 * @param analysis what was asked; tells the range and why it is that one
 * @param findings what the rules said
 * @param recorded what the traces of each host can tell, in the order of the hosts; empty if that is not known
 * @param caveats what is not known of the recording and of the waits in the range, the most severe first
 */
public record FindingsAnswer(Analysis analysis, Findings findings, List<Recorded> recorded, List<Caveat> caveats) {
    /** Copies the lists. */
    public FindingsAnswer {
        recorded = List.copyOf(recorded);
        caveats = List.copyOf(caveats);
    }

    /** The same where it is not known what the requests are. */
    public static FindingsAnswer of(AnalysisResult result, List<Recorded> recorded, Question question, Progress progress) {
        return of(result, recorded, null, RuleEvents.NONE, question, progress);
    }

    /**
     * Runs all rules. Long: not for the UI thread.
     *
     * @param requests what was read of the requests; null if it is not known what they are
     * @param more what was read for rules that are told what to look at
     * @param question of the work: without a range the work in the whole recording, as the command line takes it
     * @throws org.bowline.core.progress.CancelledException if the progress says so
     */
    public static FindingsAnswer of(AnalysisResult result, List<Recorded> recorded, @Nullable RecordedIntervals requests, RuleEvents more,
            Question question, Progress progress) {
        AnalysisBuilder builder = more.into(requests == null ? Analysis.of(result).question(question) : requests.analysis(result, question))
                .progress(progress);
        if (!recorded.isEmpty()) {
            builder.recorded(recorded);
        }
        Analysis analysis = builder.build();
        Findings findings = Findings.of(analysis);
        List<Caveat> caveats = Stream.concat(analysis.caveats(List.of(Analysis.GRAPH)).stream(), more.caveats().stream())
                .sorted(Comparator.comparing(Caveat::severity).reversed()).toList();
        return new FindingsAnswer(analysis, findings, recorded, caveats);
    }
}
