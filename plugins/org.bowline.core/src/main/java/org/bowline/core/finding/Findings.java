/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding;

import java.util.List;

import org.bowline.core.analysis.Analysis;

/**
 * What all rules say of a run.
 *
 * @param findings the worst first
 * @param rules what became of each rule, in the order of their ids
 */
public record Findings(List<Finding> findings, List<Status> rules) {
    /** What became of a rule. */
    public enum State {
        /** It found something. */
        FIRED,
        /** It looked and found nothing. */
        QUIET,
        /** It could not look: something is missing. */
        NOT_APPLICABLE,
        /** The user switched it off. */
        OFF,
        /** It broke. */
        FAILED;

        /** As written in texts. */
        public String label() {
            return name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * What became of a rule.
     *
     * @param rule its id
     * @param reason why it found nothing, as a clause; empty if it fired
     */
    public record Status(String rule, State state, String reason) {}

    /** Copies the lists. */
    public Findings {
        findings = List.copyOf(findings);
        rules = List.copyOf(rules);
    }

    /** What the rules of an analysis's question say of it. */
    public static Findings of(Analysis analysis) {
        return analysis.get(analysis.question().get(RuleSet.PARAMETER));
    }

    /** Those of a severity or worse. */
    public List<Finding> atLeast(Severity severity) {
        return findings.stream().filter(finding -> finding.severity().compareTo(severity) >= 0).toList();
    }
}
