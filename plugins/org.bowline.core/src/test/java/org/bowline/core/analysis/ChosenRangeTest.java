/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.event.RecordedFacts.Sort;
import org.bowline.core.interval.WorkRange;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.trace.Recorded;

class ChosenRangeTest {
    private static final long MS = 1_000_000;

    /** A client that waits so often for 1 ms for a server, from 100 ms on, every 2 ms, in a recording of a second. */
    private static Timeline timeline(int waits) {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        int client = builder.thread(host, 11, 11, "client");
        int server = builder.thread(host, 12, 12, "server");
        builder.segment(server, 0, 1_000 * MS, ThreadState.RUNNING, 0);
        long told = 0;
        for (int i = 0; i < waits; i++) {
            long begin = (100 + 2 * i) * MS;
            builder.segment(client, told, begin, ThreadState.RUNNING, 1);
            builder.blocked(client, begin, begin + MS, Cause.THREAD, server, Timeline.NONE, 1);
            told = begin + MS;
        }
        builder.segment(client, told, 1_000 * MS, ThreadState.RUNNING, 1);
        return builder.build();
    }

    private static ChosenRange range(int waits, Question question, WorkRange... intervals) {
        return ChosenRange.of(timeline(waits), question, intervals.length == 0 ? null : intervals[0], () -> true, Progress.NONE);
    }

    @Test
    void theWorkIsWhereWaitsRepeat() {
        ChosenRange range = range(100, Question.WORK);
        assertThat(range.kind()).isEqualTo(ChosenRange.Kind.REPEATED);
        assertThat(range.fromNanos()).isEqualTo(105 * MS);
        assertThat(range.toNanos()).isEqualTo(295 * MS);
        assertThat(range.sentence())
                .isEqualTo("the work: 190 ms of 1.00 s, where client and server wait for each other again and again, 100 times");
    }

    /** A client and a server that wait for each other for 200 ms, and then do nothing more, or the client sleeps, or ends. */
    private static Timeline still(Cause last, long end) {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        int client = builder.thread(host, 11, 11, "client");
        int server = builder.thread(host, 12, 12, "server");
        builder.segment(builder.thread(host, 13, 13, "other"), 0, 1_000 * MS, ThreadState.RUNNING, 1);
        int timer = builder.resource(host, VertexKind.TIMER, "timer");
        for (int i = 0; i < 100; i++) {
            builder.segment(client, 2L * i * MS, (2L * i + 1) * MS, ThreadState.RUNNING, 1);
            builder.blocked(client, (2L * i + 1) * MS, (2L * i + 2) * MS, Cause.THREAD, server, Timeline.NONE, 1);
            builder.blocked(server, 2L * i * MS, (2L * i + 1) * MS, Cause.THREAD, client, Timeline.NONE, 0);
            builder.segment(server, (2L * i + 1) * MS, (2L * i + 2) * MS, ThreadState.RUNNING, 0);
        }
        builder.blocked(client, 200 * MS, end, last, last == Cause.TIMER ? timer : Timeline.NONE, Timeline.NONE, 1);
        builder.blocked(server, 200 * MS, 1_000 * MS, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, 0);
        return builder.build();
    }

    @Test
    void theSentenceSaysThatAfterTheWorkNobodyDoesAnything() {
        String works = "where client and server wait for each other again and again, 200 times";
        assertThat(ChosenRange.of(still(Cause.UNKNOWN, 1_000 * MS), Question.WORK, null, () -> true, Progress.NONE).sentence())
                .endsWith(works + "; then none of them does anything for 800 ms");
        assertThat(ChosenRange.of(still(Cause.TIMER, 1_000 * MS), Question.WORK, null, () -> true, Progress.NONE).sentence())
                .endsWith(works);
        assertThat(ChosenRange.of(still(Cause.UNKNOWN, 210 * MS), Question.WORK, null, () -> true, Progress.NONE).sentence())
                .as("the client ends").endsWith(works);
    }

