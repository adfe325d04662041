/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Needs;

/**
 * Looks for one thing in what is known of a run. Stateless, without side effects; one instance may serve many threads.
 *
 * <p>Rules are found by {@link java.util.ServiceLoader}: a jar that names its rules in {@code META-INF/services/org.bowline.core.finding.Rule}
 * adds them. A rule is silent rather than wrong: it fires only where what it says is sure, or marks its figures as estimates.
 */
public interface Rule {
    /** Why a rule cannot look that rests on what threads do. */
    String NO_SCHEDULING = "there are no scheduling events";
    /** Why a rule cannot look that rests on who woke whom. */
    String NO_WAKERS = "the traces have no wake-ups or no interrupts, so who ended a wait is a guess";

    /** What it is. */
    RuleInfo info();

    /**
     * Looks. What is missing in the trace is not an error: see {@link RuleOutcome#notApplicable}. Long loops ask
     * {@link Analysis#progress()} whether to stop.
     *
     * @param analysis what is known
     * @param settings its thresholds
     */
    RuleOutcome evaluate(Analysis analysis, RuleSettings settings);

    /** Whether it wants more of the traces than is read for everybody, with these thresholds. */
    default boolean needs(Needs.What what, RuleSettings settings) {
        return false;
    }

    /** What to look at after one of its findings. */
    default NextStep.Step next(Analysis analysis, Finding finding) {
        return NextStep.usual(analysis, finding);
    }
}
