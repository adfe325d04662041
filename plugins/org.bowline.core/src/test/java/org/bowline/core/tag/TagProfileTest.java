/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.tag;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class TagProfileTest {
    private static final int RUNS = 300;

    private final TagLog.Builder log = new TagLog.Builder();

    /** One host, one thread that runs on processor 0 from 0 to 1000. */
    private static Timeline running() {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        int thread = builder.thread(host, 7, 7, "loop");
        builder.segment(thread, 0, 1000, ThreadState.RUNNING, 0);
        return builder.build();
    }

    private void tell(int lane, long time, TagChange change, String path) {
        log.add(lane, time, change, log.paths().of(path), 0);
    }

    private static TagProfile profile(Timeline timeline, TagLog log) {
        return TagProfile.of(timeline, log, timeline.startNanos(), timeline.endNanos(), thread -> true, TagProfile.Cpus.ALL, Progress.NONE);
    }

    private static TagTimes at(TagProfile profile, String path) {
        return profile.byHost().stream().filter(row -> profile.log().paths().text(row.path()).equals(path)).findFirst().orElseThrow();
    }

    private static List<String> kinds(TagLog log) {
        return log.caveats().stream().map(Caveat::kind).toList();
    }

    @Test
    void aModuleHasItsOwnTimeAndThatOfTheModulesWithinIt() {
        Timeline timeline = running();
        int lane = log.lane(0, 0, 7);
        tell(lane, 100, TagChange.PUSH, "engine/storage");
        tell(lane, 137, TagChange.PUSH, "engine/storage/crc");
        tell(lane, 200, TagChange.POP, "engine/storage/crc");
        tell(lane, 200, TagChange.SWITCH, "");
        TagProfile profile = profile(timeline, log.build(timeline));
        assertThat(at(profile, "engine/storage").nanos()).isEqualTo(100);
        assertThat(at(profile, "engine/storage").ownNanosThatCount()).isEqualTo(37);
        assertThat(at(profile, "engine/storage/crc").shareOfParent()).isEqualTo(0.63);
        assertThat(at(profile, "engine").nanos()).isEqualTo(100);
        assertThat(at(profile, "(untagged)").nanos()).isEqualTo(900);
        assertThat(at(profile, "engine/storage/crc").entries()).isEqualTo(1);
        assertThat(profile.log().caveats()).isEmpty();
    }

    @Test
    void twoContinuationsOnOneThreadAndOneThatMovesToAnotherKeepTheirTags() {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        int one = builder.thread(host, 1, 1, "one");
        int two = builder.thread(host, 2, 1, "two");
        builder.segment(one, 0, 100, ThreadState.RUNNING, 0);
        builder.segment(two, 0, 100, ThreadState.RUNNING, 1);
        Timeline timeline = builder.build();
        int first = log.lane(0, one, 1);
        int second = log.lane(0, two, 2);
        tell(first, 0, TagChange.SWITCH, "a/read");
        tell(first, 10, TagChange.SWITCH, "b/crc");
        tell(first, 15, TagChange.SWITCH, "a/read");
        tell(first, 40, TagChange.SWITCH, "b/crc"); // a waits, and goes on elsewhere
        tell(second, 50, TagChange.SWITCH, "a/read");
        tell(second, 80, TagChange.SWITCH, "");
        TagProfile profile = profile(timeline, log.build(timeline));
        assertThat(at(profile, "a/read").nanos()).isEqualTo(10 + 25 + 30);
        assertThat(at(profile, "b/crc").nanos()).isEqualTo(5 + 60);
        assertThat(profile.byCpu().stream().filter(row -> row.cpu() == 1 && profile.log().paths().depth(row.path()) == 2).toList())
                .singleElement()
                .satisfies(row -> assertThat(row.nanos()).isEqualTo(30));
    }

    @Test
    void popsThatDoNotFitAreToldAndDoTheLeastHarm() {
        Timeline timeline = running();
        int lane = log.lane(0, 0, 7);
        tell(lane, 10, TagChange.POP, "never");
        tell(lane, 100, TagChange.PUSH, "a");
        tell(lane, 200, TagChange.PUSH, "b");
        tell(lane, 300, TagChange.POP, "never");
        tell(lane, 400, TagChange.POP, "a"); // b's is missing
        TagLog told = log.build(timeline);
        TagProfile profile = profile(timeline, told);
        assertThat(at(profile, "a").nanos()).isEqualTo(100);
        assertThat(at(profile, "b").nanos()).isEqualTo(200);
        assertThat(kinds(told)).containsExactly("tag-pop-without-push", "tag-pop-out-of-order");
        assertThat(told.caveats()).extracting(Caveat::count).containsExactly(2L, 1L);
    }

    @Test
    void afterALossTheTimeIsUnknownUntilATagTells() {
        Timeline timeline = running();
        int lane = log.lane(0, 0, 7);
        tell(lane, 0, TagChange.SWITCH, "a");
        log.add(lane, 100, TagChange.LOSS, TagPaths.UNKNOWN, 0);
        tell(lane, 300, TagChange.POP, "a");
        tell(lane, 400, TagChange.PUSH, "b");
        tell(lane, 500, TagChange.POP, "b");
        tell(lane, 700, TagChange.SWITCH, "c");
        TagLog told = log.build(timeline);
        TagProfile profile = profile(timeline, told);
        assertThat(at(profile, "a").nanos()).isEqualTo(100);
        assertThat(at(profile, "b").nanos()).as("a push tells where the thread is").isEqualTo(100);
        assertThat(at(profile, "(unknown)").nanos()).isEqualTo(300 + 200);
        assertThat(at(profile, "c").nanos()).isEqualTo(300);
        assertThat(kinds(told)).as("what was entered meanwhile may be left").isEmpty();
    }

    @Test
    void pathsMayBeAsDeepAsTheyLike() {
        Timeline timeline = running();
        int lane = log.lane(0, 0, 7);
        String deep = "m/".repeat(100_000) + "end";
        tell(lane, 100, TagChange.SWITCH, deep);
        tell(lane, 200, TagChange.SWITCH, "m/m/side");
        for (int i = 0; i < 100_000; i++) {
            tell(lane, 300, TagChange.PUSH, i % 2 == 0 ? "p" : "q");
        }
        for (int i = 0; i < 100_000; i++) {
            tell(lane, 400, TagChange.POP, "z");
        }
        TagProfile profile = profile(timeline, log.build(timeline));
        assertThat(at(profile, deep).nanos()).isEqualTo(100);
        assertThat(at(profile, "m/m").nanos()).isEqualTo(200);
        assertThat(profile.byHost()).as("what nobody named has no row far down").hasSizeLessThan(100);
        assertThat(at(profile, "q").nanos()).isEqualTo(700);
    }

    @Test
    void namesThatLookLikeNoneOrLikeNothingAreTagsLikeOthers() {
        Timeline timeline = running();
        int lane = log.lane(0, 0, 7);
        tell(lane, 100, TagChange.SWITCH, "(untagged)");
        tell(lane, 200, TagChange.SWITCH, "//a//b/");
        tell(lane, 300, TagChange.SWITCH, "///");
        TagProfile profile = profile(timeline, log.build(timeline));
        assertThat(at(profile, "a/b").nanos()).isEqualTo(100);
        assertThat(profile.byHost().stream().filter(row -> profile.log().paths().text(row.path()).equals("(untagged)")))
                .extracting(TagTimes::nanos).containsExactlyInAnyOrder(100L, 800L);
    }

    @Test
    void manyPathsLoseNothing() {
        Timeline timeline = running();
        int lane = log.lane(0, 0, 7);
        for (int i = 0; i < 900; i++) {
            tell(lane, i, TagChange.SWITCH, "m" + i);
        }
        TagProfile profile = profile(timeline, log.build(timeline));
        assertThat(profile.byHost()).hasSize(900).extracting(TagTimes::entries).containsOnly(1L);
        assertThat(at(profile, "m899").nanos()).isEqualTo(101);
        assertThat(profile.byHost().stream().mapToLong(TagTimes::ownNanosThatCount).sum()).isEqualTo(1000);
    }

    @Test
    void bytesAreThoseOfWhatWasEnteredOrLeftAndDoNotOverflow() {
        Timeline timeline = running();
        int lane = log.lane(0, 0, 7);
        log.add(lane, 0, TagChange.PUSH, log.paths().of("a"), 10);
        log.add(lane, 50, TagChange.POP, log.paths().of("a"), 5);
        log.add(lane, 60, TagChange.PUSH, log.paths().of("b"), Long.MAX_VALUE);
        log.add(lane, 70, TagChange.SWITCH, log.paths().of("b"), Long.MAX_VALUE);
        TagProfile profile = profile(timeline, log.build(timeline));
        assertThat(at(profile, "a").bytes()).isEqualTo(15);
        assertThat(at(profile, "b").bytes()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void withoutAKernelTraceTimeIsThatOfTheClockOnTheWall() {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("h");
        Timeline timeline = builder.build(0, 1000);
        int lane = log.lane(0, Timeline.NONE, 7);
        tell(lane, 100, TagChange.SWITCH, "a");
        tell(lane, 350, TagChange.SWITCH, "");
        TagProfile profile = profile(timeline, log.build(timeline));
        assertThat(at(profile, "a").isWall()).isTrue();
        assertThat(at(profile, "a").nanos()).isEqualTo(250);
        assertThat(at(profile, "a").own(ThreadState.RUNNING)).isZero();
    }

    /** Each nanosecond is looked at alone. */
    @Test
    void everyNanosecondIsWhereBruteForceFindsIt() {
        for (int run = 0; run < RUNS; run++) {
            long seed = Seeds.of(run);
            Random random = new Random(seed);
            Timeline timeline = random.nextBoolean() ? RandomTimelines.of(seed) : manyProcessors(random);
            long from = timeline.startNanos() + random.nextInt(20);
            long to = Math.max(from + 1, timeline.endNanos() - random.nextInt(20));
            int cpu = random.nextInt(3);
            TagProfile.Cpus cpus = random.nextBoolean() ? TagProfile.Cpus.ALL : (host, number) -> number == cpu;
            TagLog.Builder builder = new TagLog.Builder();
            Map<String, Long> expected = new TreeMap<>();
            for (int thread = 0; thread < timeline.threadCount(); thread++) {
                bruteForce(timeline, thread, from, to, cpus, random, builder, expected);
            }
            TagProfile profile = TagProfile.of(timeline, builder.build(timeline), from, to, thread -> true, cpus, Progress.NONE);
            Map<String, Long> actual = new TreeMap<>();
            for (TagTimes row : profile.byCpu()) {
                for (ThreadState state : ThreadState.values()) {
                    for (Cause cause : state == ThreadState.BLOCKED ? Cause.values() : new Cause[] {Cause.NONE}) {
                        long nanos = state == ThreadState.BLOCKED ? row.blocked(cause) : row.own(state);
                        if (nanos != 0) {
                            actual.put(key(row.host(), row.cpu(), profile.log().paths().text(row.path()), state, cause), nanos);
                        }
                    }
                }
            }
            assertThat(actual).as(Seeds.name(seed)).isEqualTo(expected);
            if (cpus == TagProfile.Cpus.ALL) {
                assertThat(profile.byHost().stream().mapToLong(row -> row.own(ThreadState.RUNNING)).sum()).as(Seeds.name(seed))
                        .isEqualTo(ThreadTotals.of(timeline, from, to).stream().filter(total -> !timeline.isIdle(total.thread()))
                                .mapToLong(total -> total.nanos(ThreadState.RUNNING)).sum());
            }
        }
    }

    private static Timeline manyProcessors(Random random) {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        for (int i = 0; i < 4; i++) {
            int thread = builder.thread(host, 10 + i, 10, "t");
            for (long time = random.nextInt(5); time < 40;) {
                long next = time + 1 + random.nextInt(8);
                if (random.nextBoolean()) {
                    builder.segment(thread, time, next, ThreadState.RUNNING, random.nextInt(3));
                } else {
                    builder.blocked(thread, time, next, Cause.THREAD, random.nextInt(i + 1), Timeline.NONE, random.nextInt(4) - 1);
                }
                time = next;
            }
        }
        return builder.build();
    }

    private static String key(int host, int cpu, String path, ThreadState state, Cause cause) {
        return host + ":" + cpu + ' ' + path + ' ' + state + ' ' + (state == ThreadState.BLOCKED ? cause : Cause.NONE);
    }

    private static void bruteForce(Timeline timeline, int thread, long from, long to, TagProfile.Cpus cpus, Random random,
            TagLog.Builder log,
            Map<String, Long> expected) {
        if (timeline.isIdle(thread)) {
            return;
        }
        long start = timeline.threadStart(thread);
        long end = timeline.threadEnd(thread);
        int lane = random.nextInt(4) == 0 || end <= start ? -1 : log.lane(timeline.host(thread), thread, timeline.tid(thread));
        Deque<String> stack = new ArrayDeque<>();
        List<String> paths = List.of("a", "a/b", "a/b/c", "d", "");
        for (long at = start; at < end; at++) {
            while (lane >= 0 && random.nextInt(6) == 0) {
                TagChange change = TagChange.values()[random.nextInt(4)];
                String path = paths.get(random.nextInt(4 + (change == TagChange.SWITCH ? 1 : 0)));
                log.add(lane, at, change, change == TagChange.LOSS ? TagPaths.UNKNOWN : log.paths().of(path), 0);
                apply(stack, change, path);
            }
            int segment = timeline.segmentAt(thread, at);
            if (at >= from && at < to && cpus.has(timeline.host(thread), timeline.cpu(segment))) {
                expected.merge(key(timeline.host(thread), timeline.cpu(segment), stack.isEmpty() ? "(untagged)" : stack.getLast(),
                        timeline.state(segment), timeline.cause(segment)), 1L, Long::sum);
            }
        }
    }

    private static void apply(Deque<String> stack, TagChange change, String path) {
        switch (change) {
            case PUSH -> stack.addLast(path);
            case SWITCH -> {
                stack.clear();
                if (!path.isEmpty()) {
                    stack.addLast(path);
                }
            }
            case LOSS -> {
                stack.clear();
                stack.addLast("(unknown)");
            }
            case POP -> {
                List<String> all = new ArrayList<>(stack);
                int last = all.lastIndexOf(path);
                if (last >= 0 && !all.get(all.size() - 1).equals("(unknown)")) {
                    while (stack.size() > last) {
                        stack.removeLast();
                    }
                }
            }
        }
    }
}