    /** A script starts a program that unpacks files with the help of another one, and then writes them to a disk. */
    @ParameterizedTest
    @ValueSource(ints = {20, 19})
    void theSentenceSaysWhoGoesOnForADisk(int writes) {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("A");
        int script = builder.thread(host, 10, 10, "sh");
        int unpacks = builder.thread(host, 11, 11, "unpack");
        int installs = builder.thread(host, 12, 12, "install");
        int disk = builder.resource(host, VertexKind.DISK, "vda");
        builder.parent(installs, script);
        builder.blocked(script, 0, 1_000 * MS, Cause.THREAD, installs, Timeline.NONE, 1);
        builder.segment(unpacks, 0, 1_000 * MS, ThreadState.RUNNING, 1);
        long told = 0;
        for (int i = 0; i < 100 + writes; i++) {
            long begin = (100 + 2 * i) * MS;
            builder.segment(installs, told, begin, ThreadState.RUNNING, 1);
            told = begin + (i < 100 ? MS : 2 * MS - 1);
            builder.blocked(installs, begin, told, i < 100 ? Cause.THREAD : Cause.DISK, i < 100 ? unpacks : disk, Timeline.NONE, 1);
        }
        builder.segment(installs, told, 1_000 * MS, ThreadState.RUNNING, 1);
        String sentence = ChosenRange.of(builder.build(), Question.WORK, null, () -> true, Progress.NONE).sentence();
        if (writes == 20) {
            assertThat(sentence).isEqualTo(
                    "the work: 235 ms of 1.00 s, where install and unpack wait for each other again and again, 120 times, and then install for a disk, for 45.0 ms");
        } else {
            assertThat(sentence).endsWith("times");
        }
    }

    @Test
    void whereTheyDoNotItIsAllAndTheSentenceSaysWhy() {
        ChosenRange range = range(19, Question.WORK);
        assertThat(range.kind()).isEqualTo(ChosenRange.Kind.ALL);
        assertThat(range.toNanos() - range.fromNanos()).isEqualTo(1_000 * MS);
        assertThat(range.sentence()).startsWith("the whole recording, 1.00 s, as no threads of programs wait for each other");
    }

    @Test
    void whoAsksForAllGetsAll() {
        assertThat(range(100, Question.ALL).sentence()).isEqualTo("the whole recording, 1.00 s");
    }

    @Test
    void aRangeThatWasGivenHolds() {
        ChosenRange range = range(100, Question.WORK.within(5 * MS, 25 * MS));
        assertThat(range.kind()).isEqualTo(ChosenRange.Kind.GIVEN);
        assertThat(range.sentence()).isEqualTo("20.0 ms of 1.00 s, as asked for");
    }

    @Test
    void intervalsAreBetterEvidenceThanWaitsAndWhatWasGivenIsBetterThanThese() {
        WorkRange intervals = new WorkRange(200 * MS, 260 * MS);
        ChosenRange range = range(100, Question.WORK, intervals);
        assertThat(range.kind()).isEqualTo(ChosenRange.Kind.INTERVALS);
        assertThat(range.sentence()).isEqualTo("the work: 60.0 ms of 1.00 s, from the first interval to the last");
        assertThat(range(100, Question.WORK.within(5 * MS, 25 * MS), intervals).kind()).isEqualTo(ChosenRange.Kind.GIVEN);
        assertThat(range(100, Question.ALL.of(Question.Part.INTERVALS).within(5 * MS, 500 * MS), intervals).kind())
                .isEqualTo(ChosenRange.Kind.INTERVALS);
    }

    /** Threads that run in turn from 100 to 400 ms of a second, half of the time each, and once at its begin. */
    private static Timeline computing(int idlePercent) {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        int unknown = builder.resource(host, org.bowline.core.model.VertexKind.UNKNOWN, "unknown");
        for (int t = 0; t < 2; t++) {
            int thread = builder.thread(host, 10 + t, 10, "spin-" + t);
            builder.segment(thread, 0, MS, ThreadState.RUNNING, t);
            builder.blocked(thread, MS, 100 * MS, Cause.UNKNOWN, unknown, Timeline.NONE, t);
            for (int i = 0; i < 300; i++) {
                long begin = (100 + i) * MS;
                long end = begin + MS * (100 - idlePercent) / 100;
                builder.segment(thread, begin, end, i % 2 == t ? ThreadState.RUNNING : ThreadState.PREEMPTED, t);
                builder.blocked(thread, end, begin + MS, Cause.UNKNOWN, unknown, Timeline.NONE, t);
            }
            builder.blocked(thread, 400 * MS, 1_000 * MS, Cause.UNKNOWN, unknown, Timeline.NONE, t);
        }
        return builder.build();
    }

