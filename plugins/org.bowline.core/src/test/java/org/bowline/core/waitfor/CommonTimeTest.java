/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class CommonTimeTest {
    private static final long END = 1_000;

    /** One piece of work at each ns, and hosts that were recorded from the first to the second of two times each. */
    private static CommonTime common(long from, long to, long[] workOfHosts, long... recordings) {
        TimelineBuilder builder = new TimelineBuilder();
        for (int host = 0; host < workOfHosts.length; host++) {
            builder.host("h" + host);
            builder.recording(host, recordings[2 * host], recordings[2 * host + 1]);
        }
        Timeline timeline = builder.build(0, END);
        return CommonTime.of(timeline, from, to, () -> workOfHosts, (a, b) -> Math.max(0, Math.min(b, END) - Math.max(a, 0)));
    }

    @Test
    void theTimeIsThatInWhichAllHostsWereRecorded() {
        assertThat(common(100, 900, new long[] {500, 500}, 0, END, 0, END)).isEqualTo(new CommonTime(100, 900));
        assertThat(common(100, 900, new long[] {500, 500}, 0, 850, 300, END)).isEqualTo(new CommonTime(300, 850));
    }

    @ParameterizedTest
    @ValueSource(longs = {99, 100})
    void aHostWithLessThanATenthOfTheWorkDoesNotCutIt(long work) {
        assertThat(common(0, END, new long[] {END, work}, 0, END, 300, END).fromNanos()).isEqualTo(work == 100 ? 300 : 0);
    }

    @ParameterizedTest
    @ValueSource(longs = {500, 501})
    void aHostWithoutWhichMostOfTheWorkIsDoneDoesNotCutIt(long begin) {
        assertThat(common(0, END, new long[] {END, END}, 0, END, begin, END).fromNanos()).isEqualTo(begin == 500 ? 500 : 0);
    }

    @Test
    void aHostThatWasRecordedForAMomentDoesNotKeepOutTheOthers() {
        assertThat(common(0, END, new long[] {END, END, END}, 0, END, 900, END, 200, END)).isEqualTo(new CommonTime(200, END));
    }

    /** No host that has a part in the work could cut it further and leave half of it, and half of it is left. */
    @RepeatedTest(200)
    void halfOfTheWorkIsLeftAndNoHostIsForgotten(RepetitionInfo repetition) {
        long seed = Long.getLong("bowline.seed", repetition.getCurrentRepetition());
        Random random = new Random(seed);
        TimelineBuilder builder = new TimelineBuilder();
        int hosts = 1 + random.nextInt(5);
        long[] begins = new long[hosts];
        long[] ends = new long[hosts];
        for (int host = 0; host < hosts; host++) {
            builder.host("h" + host);
            begins[host] = random.nextInt(3) == 0 ? 0 : random.nextInt(700);
            ends[host] = random.nextInt(3) == 0 ? END : begins[host] + 1 + random.nextInt((int) (END - begins[host]));
            long middle = (begins[host] + ends[host]) / 2;
            builder.recording(host, begins[host], middle); // two parts with a gap between
            builder.recording(host, Math.min(middle + 1, ends[host] - 1), ends[host]);
        }
        Timeline timeline = builder.build(0, END);
        long[] times = random.longs(40, 0, END).sorted().toArray();
        long[] work = random.longs(hosts, 0, 41).toArray();
        CommonTime found = CommonTime.of(timeline, times[0], times[39], () -> work, (from, to) -> count(times, from, to));
        assertThat(found.fromNanos()).as("seed %d", seed).isGreaterThanOrEqualTo(times[0]);
        assertThat(found.toNanos()).as("seed %d", seed).isLessThanOrEqualTo(times[39]);
        assertThat(count(times, found.fromNanos(), found.toNanos())).as("seed %d", seed).isGreaterThanOrEqualTo(20);
        for (int host = 0; host < hosts; host++) {
            long from = Math.max(found.fromNanos(), begins[host]);
            long to = Math.min(found.toNanos(), ends[host]);
            boolean inside = from == found.fromNanos() && to == found.toNanos();
            assertThat(inside || work[host] < 4 || from >= to || count(times, from, to) < 20).as("seed %d, host %d", seed, host).isTrue();
        }
    }

    private static long count(long[] times, long from, long to) {
        long sum = 0;
        for (long time : times) {
            sum += time >= from && time <= to ? 1 : 0;
        }
        return sum;
    }
}
