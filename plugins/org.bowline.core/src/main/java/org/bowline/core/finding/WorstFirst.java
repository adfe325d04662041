/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * The order of findings: the worst severity first; of equal severity what is wrong with the system before what is wrong with the recording, then the one with the larger score. But what tells why a thread or disk keeps
 * others waiting comes before the wait for it, if it costs enough of it: who waits for whom is a question, and that is the answer. So does what is worth more than that wait is, whomever it is about.
 */
final class WorstFirst {
    /** What these rules tell of is the recording, not the system. */
    private static final Set<String> OF_RECORDING = Set.of("clock-quality", "lost-events", "missing-events", "tracer-cost",
            "unrecorded-host");
    /** What these tell of a host is so for everybody there: it tells nothing of one thread more than of others. */
    private static final Set<String> OF_HOST = Set.of("interrupt-time", "runnable-pressure");

    private static final Comparator<Finding> ORDER = Comparator.comparing(Finding::severity).reversed()
            .thenComparing(WorstFirst::isOfRecording).thenComparing(Comparator.comparingDouble(Finding::score).reversed())
            .thenComparing(Finding::rule).thenComparing(Finding::subject).thenComparing(Finding::summary);

    private WorstFirst() {}

    /** Findings in that order, which does not depend on the order in which they are given. O(findings of waits × findings). */
    static List<Finding> of(List<Finding> findings) {
        List<Finding> left = new ArrayList<>(findings);
        left.sort(ORDER);
        List<Finding> ordered = new ArrayList<>();
        while (!left.isEmpty()) {
            Finding worst = left.remove(0);
            Finding.Awaited awaited = worst.awaited();
            if (awaited != null) {
                List<Finding> before = left.stream().filter(other -> other.severity() == worst.severity()
                        && (explains(other, awaited) || winsMore(other, worst))).toList();
                ordered.addAll(before);
                left.removeAll(before);
            }
            ordered.add(worst);
        }
        return ordered;
    }

    /** Whether what a finding tells of is the recording, not the system. */
    static boolean isOfRecording(Finding finding) {
        return OF_RECORDING.contains(finding.rule());
    }

    private static boolean winsMore(Finding finding, Finding wait) {
        return finding.awaited() == null && !isOfRecording(finding) && wait.won() > 0 && finding.won() > wait.won();
    }

    private static boolean explains(Finding finding, Finding.Awaited awaited) {
        return finding.awaited() == null && !isOfRecording(finding) && !OF_HOST.contains(finding.rule())
                && finding.score() >= awaited.least()
                && finding.evidence().stream().anyMatch(evidence -> isAbout(evidence, awaited));
    }

    /** Others who wait for a device tell nothing of why the one that is told here waits for it. */
    private static boolean isAbout(Evidence evidence, Finding.Awaited awaited) {
        return evidence instanceof Evidence.Vertex one ? awaited.vertices().contains(one.vertex())
                : evidence instanceof Evidence.Edge edge && (awaited.vertices().contains(edge.source())
                        || awaited.vertices().contains(edge.target()) && (!awaited.isDevice() || edge.source() == awaited.waiter()));
    }
}
