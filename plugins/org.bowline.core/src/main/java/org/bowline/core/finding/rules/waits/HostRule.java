/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.waits;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.ThreadTotals;

/** A rule that looks at the processors of each host by itself, and needs no more than scheduling events. */
public abstract class HostRule implements Rule {
    @Override
    public final RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        if (analysis.timeline().segmentCount() == 0) {
            return RuleOutcome.notApplicable(NO_SCHEDULING);
        }
        List<Finding> findings = new ArrayList<>();
        for (int host = 0; host < analysis.timeline().hostCount(); host++) {
            analysis.progress().check();
            findings.addAll(look(analysis, host, settings));
        }
        return RuleOutcome.of(findings, otherwise(analysis));
    }

    /** What is wrong with a host. */
    protected abstract List<Finding> look(Analysis analysis, int host, RuleSettings settings);

    /** What there is to say where nothing is wrong with any host, as a clause. */
    protected abstract String otherwise(Analysis analysis);

    /** Threads of a host by how long they were in a state, the longest first. */
    protected static List<ThreadTotals> most(Analysis analysis, int host, ThreadState state, Predicate<ThreadTotals> which) {
        return analysis.totals().stream().filter(total -> analysis.timeline().host(total.thread()) == host && which.test(total))
                .sorted(Comparator.comparingLong((ThreadTotals total) -> total.nanos(state)).reversed()
                        .thenComparingInt(ThreadTotals::thread))
                .toList();
    }
}
