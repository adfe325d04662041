/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.tag;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

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

class TagCountersTest {
    private static final int RUNS = 300;
    private static final int END = 400;

    private final TagLog.Builder tags = new TagLog.Builder();
    private final CounterLog.Builder counters = new CounterLog.Builder();

    private static Timeline host() {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("h");
        return builder.build();
    }

    private static long[] told(long instructions, long faults) {
        long[] told = new long[Counter.values().length];
        Arrays.fill(told, Counter.ABSENT);
        told[Counter.INSTRUCTIONS.ordinal()] = instructions;
        told[Counter.PAGE_FAULTS.ordinal()] = faults;
        return told;
    }

    private void read(CounterLane lane, long time, long instructions) {
        lane.add(time, told(instructions, Counter.ABSENT), Change.NONE, CounterLog.NO_KEY);
    }

    private void tell(int lane, long time, String path) {
        tags.add(lane, time, path.isEmpty() ? TagChange.POP : TagChange.PUSH, path.isEmpty() ? TagPaths.UNKNOWN : tags.paths().of(path), 0);
    }

    private TagCounters count(TagLog log, CounterLog readings) {
        return TagCounters.of(host(), log, readings, Long.MIN_VALUE, Long.MAX_VALUE, thread -> true, Progress.NONE);
    }

    @Test
    void whatWasCountedBetweenTwoTagsBelongsToTheModuleInBetweenAndToThoseAroundIt() {
        int lane = tags.lane(0, Timeline.NONE, 7);
        CounterLane readings = counters.lane(0, Timeline.NONE, 7);
        long[][] all = {{10, 1000}, {20, 1100}, {30, 1700}, {40, 1750}};
        String[] paths = {"engine/storage", "engine/storage/crc", "", ""};
        for (int i = 0; i < all.length; i++) {
            tell(lane, all[i][0], paths[i]);
            read(readings, all[i][0], all[i][1]);
        }
        TagLog log = tags.build(host());
        TagCounters counted = count(log, counters.build(host()));
        int storage = log.paths().of("engine/storage");
        assertThat(counted.own(0, storage, Counter.INSTRUCTIONS)).isEqualTo(150);
        assertThat(counted.all(0, storage, Counter.INSTRUCTIONS)).isEqualTo(750);
        assertThat(counted.all(0, log.paths().of("engine"), Counter.INSTRUCTIONS)).isEqualTo(750);
        assertThat(counted.own(0, log.paths().of("engine/storage/crc"), Counter.INSTRUCTIONS)).isEqualTo(600);
        assertThat(counted.own(0, TagPaths.UNTAGGED, Counter.INSTRUCTIONS)).isZero();
        assertThat(counted.own(0, storage, Counter.CYCLES)).as("nobody has it").isEqualTo(Counter.ABSENT);
    }

    @Test
    void whereATagWasToldWithoutACounterItIsNotKnownWhoseTheCountIs() {
        int lane = tags.lane(0, Timeline.NONE, 7);
        CounterLane readings = counters.lane(0, Timeline.NONE, 7);
        tell(lane, 10, "a");
        read(readings, 10, 0);
        tell(lane, 20, "b"); // of another channel
        tell(lane, 30, "");
        read(readings, 30, 500);
        TagLog log = tags.build(host());
        TagCounters counted = count(log, counters.build(host()));
        assertThat(counted.own(0, TagPaths.UNKNOWN, Counter.INSTRUCTIONS)).isEqualTo(500);
        assertThat(counted.own(0, log.paths().of("a"), Counter.INSTRUCTIONS)).isZero();
        assertThat(counted.own(0, log.paths().of("b"), Counter.INSTRUCTIONS)).isZero();
    }

    @Test
    void whereEventsWereLostItIsNotKnownWhoseTheCountIs() {
        int lane = tags.lane(0, Timeline.NONE, 7);
        CounterLane readings = counters.lane(0, Timeline.NONE, 7);
        tell(lane, 10, "a");
        read(readings, 10, 0);
        tags.add(lane, 15, TagChange.LOSS, TagPaths.UNKNOWN, 0);
        tell(lane, 30, "b");
        read(readings, 30, 500);
        TagLog log = tags.build(host());
        assertThat(count(log, counters.build(host())).own(0, TagPaths.UNKNOWN, Counter.INSTRUCTIONS)).isEqualTo(500);
    }

    @Test
    void aCounterThatGoesBackIsToldAndThatDifferenceLeftOut() {
        int lane = tags.lane(0, Timeline.NONE, 7);
        CounterLane readings = counters.lane(0, Timeline.NONE, 7);
        long[] values = {500, 700, 30, 45};
        tell(lane, 0, "a");
        for (int i = 0; i < values.length; i++) {
            read(readings, i, values[i]);
        }
        TagLog log = tags.build(host());
        CounterLog built = counters.build(host());
        assertThat(count(log, built).own(0, log.paths().of("a"), Counter.INSTRUCTIONS)).isEqualTo(200 + 15);
        assertThat(built.caveats()).extracting(Caveat::kind).containsExactly("counter-went-back", "counters-of-user-space");
        assertThat(built.caveats().get(0).count()).isEqualTo(1);
    }

