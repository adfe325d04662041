/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.clocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.eclipse.swt.graphics.Rectangle;
import org.junit.jupiter.api.Test;

import org.bowline.core.sync.ClockEvidence;
import org.bowline.core.sync.ClockEvidence.BandPoint;
import org.bowline.core.sync.ClockEvidence.Edge;
import org.bowline.core.sync.ClockEvidence.Point;
import org.bowline.core.sync.ClockSync;
import org.bowline.core.sync.PacketLog;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.clocks.ClockCurves;

/** What is drawn of a clock, and where. */
final class PlotSceneTest {
    private static final Rectangle AREA = new Rectangle(0, 0, 1_000, 400);
    private static final long BEGIN = 10_000;
    private static final long END = 30_000;
    /** The neighbour's time minus the host's: the host is ahead by 5,000, then by 5,200, then by 5,000 again. */
    private static final List<BandPoint> BAND = List.of(new BandPoint(BEGIN, -5_050, -5_000, -4_950),
            new BandPoint(20_000, -5_220, -5_200, -5_180), new BandPoint(END, -5_050, -5_000, -4_950));
    private static final Edge ABOVE = new Edge(true, 0, 12_000, -4_900, 28_000, -4_900);
    private static final Point QUICK = new Point(15_000, -4_900, true, 0);
    private static final Point SLOW = new Point(16_000, 90_000, true, 0);

    private static PlotScene scene(boolean level, Point... messages) {
        TimelineBuilder timeline = new TimelineBuilder();
        for (String host : List.of("A", "B")) {
            timeline.recording(timeline.host(host), BEGIN, END);
        }
        long[] start = {BEGIN, BEGIN};
        long[] end = {END, END};
        SyncResult of = ClockSync.run(List.of(new PacketLog(), new PacketLog()), new String[] {"A", "B"}, start, end,
                ClockSync.Options.DEFAULT, () -> false);
        ClockEvidence evidence = new ClockEvidence(1, 0, messages.length, List.of(messages), List.of(ABOVE), BAND);
        SyncResult sync = new SyncResult(0, of.hosts(), of.clocks(), of.caveats(), of.coarse(), of.peakUnmatched(), of.peakHeld(),
                of.matches(), List.of(evidence));
        return new PlotScene(new AnalysisResult(timeline.build(), sync, List.of(), start, end), ClockCurves.of(sync, 1).orElseThrow(),
                level, true, 15_000, 20_000);
    }

    @Test
    void aHostThatGoesAheadGoesUpAndTheClockThatWasTakenIsTheGroundOfALevelPicture() {
        PlotScene offsets = scene(false, QUICK);
        assertThat(offsets.y(BEGIN, -5_000)).as("the first offset is the ground").isZero();
        assertThat(offsets.y(20_000, -5_200)).as("200 further ahead").isEqualTo(200);
        PlotScene level = scene(true, QUICK);
        assertThat(level.y(20_000, -5_200)).as("the clock itself").isZero();
        assertThat(level.y(15_000, -5_100)).as("half way between two points of the band").isZero();
        assertThat(level.messageY(0)).as("a message bounds it from below").isEqualTo(-200);
        assertThat(level.messageX(0)).isEqualTo(5_000);
    }

    @Test
    void anEdgeThatIsStraightHasACornerInALevelPictureWhereTheClockHasOne() {
        assertThat(scene(false, QUICK).hulls()).containsExactly(new PlotScene.Line(true, 2_000, -100, 18_000, -100));
        assertThat(scene(true, QUICK).hulls()).containsExactly(new PlotScene.Line(true, 2_000, -140, 10_000, -300),
                new PlotScene.Line(true, 10_000, -300, 18_000, -140));
    }

    @Test
    void slowMessagesAreBeyondThePictureUntilAllAreAskedFor() {
        PlotScene scene = scene(false, QUICK, SLOW);
        PlotWindow fitted = scene.fit(AREA);
        assertThat(fitted.bottom()).isLessThan(-100).isGreaterThan(-1_000);
        assertThat(fitted.top()).isGreaterThan(220);
        assertThat(fitted.left()).isNegative();
        assertThat(fitted.right()).isGreaterThan(END - BEGIN);
        PlotWindow all = scene.fitAll(AREA);
        assertThat(all.bottom()).isLessThan(scene.messageY(1));
        assertThat(all.top()).isGreaterThan(fitted.top());
    }

    @Test
    void aMessageOfNoPieceOfTheClockIsToldApartAndTheRangeStandsInTheHostsTime() {
        assertThat(scene(false, QUICK).hasUseless()).isFalse();
        assertThat(scene(false, QUICK, new Point(17_000, 0, false, ClockEvidence.NO_PIECE)).hasUseless()).isTrue();
        assertThat(scene(false, QUICK).rangeFrom()).isEqualTo(5_000);
        assertThat(scene(false, QUICK).rangeTo()).isEqualTo(10_000);
    }

    @Test
    void aLengthOfTimeHasItsSign() {
        assertThat(PlotScene.signed(-1_500)).isEqualTo("\u22121.50 µs");
        assertThat(PlotScene.signed(1_500)).isEqualTo("+1.50 µs");
    }
}
