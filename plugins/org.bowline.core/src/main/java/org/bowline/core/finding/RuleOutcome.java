/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding;

import java.util.List;

/**
 * What a rule says of a run.
 *
 * @param applicable whether it could look
 * @param findings what it found; empty if it could not look
 * @param reason without findings: what is missing, or what it saw instead, as a clause
 */
public record RuleOutcome(boolean applicable, List<Finding> findings, String reason) {
    /** Copies the list. */
    public RuleOutcome {
        findings = List.copyOf(findings);
    }

    /** It cannot look, because something is missing. */
    public static RuleOutcome notApplicable(String because) {
        return new RuleOutcome(false, List.of(), because);
    }

    /** It looked. The reason counts only if nothing was found. */
    public static RuleOutcome of(List<Finding> findings, String otherwise) {
        return new RuleOutcome(true, findings, findings.isEmpty() ? otherwise : "");
    }
}
