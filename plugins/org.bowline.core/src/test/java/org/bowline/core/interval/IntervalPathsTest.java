/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.criticalpath.LegKind;
import org.bowline.core.criticalpath.PathDoubts;
import org.bowline.core.criticalpath.PathPart;
import org.bowline.core.criticalpath.PathSort;
import org.bowline.core.criticalpath.PathTotals;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class IntervalPathsTest {
    /** A client that asks for 2 ns of work of the server at 0, 10, 20 …, the server of each third request sleeps 3 ns before. */
    private static Timeline timeline(int requests) {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("a");
        builder.host("b");
        int client = builder.thread(0, 1, 1, "client");
        int timer = builder.resource(1, VertexKind.TIMER, "timer");
        for (int i = 0; i < requests; i++) {
            // a new thread for each request, as some servers do
            int server = builder.thread(1, 10 + i, 10, "server");
            long t = 10L * i;
            boolean slow = i % 3 == 0;
            long done = slow ? t + 7 : t + 4;
            builder.segment(client, t, t + 1, ThreadState.RUNNING, 0);
            builder.blocked(client, t + 1, done, Cause.THREAD, server, Timeline.NONE, 0);
            builder.segment(client, done, t + 10, ThreadState.RUNNING, 0);
            builder.segment(server, t, t + 2, ThreadState.RUNNABLE, 0);
            if (slow) {
                builder.blocked(server, t + 2, t + 5, Cause.TIMER, timer, Timeline.NONE, 0);
            }
            builder.segment(server, slow ? t + 5 : t + 2, t + 10, ThreadState.RUNNING, 0);
        }
        return builder.build();
    }

    @Test
    void eachIntervalHasThePathOfTheThreadThatEndsIt() {
        Timeline timeline = timeline(1);
        NamedInterval interval = new NamedInterval("get", "1", 0, 0, 0, 8);
        IntervalPaths paths = IntervalPaths.of(timeline, List.of(interval), Progress.NONE);
        assertThat(paths.paths()).singleElement().satisfies(path -> {
            assertThat(path.interval()).isEqualTo(interval);
            assertThat(path.parts()).containsExactly(
                    new PathPart(1, ThreadState.BLOCKED, Cause.TIMER, LegKind.WAIT, 2, 3),
                    new PathPart(0, ThreadState.RUNNING, Cause.NONE, LegKind.OWN, -1, 2),
                    new PathPart(1, ThreadState.RUNNING, Cause.NONE, LegKind.OWN, -1, 2),
                    new PathPart(1, ThreadState.RUNNABLE, Cause.NONE, LegKind.OWN, -1, 1));
        });
        assertThat(paths.caveats()).isEmpty();
    }

    @Test
    void aLabelsStatisticsCountWhatIsAbsentAsZeroAndGoByNames() {
        Timeline timeline = timeline(9);
        List<NamedInterval> intervals = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            intervals.add(new NamedInterval(i < 6 ? "get" : "put", "" + i, 0, 0, 10L * i, 10L * i + 8));
        }
        IntervalPaths paths = IntervalPaths.of(timeline, intervals, Progress.NONE);
        assertThat(paths.labels()).extracting(LabelStatistics::label).containsExactly("get", "put");
        LabelStatistics get = paths.labels().get(0);
        assertThat(get.count()).isEqualTo(6);
        assertThat(get.latencies().median()).isEqualTo(new Latencies.Percentile(8, false));
        assertThat(get.parts()).containsExactly(
                new LabelStatistics.Part(new PathSort("a", "client", ThreadState.RUNNING, Cause.NONE, LegKind.OWN, ""), 6, 5, 4, 5),
                new LabelStatistics.Part(new PathSort("b", "server", ThreadState.RUNNING, Cause.NONE, LegKind.OWN, ""), 6, 2, 2, 2),
                new LabelStatistics.Part(new PathSort("b", "server", ThreadState.RUNNABLE, Cause.NONE, LegKind.OWN, ""), 6, 1, 1, 1),
                new LabelStatistics.Part(new PathSort("b", "server", ThreadState.BLOCKED, Cause.TIMER, LegKind.WAIT, "timer"), 2, 0, 1, 3));
    }

    @Test
    void anIntervalWhoseThreadIsNotKnownHasNoPathAndIsCounted() {
        IntervalPaths paths = IntervalPaths.of(timeline(1), List.of(new NamedInterval("get", "1", 0, -1, 0, 8)), Progress.NONE);
        assertThat(paths.paths()).singleElement().satisfies(path -> assertThat(path.parts()).isEmpty());
        assertThat(paths.labels()).singleElement().satisfies(label -> {
            assertThat(label.latencies().median().nanos()).as("it is as long as others").isEqualTo(8);
            assertThat(label.paths()).isZero();
            assertThat(label.parts()).isEmpty();
        });
        assertThat(paths.caveats()).extracting(Caveat::kind).containsExactly("interval-without-path");
    }

    @Test
    void windowsOfIntervalsGiveWhatEachIntervalGivesAlone() {
        Timeline timeline = RandomTimelines.any(17);
        SplittableRandom random = new SplittableRandom(17);
        List<NamedInterval> intervals = new ArrayList<>();
        List<IntervalPaths.OfInterval> alone = new ArrayList<>();
        PathDoubts doubts = PathDoubts.NONE;
        long length = timeline.endNanos() - timeline.startNanos();
        for (int i = 0; i < 1_500; i++) { // several windows, and one that is not full
            long begin = timeline.startNanos() + random.nextLong(length);
            int thread = random.nextInt(-1, timeline.threadCount());
            NamedInterval interval = new NamedInterval("label " + random.nextInt(3), "" + i, 0, thread, begin,
                    begin + 1 + random.nextLong(length));
            intervals.add(interval);
            List<PathPart> parts = List.of();
            if (thread >= 0) {
                CriticalPath path = CriticalPath.of(timeline, thread, interval.beginNanos(), interval.endNanos(), Progress.NONE);
                parts = PathTotals.parts(path);
                doubts = doubts.plus(path.doubts());
            }
            alone.add(new IntervalPaths.OfInterval(interval, parts));
        }
        IntervalPaths paths = IntervalPaths.of(timeline, intervals, Progress.NONE);
        assertThat(paths.paths()).isEqualTo(alone);
        List<Caveat> ofPaths = new ArrayList<>(doubts.caveats(Long.MIN_VALUE, Long.MAX_VALUE));
        assertThat(paths.caveats()).containsAll(ofPaths);
        long without = intervals.stream().filter(one -> one.thread() < 0).count();
        assertThat(paths.caveats()).filteredOn(caveat -> caveat.kind().equals("interval-without-path")).singleElement()
                .extracting(Caveat::count).isEqualTo(without);
    }

    @Test
    void oneWhoStopsIsHeardInEachWindow() {
        List<NamedInterval> intervals = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            intervals.add(new NamedInterval("get", "" + i, 0, 0, 0, 8));
        }
        Timeline timeline = timeline(1);
        AtomicInteger asked = new AtomicInteger();
        Progress stopped = new Progress() {
            @Override
            public void report(String task, double fraction) {
                // nobody listens
            }

            @Override
            public boolean isCancelled() {
                return asked.incrementAndGet() > 700;
            }
        };
        assertThatExceptionOfType(CancelledException.class).isThrownBy(() -> IntervalPaths.of(timeline, intervals, stopped));
    }

    @Test
    void whereMoreThanAHundredthHangsACaveatSaysOfWhichLabels() {
        NamedInterval ended = new NamedInterval("get", "1", 0, 0, 0, 8);
        NamedInterval young = new NamedInterval("get", "2", 0, 0, 5, 29);
        NamedInterval old = new NamedInterval("get", "3", 0, 0, 5, 30);
        IntervalPaths fine = IntervalPaths.of(timeline(1), new MatchedIntervals(List.of(ended), List.of(young), List.of()), Progress.NONE);
        assertThat(fine.caveats()).isEmpty();
        assertThat(fine.unfinished()).containsExactly(young);
        IntervalPaths hanging = IntervalPaths.of(timeline(1), new MatchedIntervals(List.of(ended), List.of(old), List.of()), Progress.NONE);
        assertThat(hanging.caveats()).singleElement().satisfies(caveat -> {
            assertThat(caveat.kind()).isEqualTo("interval-overdue");
            assertThat(caveat.text()).contains("1 of the 2 of 'get'");
        });
        assertThat(hanging.labels()).singleElement()
                .satisfies(label -> assertThat(label.latencies().percentile(95)).isEqualTo(new Latencies.Percentile(25, true)));
    }
}
