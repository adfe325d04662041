/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Leaves out what is told twice. A rule may say of a finding that it {@linkplain Finding#also tells} all that another rule finds: the other one is left out then, unless it is worse. So it is
 * told after all where the first rule is silent or off, and no rule need know whether the other one speaks.
 */
final class ToldOnce {
    private ToldOnce() {}

    /**
     * The findings without those that others tell, in the same order. O(findings and their evidence).
     *
     * @param pointsAt of each finding, what its rule made it point at: code that was put among it since may have left no room for some of that
     */
    static List<Finding> of(List<Finding> findings, List<List<Evidence>> pointsAt) {
        Map<Finding.Told, Severity> told = new HashMap<>();
        for (Finding finding : findings) {
            for (Finding.Told also : finding.also()) {
                told.merge(also, finding.severity(), (a, b) -> a.compareTo(b) >= 0 ? a : b);
            }
        }
        return told.isEmpty() ? findings : IntStream.range(0, findings.size())
                .filter(i -> !isTold(findings.get(i), pointsAt.get(i), told)).mapToObj(findings::get).toList();
    }

    private static boolean isTold(Finding finding, List<Evidence> pointsAt, Map<Finding.Told, Severity> told) {
        return !finding.failed()
                && pointsAt.stream().map(one -> told.get(new Finding.Told(finding.rule(), finding.subject(), one)))
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
