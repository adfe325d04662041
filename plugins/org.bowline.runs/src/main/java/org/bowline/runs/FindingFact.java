/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs;

import org.bowline.core.finding.Severity;
import org.bowline.core.model.PlainText;

/**
 * A finding by what tells it in another run.
 *
 * @param rule id of the rule
 * @param subject whom it is about, by names that stay the same
 * @param severity how much it matters
 * @param summary the sentence of this run
 * @param failed whether the rule failed, so that nothing is known of what it looks for
 */
public record FindingFact(String rule, String subject, Severity severity, String summary, boolean failed) {
    /** As reports have them, so that a finding that was read from its file is the same as before. */
    public FindingFact {
        subject = PlainText.visible(subject);
        summary = PlainText.visible(summary);
    }
}
