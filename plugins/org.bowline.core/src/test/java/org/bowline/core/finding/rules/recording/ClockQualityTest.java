/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.sync.ClockSync;
import org.bowline.core.sync.PacketLog;
import org.bowline.core.sync.SyncCaveat;
import org.bowline.core.sync.SyncQuality;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.time.ClockMap;

public class ClockQualityTest {
    private static final ClockQuality RULE = new ClockQuality();
    private static final long US = 1_000;

    /** Two hosts whose packets take 1 ms; the second one's clock is of a quality. */
    private static RuleOutcome of(SyncQuality quality, long errorNanos) {
        return Stage.see(RULE, context(quality, errorNanos), RuleSettings.STANDARD);
    }

    /** The error of B's clock is unknown, as this caveat says. */
    public static Analysis unbounded(SyncCaveat.Kind kind) {
        return context(SyncQuality.INCOMPLETE, Long.MAX_VALUE, new SyncCaveat(kind, 1, 10, Long.MIN_VALUE, Long.MAX_VALUE, "why"));
    }

    /** B exchanged no packet with A. */
    public static Analysis apart() {
        return context(SyncQuality.ABSENT, Long.MAX_VALUE,
                new SyncCaveat(SyncCaveat.Kind.APART, 1, 0, Long.MIN_VALUE, Long.MAX_VALUE, "why"));
    }

    /** The clock of B tells no possible time, and that of C is not known, as nobody else sends it packets. */
    public static Analysis timeless() {
        Analysis three = three(100, Long.MAX_VALUE);
        SyncResult known = java.util.Objects.requireNonNull(three.sync());
        SyncResult sync = new SyncResult(0, List.of(known.hosts().get(0),
                new SyncResult.Host("B", SyncQuality.ABSENT, SyncResult.NONE, List.of(), 0, 0, 0, Long.MAX_VALUE),
                new SyncResult.Host("C", SyncQuality.ABSENT, SyncResult.NONE, List.of(), 0, 0, 0, Long.MAX_VALUE)), known.clocks(),
                List.of(new SyncCaveat(SyncCaveat.Kind.TIMELESS, 1, 10, Long.MIN_VALUE, Long.MAX_VALUE, "why")), known.coarse(), 0, 0,
                known.matches(), List.of());
        return Analysis.of(three.timeline()).sync(sync).build();
    }

    /** What B received has no headers. */
    public static Analysis headerless() {
        return context(SyncQuality.ABSENT, Long.MAX_VALUE,
                new SyncCaveat(SyncCaveat.Kind.HEADERLESS, 1, 70, Long.MIN_VALUE, Long.MAX_VALUE, "why"));
    }

    /** Nothing bounds the clock of B, over which that of C is carried; between B and C packets go both ways. */
    public static Analysis carried() {
        Analysis three = three(100, Long.MAX_VALUE);
        SyncResult known = java.util.Objects.requireNonNull(three.sync());
        SyncResult sync = new SyncResult(0, List.of(known.hosts().get(0),
                new SyncResult.Host("B", SyncQuality.INCOMPLETE, 0, List.of(), 10, 0, 0, Long.MAX_VALUE),
                new SyncResult.Host("C", SyncQuality.INCOMPLETE, 1, List.of(), 10, 10, 0, Long.MAX_VALUE)), known.clocks(),
                List.of(new SyncCaveat(SyncCaveat.Kind.ONE_WAY, 1, 10, Long.MIN_VALUE, Long.MAX_VALUE, "why")), known.coarse(), 0, 0,
                known.matches(), List.of());
        return Analysis.of(three.timeline()).sync(sync).build();
    }

