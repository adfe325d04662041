/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.criticalpath.PathNames;
import org.bowline.core.interval.PathDifference;
import org.bowline.core.interval.PathDifferences;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.ReadTraces;
import org.bowline.ctf.TraceReadException;

/** What sets requests apart is what the workload put there (README of the recordings). */
class RequestDifferencesTest {
    private static PathDifferences of(Experiment experiment) throws TraceReadException {
        ReadTraces read = experiment.read(Progress.NONE);
        return PathDifferences.of(PathNames.stable(read.timeline()), Recording.requestPaths(read), 99, Progress.NONE);
    }

    private static PathDifference.Part first(PathDifferences all, String label) {
        return all.all().stream().filter(one -> one.kind() == PathDifference.Kind.LABEL && one.label().equals(label)).findFirst()
                .orElseThrow()
                .parts().get(0);
    }

    private static void workloadIsNamed(PathDifferences all) {
        PathDifference.Part disk = first(all, "2");
        assertThat(disk.sort().host() + ' ' + disk.sort().thread()).isEqualTo("C w1-backend");
        assertThat(disk.sort().cause()).isEqualTo(Cause.DISK);
        assertThat(disk.sort().target()).isEqualTo("vdd");
        assertThat(disk.difference().lowNanos()).isGreaterThan(5_000_000);
        PathDifference.Part pool = first(all, "3");
        assertThat(pool.sort().host() + ' ' + pool.sort().thread()).isEqualTo("C w1-pool");
        assertThat(pool.sort().state()).isEqualTo(ThreadState.RUNNING);
        assertThat(pool.difference().lowNanos()).isGreaterThan(3_000_000);
        PathDifference.Part helper = first(all, "5");
        assertThat(helper.sort().host() + ' ' + helper.sort().thread()).isEqualTo("B w1-helper");
        assertThat(helper.sort().state()).isEqualTo(ThreadState.RUNNING);
        assertThat(helper.difference().isSure()).isTrue();
    }

    @Test
    void onTheSharedRecordingTheDiskThePoolAndTheHelperSetTheirTypesApart() throws TraceReadException {
        try (Experiment experiment = Recording.open(Recording.shared("lab/w1"))) {
            PathDifferences all = of(experiment);
            workloadIsNamed(all);
            assertThat(all.caveats()).isEmpty();
            assertThat(all.all()).filteredOn(one -> one.kind() == PathDifference.Kind.SLOW).hasSize(6).allMatch(one -> one.count() == 5);
        }
    }

    @Test
    void onTheOwnRecordingTooAndTenRequestsOfATypeAreTooFewForItsSlowOnes() throws TraceReadException {
        try (Experiment experiment = Recording.open(Recording.own("three-tier"))) {
            PathDifferences all = of(experiment);
            workloadIsNamed(all);
            assertThat(all.all()).extracting(PathDifference::kind).containsOnly(PathDifference.Kind.LABEL);
            assertThat(all.caveats()).singleElement()
                    .satisfies(caveat -> assertThat(caveat.text()).contains("6 labels have fewer than 20 requests", "'0' (10)"));
        }
    }

    /** In these five of type 5 the helper was done before the server had a processor again: README says which path is then the critical one. */
    @Test
    void theSlowestOfTypeFiveAreThoseInWhichTheServerWasPreempted() throws TraceReadException {
        try (Experiment experiment = Recording.open(Recording.shared("lab/w1"))) {
            List<PathDifference> slow = of(experiment).all().stream()
                    .filter(one -> one.kind() == PathDifference.Kind.SLOW && one.label().equals("5")).toList();
            assertThat(slow.get(0).parts()).anySatisfy(part -> {
                assertThat(part.sort().thread()).isEqualTo("w1-server");
                assertThat(part.sort().state()).isEqualTo(ThreadState.PREEMPTED);
                assertThat(part.difference().lowNanos()).isGreaterThan(5_000_000);
            });
        }
    }
}
