/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.tag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.tag.TagOnPath.OfLabel;
import org.bowline.core.tag.TagOnPath.Row;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class TagOnPathTest {
    private static final int RUNS = 200;

    private final TagLog.Builder log = new TagLog.Builder();

    private void tell(int lane, long time, String path) {
        log.add(lane, time, TagChange.SWITCH, log.paths().of(path), 0);
    }

    private static Row row(TagLog log, OfLabel label, String path) {
        return label.rows().stream().filter(row -> log.paths().text(row.path()).equals(path)).findFirst().orElseThrow();
    }

    @Test
    void aRequestSpendsItsTimeInTheModulesOfWhoeverItWaitsFor() {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        int loop = builder.thread(host, 1, 1, "loop");
        int files = builder.thread(host, 2, 1, "files");
        builder.segment(files, 0, 100, ThreadState.RUNNING, 1);
        builder.segment(loop, 0, 20, ThreadState.RUNNING, 0);
        builder.blocked(loop, 20, 60, Cause.THREAD, files, Timeline.NONE, 0);
        builder.segment(loop, 60, 100, ThreadState.RUNNING, 0);
        Timeline timeline = builder.build();
        int first = log.lane(0, loop, 1);
        int second = log.lane(0, files, 2);
        tell(first, 0, "net/parse");
        tell(first, 20, "loop/wait");
        tell(first, 60, "engine/storage/crc");
        tell(second, 10, "engine/storage/read");
        TagLog told = log.build(timeline);
        OfLabel label = TagOnPath.of(timeline, told, List.of(new NamedInterval("get", "1", 0, loop, 0, 100)), Progress.NONE).labels()
                .get(0);
        assertThat(label.requests()).isEqualTo(1);
        assertThat(row(told, label, "net/parse").ownNanos()).isEqualTo(20);
        assertThat(row(told, label, "engine/storage/read").ownNanos()).as("whom the loop waits for is on the path").isEqualTo(40);
        assertThat(row(told, label, "engine/storage").nanos()).isEqualTo(80);
        assertThat(row(told, label, "engine/storage/crc").parentNanos()).isEqualTo(80);
        assertThat(label.rows()).noneMatch(row -> told.paths().text(row.path()).equals("loop"));
        assertThat(row(told, label, "net/parse").shareOfVariance()).as("one request differs from nothing").isNaN();
    }

    @Test
    void aModuleThatTakesLongInSlowRequestsHasTheirVariance() {
        TimelineBuilder builder = new TimelineBuilder();
        int thread = builder.thread(builder.host("h"), 1, 1, "loop");
        builder.segment(thread, 0, 1000, ThreadState.RUNNING, 0);
        Timeline timeline = builder.build();
        int lane = log.lane(0, thread, 1);
        List<NamedInterval> requests = new ArrayList<>();
        for (int i = 0; i < 5; i++) { // 10 of parsing each, then 10, 20, 30 ... of checking
            long begin = i * 100L;
            tell(lane, begin, "net");
            tell(lane, begin + 10, "crc");
            requests.add(new NamedInterval("", Integer.toString(i), 0, thread, begin, begin + 10 + 10L * (i + 1)));
        }
        requests.add(new NamedInterval("", "nobody's", 0, Timeline.NONE, 0, 500));
        TagLog told = log.build(timeline);
        OfLabel label = TagOnPath.of(timeline, told, requests, Progress.NONE).labels().get(0);
        assertThat(label.requests()).isEqualTo(5);
        assertThat(label.nanos()).isEqualTo(50 + 150);
        assertThat(row(told, label, "crc").shareOfVariance()).isEqualTo(1);
        assertThat(row(told, label, "net").shareOfVariance()).isZero();
        assertThat(row(told, label, "net").parentNanos()).isEqualTo(200);
    }

    /** Each nanosecond of each path is looked at alone; the variance is computed by its definition. */
    @Test
    void pathsAreWhereBruteForceFindsThem() {
        for (int run = 0; run < RUNS; run++) {
            long seed = Seeds.of(run);
            Random random = new Random(seed);
            Timeline timeline = RandomTimelines.of(seed);
            TagLog.Builder builder = new TagLog.Builder();
            String[][] tags = new String[timeline.threadCount()][];
            List<String> paths = List.of("a", "a/b", "a/b/c", "d", "");
            for (int thread = 0; thread < timeline.threadCount(); thread++) {
                tags[thread] = tag(timeline, builder, thread, random, paths);
            }
            List<NamedInterval> requests = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                long begin = timeline.startNanos() + random.nextInt((int) Math.max(1, timeline.endNanos() - timeline.startNanos()));
                requests.add(new NamedInterval("", Integer.toString(i), 0, random.nextInt(timeline.threadCount()), begin,
                        begin + 1 + random.nextInt(30)));
            }
            TagLog told = builder.build(timeline);
            OfLabel label = TagOnPath.of(timeline, told, requests, Progress.NONE).labels().get(0);
            assertThat(figures(told, timeline, label)).as(Seeds.name(seed)).isEqualTo(bruteForce(timeline, tags, requests));
            assertThat(label.rows().stream().mapToLong(Row::ownNanos).sum()).isEqualTo(label.nanos())
                    .isEqualTo(requests.stream().mapToLong(NamedInterval::nanos).sum());
            if (requests.stream().mapToLong(NamedInterval::nanos).distinct().count() > 1) {
                assertThat(label.rows().stream().filter(row -> told.paths().depth(row.path()) <= 1).mapToDouble(Row::shareOfVariance).sum())
                        .as(Seeds.name(seed)).isCloseTo(1, within(1e-9));
            }
        }
    }

    private static String[] tag(Timeline timeline, TagLog.Builder builder, int thread, Random random, List<String> paths) {
        String[] tags = new String[(int) (timeline.endNanos() - timeline.startNanos()) + 64];
        int lane = random.nextInt(4) == 0 ? -1 : builder.lane(timeline.host(thread), thread, timeline.tid(thread));
        String now = "(untagged)";
        for (int i = 0; i < tags.length; i++) {
            if (lane >= 0 && random.nextInt(5) == 0) {
                String path = paths.get(random.nextInt(paths.size()));
                builder.add(lane, timeline.startNanos() + i, TagChange.SWITCH, builder.paths().of(path), 0);
                now = path.isEmpty() ? "(untagged)" : path;
            }
            tags[i] = now;
        }
        return tags;
    }

    private static Map<String, String> figures(TagLog log, Timeline timeline, OfLabel label) {
        Map<String, String> figures = new TreeMap<>();
        for (Row row : label.rows()) {
            if (row.ownNanos() > 0) {
                figures.put(timeline.hostName(row.host()) + ' ' + log.paths().text(row.path()), row.ownNanos() + " " + row.runningNanos());
            }
        }
        return figures;
    }

    private static Map<String, String> bruteForce(Timeline timeline, String[][] tags, List<NamedInterval> requests) {
        Map<String, long[]> sums = new TreeMap<>();
        for (NamedInterval request : requests) {
            CriticalPath path = CriticalPath.of(timeline, request.thread(), request.beginNanos(), request.endNanos(), Progress.NONE);
            for (int leg = 0; leg < path.size(); leg++) {
                for (long at = path.start(leg); at < path.end(leg); at++) {
                    int thread = path.thread(leg);
                    int moment = (int) (at - timeline.startNanos());
                    long[] sum = sums.computeIfAbsent(timeline.hostName(timeline.host(thread)) + ' ' + tags[thread][moment],
                            k -> new long[2]);
                    sum[0]++;
                    sum[1] += path.state(leg) == ThreadState.RUNNING ? 1 : 0;
                }
            }
        }
        Map<String, String> figures = new TreeMap<>();
        sums.forEach((key, sum) -> figures.put(key, sum[0] + " " + sum[1]));
        return figures;
    }
}