    @Test
    void recordingsWithoutCountersHaveNone() {
        tell(tags.lane(0, Timeline.NONE, 7), 0, "a");
        assertThat(counters.build(host())).isSameAs(CounterLog.EMPTY);
        assertThat(count(tags.build(host()), CounterLog.EMPTY)).isSameAs(TagCounters.NONE);
    }

    /** What a thread does in a random run. */
    private static final class Script {
        private final String[] pathAt = new String[END];
        private final List<long[]> readings = new ArrayList<>();
    }

    /** Events of a thread, of which some lack a counter, and whose counters now and then are set back. */
    private Script script(Random random, int tid) {
        Script script = new Script();
        int lane = tags.lane(0, Timeline.NONE, tid);
        CounterLane readings = counters.lane(0, Timeline.NONE, tid);
        String path = "(untagged)";
        long instructions = 1L + random.nextInt(1000);
        long faults = random.nextInt(5);
        for (int time = 0; time < END; time++) {
            if (random.nextInt(9) == 0) {
                instructions = random.nextInt(60) == 0 ? 1 : instructions + random.nextInt(100);
                faults += random.nextInt(3);
                if (random.nextInt(4) > 0) {
                    path = List.of("a", "a/b", "a/b/c", "d").get(random.nextInt(4));
                    tags.add(lane, time, TagChange.SWITCH, tags.paths().of(path), 0);
                }
                long[] told = told(random.nextInt(7) == 0 ? Counter.ABSENT : instructions,
                        random.nextInt(7) == 0 ? Counter.ABSENT : faults);
                if (random.nextInt(8) > 0) {
                    readings.add(time, told, Change.NONE, CounterLog.NO_KEY);
                    script.readings.add(new long[] {time, told[Counter.INSTRUCTIONS.ordinal()], told[Counter.PAGE_FAULTS.ordinal()]});
                }
            }
            script.pathAt[time] = path;
        }
        return script;
    }

    /** Looks at each nanosecond. */
    private static void expect(Script script, int column, int from, int to, Map<String, Long> sums) {
        long[] before = null;
        for (long[] reading : script.readings) {
            if (reading[column] < 0 || reading[0] < from || reading[0] > to) {
                continue;
            }
            if (before != null && reading[column] >= before[column]) {
                String path = script.pathAt[(int) before[0]];
                for (int time = (int) before[0]; time < reading[0]; time++) {
                    path = script.pathAt[time].equals(path) ? path : "(unknown)";
                }
                sums.merge(path, reading[column] - before[column], Long::sum);
            }
            before = reading;
        }
    }

    @Test
    void onRandomRecordingsItIsWhatOneGetsByLookingAtEachNanosecond() {
        for (int run = 0; run < RUNS; run++) {
            long seed = Seeds.of(run);
            Random random = new Random(seed);
            TagCountersTest one = new TagCountersTest();
            List<Script> scripts = new ArrayList<>();
            for (int tid = 1; tid <= 3; tid++) {
                scripts.add(one.script(random, tid));
            }
            TagLog log = one.tags.build(host());
            CounterLog readings = one.counters.build(host());
            TagCounters counted = one.count(log, readings);
            for (Counter counter : List.of(Counter.INSTRUCTIONS, Counter.PAGE_FAULTS)) {
                Map<String, Long> expected = new TreeMap<>();
                scripts.forEach(script -> expect(script, counter == Counter.INSTRUCTIONS ? 1 : 2, 0, END, expected));
                Map<String, Long> actual = new TreeMap<>();
                for (int path = 0; path < log.paths().size(); path++) {
                    long count = counted.own(0, path, counter);
                    if (count > 0 || expected.containsKey(log.paths().text(path))) {
                        actual.put(log.paths().text(path), count);
                    }
                }
                assertThat(actual).as(Seeds.name(seed)).isEqualTo(expected);
            }
            assertThat(sum(log, counted, Counter.PAGE_FAULTS)).as(Seeds.name(seed) + ": never goes back, so last less first of each thread")
                    .isEqualTo(scripts.stream().mapToLong(TagCountersTest::lastLessFirst).sum());
        }
    }

    private static long sum(TagLog log, TagCounters counted, Counter counter) {
        long sum = 0;
        for (int path = 0; path < log.paths().size(); path++) {
            sum += Math.max(0, counted.own(0, path, counter));
        }
        return sum;
    }

    private static long lastLessFirst(Script script) {
        long[] faults = script.readings.stream().mapToLong(reading -> reading[2]).filter(value -> value >= 0).toArray();
        return faults.length == 0 ? 0 : faults[faults.length - 1] - faults[0];
    }
}
