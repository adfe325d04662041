/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Caveat;
import org.bowline.core.testing.Seeds;

class IntervalMatcherTest {
    private final IntervalMatcher matcher = new IntervalMatcher(5);

    private List<String> caveats() {
        return matcher.match().caveats().stream().map(caveat -> caveat.kind() + " " + caveat.count()).toList();
    }

    @Test
    void aBeginAndAnEndOfOneKeyMakeAnIntervalOnTheThreadThatEndsIt() {
        matcher.end(20, 1, 8, "r1", "");
        matcher.begin(10, 0, 7, "r1", "cpu");
        matcher.begin(5, 0, 7, "r2", "");
        matcher.end(9, 0, 7, "r2", "disk");
        MatchedIntervals matched = matcher.match();
        assertThat(matched.intervals()).containsExactly(new NamedInterval("disk", "r2", 0, 7, 5, 9),
                new NamedInterval("cpu", "r1", 1, 8, 10, 20));
        assertThat(matched.caveats()).isEmpty();
    }

    @Test
    void whatFindsNoPartnerIsCounted() {
        matcher.begin(10, 0, 1, "begin only", "x");
        matcher.end(10, 0, 1, "end only", "x");
        matcher.end(10, 0, 1, "end first", "x");
        matcher.begin(11, 0, 1, "end first", "x");
        assertThat(matcher.match().intervals()).isEmpty();
        assertThat(caveats()).containsExactly("interval-begin-unmatched 2", "interval-end-unmatched 2");
    }

    @Test
    void whatHasNoEndLastedUntilItsEndWouldHaveBeenSeen() {
        matcher.begin(10, 0, 1, "late", "x");
        matcher.begin(5, 1, 2, "early", "y");
        matcher.begin(4, 0, 1, "done", "x");
        matcher.end(6, 0, 1, "done", "x");
        matcher.begin(50, 0, 1, "unseen", "x");
        assertThat(matcher.match(begin -> begin > 40 ? begin : 40).unfinished()).containsExactly(
                new NamedInterval("y", "early", 1, 2, 5, 40),
                new NamedInterval("x", "late", 0, 1, 10, 40), new NamedInterval("x", "unseen", 0, 1, 50, 51));
    }

    @Test
    void anEndBeforeItsBeginOnAnotherHostIsTheClocksFaultIfItIsSmall() {
        matcher.end(10, 1, 1, "a", "x");
        matcher.begin(15, 0, 1, "a", "x");
        matcher.end(10, 1, 1, "b", "x");
        matcher.begin(16, 0, 1, "b", "x");
        assertThat(caveats()).containsExactly("interval-begin-unmatched 1", "interval-end-unmatched 1", "interval-reversed 1");
        assertThat(matcher.match().caveats()).extracting(Caveat::text).as("of one thing a sentence speaks as of one").containsExactly(
                "1 interval begin has no end with the same key: the trace stopped first, or events were lost.",
                "1 interval end has no begin with the same key before it: the trace started later, or events were lost.",
                "1 interval ends before it begins, by less than the clocks' error; it is left out.");
    }

    @Test
    void aKeyThatIsUsedAgainStartsANewInterval() {
        for (int i = 0; i < 3; i++) {
            matcher.begin(10L * i, 0, 1, "k", "x");
            matcher.end(10L * i + 5, 0, 1, "k", "x");
        }
        assertThat(matcher.match().intervals()).extracting(NamedInterval::nanos).containsExactly(5L, 5L, 5L);
        assertThat(caveats()).isEmpty();
    }

    @Test
    void ofTwoOpenIntervalsOfOneKeyTheFirstEndsFirst() {
        matcher.begin(0, 0, 1, "k", "x");
        matcher.begin(2, 0, 1, "k", "y");
        matcher.end(5, 0, 1, "k", "");
        matcher.end(9, 0, 1, "k", "");
        assertThat(matcher.match().intervals()).containsExactly(new NamedInterval("x", "k", 0, 1, 0, 5),
                new NamedInterval("y", "k", 0, 1, 2, 9));
        assertThat(caveats()).containsExactly("interval-key-duplicate 1");
    }

    @Test
    void anIntervalWithoutLengthOrThreadIsCounted() {
        matcher.end(10, 0, 1, "empty", "x");
        matcher.begin(10, 0, 1, "empty", "x");
        matcher.begin(10, 0, 1, "no thread", "x");
        matcher.end(12, 0, -1, "no thread", "x");
        assertThat(matcher.match().intervals()).extracting(NamedInterval::key).containsExactly("no thread");
        assertThat(caveats()).containsExactly("interval-empty 1", "interval-thread-unknown 1");
    }

    @Test
    void aNegativeClockErrorIsRefused() {
        assertThatThrownBy(() -> new IntervalMatcher(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    /** A fact of the random test. */
    private record Fact(long time, boolean end, String key) {}

    @Test
    void everyFactIsInAnIntervalOrACaveatAndPairsAreThoseOfAQueuePerKey() {
        for (int i = 0; i < 1_000; i++) {
            long seed = Seeds.of(i);
            Random random = new Random(seed);
            List<Fact> facts = new ArrayList<>();
            for (int f = random.nextInt(30); f > 0; f--) {
                facts.add(new Fact(random.nextInt(20), random.nextBoolean(), "k" + random.nextInt(4)));
            }
            IntervalMatcher shuffled = new IntervalMatcher(0);
            for (Fact fact : facts) {
                if (fact.end()) {
                    shuffled.end(fact.time(), 0, 1, fact.key(), "x");
                } else {
                    shuffled.begin(fact.time(), 0, 1, fact.key(), "x");
                }
            }
            List<Fact> sorted = new ArrayList<>(facts);
            Collections.sort(sorted, Comparator.comparingLong(Fact::time).thenComparing(Fact::end));
            Map<String, Deque<Long>> open = new HashMap<>();
            List<String> expected = new ArrayList<>();
            int used = 0;
            for (Fact fact : sorted) {
                Deque<Long> queue = open.computeIfAbsent(fact.key(), key -> new ArrayDeque<>());
                if (!fact.end()) {
                    queue.add(fact.time());
                } else if (!queue.isEmpty()) {
                    long begin = queue.remove();
                    used += 2;
                    if (begin < fact.time()) {
                        expected.add(fact.key() + " " + begin + " " + fact.time());
                    }
                }
            }
            MatchedIntervals matched = shuffled.match();
            assertThat(matched.intervals().stream().map(n -> n.key() + " " + n.beginNanos() + " " + n.endNanos())).as(Seeds.name(seed))
                    .containsExactlyInAnyOrderElementsOf(expected);
            long loose = matched.caveats().stream().filter(caveat -> caveat.kind().endsWith("unmatched"))
                    .mapToLong(caveat -> caveat.count()).sum();
            assertThat(loose).as(Seeds.name(seed)).isEqualTo(facts.size() - used);
        }
    }
}
