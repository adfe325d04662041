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
import org.bowline.core.finding.rules.Sentences;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;

public class LostEventsTest {
    public static final Caveat LOST = new Caveat(Caveat.Severity.WARNING, "h", "discarded-events", 17, 100_000, 200_000, "Lost.");
    private static final Caveat NOTE = Caveat.of(Caveat.Severity.INFO, "h", "foreign-file", 1, "Whatever.");

    private static RuleOutcome of(long unknownMicros, long fromMicros, Caveat... caveats) {
        return Stage.see(new LostEvents(), context(unknownMicros, fromMicros, caveats), RuleSettings.STANDARD);
    }

    public static Analysis context(long unknownMicros, long fromMicros, Caveat... caveats) {
        Stage stage = new Stage();
        int thread = stage.thread(stage.host("h"), 1, "a");
        stage.runs(thread, 100).is(thread, ThreadState.UNKNOWN, 100 + unknownMicros).runs(thread, 10_000);
        return Analysis.of(stage.builder.build()).caveats(List.of(caveats))
                .question(Question.ALL.within(fromMicros * Stage.US, 10_000 * Stage.US)).build();
    }

    @Test
    void lostEventsAreAWarningThatSaysHowMany() {
        assertThat(of(100, 0, LOST, NOTE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.summary())
                    .isEqualTo("h: 17 events are missing; for 1.00 % of the threads' time it is not known what they did.");
            assertThat(finding.caveats()).containsExactly(LOST);
            assertThat(finding.estimate()).isTrue();
        });
    }

    @Test
    void threadsThatAreSetAsideDoNotMakeItLess() {
        Stage stage = new Stage();
        int thread = stage.thread(stage.host("h"), 1, "a");
        stage.runs(thread, 100).is(thread, ThreadState.UNKNOWN, 2_100).runs(thread, 10_000);
        stage.runs(stage.thread(0, 2, "kernel"), 10_000);
        Analysis analysis = Analysis.of(stage.builder.build()).caveats(List.of(LOST)).question(Question.WORK.within(0, 10_000 * Stage.US))
                .build();
        assertThat(Sentences.text(new LostEvents(), analysis)).contains("for 20.0 % of the threads' time");
    }

    @Test
    void whatTheReaderAndTheTimelineBothTellOfIsCountedOnce() {
        Caveat again = new Caveat(Caveat.Severity.WARNING, "h", "lost-events", 16, 100_000, 200_000, "Lost.");
        Caveat unknown = new Caveat(Caveat.Severity.WARNING, "h", "lost-events", -1, 100_000, 200_000, "Lost.");
        Caveat parts = new Caveat(Caveat.Severity.WARNING, "h", "discarded-packets", 2, 100_000, 200_000, "Missing.");
        assertThat(of(100, 0, LOST, again).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).startsWith("h: 17 events are missing; "));
        assertThat(of(100, 0, again).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).startsWith("h: 16 events are missing; "));
        assertThat(of(100, 0, unknown, parts).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .startsWith("h: an unknown number of events is missing and 2 parts (packets, file ends or events) of the traces"));
    }

    /** So many processors were recorded, and are idle; others, as the first caveat says, were not. */
    public static Analysis unrecorded(int recorded, Caveat... caveats) {
        Stage stage = new Stage();
        int host = stage.host("h");
        for (int cpu = 0; cpu < recorded; cpu++) {
            stage.builder.segment(stage.builder.thread(host, 0, 0, "swapper/" + cpu), 0, 10_000 * Stage.US, ThreadState.RUNNING, cpu);
        }
        stage.builder.caveat(caveats[0]);
        return Analysis.of(stage.builder.build()).caveats(List.of(caveats)).build();
    }

    @Test
    void thatNothingWasRecordedOfSomeProcessorsIsToldFirstAndAskedForAgain() {
        Caveat unseen = Caveat.of(Caveat.Severity.WARNING, "h", "unrecorded-processors", 1, "Nothing of one.");
        Caveat lost = new Caveat(Caveat.Severity.WARNING, "h", "lost-events", -1, 0, 200_000, "Lost.");
        for (int recorded : new int[] {1, 31}) {
            assertThat(Stage.see(new LostEvents(), unrecorded(recorded, unseen, lost), RuleSettings.STANDARD).findings()).singleElement()
                    .satisfies(finding -> {
                        assertThat(finding.summary()).isEqualTo("h: nothing was recorded of 1 processor on which threads ran.");
                        assertThat(finding.severity()).isEqualTo(recorded == 1 ? Severity.CRITICAL : Severity.WARNING);
                        assertThat(finding.advice()).startsWith("Copy the traces again");
                    });
        }
    }

    @Test
    void eventsThatTheTracerDidNotCountAreMissingToo() {
        assertThat(of(100, 0, Caveat.of(Caveat.Severity.WARNING, "h", "contradicting-switches", 3, "Contradict.")).findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.summary()).startsWith("h: switches of threads contradict each other"));
        assertThat(of(100, 0, Caveat.of(Caveat.Severity.WARNING, "other", "discarded-events", 3, "Elsewhere.")).findings()).isEmpty();
    }

    @Test
    void thatMostOfTheTimeIsUnknownIsCritical() {
        assertThat(of(5_000, 0, LOST).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.CRITICAL));
    }

    @Test
    void whatAFlightRecorderHasOverwrittenIsOfAnUnknownNumberWhateverCountsItsStreams() {
        Caveat late = new Caveat(Caveat.Severity.WARNING, "h", "late-begin", 2, 100_000, 200_000, "Two begin late.");
        assertThat(of(100, 0, late).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.summary()).startsWith("h: an unknown number of events is missing; for 1.00 % of the threads' time");
            assertThat(finding.caveats()).containsExactly(late);
        });
        assertThat(of(100, 300, late).findings()).as("before the range").isEmpty();
    }

    @Test
    void whatWasLostBeforeTheRangeIsOfNoMatter() {
        assertThat(of(100, 300, LOST).findings()).isEmpty();
    }

    @Test
    void notesAreNoLosses() {
        assertThat(of(0, 0, NOTE).findings()).isEmpty();
    }

    @Test
    void aTraceThatCouldNotBeReadIsCritical() {
        assertThat(of(0, 0, Caveat.of(Caveat.Severity.ERROR, "", "unreadable-trace", 1, "Left out x.")).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(Severity.CRITICAL));
    }

    @Test
    void whatWasDamagedAfterItWasRecordedIsCopiedAgainAndNotRecordedWithMoreBuffers() {
        Caveat cut = new Caveat(Caveat.Severity.WARNING, "h", "truncated", 1, 100_000, 200_000, "Cut off.");
        Caveat discarded = new Caveat(Caveat.Severity.WARNING, "h", "discarded-packets", 1, 100_000, 200_000, "Discarded.");
        Caveat archive = Caveat.of(Caveat.Severity.ERROR, "", "unreadable-archive", 1, "Left out x.zip.");
        assertThat(next(cut)).isEqualTo("info");
        assertThat(next(archive)).isEqualTo("info");
        assertThat(next(cut, discarded)).isEqualTo("start");
        assertThat(next(cut, LOST)).isEqualTo("start");
        assertThat(of(100, 0, cut, LOST).findings().get(0).advice()).startsWith("Record with more").contains("Copy the traces again");
        assertThat(next(cut, Caveat.of(Caveat.Severity.WARNING, "h", "contradicting-switches", 3, "Contradict."))).isEqualTo("start");
    }

    @Test
    void whatIsMissingInDamagedFilesAloneIsNotForMoreBuffers() {
        Caveat cut = new Caveat(Caveat.Severity.WARNING, "h", "truncated", 1, 100_000, 200_000, "Cut off.");
        Caveat unknown = new Caveat(Caveat.Severity.WARNING, "h", "lost-events", -1, 100_000, 200_000,
                "In packets that could not be read.");
        assertThat(next(cut, unknown)).isEqualTo("info");
        assertThat(of(100, 0, cut, unknown).findings().get(0).advice()).startsWith("Copy the traces again").doesNotContain("buffers");
        assertThat(next(unknown)).as("nothing is damaged").isEqualTo("start");
        assertThat(next(cut, new Caveat(Caveat.Severity.WARNING, "h", "lost-events", 3, 100_000, 200_000, "Counted."))).isEqualTo("start");
    }

    @Test
    void whereTheTimeOfNoThreadIsUnknownNoShareOfItIsTold() {
        Caveat cut = new Caveat(Caveat.Severity.WARNING, "h", "truncated", 1, 100_000, 200_000, "Cut off.");
        assertThat(of(0, 0, cut).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.summary()).isEqualTo("h: 1 part (packet, file end or event) of the traces cannot be used.");
            assertThat(finding.evidence().toString()).doesNotContain("0.00 %");
        });
    }

    private static String next(Caveat... caveats) {
        Analysis analysis = context(100, 0, caveats);
        Finding finding = of(100, 0, caveats).findings().get(0);
        assertThat(new LostEvents().next(analysis, finding).ofRecorder()).isEqualTo(finding.advice().startsWith("Record with more"));
        return new LostEvents().next(analysis, finding).command();
    }
}
