/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.event.RecordedFacts.Sort;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Recorded;

public class MissingEventsTest {
    private static final MissingEvents RULE = new MissingEvents();

    private static RuleOutcome of(int hosts, Recorded recorded, boolean waitsForDevices) {
        return Stage.see(RULE, context(hosts, recorded, waitsForDevices ? Cause.DEVICE : Cause.NONE), RuleSettings.STANDARD);
    }

    /** A thread on each host runs 10 ms, and waits as long if there is a cause. */
    public static Analysis context(int hosts, Recorded recorded, Cause cause) {
        Stage stage = new Stage();
        for (int i = 0; i < hosts; i++) {
            int host = stage.host("h" + i);
            int thread = stage.thread(host, 1, "a");
            int resource = stage.builder.resource(host, cause == Cause.NETWORK ? VertexKind.NETWORK : VertexKind.DEVICE, "nvme0");
            stage.runs(thread, 10_000);
            if (cause != Cause.NONE) {
                stage.waits(thread, cause, resource, Timeline.NONE, 20_000);
            }
        }
        return Analysis.of(stage.builder.build()).recorded(java.util.Collections.nCopies(hosts, recorded)).build();
    }

    public static Recorded without(Sort... missing) {
        EnumSet<Sort> facts = EnumSet.allOf(Sort.class);
        facts.removeAll(List.of(missing));
        return new Recorded(true, false, facts);
    }

    @Test
    void nothingIsMissingWhereAllIsThere() {
        assertThat(of(2, Stage.ALL, true).findings()).isEmpty();
    }

    @Test
    void aHostWithoutKernelOrSwitchesOrWakeUpsIsCritical() {
        for (Recorded recorded : List.of(new Recorded(false, true, EnumSet.noneOf(Sort.class)),
                without(Sort.SWITCHES),
                without(Sort.WAKINGS, Sort.WAKE_UPS))) {
            assertThat(of(1, recorded, false).findings()).singleElement().satisfies(finding -> {
                assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
                assertThat(finding.advice()).contains("waits-minimal");
            });
        }
    }

    @Test
    void whatEveryTracerRecordsIsNotRecordedOnceMore() {
        assertThat(of(1, without(Sort.REASONS_TO_LEAVE), false).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.advice()).startsWith("Every tracer records prev_state").doesNotContain("Record with");
        });
    }

    @Test
    void aKernelTraceThatMayBeAmongThoseThatCouldNotBeReadIsCopiedAgain() {
        Recorded noKernel = new Recorded(false, true, EnumSet.noneOf(Sort.class));
        Caveat leftOut = Caveat.of(Caveat.Severity.ERROR, "", "missing-metadata", 1, "Left out h0/kernel.");
        Stage stage = new Stage();
        stage.runs(stage.thread(stage.host("h0"), 1, "a"), 10);
        Analysis analysis = Analysis.of(stage.builder.build()).recorded(List.of(noKernel)).caveats(List.of(leftOut)).build();
        assertThat(RULE.evaluate(analysis, RuleSettings.STANDARD).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
            assertThat(finding.summary()).contains("no kernel trace that could be read", "1 trace was left out");
            assertThat(finding.advice()).startsWith("Copy the traces that could not be read again.");
            assertThat(finding.caveats()).containsExactly(leftOut);
            assertThat(RULE.next(analysis, finding).command()).isEqualTo("info");
        });
        Analysis other = Analysis.of(stage.builder.build()).recorded(List.of(without(Sort.SWITCHES))).caveats(List.of(leftOut)).build();
        assertThat(RULE.evaluate(other, RuleSettings.STANDARD).findings()).as("that trace was read").singleElement()
                .satisfies(finding -> assertThat(finding.advice()).isEqualTo("Record with the profile waits-minimal."));
    }

    @Test
    void packetsAreMissedWhereThereAreSeveralHosts() {
        assertThat(of(1, without(Sort.PACKETS_SENT), true).findings()).isEmpty();
        assertThat(of(2, without(Sort.PACKETS_SENT), true).findings()).hasSize(2).extracting(Finding::advice)
                .allMatch(advice -> advice.contains("waits-network"));
    }

    @Test
    void diskRequestsAreMissedWhereThreadsWaitForDevices() {
        assertThat(of(1, without(Sort.DISK_REQUESTS), false).findings()).isEmpty();
        assertThat(of(1, without(Sort.DISK_REQUESTS), true).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.INFO);
            assertThat(finding.advice()).contains("waits-disk");
            assertThat(finding.summary()).contains("10.0 ms", "100 %");
        });
    }

    @Test
    void packetsAreMissedOnASingleHostWhereThreadsWaitForThem() {
        assertThat(RULE.evaluate(context(1, without(Sort.PACKETS_RECEIVED), Cause.NETWORK), RuleSettings.STANDARD).findings())
                .singleElement().satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(Severity.INFO);
                    assertThat(finding.summary()).contains("wait for packets for 10.0 ms, 100 %");
                });
        assertThat(RULE.evaluate(context(1, Stage.ALL, Cause.NETWORK), RuleSettings.STANDARD).findings()).isEmpty();
    }

    @Test
    void theStateAtTheStartIsMissedAsANote() {
        assertThat(of(1, without(Sort.STATE_AT_START), false).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.INFO));
    }

    @Test
    void interruptsAndTheWakersOwnSideOfWakeUpsAreMissed() {
        assertThat(of(1, without(Sort.INTERRUPTS, Sort.WAKINGS), false).findings()).hasSize(2).extracting(Finding::severity)
                .containsOnly(Severity.WARNING);
    }

    @Test
    void intervalsThatAreNotThereMissUserSpace() {
        Stage stage = new Stage();
        stage.runs(stage.thread(stage.host("h"), 1, "a"), 10);
        Analysis context = Analysis.of(stage.builder.build()).recorded(List.of(without()))
                .intervals(new MatchedIntervals(List.of(), List.of())).build();
        assertThat(RULE.evaluate(context, RuleSettings.STANDARD).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.advice()).contains("requests"));
    }

    @Test
    void whereItIsNotKnownWhatWasRecordedNothingIsSaid() {
        Stage stage = new Stage();
        stage.runs(stage.thread(stage.host("h"), 1, "a"), 10);
        assertThat(stage.see(RULE).applicable()).isFalse();
    }
}
