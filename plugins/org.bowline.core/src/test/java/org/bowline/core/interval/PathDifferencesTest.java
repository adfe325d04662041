/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

import org.bowline.core.criticalpath.LegKind;
import org.bowline.core.criticalpath.PathNames;
import org.bowline.core.criticalpath.PathPart;
import org.bowline.core.interval.IntervalPaths.OfInterval;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

/** What slow intervals do that typical ones do not. */
class PathDifferencesTest {
    private static final int SLOW = 99;

    private static Timeline timeline() {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        for (int i = 0; i < 3; i++) {
            builder.thread(host, 10 + i, 10 + i, "t" + i);
            builder.segment(i, 0, 1000, ThreadState.RUNNING, 0);
        }
        return builder.build();
    }

    private static OfInterval interval(String label, int number, long... ran) {
        List<PathPart> parts = new ArrayList<>();
        long nanos = 0;
        for (int thread = 0; thread < ran.length; thread++) {
            if (ran[thread] > 0) {
                parts.add(new PathPart(thread, ThreadState.RUNNING, Cause.NONE, LegKind.OWN, Timeline.NONE, ran[thread]));
                nanos += ran[thread];
            }
        }
        return new OfInterval(new NamedInterval(label, "k" + number, 0, 0, number, number + Math.max(1, nanos)), parts);
    }

    private static PathDifferences of(List<OfInterval> paths) {
        return PathDifferences.of(PathNames.stable(timeline()), new IntervalPaths(paths, List.of(), List.of(), List.of()), SLOW,
                Progress.NONE);
    }

    private static PathDifference only(PathDifferences all, PathDifference.Kind kind, String label) {
        return all.all().stream().filter(one -> one.kind() == kind && one.label().equals(label)).findFirst().orElseThrow();
    }

