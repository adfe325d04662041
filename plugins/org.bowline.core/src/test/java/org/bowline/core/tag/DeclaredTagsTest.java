/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.tag;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.runnable.PriorityLog;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

/** Modules on the wrong processors, and background ahead of others, against a look at each nanosecond alone. */
class DeclaredTagsTest {
    private static final int RUNS = 400;
    private static final List<String> PATHS = List.of("a", "a/b", "a/b/c", "d", "e/f", "");
    private static final ThreadState[] STATES = {ThreadState.RUNNING, ThreadState.RUNNING, ThreadState.RUNNABLE, ThreadState.PREEMPTED,
        ThreadState.INTERRUPTED, ThreadState.UNKNOWN};

    private final Random random = new Random();
    private final List<String[]> tagAt = new ArrayList<>();
    private Timeline timeline = new TimelineBuilder().build();
    private TagLog log = TagLog.EMPTY;
    private long from;
    private long to;

    /** Threads on three processors of two hosts, each in some module at each nanosecond. */
    private void make(long seed) {
        random.setSeed(seed);
        if (random.nextInt(4) == 0) {
            timeline = RandomTimelines.of(seed);
        } else {
            TimelineBuilder builder = new TimelineBuilder();
            int hosts = 1 + random.nextInt(2);
            for (int host = 0; host < hosts; host++) {
                builder.host("h" + host);
            }
            for (int i = 0; i < 5; i++) {
                int thread = builder.thread(i % hosts, 10 + i, 10, "t");
                for (long time = random.nextInt(5); time < 40;) {
                    long next = time + 1 + random.nextInt(8);
                    ThreadState state = STATES[random.nextInt(STATES.length)];
                    if (state == ThreadState.INTERRUPTED) {
                        builder.blocked(thread, time, next, Cause.THREAD, random.nextInt(i + 1), Timeline.NONE, random.nextInt(4) - 1);
                    } else {
                        builder.segment(thread, time, next, state, random.nextInt(4) - (state == ThreadState.RUNNING ? 0 : 1));
                    }
                    time = next;
                }
            }
            timeline = builder.build();
        }
        from = timeline.startNanos() + random.nextInt(5);
        to = Math.max(from + 1, timeline.endNanos() - random.nextInt(5));
        TagLog.Builder told = new TagLog.Builder();
        tagAt.clear();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            String[] tags = new String[(int) Math.max(timeline.threadEnd(thread), to) + 1];
            int lane = random.nextInt(5) == 0 ? -1 : told.lane(timeline.host(thread), thread, timeline.tid(thread));
            String now = "";
            for (int at = 0; at < tags.length; at++) {
                if (lane >= 0 && at >= timeline.threadStart(thread) && at < timeline.threadEnd(thread) && random.nextInt(5) == 0) {
                    now = PATHS.get(random.nextInt(PATHS.size()));
                    told.add(lane, at, TagChange.SWITCH, told.paths().of(now), 0);
                }
                tags[at] = now;
            }
            tagAt.add(tags);
        }
        log = told.build(timeline);
    }

    private static boolean isWithin(String path, String module) {
        return path.equals(module) || path.startsWith(module + '/');
    }

    /** The declaration that a path is within: the longest one, of equal ones that of the host; −1 if there is none. */
    private static int binding(List<TagBinding> bindings, String path, String host) {
        int best = -1;
        for (int i = 0; i < bindings.size() && !path.isEmpty(); i++) {
            TagBinding one = bindings.get(i);
            if ((one.isRest() || isWithin(path, one.path())) && (one.host().isEmpty() || one.host().equals(host))
                    && (best < 0 || one.path().length() > bindings.get(best).path().length()
                            || one.path().equals(bindings.get(best).path()) && !one.host().isEmpty())) {
                best = i;
            }
        }
        return best;
    }

    @Test
    void everyNanosecondOnAnotherProcessorIsFound() {
        for (int run = 0; run < RUNS; run++) {
            long seed = Seeds.of(run);
            make(seed);
            List<TagBinding> bindings = TagBinding
                    .parse(List.of("a:1", "a:0,a/b/c:1-2", "a@h1:0,d:2,a:1", "*:0,d:1", "*@h1:1,*:2,e:0", "x:1,a/b:0,2")
                            .get(random.nextInt(6)));
            Map<String, Long> expected = new TreeMap<>();
            for (int thread = 0; thread < timeline.threadCount(); thread++) {
                if (!timeline.isIdle(thread)) {
                    for (long at = Math.max(from, timeline.threadStart(thread)); at < Math.min(to, timeline.threadEnd(thread)); at++) {
                        int segment = timeline.segmentAt(thread, at);
                        int binding = binding(bindings, tagAt.get(thread)[(int) at], timeline.hostName(timeline.host(thread)));
                        if (timeline.state(segment) == ThreadState.RUNNING && binding >= 0) {
                            String row = binding + "@" + timeline.host(thread);
                            expected.merge(row, 1L, Long::sum);
                            if (!bindings.get(binding).cpus().get(timeline.cpu(segment))) {
                                expected.merge(row + ' ' + thread + ' ' + timeline.cpu(segment), 1L, Long::sum);
                            }
                        }
                    }
                }
            }
            Map<String, Long> actual = new TreeMap<>();
            TagsElsewhere found = TagsElsewhere.of(timeline, log, bindings, from, to, thread -> true, Progress.NONE);
            for (TagsElsewhere.Row row : found.rows()) {
                actual.put(row.binding() + "@" + row.host(), row.nanos());
                row.places().forEach(
                        place -> actual.put(row.binding() + "@" + row.host() + ' ' + place.thread() + ' ' + place.cpu(), place.nanos()));
                assertThat(row.places().stream().mapToLong(TagsElsewhere.Place::nanos).sum()).isEqualTo(row.elsewhereNanos())
                        .isGreaterThanOrEqualTo(row.longestToNanos() - row.longestFromNanos());
            }
            assertThat(actual).as(Seeds.name(seed)).isEqualTo(expected);
        }
    }

    /** The processor that a thread waits for at a moment: that of its next segment that is no such wait, if that is on one, else that of the wait. */
    private int wanted(int thread, int segment) {
        int next = segment;
        while (next < timeline.endSegment(thread)
                && (timeline.state(next) == ThreadState.RUNNABLE || timeline.state(next) == ThreadState.PREEMPTED)) {
            next++;
        }
        return timeline.cpu(next < timeline.endSegment(thread) && timeline.isOnCpu(next) ? next : segment);
    }

    private static int background(List<String> modules, String path) {
        int best = -1;
        for (int i = 0; i < modules.size(); i++) {
            if (isWithin(path, modules.get(i)) && (best < 0 || modules.get(i).length() > modules.get(best).length())) {
                best = i;
            }
        }
        return best;
    }

    @Test
    void everyNanosecondAheadOfOthersIsFound() {
        for (int run = 0; run < RUNS; run++) {
            long seed = Seeds.of(run);
            make(seed);
            List<String> modules = BackgroundAhead.parse(List.of("a", "a/b", "d,a/b/c", "a,a/b", "x,e").get(random.nextInt(5)));
            int left = random.nextInt(8);
            PriorityLog.Builder told = new PriorityLog.Builder(timeline.threadCount());
            for (int thread = 0; thread < timeline.threadCount(); thread += 2) {
                told.add(thread, 0, 20 + random.nextInt(2));
            }
            PriorityLog priorities = told.build();
            Map<String, Long> expected = new TreeMap<>();
            Set<String> ahead = new HashSet<>();
            for (int one = 0; one < timeline.threadCount(); one++) {
                for (long at = Math.max(from, timeline.threadStart(one)); at < Math.min(to, timeline.threadEnd(one)); at++) {
                    int segment = timeline.segmentAt(one, at);
                    int module = background(modules, tagAt.get(one)[(int) at]);
                    if (timeline.isIdle(one) || timeline.state(segment) != ThreadState.RUNNING || module < 0) {
                        continue;
                    }
                    String row = module + "@" + timeline.host(one);
                    expected.merge(row, 1L, Long::sum);
                    for (int other = 0; other < timeline.threadCount(); other++) {
                        if (other == one || other == left || timeline.isIdle(other) || timeline.host(other) != timeline.host(one)
                                || at < timeline.threadStart(other) || at >= timeline.threadEnd(other)) {
                            continue;
                        }
                        int wait = timeline.segmentAt(other, at);
                        ThreadState state = timeline.state(wait);
                        long begin = Math.max(from, timeline.start(wait));
                        if ((state == ThreadState.RUNNABLE || state == ThreadState.PREEMPTED)
                                && wanted(other, wait) == timeline.cpu(segment)
                                && timeline.cpu(segment) >= 0 && background(modules, tagAt.get(other)[(int) begin]) < 0) {
                            expected.merge(row + " by " + other, 1L, Long::sum);
                            ahead.add(row + ' ' + one + ' ' + at);
                            int difference = Integer.compare(priorities.at(other, 0), priorities.at(one, 0));
                            String order = other % 2 + one % 2 > 0 ? "UNKNOWN" : difference < 0 ? "WAITER_FIRST"
                                    : difference == 0 ? "SAME" : "BACKGROUND_FIRST";
                            expected.merge(row + ' ' + order, 1L, Long::sum);
                        }
                    }
                }
            }
            ahead.forEach(moment -> expected.merge(moment.substring(0, moment.indexOf(' ')) + " ahead", 1L, Long::sum));
            Map<String, Long> actual = new TreeMap<>();
            BackgroundAhead found = BackgroundAhead.of(timeline, log, priorities, modules, from, to, thread -> thread != left,
                    Progress.NONE);
            for (BackgroundAhead.Row row : found.rows()) {
                put(actual, row);
            }
            assertThat(actual).as(Seeds.name(seed)).isEqualTo(expected);
        }
    }

    private static void put(Map<String, Long> actual, BackgroundAhead.Row row) {
        String name = row.path() + "@" + row.host();
        actual.put(name, row.nanos());
        if (row.aheadNanos() > 0) {
            actual.put(name + " ahead", row.aheadNanos());
        }
        row.waiters().forEach(waiter -> actual.put(name + " by " + waiter.thread(), waiter.nanos()));
        for (BackgroundAhead.Order order : BackgroundAhead.Order.values()) {
            if (row.orders().get(order.ordinal()) > 0) {
                actual.put(name + ' ' + order, row.orders().get(order.ordinal()));
            }
        }
        BackgroundAhead.Wait longest = row.longest();
        assertThat(longest == null).isEqualTo(row.waiters().isEmpty());
        if (longest != null) {
            assertThat(longest.behindNanos()).isPositive();
            assertThat(row.waitNanos()).isGreaterThanOrEqualTo(longest.behindNanos());
        }
    }
}
