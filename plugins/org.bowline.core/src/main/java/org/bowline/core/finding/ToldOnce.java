/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Leaves out what is told twice. A rule may say of a finding that it {@linkplain Finding#also tells} all that another rule finds: the other one is left out then, unless it is worse. So it is
 * told after all where the first rule is silent or off, and no rule need know whether the other one speaks.
 */
final class ToldOnce {
    private ToldOnce() {}

    /** The findings without those that others tell, in the same order. O(findings and their evidence). */
    static List<Finding> of(List<Finding> findings) {
        Map<Finding.Told, Severity> told = new HashMap<>();
        for (Finding finding : findings) {
            for (Finding.Told also : finding.also()) {
                told.merge(also, finding.severity(), (a, b) -> a.compareTo(b) >= 0 ? a : b);
            }
        }
        return told.isEmpty() ? findings : findings.stream().filter(finding -> !isTold(finding, told)).toList();
    }

    private static boolean isTold(Finding finding, Map<Finding.Told, Severity> told) {
        return !finding.failed()
                && finding.evidence().stream().map(one -> told.get(new Finding.Told(finding.rule(), finding.subject(), one)))
                        .anyMatch(by -> by != null && finding.severity().compareTo(by) <= 0);
    }

    /** What became of the rules: one of which no finding is left is quiet, and says why. */
    static List<Findings.Status> states(List<Finding> all, List<Finding> left, List<Findings.Status> states) {
        if (all.size() == left.size()) {
            return states;
        }
        Set<String> speak = new HashSet<>();
        left.forEach(finding -> speak.add(finding.rule()));
        return states.stream().map(status -> status.state() == Findings.State.FIRED && !speak.contains(status.rule())
                ? new Findings.Status(status.rule(), Findings.State.QUIET, "what it found is part of another finding") : status).toList();
    }
}