    @Test
    void whereNoWaitsRepeatTheWorkIsWhereThreadsCompute() {
        ChosenRange range = ChosenRange.of(computing(9), Question.WORK, null, () -> true, Progress.NONE);
        assertThat(range.kind()).isEqualTo(ChosenRange.Kind.BUSY);
        assertThat(range.fromNanos()).isBetween(100 * MS, 102 * MS);
        assertThat(range.toNanos()).isBetween(396 * MS, 399 * MS);
        assertThat(range.sentence()).startsWith("the work: 29")
                .contains(" of 1.00 s, where spin-0 and spin-1 compute; no threads of programs wait");
    }

    /** Who waits for whom is known by wake-ups. */
    @Test
    void withoutWakeUpsNothingIsSaidOfWhoWaits() {
        assertThat(ChosenRange.of(computing(9), Question.WORK, null, () -> false, Progress.NONE).sentence())
                .endsWith("compute; wake-ups were not recorded, so who waits for whom is not known, and might tell more");
        assertThat(ChosenRange.of(timeline(19), Question.WORK, null, () -> false, Progress.NONE).sentence()).isEqualTo(
                "the whole recording, 1.00 s, as wake-ups were not recorded: who waits for whom is not known, and might tell which part of it is the work");
        for (Sort sort : new Sort[] {Sort.SWITCHES, Sort.WAKE_UPS}) {
            Recorded recorded = new Recorded(true, false, EnumSet.of(sort));
            assertThat(Analysis.of(timeline(19)).recorded(List.of(recorded)).question(Question.WORK).build().range().sentence())
                    .contains(sort == Sort.WAKE_UPS ? "as no threads of programs wait" : "as wake-ups were not recorded");
            assertThat(ChosenRange.find(timeline(19), () -> List.of(recorded), Progress.NONE).sentence())
                    .contains(sort == Sort.WAKE_UPS ? "as no threads of programs wait" : "as wake-ups were not recorded");
        }
    }

    @Test
    void whereTheyAreIdleForATenthOfTheTimeItIsNoWork() {
        assertThat(ChosenRange.of(computing(11), Question.WORK, null, () -> true, Progress.NONE).kind()).isEqualTo(ChosenRange.Kind.ALL);
    }

    /** A thread reads its files, 30 times for 1 ms with 1 ms between, and then runs for so long. */
    private static Timeline readsAndComputes(int computesMillis) {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        int disk = builder.resource(host, org.bowline.core.model.VertexKind.DISK, "vda");
        int thread = builder.thread(host, 10, 10, "model");
        for (int i = 0; i < 30; i++) {
            long begin = 2L * i * MS;
            builder.segment(thread, begin, begin + MS, ThreadState.RUNNING, 0);
            int request = builder.request(disk, thread, begin + MS, begin + MS, begin + 2 * MS);
            builder.blocked(thread, begin + MS, begin + 2 * MS, Cause.DISK, disk, request, 0);
        }
        builder.segment(thread, 60 * MS, (60 + computesMillis) * MS, ThreadState.RUNNING, 0);
        return builder.build();
    }

    @Test
    void waitsForTheDiskAtTheStartOfAProgramThatThenComputesAreNotItsWork() {
        ChosenRange range = ChosenRange.find(readsAndComputes(440), List::of, Progress.NONE);
        assertThat(range.kind()).isNotEqualTo(ChosenRange.Kind.REPEATED);
        assertThat(range.toNanos()).isGreaterThan(490 * MS);
    }

    @Test
    void whoWaitsForTheDiskWhereItAlsoComputesWorksThere() {
        ChosenRange range = ChosenRange.find(readsAndComputes(20), List::of, Progress.NONE);
        assertThat(range.kind()).isEqualTo(ChosenRange.Kind.REPEATED);
        assertThat(range.toNanos()).isLessThanOrEqualTo(60 * MS);
    }

