/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

class FlameTreeTest {
    private record Stack(List<String> frames, long nanos) {}

    private static FlameTree tree(int mostLevels, List<Stack> stacks) {
        FlameTree.Builder builder = new FlameTree.Builder(mostLevels);
        stacks.forEach(stack -> builder.add(stack.frames, stack.nanos, 1));
        return builder.build();
    }

    @Test
    void aFrameHasTheTimeOfAllStacksThatBeginLikeItAndLiesWithinItsCaller() {
        for (int round = 0; round < 300; round++) {
            long seed = Long.getLong("bowline.seed", round);
            Random random = new Random(seed);
            List<Stack> stacks = new ArrayList<>();
            for (int i = random.nextInt(30); i >= 0; i--) {
                List<String> frames = IntStream.range(0, random.nextInt(6)).mapToObj(level -> "f" + random.nextInt(3)).toList();
                stacks.add(new Stack(frames, random.nextInt(5) == 0 ? 0 : random.nextInt(100)));
            }
            FlameTree tree = tree(10, stacks);
            Map<List<String>, Long> expected = new HashMap<>();
            for (Stack stack : stacks) {
                for (int length = 0; length <= stack.frames.size(); length++) {
                    expected.merge(stack.frames.subList(0, length), stack.nanos, Long::sum);
                }
            }
            String as = "bowline.seed=" + seed;
            assertThat(tree.size()).as(as).isEqualTo(expected.size());
            for (int frame = 0; frame < tree.size(); frame++) {
                List<String> path = tree.path(frame);
                assertThat(tree.nanos(frame)).as(as).isEqualTo(expected.get(path));
                assertThat(tree.level(frame)).as(as).isEqualTo(path.size());
                assertThat(tree.ownNanos(frame)).as(as)
                        .isEqualTo(stacks.stream().filter(stack -> stack.frames.equals(path)).mapToLong(Stack::nanos).sum());
                if (frame > 0) {
                    int parent = tree.parent(frame);
                    assertThat(tree.startNanos(frame)).as(as).isGreaterThanOrEqualTo(tree.startNanos(parent));
                    assertThat(tree.startNanos(frame) + tree.nanos(frame)).as(as)
                            .isLessThanOrEqualTo(tree.startNanos(parent) + tree.nanos(parent));
                }
            }
            everyMomentIsInAtMostOneFrameOfALevel(tree, as);
        }
    }

    private static void everyMomentIsInAtMostOneFrameOfALevel(FlameTree tree, String as) {
        for (int level = 0; level <= tree.levels(); level++) {
            for (long at = 0; at <= tree.nanos(FlameTree.ROOT); at++) {
                int found = FlameTree.NONE;
                int from = tree.first(level + 1);
                for (int frame = tree.first(level + 1) - 1; frame >= tree.first(level); frame--) {
                    if (at >= tree.startNanos(frame) && at < tree.startNanos(frame) + tree.nanos(frame)) {
                        found = frame;
                    }
                    from = at < tree.startNanos(frame) + tree.nanos(frame) ? frame : from;
                }
                assertThat(tree.at(level, at)).as(as).isEqualTo(found);
                assertThat(tree.firstFrom(level, at)).as(as).isEqualTo(from);
            }
        }
    }

    @Test
    void theWidestIsFirstAndEqualOnesStayInTheirOrder() {
        FlameTree tree = tree(5, List.of(new Stack(List.of("a"), 1), new Stack(List.of("b"), 3), new Stack(List.of("c"), 3)));
        assertThat(IntStream.range(1, 4).mapToObj(tree::name)).containsExactly("b", "c", "a");
        assertThat(IntStream.range(1, 4).mapToLong(tree::startNanos)).containsExactly(0L, 3L, 6L);
    }

    @Test
    void whatIsDeeperThanFramesAreToldApartIsTimeOfTheLast() {
        FlameTree tree = tree(2, List.of(new Stack(List.of("a", "b", "c", "d"), 4), new Stack(List.of("a", "b"), 1)));
        assertThat(tree.levels()).isEqualTo(2);
        assertThat(tree.ownNanos(2)).isEqualTo(5);
        assertThat(tree.cutStacks()).isEqualTo(1);
        FlameTree.Builder builder = new FlameTree.Builder(2);
        FlameTree.Frame at = builder.root();
        for (int level = 0; level < 100_000; level++) {
            at = builder.within(at, "f" + level, 0);
        }
        builder.add(at, 7, 0);
        assertThat(builder.build().path(2)).containsExactly("f0", "f1");
    }

    @Test
    void stacksOfAnyDepthAreMerged() {
        List<String> deep = Collections.nCopies(100_000, "f");
        FlameTree tree = tree(Integer.MAX_VALUE, List.of(new Stack(deep, 7)));
        assertThat(tree.levels()).isEqualTo(100_000);
        assertThat(tree.nanos(tree.size() - 1)).isEqualTo(7);
        assertThat(tree.matching("f"::equals)).isEqualTo(7);
    }

    @Test
    void whatIsSearchedForCountsOnceHoweverOftenAStackHasIt() {
        FlameTree tree = tree(9,
                List.of(new Stack(List.of("f", "g", "f"), 4), new Stack(List.of("g"), 2), new Stack(List.of("h", "f"), 1)));
        assertThat(tree.matching("f"::equals)).isEqualTo(5);
        assertThat(tree.matching("g"::equals)).isEqualTo(6);
        assertThat(tree.matching("x"::equals)).isZero();
    }

    @Test
    void withoutStacksThereIsTheRootAlone() {
        FlameTree tree = tree(9, List.of());
        assertThat(tree.size()).isEqualTo(1);
        assertThat(tree.levels()).isZero();
        assertThat(tree.at(0, 0)).isEqualTo(FlameTree.NONE);
        assertThat(tree.at(1, 0)).isEqualTo(FlameTree.NONE);
    }

    @Test
    void moreTimeThanThereIsRoomForIsAnError() {
        List<Stack> stacks = List.of(new Stack(List.of("a"), Long.MAX_VALUE), new Stack(List.of("b"), 1));
        assertThatThrownBy(() -> tree(3, stacks)).isInstanceOf(ArithmeticException.class);
    }
}
