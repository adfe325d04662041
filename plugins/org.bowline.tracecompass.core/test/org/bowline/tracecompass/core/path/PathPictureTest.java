/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphArrow;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphState;
import org.junit.jupiter.api.Test;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.criticalpath.LegKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.ThreeTier;
import org.bowline.tracecompass.core.provider.StateStyle;
import org.bowline.tracecompass.core.threads.ArrowBand;
import org.bowline.tracecompass.core.threads.EntryIds;

/** Of random windows and numbers of pixels. */
final class PathPictureTest {
    private static final int WINDOWS = 200;

    private final long seed = Long.getLong("bowline.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Timeline timeline = ThreeTier.result().timeline();
    private final PathModel model = PathModel.of(ThreeTier.result(),
            new PathQuery(ThreeTier.thread("w1-client"), timeline.startNanos(), timeline.endNanos()), Progress.NONE);
    private final CriticalPath path = model.path();

    private long[] window() {
        int pixels = 2 + random.nextInt(300);
        long length = (path.toNanos() - path.fromNanos()) >> random.nextInt(16);
        long from = path.fromNanos() - length / 4 + (long) (random.nextDouble() * (path.toNanos() - path.fromNanos()));
        return LongStream.range(0, pixels).map(pixel -> from + length * pixel / (pixels - 1)).toArray();
    }

    @Test
    void whatIsDrawnIsALegAndNoWideOneIsMissing() {
        for (int i = 0; i < WINDOWS; i++) {
            long[] times = window();
            long from = times[0];
            long to = times[times.length - 1] + 1;
            long pixel = Math.max(1, (to - from) / times.length);
            PathPicture picture = new PathPicture(model, times);
            for (int host : model.hosts()) {
                for (int thread : model.threads(host)) {
                    Set<Integer> drawn = new HashSet<>();
                    long before = Long.MIN_VALUE;
                    int narrow = 0;
                    for (ITimeGraphState state : picture.states(thread)) {
                        int leg = model.legAt(thread, state.getStartTime());
                        assertThat(leg).as("seed %d", seed).isNotEqualTo(-1);
                        assertThat(state.getStartTime()).isEqualTo(path.start(leg)).isGreaterThanOrEqualTo(before);
                        assertThat(state.getDuration()).isEqualTo(path.nanos(leg));
                        before = path.end(leg);
                        drawn.add(leg);
                        narrow += path.nanos(leg) < pixel ? 1 : 0;
                    }
                    assertThat(narrow).as("seed %d", seed).isLessThanOrEqualTo(times.length + 1);
                    for (int leg : model.legs(thread)) {
                        if (path.end(leg) > from && path.start(leg) < to && path.nanos(leg) >= pixel) {
                            assertThat(drawn).as("seed %d", seed).contains(leg);
                        }
                    }
                }
            }
        }
    }

    @Test
    void ofNarrowLegsInOnePixelTheLongestIsDrawn() {
        PathPicture all = new PathPicture(model, new long[] {path.fromNanos(), path.toNanos() - 1});
        long half = (path.toNanos() - path.fromNanos()) / 2;
        for (int host : model.hosts()) {
            for (int thread : model.threads(host)) {
                for (ITimeGraphState state : all.states(thread)) {
                    long pixel = (state.getStartTime() - path.fromNanos()) / half;
                    long longest = IntStream.of(model.legs(thread))
                            .filter(leg -> path.nanos(leg) < half && (path.start(leg) - path.fromNanos()) / half == pixel)
                            .mapToLong(path::nanos).max().orElse(0);
                    assertThat(state.getDuration()).isGreaterThanOrEqualTo(longest);
                }
            }
        }
    }

    @Test
    void anArrowLeadsFromALegToTheNextAndEveryOneIsCounted() {
        for (int i = 0; i < WINDOWS; i++) {
            long[] times = window();
            List<ITimeGraphArrow> arrows = new PathPicture(model, times).arrows();
            assertThat(arrows).hasSizeLessThanOrEqualTo(PathPicture.MOST_ARROWS);
            for (ITimeGraphArrow arrow : arrows) {
                int leg = model.legAt(arrow.getStartTime());
                int source = EntryIds.thread(timeline, arrow.getSourceId());
                int target = EntryIds.thread(timeline, arrow.getDestinationId());
                assertThat(new int[] {path.thread(leg - 1), path.thread(leg)}).as("seed %d", seed).containsExactly(source, target);
                assertThat(arrow.getStyle().getParentKey().equals(StateStyle.PACKET.key()))
                        .isEqualTo(path.kind(leg) == LegKind.NETWORK_TRANSIT);
            }
            long changes = 0;
            for (int leg = Math.max(1, model.legAt(Math.max(times[0], path.fromNanos()))); leg < path.size()
                    && path.start(leg) <= times[times.length - 1]; leg++) {
                changes += path.thread(leg - 1) == path.thread(leg) ? 0 : 1;
            }
            assertThat(arrows.stream().mapToLong(arrow -> arrow instanceof ArrowBand band ? band.arrows() : 1).sum())
                    .as("seed %d", seed).isEqualTo(changes);
        }
    }

    @Test
    void inAWholePictureEveryHopHasAnArrow() {
        long[] times = LongStream.range(0, 1_000_000).map(i -> path.fromNanos() + (path.toNanos() - 1 - path.fromNanos()) * i / 999_999)
                .toArray();
        assertThat(new PathPicture(model, times).arrows().stream().peek(arrow -> assertThat(arrow).isNotInstanceOf(ArrowBand.class))
                .filter(arrow -> timeline.host(EntryIds.thread(timeline, arrow.getSourceId())) != timeline
                        .host(EntryIds.thread(timeline, arrow.getDestinationId()))))
                .hasSize(model.hops());
    }
}