    @Test
    void whoComputesThereIsOfTheWorkHoweverSeldomItGetsAProcessor() {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        int disk = builder.resource(host, org.bowline.core.model.VertexKind.DISK, "vda");
        int first = builder.thread(host, 10, 10, "model");
        for (int i = 0; i < 30; i++) {
            long begin = 2L * i * MS;
            builder.segment(first, begin, begin + MS, ThreadState.RUNNING, 0);
            int request = builder.request(disk, first, begin + MS, begin + MS, begin + 2 * MS);
            builder.blocked(first, begin + MS, begin + 2 * MS, Cause.DISK, disk, request, 0);
        }
        int[] all = {first, builder.thread(host, 11, 10, "model"), builder.thread(host, 12, 10, "model"),
            builder.thread(host, 13, 10, "model"),
            builder.thread(host, 14, 10, "model"), builder.thread(host, 15, 10, "model"), builder.thread(host, 16, 10, "model")};
        for (int i = 0; i < 490; i++) {
            for (int t = 0; t < all.length; t++) {
                builder.segment(all[t], (60 + i) * MS, (61 + i) * MS, i % all.length == t ? ThreadState.RUNNING : ThreadState.PREEMPTED, 0);
            }
        }
        int unknown = builder.resource(host, org.bowline.core.model.VertexKind.UNKNOWN, "unknown");
        builder.blocked(first, 550 * MS, 1_000 * MS, Cause.UNKNOWN, unknown, Timeline.NONE, 0);
        Analysis analysis = Analysis.of(builder.build()).question(Question.WORK).build();
        assertThat(analysis.range().kind()).isEqualTo(ChosenRange.Kind.BUSY);
        for (int thread : all) {
            assertThat(analysis.aside().isAside(thread)).as("thread %d", thread).isFalse();
        }
    }

    /**
     * A thread waits for a disk, or for another one, 30 times in the first 60 ms, and runs in between; then compilers run one after another until a second is over, each 10 ms without so much, in which a shell runs or nobody does.
     * Nothing happens in another second.
     */
    private static Timeline build(long waitNanos, boolean forDisk, long gapNanos, boolean shell) {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        int disk = builder.resource(host, org.bowline.core.model.VertexKind.DISK, "vda");
        int first = builder.thread(host, 10, 10, "cc");
        int other = builder.thread(host, 11, 11, "cc");
        for (int i = 0; i < 30; i++) {
            long begin = 2L * i * MS;
            long waits = begin + 2 * MS - waitNanos;
            builder.segment(first, begin, waits, ThreadState.RUNNING, 0);
            if (forDisk) {
                int request = builder.request(disk, first, waits, waits, begin + 2 * MS);
                builder.blocked(first, waits, begin + 2 * MS, Cause.DISK, disk, request, 0);
            } else {
                builder.blocked(first, waits, begin + 2 * MS, Cause.THREAD, other, Timeline.NONE, 0);
            }
        }
        builder.segment(other, 0, 60 * MS, ThreadState.RUNNING, 1);
        int sh = builder.thread(host, 12, 12, "sh");
        for (int i = 0; i < 94; i++) {
            long begin = (60 + 10L * i) * MS;
            int compiler = builder.thread(host, 100 + i, 100 + i, "cc");
            builder.segment(compiler, begin + gapNanos, begin + 10 * MS, ThreadState.RUNNING, 0);
            if (shell) {
                builder.segment(sh, begin, begin + gapNanos, ThreadState.RUNNING, 0);
                builder.blocked(sh, begin + gapNanos, begin + 10 * MS, Cause.THREAD, compiler, Timeline.NONE, 0);
            }
        }
        return builder.build(0, 2_000 * MS);
    }

    private static ChosenRange ofBuild(long waitNanos, boolean forDisk, long gapNanos, boolean shell) {
        return ChosenRange.find(build(waitNanos, forDisk, gapNanos, shell), List::of, Progress.NONE);
    }

    @Test
    void aBuildIsToldToItsEndThoughOnlyItsStartWaitsForTheDisk() {
        // the compilers alone are at work for 85 % of the time, and with the shell that starts them for all of it
        ChosenRange range = ofBuild(MS / 100, true, 3 * MS / 2, true);
        assertThat(range.kind()).isEqualTo(ChosenRange.Kind.BUSY);
        assertThat(range.toNanos()).isBetween(980 * MS, 1_000 * MS);
        assertThat(range.sentence())
                .contains("where 96 threads cc compute; waits for a disk repeat only where less than half of that is done");
    }