    public static Analysis context(SyncQuality quality, long errorNanos, SyncCaveat... caveats) {
        Stage stage = new Stage();
        int a = stage.thread(stage.host("A"), 1, "a");
        int b = stage.thread(stage.host("B"), 1, "b");
        for (int i = 0; i < 10; i++) {
            stage.runs(a, 10_000L * i + 9_000);
            int packet = stage.builder.packet((10_000L * i + 9_000) * US, (10_000L * i + 10_000) * US, a);
            stage.waits(b, Cause.NETWORK, a, packet, 10_000L * i + 10_000);
        }
        // a result of nothing, for the parts that the rule does not look at
        SyncResult nothing = ClockSync.run(List.of(new PacketLog()), new String[] {"x"}, new long[1], new long[1],
                ClockSync.Options.DEFAULT,
                () -> false);
        SyncResult sync = new SyncResult(0, List.of(new SyncResult.Host("A", SyncQuality.ACCURATE, SyncResult.NONE, List.of(), 0, 0, 0, 0),
                new SyncResult.Host("B", quality, 0, List.of(), 10, 0, 0, errorNanos)), ClockMap.identity(2), List.of(caveats),
                nothing.coarse(),
                0, 0,
                nothing.matches(), List.of());
        return Analysis.of(stage.builder.build()).sync(sync).build();
    }

    /** Packets from A to B that take 1 ms, so many, and then half as many that take 9 ms; and from A to C, which take 50 ms. */
    private static RuleOutcome ways(int packets, long errorNanos) {
        return Stage.see(RULE, three(packets, errorNanos), RuleSettings.STANDARD);
    }

    public static Analysis three(int packets, long errorNanos) {
        Stage stage = new Stage();
        int a = stage.thread(stage.host("A"), 1, "a");
        int b = stage.thread(stage.host("B"), 1, "b");
        int c = stage.thread(stage.host("C"), 1, "c");
        for (int i = 0; i < packets * 3 / 2; i++) {
            long sent = 100_000L * i;
            long way = i < packets ? 1_000 : 9_000;
            int packet = stage.builder.packet(sent * US, (sent + way) * US, a);
            stage.waits(b, Cause.NETWORK, a, packet, sent + way);
            int far = stage.builder.packet(sent * US, (sent + 50_000) * US, a);
            stage.waits(c, Cause.NETWORK, a, far, sent + 50_000);
        }
        stage.runs(a, 100_000L * packets * 3 / 2);
        SyncResult nothing = ClockSync.run(List.of(new PacketLog()), new String[] {"x"}, new long[1], new long[1],
                ClockSync.Options.DEFAULT, () -> false);
        SyncResult sync = new SyncResult(0, List.of(new SyncResult.Host("A", SyncQuality.ACCURATE, SyncResult.NONE, List.of(), 0, 0, 0, 0),
                new SyncResult.Host("B", SyncQuality.ACCURATE, 0, List.of(), 10, 0, 0, errorNanos),
                new SyncResult.Host("C", SyncQuality.ACCURATE, 0, List.of(), 10, 0, 0, 0)), ClockMap.identity(3), List.of(),
                nothing.coarse(), 0, 0, nothing.matches(), List.of());
        return Analysis.of(stage.builder.build()).sync(sync).build();
    }

    @Test
    void theMedianIsOfAllPacketsOfTheHostAndOfNoOther() {
        for (int packets : new int[] {100, 10_000, 60_000}) {
            assertThat(ways(packets, 2_000 * US).findings()).as("%d packets", packets).isEmpty();
            assertThat(ways(packets, 2_001 * US).findings()).as("%d packets", packets).singleElement().satisfies(finding -> {
                assertThat(finding.subject()).isEqualTo("B");
                assertThat(finding.summary()).contains("packets take 1.00 ms");
            });
        }
    }

    @Test
    void aClockThatIsNotKnownIsCritical() {
        for (SyncQuality quality : List.of(SyncQuality.ABSENT, SyncQuality.FAILED)) {
            assertThat(of(quality, Long.MAX_VALUE).findings()).singleElement().satisfies(finding -> {
                assertThat(finding.severity()).isEqualTo(Severity.CRITICAL);
                assertThat(finding.subject()).isEqualTo("B");
                assertThat(finding.summary()).contains(quality == SyncQuality.ABSENT ? "no packet links" : "contradict each other");
            });
        }
    }

