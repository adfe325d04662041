/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Caveat;
import org.bowline.core.testing.Seeds;

/** How much work intervals were, told by events with their keys. */
class IntervalSizesTest {
    private final IntervalSizes.Facts facts = new IntervalSizes.Facts();
    private final List<NamedInterval> intervals = new ArrayList<>();

    private NamedInterval interval(String key, long begin, long end) {
        NamedInterval one = new NamedInterval("", key, 0, 1, begin, end);
        intervals.add(one);
        return one;
    }

    private IntervalSizes sizes() {
        return IntervalSizes.of("size.bytes",
                List.of(new IntervalSizes.Sort(facts, List.of(new MatchedIntervals(List.copyOf(intervals), List.of())))));
    }

    private List<String> told() {
        return sizes().caveats(intervals).stream().map(Caveat::text).toList();
    }

    @Test
    void theOnlyIntervalOfAKeyHasTheSizeWheneverItWasTold() {
        NamedInterval one = interval("7", 100, 200);
        facts.add(50, "7", 4096);
        assertThat(sizes().of(one)).isEqualTo(4096);
        assertThat(told()).isEmpty();
    }

    @Test
    void ofSeveralIntervalsOfAKeyThatOneHasItThatWasOpen() {
        NamedInterval first = interval("7", 100, 200);
        NamedInterval second = interval("7", 300, 400);
        facts.add(200, "7", 1);
        facts.add(300, "7", 2);
        assertThat(sizes().of(first)).isEqualTo(1);
        assertThat(sizes().of(second)).isEqualTo(2);
        assertThat(told()).isEmpty();
    }

    @Test
    void whatIsMissingDoubledOrNotANumberIsCountedAndHasNoSize() {
        NamedInterval missing = interval("1", 100, 200);
        NamedInterval doubled = interval("2", 100, 200);
        NamedInterval words = interval("3", 100, 200);
        NamedInterval fine = interval("4", 100, 200);
        facts.add(150, "2", 5);
        facts.add(160, "2", 5);
        facts.add(165, "2", 5);
        facts.add(150, "3", Double.NaN);
        facts.add(150, "4", 0);
        IntervalSizes sizes = sizes();
        assertThat(List.of(sizes.of(missing), sizes.of(doubled), sizes.of(words), sizes.of(fine)))
                .containsExactly(Double.NaN, Double.NaN, Double.NaN, 0.0);
        assertThat(told()).containsExactly(
                "1 interval has no size: no event with the field size.bytes was recorded with the same key; it is left out of the variance.",
                "1 interval has several sizes: more than one event with the field size.bytes was recorded with the same key; it is left out of"
                        + " the variance.",
                "1 interval has a size that is not a number in the field size.bytes; it is left out of the variance.");
    }

    @Test
    void twoEventsOfWhichOneIsNotANumberAreTwo() {
        NamedInterval one = interval("1", 100, 200);
        facts.add(150, "1", Double.NaN);
        facts.add(160, "1", 5);
        assertThat(sizes().of(one)).isNaN();
        assertThat(told()).singleElement().asString().contains("several sizes");
    }

    @Test
    void eventsOfNoIntervalAreTold() {
        interval("1", 100, 200);
        interval("1", 150, 250);
        facts.add(300, "1", 5);
        facts.add(175, "1", 5);
        facts.add(175, "9", 5);
        assertThat(told()).last().asString().isEqualTo("3 events with a size (size.bytes) came with the key of no interval, or when none or"
                + " several of its key were open; they count for none.");
    }

    private NamedInterval interval(String label, String key) {
        NamedInterval one = new NamedInterval(label, key, 0, 1, 100, 200);
        intervals.add(one);
        return one;
    }

    @Test
    void sizesThatNobodyAskedForAreTakenOfLabelsOfWhichAllHaveOne() {
        NamedInterval all = interval("all", "1");
        NamedInterval some = interval("some", "2");
        interval("some", "3");
        interval("some", "4");
        interval("none", "5");
        facts.add(100, "1", 7);
        facts.add(100, "2", 8);
        facts.add(100, "4", Double.NaN);
        IntervalSizes sizes = IntervalSizes.told("size",
                List.of(new IntervalSizes.Sort(facts, List.of(new MatchedIntervals(List.copyOf(intervals), List.of())))));
        assertThat(sizes.isAsked()).isFalse();
        assertThat(List.of(sizes.isWanted("all"), sizes.isWanted("some"), sizes.isWanted("none"))).containsExactly(true, false, false);
        assertThat(sizes.of(all)).isEqualTo(7);
        assertThat(sizes.caveats(intervals)).extracting(Caveat::kind, Caveat::text).containsExactly(org.assertj.core.groups.Tuple.tuple(
                "size-partly",
                "2 intervals have no size, and others of the same label (some) have: these labels are not compared at equal sizes. With --size field=size they are,"
                        + " without the intervals that have none."));
        assertThat(sizes.caveats(List.of(all))).isEmpty();
        assertThat(sizes.caveats(List.of(some))).as("none without in the range").isEmpty();
        assertThat(sizes().isWanted("none")).as("somebody asked").isTrue();
    }

    @Test
    void nobodyAskedSoNothingIsTold() {
        assertThat(IntervalSizes.NONE.isAsked()).isFalse();
        assertThat(IntervalSizes.NONE.caveats(List.of(interval("1", 100, 200)))).isEmpty();
    }

    @Test
    void eventsBelongWhereALookAtEachIntervalFindsThem() {
        for (int round = 0; round < 300; round++) {
            long seed = Seeds.of(round);
            Random random = new Random(seed);
            IntervalSizes.Facts told = new IntervalSizes.Facts();
            List<NamedInterval> some = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(12); i++) {
                long begin = random.nextInt(100);
                some.add(new NamedInterval("", String.valueOf(random.nextInt(3)), i, 0, begin, begin + 1 + random.nextInt(30)));
            }
            Map<NamedInterval, List<Double>> expected = new HashMap<>();
            long strays = 0;
            for (int i = 0; i < random.nextInt(20); i++) {
                String key = String.valueOf(random.nextInt(4));
                long time = random.nextInt(130);
                told.add(time, key, i);
                List<NamedInterval> ofKey = some.stream().filter(one -> one.key().equals(key)).toList();
                List<NamedInterval> open = ofKey.size() == 1 ? ofKey
                        : ofKey.stream().filter(one -> one.beginNanos() <= time && time <= one.endNanos()).toList();
                strays += open.size() == 1 ? 0 : 1;
                if (open.size() == 1) {
                    expected.computeIfAbsent(open.get(0), one -> new ArrayList<>()).add((double) i);
                }
            }
            IntervalSizes sizes = IntervalSizes.of("s",
                    List.of(new IntervalSizes.Sort(told, List.of(new MatchedIntervals(some, List.of())))));
            for (NamedInterval one : some) {
                List<Double> own = expected.getOrDefault(one, List.of());
                assertThat(sizes.of(one)).isEqualTo(own.size() == 1 ? own.get(0) : Double.valueOf(Double.NaN));
            }
            long counted = sizes.caveats(some).stream().filter(one -> one.kind().equals("size-stray")).mapToLong(Caveat::count).sum();
            assertThat(counted).as("seed %d", seed).isEqualTo(strays);
        }
    }
}