    @Test
    void thePartThatMakesTheSlowOnesSlowComesFirstAndIsSure() {
        Random random = new Random(Seeds.of(0));
        List<OfInterval> paths = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            paths.add(interval("a", i, 1000 + random.nextInt(100), 500 + random.nextInt(100), i % 100 == 7 ? 9000 : 300));
        }
        PathDifference slow = only(of(paths), PathDifference.Kind.SLOW, "a");
        assertThat(slow.count()).isEqualTo(10);
        assertThat(slow.of()).isEqualTo(1000);
        assertThat(slow.share()).isEqualTo(0.01);
        assertThat(slow.parts().get(0).sort().thread()).isEqualTo("t2");
        assertThat(slow.parts().get(0).difference().moreNanos()).isEqualTo(8700, Offset.offset(1e-6));
        assertThat(slow.parts().get(0).difference().isSure()).isTrue();
        assertThat(slow.parts().get(0).difference().lowNanos()).isEqualTo(8700, Offset.offset(1e-6));
        assertThat(slow.parts().get(1).difference().isSure()).as("chance").isFalse();
    }

    /** Intervals that begin one after the other, or some at a time, of which every so many-th of some in the middle are slow. */
    private static PathDifference slowOnes(int together, int every) {
        List<OfInterval> paths = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            paths.add(interval("a", i / together, 1000 + i * 37 % 50 + (i >= 60 && i < 60 + 5 * every && i % every == 0 ? 5000 : 0)));
        }
        return only(of(paths), PathDifference.Kind.SLOW, "a");
    }

    @Test
    void slowOnesThatBeganInARowAreOneEvent() {
        assertThat(slowOnes(1, 2).episode()).isEqualTo(new Episode(5, 9, 60, 68));
        assertThat(slowOnes(1, 8).episode()).as("anywhere").isNull();
        assertThat(slowOnes(5, 2).episode()).as("what begins together has no order").isEqualTo(new Episode(5, 10, 12, 13));
        assertThat(slowOnes(40, 2).episode()).as("40 at a time").isNull();
    }

    @Test
    void wherePathsGetLongerWithTimeTheSlowOnesHaveToBeLast() {
        List<OfInterval> paths = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            paths.add(interval("a", i, 1000 + i * 30));
        }
        assertThat(only(of(paths), PathDifference.Kind.SLOW, "a").episode()).isNull();
    }

    @Test
    void theChanceOfARowIsThatOfAllWaysToDrawPlaces() {
        for (int all = 5; all < 12; all++) {
            for (int distance = 2; distance < all; distance++) {
                int ways = 0;
                int near = 0;
                for (int drawn = 0; drawn < 1 << all; drawn++) {
                    if (Integer.bitCount(drawn) == 3) {
                        ways++;
                        near += 31 - Integer.numberOfLeadingZeros(drawn) - Integer.numberOfTrailingZeros(drawn) <= distance ? 1 : 0;
                    }
                }
                assertThat(Episode.chance(all, 3, distance)).isEqualTo((double) near / ways, Offset.offset(1e-12));
            }
        }
    }

    @Test
    void ofFewRequestsFiveAreSlowAndOfFewerThanTwentyNoneIs() {
        List<OfInterval> paths = new ArrayList<>();
        for (int i = 0; i < 19; i++) {
            paths.add(interval("few", i, 1000 + i));
        }
        for (int i = 0; i < 20; i++) {
            paths.add(interval("enough", i, 1000 + i));
        }
        PathDifferences all = of(paths);
        assertThat(only(all, PathDifference.Kind.SLOW, "enough").count()).isEqualTo(5);
        assertThat(only(all, PathDifference.Kind.SLOW, "enough").fromNanos()).isEqualTo(1015);
        assertThat(all.all()).noneMatch(one -> one.kind() == PathDifference.Kind.SLOW && one.label().equals("few"));
        assertThat(all.caveats()).singleElement().satisfies(caveat -> {
            assertThat(caveat.kind()).isEqualTo("too-few-to-compare");
            assertThat(caveat.text()).contains("1 label has fewer than 20 requests").contains("'few' (19)").doesNotContain("enough");
        });
    }

    @Test
    void withEnoughRequestsNothingIsSaidOfTooFew() {
        List<OfInterval> paths = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            paths.add(interval("", i, 1000 + i));
        }
        assertThat(of(paths).caveats()).isEmpty();
        assertThat(of(paths).all()).extracting(PathDifference::kind).as("no other label").containsExactly(PathDifference.Kind.SLOW);
        paths.remove(0);
        assertThat(of(paths).caveats()).singleElement().satisfies(caveat -> assertThat(caveat.text()).contains("no label (19)"));
    }

    @Test
    void twoIntervalsDifferByWhatTheyDifferByAndNothingIsLeftToChance() {
        PathDifference two = PathDifferences.between(PathNames.stable(timeline()), "", List.of(interval("a", 1, 900, 0, 50)),
                List.of(interval("b", 2, 200, 300, 50)));
        assertThat(two.kind()).isEqualTo(PathDifference.Kind.CHOSEN);
        assertThat(two.moreNanos()).isEqualTo(400);
        assertThat(two.parts().stream().map(part -> part.sort().thread() + ' ' + part.difference().moreNanos()).toList())
                .containsExactly("t0 700.0", "t1 -300.0", "t2 0.0");
        assertThat(two.whole().lowNanos()).as("of one nobody knows how much it varies").isNaN();
        assertThatThrownBy(() -> PathDifferences.between(PathNames.stable(timeline()), "", List.of(), List.of(interval("b", 2, 200))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aLabelIsSetApartByWhatOnlyItDoes() {
        List<OfInterval> paths = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            paths.add(interval("read", 2 * i, 1000 + i, 0, 0));
            paths.add(interval("write", 2 * i + 1, 1000 + i, 5000 + i, 0));
        }
        PathDifference write = only(of(paths), PathDifference.Kind.LABEL, "write");
        assertThat(write.count()).isEqualTo(40);
        assertThat(write.others()).isEqualTo(40);
        assertThat(write.moreNanos()).isEqualTo(5019.5, Offset.offset(1e-6));
        assertThat(write.parts().get(0).sort().thread()).isEqualTo("t1");
        assertThat(only(of(paths), PathDifference.Kind.LABEL, "read").moreNanos()).isEqualTo(-5019.5, Offset.offset(1e-6));
    }

    @Test
    void thePartsAddUpToTheWholeAndAreTheMeansOfTheSlowAndTheTypicalOnes() {
        for (int round = 0; round < 50; round++) {
            long seed = Seeds.of(round);
            Random random = new Random(seed);
            List<OfInterval> paths = new ArrayList<>();
            int count = 20 + random.nextInt(900);
            for (int i = 0; i < count; i++) {
                paths.add(interval("x", i, 1 + random.nextInt(1000), random.nextInt(500),
                        random.nextInt(10) == 0 ? random.nextInt(5000) : 0));
            }
            PathDifference slow = only(of(paths), PathDifference.Kind.SLOW, "x");
            List<OfInterval> ascending = paths.stream().sorted(Comparator.comparingLong(path -> path.interval().nanos())).toList();
            double those = ascending.subList(count - slow.count(), count).stream().mapToLong(path -> path.interval().nanos()).average()
                    .orElseThrow();
            assertThat(slow.whole().nanos()).as(Seeds.name(seed)).isEqualTo(those, Offset.offset(1e-6));
            assertThat(slow.count()).as(Seeds.name(seed)).isBetween(5, Math.max(5, (int) (0.02 * count) + 5));
            assertThat(slow.parts().stream().mapToDouble(part -> part.difference().moreNanos()).sum()).as(Seeds.name(seed))
                    .isEqualTo(slow.moreNanos(), Offset.offset(1e-6));
            assertThat(slow.parts()).allSatisfy(part -> assertThat(part.difference().moreNanos()).as(Seeds.name(seed))
                    .isBetween(part.difference().lowNanos() - 1e3, part.difference().highNanos() + 1e3));
        }
    }

    @Test
    void theSameRequestsGiveTheSameIntervals() {
        List<OfInterval> paths = new ArrayList<>();
        Random random = new Random(Seeds.of(1));
        for (int i = 0; i < 2000; i++) {
            paths.add(interval("x", i, 1 + random.nextInt(1000), random.nextInt(500)));
        }
        assertThat(of(paths)).isEqualTo(of(paths));
    }

    @Test
    void slowIsAboveTheUpperQuartile() {
        assertThatThrownBy(
                () -> PathDifferences.of(PathNames.stable(timeline()), new IntervalPaths(List.of(), List.of(), List.of(), List.of()), 75,
                        Progress.NONE))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