    @Test
    void whereNobodyIsAtWorkAllTheTimeTheWholeRecordingIsBetterThanItsStart() {
        ChosenRange range = ofBuild(MS / 100, true, 3 * MS / 2, false);
        assertThat(range.kind()).isEqualTo(ChosenRange.Kind.ALL);
        assertThat(range.sentence()).isEqualTo(
                "the whole recording, 2.00 s, as waits for a disk repeat only where programs do less than half of what they compute");
    }

    @Test
    void threadsThatHandOverToEachOtherAFewTimesAtTheStartDoNotWorkOnlyThere() {
        ChosenRange range = ofBuild(MS / 100, false, 3 * MS / 2, false);
        assertThat(range.kind()).isEqualTo(ChosenRange.Kind.ALL);
        assertThat(range.sentence()).contains("as waits for each other repeat only where");
    }

    @Test
    void waitsForATenthOfTheTimeOfWhatIsComputedBesideTellTheWork() {
        assertThat(ofBuild(MS / 6, false, 3 * MS / 2, false).kind()).isEqualTo(ChosenRange.Kind.ALL); // other computes for 2 ms, 12 times as long
        assertThat(ofBuild(MS / 4, false, 3 * MS / 2, false).kind()).isEqualTo(ChosenRange.Kind.REPEATED); // 8 times as long
        assertThat(ofBuild(MS / 4, true, 3 * MS / 2, false).kind()).isEqualTo(ChosenRange.Kind.REPEATED);
    }

    @Test
    void whereMostIsComputedIsTheWorkHoweverLittleIsWaited() {
        assertThat(ofBuild(MS / 100, true, 93 * MS / 10, false).kind()).isEqualTo(ChosenRange.Kind.REPEATED); // 66 ms later, 118 ms before
    }

    @Test
    void whatManySmallProgramsComputeBeforeIsNotTheWork() {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        int disk = builder.resource(host, org.bowline.core.model.VertexKind.DISK, "vda");
        for (int i = 0; i < 40; i++) {
            int small = builder.thread(host, 100 + i, 100 + i, "sets-up-" + (char) ('a' + i % 20) + (char) ('a' + i / 20));
            builder.segment(small, 10L * i * MS, (10L * i + 7) * MS, ThreadState.RUNNING, 0);
        }
        int job = builder.thread(host, 10, 10, "job");
        for (int i = 0; i < 30; i++) {
            long begin = (500 + 2L * i) * MS;
            builder.segment(job, begin, begin + 2 * MS - MS / 100, ThreadState.RUNNING, 0);
            int request = builder.request(disk, job, begin + 2 * MS - MS / 100, begin + 2 * MS - MS / 100, begin + 2 * MS);
            builder.blocked(job, begin + 2 * MS - MS / 100, begin + 2 * MS, Cause.DISK, disk, request, 0);
        }
        assertThat(ChosenRange.find(builder.build(0, 1_000 * MS), List::of, Progress.NONE).kind()).isEqualTo(ChosenRange.Kind.REPEATED);
    }

    @Test
    void rareRequestsAreTheWorkThoughTheStartComputesMore() {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        int unknown = builder.resource(host, org.bowline.core.model.VertexKind.UNKNOWN, "unknown");
        int client = builder.thread(host, 10, 10, "client");
        int server = builder.thread(host, 11, 11, "server");
        builder.segment(client, 0, 300 * MS, ThreadState.RUNNING, 0);
        builder.segment(server, 0, 300 * MS, ThreadState.RUNNING, 1);
        long told = 300 * MS;
        for (int i = 0; i < 30; i++) {
            long begin = (500 + 50L * i) * MS;
            builder.blocked(client, told, begin, Cause.UNKNOWN, unknown, Timeline.NONE, 0);
            builder.blocked(server, told, begin, Cause.UNKNOWN, unknown, Timeline.NONE, 1);
            builder.blocked(client, begin, begin + MS, Cause.THREAD, server, Timeline.NONE, 0);
            builder.segment(server, begin, begin + MS, ThreadState.RUNNING, 1);
            told = begin + MS;
        }
        ChosenRange range = ChosenRange.find(builder.build(0, 2_000 * MS), List::of, Progress.NONE);
        assertThat(range.kind()).isEqualTo(ChosenRange.Kind.REPEATED); // they wait for 1.5 % of it, and compute for as long
        assertThat(range.fromNanos()).isGreaterThan(500 * MS);
    }

