/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.recording;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

public class UnrecordedHostTest {
    private static final UnrecordedHost RULE = new UnrecordedHost();
    private static final int ROUNDS = 40;

    /**
     * Threads that work for 6 ms and wait for 4 ms for a packet of an address, forty times.
     *
     * @param addresses one for each thread
     * @param strangers how many waits were ended by packets of addresses that no host uses
     * @param ofRecorded how many by such of recorded hosts whose sending is not known
     */
    public static Stage asks(long strangers, long ofRecorded, String... addresses) {
        Stage stage = new Stage();
        int host = stage.host("A");
        for (int i = 0; i < addresses.length; i++) {
            stage.thread(host, 11 + i, "asks");
        }
        for (int thread = 0; thread < addresses.length; thread++) {
            int network = stage.builder.resource(host, VertexKind.NETWORK, addresses[thread]);
            for (int i = 0; i < ROUNDS; i++) {
                long t = 10_000L * i;
                stage.runs(thread, t + 6_000).waits(thread, Cause.NETWORK, network, Timeline.NONE, t + 10_000);
            }
        }
        if (strangers > 0) {
            stage.builder.caveat(Caveat.of(Caveat.Severity.INFO, "", "unmatched-packets", strangers, "Whatever."));
        }
        if (ofRecorded > 0) {
            stage.builder.caveat(Caveat.of(Caveat.Severity.INFO, "B", "unrecorded-sending", ofRecorded, "Whatever."));
        }
        return stage;
    }

    @Test
    void whoWaitsForAHostThatWasNotRecordedIsToldWithTheAddress() {
        assertThat(asks(ROUNDS, 0, "10.0.0.9").see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.INFO);
            assertThat(finding.subject()).isEqualTo("10.0.0.9");
            assertThat(finding.summary()).isEqualTo(
                    "asks (A:101) waits for packets of 10.0.0.9, which no recorded host is seen to use: it does for 160 ms, 40.0 % of the range, in 40 waits."
                            + " Whether these are answers or new work, and what is done there until they come, only a recording made there tells.");
            assertThat(finding.estimate()).isFalse();
        });
    }

    @Test
    void severalAddressesAreToldTogether() {
        assertThat(asks(5 * ROUNDS, 0, "10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.0.5").see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).startsWith(
                        "asks ×5 (A) wait for packets of 10.0.0.1, 10.0.0.2, 10.0.0.3 and 2 more, which no recorded host is seen to use: at least one of them does for 160 ms, 40.0 % of the range, in 200 waits."));
    }

    @Test
    void aHostThatWasRecordedAtAnotherTimeIsToldByItsName() {
        assertThat(asks(0, ROUNDS, "10.0.0.9").see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.INFO);
            assertThat(finding.subject()).isEqualTo("B");
            assertThat(finding.summary()).isEqualTo(
                    "asks (A:101) waits for packets of 10.0.0.9, which B sent while it was not recorded: it does for 160 ms, 40.0 % of the range, in 40 waits."
                            + " Whether these are answers or new work, and what is done there until they come, only a recording made there at that time tells.");
        });
    }

    @Test
    void whatMayBeOfAnotherHostOrWasLostIsNotToldOfOne() {
        assertThat(asks(1, ROUNDS, "10.0.0.9").see(RULE).findings()).as("it may be one that was not recorded").isEmpty();
        assertThat(other("unrecorded-sending", "C", ROUNDS).findings()).as("it may be C's address").isEmpty();
        assertThat(other("unrecorded-sending", "C", ROUNDS - 1).findings()).as("C sent too little").hasSize(1);
        assertThat(other("lost-sending", "B", 1).findings()).as("B was recorded, and its trace has lost something").isEmpty();
    }

    /** Waits for packets that B sent while it was not recorded, and others for packets whose sending is not known. */
    private static RuleOutcome other(String kind, String host, long count) {
        Stage stage = asks(0, ROUNDS, "10.0.0.9");
        stage.builder.caveat(Caveat.of(Caveat.Severity.INFO, host, kind, count, "Whatever."));
        return stage.see(RULE);
    }

    @Test
    void whereThereAreMoreWaitsThanOfRecordedHostsItIsNoneOfTheseAndOneWithoutAnAddressIsNotTold() {
        assertThat(asks(0, 0, "10.0.0.9").see(RULE).reason()).isEqualTo(
                "no wait is ended by a packet of an address that no host here is seen to use, or of a host that was not recorded then");
        assertThat(asks(ROUNDS, ROUNDS - 1, "10.0.0.9").see(RULE).findings()).as("there are more").hasSize(1);
        assertThat(asks(ROUNDS, 0, "network").see(RULE).reason()).isEqualTo(
                "no thread waits again and again for packets of an address that no host here is seen to use, or of a host that was not recorded then");
    }
}