    @Test
    void whereTracesAreDamagedTheyAreCopiedAgainBeforeAnythingIsRecordedAgain() {
        Analysis poor = context(SyncQuality.ABSENT, Long.MAX_VALUE);
        for (Caveat damage : List.of(Caveat.of(Caveat.Severity.WARNING, "B", "truncated", 1, "Cut off."),
                Caveat.of(Caveat.Severity.ERROR, "", "unreadable-trace", 1, "Left out x."))) {
            Analysis damaged = Analysis.of(poor.timeline()).sync(java.util.Objects.requireNonNull(poor.sync())).caveats(List.of(damage))
                    .build();
            assertThat(RULE.evaluate(damaged, RuleSettings.STANDARD).findings()).singleElement()
                    .satisfies(finding -> assertThat(finding.advice()).startsWith("Copy the traces").doesNotContain("net_dev_queue"));
        }
        assertThat(RULE.evaluate(poor, RuleSettings.STANDARD).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.advice()).contains("net_dev_queue"));
    }

    @Test
    void aHostThatExchangedNoPacketWithOthersIsNoFinding() {
        RuleOutcome outcome = Stage.see(RULE, apart(), RuleSettings.STANDARD);
        assertThat(outcome.findings()).isEmpty();
        assertThat(outcome.reason()).isEqualTo("no other host exchanged a packet with B");
        SyncCaveat other = new SyncCaveat(SyncCaveat.Kind.APART, 0, 0, Long.MIN_VALUE, Long.MAX_VALUE, "of another host");
        assertThat(Stage.see(RULE, context(SyncQuality.ABSENT, Long.MAX_VALUE, other), RuleSettings.STANDARD).findings()).hasSize(1);
    }

    @Test
    void packetsOneWayOnlyAreAWarning() {
        assertThat(Stage.see(RULE, unbounded(SyncCaveat.Kind.ONE_WAY), RuleSettings.STANDARD).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.WARNING));
    }

    @Test
    void anErrorOfMoreThanARoundTripIsAWarning() {
        assertThat(of(SyncQuality.ACCURATE, 2_100 * US).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains("off by 2.10 ms", "packets take 1.00 ms"));
        RuleOutcome near = of(SyncQuality.APPROXIMATE, 1_900 * US);
        assertThat(near.findings()).isEmpty();
        assertThat(near.reason()).isEqualTo(
                "the clock of B is known to ±1.90 ms in the middle of its packets, while packets take 1.00 ms at the median");
    }

    @Test
    void oneHostHasOneClock() {
        Stage stage = new Stage();
        stage.runs(stage.thread(stage.host("h"), 1, "a"), 10);
        assertThat(stage.see(RULE).applicable()).isFalse();
    }

    @Test
    void howWellAClockIsKnownIsSaidBesideWhatPacketsTake() {
        assertThat(of(SyncQuality.APPROXIMATE, 1_900 * US).reason())
                .isEqualTo("the clock of B is known to ±1.90 ms in the middle of its packets, while packets take 1.00 ms at the median");
        assertThat(of(SyncQuality.ACCURATE, 90 * US).reason())
                .isEqualTo("the clock of B is known to ±90.0 µs in the middle of its packets, while packets take 1.00 ms at the median");
    }

    @Test
    void whereNoPacketEndsAWaitThatIsSaid() {
        Analysis all = context(SyncQuality.ACCURATE, 1_900 * US);
        Analysis before = Analysis.of(all.timeline()).sync(java.util.Objects.requireNonNull(all.sync()))
                .question(Question.ALL.within(0, 5_000 * US)).build();
        assertThat(Stage.see(RULE, before, RuleSettings.STANDARD).reason()).isEqualTo("the clock of B is known to ±1.90 ms in the middle of"
                + " its packets, and no wait in the range was ended by a packet between it and another host");
    }

    @Test
    void whoseClockTellsNoPossibleTimeIsToldToCorrectIt() {
        RuleOutcome outcome = Stage.see(RULE, timeless(), RuleSettings.STANDARD);
        assertThat(outcome.findings()).extracting(Finding::severity).containsExactly(Severity.CRITICAL, Severity.CRITICAL);
        assertThat(outcome.findings().get(0).advice()).startsWith("Correct the clock's offset in the metadata");
        assertThat(outcome.findings().get(1).advice()).startsWith("Record net_dev_queue");
    }
}