    /** A client waits for a server on another host all the time, of which that was recorded in a part. */
    private static Timeline withServer(long fromMillis, long toMillis) {
        TimelineBuilder builder = new TimelineBuilder();
        int a = builder.host("A");
        int b = builder.host("B");
        builder.recording(a, 0, 1_000 * MS);
        builder.recording(b, fromMillis * MS, toMillis * MS);
        int client = builder.thread(a, 11, 11, "client");
        int server = builder.thread(b, 12, 12, "server");
        for (int i = 0; i < 500; i++) {
            builder.segment(client, 2L * i * MS, (2L * i + 1) * MS, ThreadState.RUNNING, 0);
            builder.blocked(client, (2L * i + 1) * MS, (2L * i + 2) * MS, Cause.THREAD, server, Timeline.NONE, 0);
        }
        builder.segment(server, fromMillis * MS, toMillis * MS, ThreadState.RUNNING, 0);
        return builder.build(0, 1_000 * MS);
    }

    private static ChosenRange withServerRecorded(long fromMillis, long toMillis) {
        return ChosenRange.find(withServer(fromMillis, toMillis), List::of, Progress.NONE);
    }

    @Test
    void theWorkLiesInTheTimeInWhichAllItsHostsWereRecorded() {
        ChosenRange range = withServerRecorded(400, 1_000);
        assertThat(range.fromNanos()).isGreaterThanOrEqualTo(400 * MS);
        assertThat(range.caveats()).isEmpty();
        assertThat(withServerRecorded(0, 1_000).caveats()).isEmpty();
    }

    @Test
    void whoseTimeIsMissingIsToldWhereTheWorkIsNotCut() {
        ChosenRange range = withServerRecorded(400, 500);
        assertThat(range.toNanos() - range.fromNanos()).isEqualTo(958 * MS);
        assertThat(range.caveats()).singleElement().satisfies(caveat -> {
            assertThat(caveat.kind()).isEqualTo("partly-recorded");
            assertThat(caveat.host()).isEqualTo("B");
            assertThat(caveat.count()).isEqualTo(858 * MS);
            assertThat(caveat.text()).startsWith("This host was recorded for 100 ms of the 958 ms of the work only");
        });
        assertThat(Analysis.of(withServer(400, 500)).question(Question.WORK).build().caveats()).isEqualTo(range.caveats());
        assertThat(Analysis.of(withServer(400, 500)).question(Question.ALL).build().caveats()).isEmpty();
    }

    /** Threads of two hosts that compute all the time, of which one was recorded later. */
    private static ChosenRange computeOnTwoHosts(long fromMillis) {
        TimelineBuilder builder = new TimelineBuilder();
        builder.recording(builder.host("A"), 0, 1_000 * MS);
        builder.recording(builder.host("B"), fromMillis * MS, 2_000 * MS);
        builder.segment(builder.thread(0, 11, 11, "a"), 0, 1_000 * MS, ThreadState.RUNNING, 0);
        builder.segment(builder.thread(1, 11, 11, "b"), fromMillis * MS, 1_000 * MS, ThreadState.RUNNING, 0);
        return ChosenRange.find(builder.build(0, 2_000 * MS), List::of, Progress.NONE);
    }

    @Test
    void whatTwoHostsComputeIsToldWhereBothWereRecorded() {
        ChosenRange range = computeOnTwoHosts(300);
        assertThat(range.kind()).isEqualTo(ChosenRange.Kind.BUSY);
        assertThat(range.fromNanos()).isBetween(300 * MS, 320 * MS);
        assertThat(range.caveats()).isEmpty();
        ChosenRange late = computeOnTwoHosts(700);
        assertThat(late.fromNanos()).isLessThan(20 * MS);
        assertThat(late.caveats()).singleElement().satisfies(caveat -> assertThat(caveat.host()).isEqualTo("B"));
    }
}
