/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.counter.CounterLane;
import org.bowline.core.counter.CounterLane.Change;
import org.bowline.core.counter.CounterLog;
import org.bowline.core.event.Counter;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class IntervalCountersTest {
    private static final int RUNS = 300;

    private final CounterLog.Builder log = new CounterLog.Builder();

    private static Timeline host() {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("h");
        return builder.build();
    }

    private void tell(CounterLane lane, long time, long instructions, Change change, String key) {
        long[] told = new long[Counter.values().length];
        Arrays.fill(told, Counter.ABSENT);
        told[Counter.INSTRUCTIONS.ordinal()] = instructions;
        lane.add(time, told, change, key.isEmpty() ? CounterLog.NO_KEY : log.key(key));
    }

    private CounterLane lane(int tid) {
        return log.lane(0, Timeline.NONE, tid);
    }

    private static NamedInterval interval(String key, long begin, long end) {
        return new NamedInterval("GET", key, 0, Timeline.NONE, begin, end);
    }

    private IntervalCounters count(NamedInterval... intervals) {
        return IntervalCounters.of(List.of(intervals), log.build(host()), Progress.NONE);
    }

    @Test
    void aRequestHasWhatAllThreadsCountedThatWorkedForIt() {
        CounterLane loop = lane(1);
        tell(loop, 10, 100, Change.BEGIN, "7");
        tell(loop, 15, 150, Change.NONE, ""); // a tag
        tell(loop, 20, 160, Change.SWITCH, "");
        tell(loop, 90, 400, Change.SWITCH, "8");
        CounterLane worker = lane(2);
        tell(worker, 30, 1000, Change.SWITCH, "7");
        tell(worker, 50, 1900, Change.END, "7");
        tell(worker, 60, 2500, Change.SWITCH, "");
        NamedInterval request = interval("7", 10, 50);
        IntervalCounters counted = count(request);
        assertThat(counted.of(request, Counter.INSTRUCTIONS)).isEqualTo(60 + 900);
        assertThat(counted.of(request, Counter.CYCLES)).isEqualTo(Counter.ABSENT);
        assertThat(counted.caveats()).isEmpty();
    }

    @Test
    void aRequestThatOneThreadBeginsAndEndsNeedsNoSwitch() {
        CounterLane loop = lane(1);
        tell(loop, 10, 100, Change.BEGIN, "7");
        tell(loop, 20, 160, Change.END, "7");
        NamedInterval request = interval("7", 10, 20);
        assertThat(count(request).of(request, Counter.INSTRUCTIONS)).isEqualTo(60);
    }

    @Test
    void ofRequestsThatLieWithinEachOtherOnOneThreadItIsNotKnownForWhichItWorked() {
        CounterLane loop = lane(1);
        tell(loop, 10, 100, Change.BEGIN, "7");
        tell(loop, 12, 110, Change.BEGIN, "8");
        tell(loop, 14, 150, Change.END, "8");
        tell(loop, 20, 160, Change.END, "7");
        NamedInterval request = interval("7", 10, 20);
        IntervalCounters counted = count(request, interval("8", 12, 14));
        assertThat(counted.of(request, Counter.INSTRUCTIONS)).isEqualTo(Counter.ABSENT);
        assertThat(counted.caveats()).singleElement().extracting(Caveat::kind, Caveat::count).containsExactly("request-counters-unknown",
                2L);
    }

    @Test
    void ofARequestWhoseThreadWorksOnBeyondItsEndItIsNotKnown() {
        CounterLane loop = lane(1);
        tell(loop, 10, 100, Change.BEGIN, "7");
        tell(loop, 99, 500, Change.SWITCH, "");
        tell(lane(2), 50, 0, Change.END, "7");
        NamedInterval request = interval("7", 10, 50);
        assertThat(count(request).of(request, Counter.INSTRUCTIONS)).isEqualTo(Counter.ABSENT);
    }

    @Test
    void ofARequestInWhichEventsWereLostItIsNotKnownAndOfTheNextItIs() {
        CounterLane loop = lane(1);
        for (long i = 0; i < 2; i++) {
            tell(loop, 10 + 20 * i, 100 + 100 * i, Change.BEGIN, "" + i);
            tell(loop, 20 + 20 * i, 160 + 100 * i, Change.END, "" + i);
        }
        log.lost(12, 13);
        NamedInterval first = interval("0", 10, 20);
        NamedInterval second = interval("1", 30, 40);
        IntervalCounters counted = count(first, second);
        assertThat(counted.of(first, Counter.INSTRUCTIONS)).isEqualTo(Counter.ABSENT);
        assertThat(counted.of(second, Counter.INSTRUCTIONS)).isEqualTo(60);
    }

    @Test
    void aCounterThatNeverMovesThoughItMustIsLeftOutAndTold() {
        CounterLane loop = lane(1);
        tell(loop, 10, 0, Change.BEGIN, "7");
        tell(loop, 20, 0, Change.END, "7");
        CounterLog built = log.build(host());
        assertThat(built.caveats()).extracting(Caveat::kind).contains("counter-reads-zero");
        NamedInterval request = interval("7", 10, 20);
        assertThat(IntervalCounters.of(List.of(request), built, Progress.NONE).of(request, Counter.INSTRUCTIONS)).isEqualTo(Counter.ABSENT);
    }

    @Test
    void aThreadWithoutCountersThatWorkedForARequestMakesItsCountUnknown() {
        CounterLane loop = lane(1);
        tell(loop, 10, 100, Change.BEGIN, "7");
        tell(loop, 20, 160, Change.SWITCH, "");
        CounterLane worker = lane(2);
        tell(worker, 30, Counter.ABSENT, Change.SWITCH, "7");
        tell(worker, 50, Counter.ABSENT, Change.END, "7");
        NamedInterval request = interval("7", 10, 50);
        CounterLog built = log.build(host());
        assertThat(IntervalCounters.of(List.of(request), built, Progress.NONE).of(request, Counter.INSTRUCTIONS)).isEqualTo(Counter.ABSENT);
        assertThat(built.caveats()).extracting(Caveat::kind).contains("counter-missing");
    }

    /** Requests are handed from thread to thread at random; each nanosecond of a thread is looked at. */
    @Test
    void onRandomRecordingsItIsWhatOneGetsByLookingAtEachNanosecond() {
        for (int run = 0; run < RUNS; run++) {
            long seed = Seeds.of(run);
            Random random = new Random(seed);
            IntervalCountersTest one = new IntervalCountersTest();
            int requests = 6;
            long length = 600;
            Map<String, Long> expected = new HashMap<>();
            List<NamedInterval> intervals = new ArrayList<>();
            for (int i = 0; i < requests; i++) {
                intervals.add(interval("r" + i, i * 100L, i * 100L + 99));
            }
            for (int tid = 1; tid <= 3; tid++) {
                CounterLane lane = one.lane(tid);
                long count = 1;
                String works = "";
                for (long time = 0; time <= length; time++) {
                    String present = works;
                    boolean last = time % 100 == 99; // nobody works on beyond the end
                    if (time % 100 == 0 && tid == 1 && time < length) {
                        works = "r" + time / 100;
                        one.tell(lane, time, count, Change.BEGIN, works);
                    } else if (last && tid == 3) {
                        one.tell(lane, time, count, Change.END, "r" + time / 100);
                        works = "";
                    } else if (last || random.nextInt(12) == 0) {
                        works = last || random.nextBoolean() || time >= length ? "" : "r" + time / 100;
                        one.tell(lane, time, count, Change.SWITCH, works);
                    } else if (random.nextInt(12) == 0) {
                        one.tell(lane, time, count, Change.NONE, "");
                    }
                    if (last && tid == 3 && !present.equals("r" + time / 100)) {
                        works = ""; // it ends what another one works for
                        one.tell(lane, time, count, Change.SWITCH, "");
                    }
                    long more = random.nextInt(50);
                    count += more;
                    if (!works.isEmpty()) {
                        expected.merge(works, more, Long::sum);
                    }
                }
            }
            CounterLog built = one.log.build(host());
            IntervalCounters counted = IntervalCounters.of(intervals, built, Progress.NONE);
            for (NamedInterval interval : intervals) {
                assertThat(counted.of(interval, Counter.INSTRUCTIONS)).as(Seeds.name(seed) + ' ' + interval)
                        .isEqualTo(expected.getOrDefault(interval.key(), Counter.ABSENT));
            }
        }
    }
}
