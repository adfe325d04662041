/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class RepeatedWaitsTest {
    private static final long END = 100_000;

    private final TimelineBuilder builder = new TimelineBuilder();
    private final int host = builder.host("A");
    private final Map<Integer, Long> lastTold = new HashMap<>();
    private int tids = 100;

    private int thread(String name) {
        tids++;
        return builder.thread(host, tids, tids, name);
    }

    /** Runs all the time, but for some waits of 5 ns. */
    private void waits(int thread, int target, Cause cause, long first, int count, long step) {
        waits(thread, target, cause, first, count, step, END);
    }

    /** The same, from what was told of the thread before until a time. */
    private void waits(int thread, int target, Cause cause, long first, int count, long step, long until) {
        long told = lastTold.getOrDefault(thread, 0L);
        for (int i = 0; i < count; i++) {
            long begin = first + i * step;
            builder.segment(thread, told, begin, ThreadState.RUNNING, -1);
            builder.blocked(thread, begin, begin + 5, cause, target, Timeline.NONE, -1);
            told = begin + 5;
        }
        builder.segment(thread, told, until, ThreadState.RUNNING, -1);
        lastTold.put(thread, until);
    }

    private RepeatedWaits found() {
        Timeline timeline = builder.build(0, END);
        return RepeatedWaits.of(timeline, ThreadRoles.of(timeline), Progress.NONE);
    }

    @Test
    void theRangeIsWhereTwoThreadsWaitForEachOtherAgainAndAgain() {
        int client = thread("client");
        int server = thread("server");
        waits(client, server, Cause.THREAD, 40_000, 100, 50);
        waits(server, client, Cause.THREAD, 40_020, 100, 50);
        RepeatedWaits found = found();
        assertThat(found.isFound()).isTrue();
        assertThat(found.waits()).isEqualTo(200);
        assertThat(found.threadCount()).isEqualTo(2);
        // 4 of 200 at each side are outside
        assertThat(found.fromNanos()).isEqualTo(40_000 + 2 * 50 + 5);
        assertThat(found.toNanos()).isEqualTo(40_020 + 97 * 50 + 5);
    }

    @ParameterizedTest
    @ValueSource(longs = {30_000, 39_000})
    void programsThatConnectLongBeforeTheyWorkDoNotWorkSinceThen(long connected) {
        int client = thread("client");
        int server = thread("server");
        waits(server, client, Cause.THREAD, connected, 3, 100);
        waits(client, server, Cause.THREAD, 40_000, 37, 50);
        // 3 waits far from the other 37, which last for 1800 ns; or near enough to belong to them
        assertThat(found().fromNanos()).isEqualTo(connected == 30_000 ? 40_005 : connected + 5);
    }

    /** Waits so often, for 50 of 100 ns, for what a thread of the kernel of another host sends. */
    private void asks(int thread, int server, Timeline.Opener opener, long first, int count) {
        builder.segment(thread, 0, first, ThreadState.RUNNING, -1);
        for (int i = 0; i < count; i++) {
            long begin = first + i * 100L;
            int packet = builder.packet(begin + 40, begin + 45, server);
            builder.packetOpener(packet, opener);
            builder.blocked(thread, begin, begin + 50, Cause.NETWORK, server, packet, -1);
            builder.segment(thread, begin + 50, begin + 100, ThreadState.RUNNING, -1);
        }
        builder.segment(thread, first + count * 100L, END, ThreadState.RUNNING, -1);
    }

    /** Programs ask the kernel of another host: one of them so often, and two of them 60 times each. */
    private RepeatedWaits asking(int mounts, Timeline.Opener opener) {
        int server = builder.thread(builder.host("B"), 60, 60, "nfsd");
        int own = builder.thread(host, 61, 61, "kworker/0:1");
        builder.parentProcess(server, 2);
        builder.parentProcess(own, 2);
        builder.segment(server, 0, END, ThreadState.RUNNING, -1);
        builder.segment(own, 0, END, ThreadState.RUNNING, -1);
        waits(thread("other"), own, Cause.THREAD, 1_000, 200, 10);
        asks(thread("mount"), server, opener, 5_000, mounts);
        asks(thread("writes"), server, opener, 40_000, 60);
        asks(thread("writes"), server, opener, 40_050, 60);
        return found();
    }

    @Test
    void whoeverAsksTheKernelOfAnotherHostAgainAndAgainWorksAndMountingItIsNotTheWork() {
        RepeatedWaits found = asking(25, Timeline.Opener.RECEIVER);
        assertThat(found.waits()).isEqualTo(120).isEqualTo(found.waitsForKernels());
        assertThat(found.threadCount()).as("not that of the kernel").isEqualTo(2);
        assertThat(found.fromNanos()).isBetween(40_000L, 40_300L);
        assertThat(found.toNanos()).isBetween(45_700L, 46_100L);
    }

    @Test
    void whatTheKernelOfAnotherHostAsksIsNotTheWorkOfWhoServesIt() {
        assertThat(asking(25, Timeline.Opener.SENDER).isFound()).isFalse();
    }

    @Test
    void readingFilesOverTheNetworkAtTheStartIsNotTheWorkOfThreadsThatWaitForEachOther() {
        int server = builder.thread(builder.host("B"), 60, 60, "nfsd");
        builder.parentProcess(server, 2);
        builder.segment(server, 0, END, ThreadState.RUNNING, -1);
        int one = thread("rank");
        int other = thread("rank");
        asks(one, server, Timeline.Opener.RECEIVER, 1_000, 100);
        waits(other, one, Cause.THREAD, 60_000, 150, 100);
        assertThat(found().fromNanos()).isGreaterThan(60_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {19, 20})
    void nineteenWaitsAreNotWorkAndTwentyAre(int count) {
        int client = thread("client");
        int server = thread("server");
        waits(client, server, Cause.THREAD, 1_000, count, 100);
        assertThat(found().isFound()).isEqualTo(count == 20);
    }

    @Test
    void whatWaitsLessThanAFifthAsOftenRunsBesideTheWork() {
        int client = thread("client");
        int server = thread("server");
        waits(client, server, Cause.THREAD, 50_000, 500, 10);
        int daemon = thread("daemon");
        waits(daemon, thread("bus"), Cause.THREAD, 500, 99, 1_000);
        RepeatedWaits found = found();
        assertThat(found.fromNanos()).isGreaterThan(50_000);
        assertThat(found.toNanos()).isLessThan(55_010);
    }

    @ParameterizedTest
    @ValueSource(ints = {49, 50})
    void aShellThatWaitsBeforeAndAfterTheWorkDoesNotStretchItAndASecondProgramDoes(int count) {
        waits(thread("client"), thread("server"), Cause.THREAD, 50_000, 100, 10);
        waits(thread("bash"), thread("script"), Cause.THREAD, 500, count, 1_900);
        RepeatedWaits found = found();
        boolean asOftenAsHalf = count == 50;
        assertThat(found.fromNanos() < 50_000).isEqualTo(asOftenAsHalf);
        assertThat(found.toNanos() > 51_010).isEqualTo(asOftenAsHalf);
        assertThat(found.threadCount()).isEqualTo(asOftenAsHalf ? 4 : 2);
    }

    @Test
    void whoWaitsRarelyWhileOthersWorkWorksToo() {
        waits(thread("client"), thread("server"), Cause.THREAD, 50_000, 100, 10);
        waits(thread("producer"), thread("consumer"), Cause.THREAD, 50_000, 20, 80); // 12 of 20 meanwhile
        assertThat(found().threadCount()).isEqualTo(4);
    }

    @Test
    void manyPairsOutweighOneThatWaitsMoreThanEachOfThemBeforeTheyDo() {
        waits(thread("loader"), thread("server"), Cause.THREAD, 1_000, 50, 10);
        for (int pair = 0; pair < 6; pair++) {
            waits(thread("client"), thread("worker"), Cause.THREAD, 50_000 + pair, 20, 100);
        }
        assertThat(found().fromNanos()).isGreaterThan(50_000);
        assertThat(found().threadCount()).isEqualTo(12);
    }

    @Test
    void aThirdThreadBelongsToTheWorkThroughAPartner() {
        int client = thread("client");
        int server = thread("server");
        int helper = thread("helper");
        waits(client, server, Cause.THREAD, 10_000, 12, 100);
        waits(server, helper, Cause.THREAD, 10_050, 9, 100);
        assertThat(found().threadCount()).isEqualTo(3);
    }

    @Test
    void readingFilesAtTheStartIsNotWorkAndWritingAllTheTimeIs() {
        int disk = builder.resource(host, VertexKind.DISK, "vda");
        waits(thread("reader"), disk, Cause.DISK, 0, 19, 10);
        waits(thread("writer"), disk, Cause.DISK, 20_000, 60, 100);
        RepeatedWaits found = found();
        assertThat(found.fromNanos()).isGreaterThan(20_000);
        assertThat(found.threadCount()).isEqualTo(1);
    }

    /** A program whose first thread reads its files from one disk, so often, and hands over to another thread, which works on another disk 100 times. */
    @ParameterizedTest
    @ValueSource(ints = {49, 60})
    void readingFilesFromAnotherDiskThanThatOfTheWorkIsNotTheWorkUnlessItIsHalfAsMuch(int files) {
        int system = builder.resource(host, VertexKind.DISK, "vda");
        int data = builder.resource(host, VertexKind.DISK, "vdb");
        int main = thread("main");
        int writer = thread("writer");
        for (int i = 0; i < files; i++) {
            builder.segment(main, i * 100L, i * 100L + 50, ThreadState.RUNNING, -1);
            builder.blocked(main, i * 100L + 50, i * 100L + 100, Cause.DISK, system, Timeline.NONE, -1);
        }
        for (int i = 0; i < 5; i++) {
            long begin = files * 100L + i * 10L;
            builder.segment(main, begin, begin + 5, ThreadState.RUNNING, -1);
            builder.blocked(main, begin + 5, begin + 10, Cause.THREAD, writer, Timeline.NONE, -1);
        }
        builder.segment(main, files * 100L + 50, END, ThreadState.RUNNING, -1);
        waits(writer, data, Cause.DISK, 20_000, 100, 100);
        if (files < 50) {
            assertThat(found().fromNanos()).isGreaterThan(20_000);
        } else {
            assertThat(found().fromNanos()).isLessThan(10_000);
        }
    }

    @Test
    void whatAProgramWritesToAnotherDiskAfterwardsIsItsWorkHoweverLittle() {
        int from = builder.resource(host, VertexKind.DISK, "vda");
        int to = builder.resource(host, VertexKind.DISK, "vdb");
        int sort = thread("sort");
        waits(sort, from, Cause.DISK, 10_000, 400, 50, 30_000);
        waits(sort, to, Cause.DISK, 60_000, 60, 300, END);
        assertThat(found().fromNanos()).isLessThan(11_000);
        assertThat(found().toNanos()).isGreaterThan(70_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {19, 20})
    void aServerThatWritesItsFilesWhenItStartsWorksFromItsFirstRequestOn(int requests) {
        int disk = builder.resource(host, VertexKind.DISK, "vda");
        int server = thread("server");
        waits(server, disk, Cause.DISK, 1_000, 60, 10);
        waits(thread("client"), server, Cause.THREAD, 50_000, requests, 100);
        RepeatedWaits found = found();
        assertThat(found.fromNanos() >= 50_000).isEqualTo(requests == 20);
        assertThat(found.waits()).isEqualTo(60 + requests);
    }

    /** Two programs wait 40 times for each other, once in 50 ns, up to 51,955; one of them waits for a disk afterwards. A script has started that one. */
    private final class Unpacking {
        /** Whether another one waits for the disk, for which that one waits now and then. */
        private boolean other;
        private long first = 51_980;
        private int count = 60;
        private long step = 8;
        /** Whether the script waits for it. */
        private boolean awaited = true;
        /** Until when another program lets it wait before. */
        private long idleUntil;

        /** The end of the range. */
        long end() {
            int disk = builder.resource(host, VertexKind.DISK, "vda");
            int script = thread("sh");
            int unpacks = thread("unpack");
            int writes = thread("install");
            int accepts = thread("accepts");
            builder.parent(writes, script);
            waits(writes, unpacks, Cause.THREAD, 50_000, 40, 50, 51_960);
            if (idleUntil > 0) {
                builder.blocked(writes, 51_960, idleUntil, Cause.THREAD, accepts, Timeline.NONE, -1);
                lastTold.put(writes, idleUntil);
            }
            int beside = thread("beside");
            waits(beside, writes, Cause.THREAD, 50_000, 10, 150, 51_960);
            waits(other ? beside : writes, disk, Cause.DISK, first, count, step, END);
            builder.segment(script, 0, 50_000, ThreadState.RUNNING, -1);
            builder.blocked(script, 50_000, END, Cause.THREAD, awaited ? writes : accepts, Timeline.NONE, -1);
            return found().toNanos();
        }
    }

    private Unpacking unpacking(Consumer<Unpacking> is) {
        Unpacking unpacking = new Unpacking();
        is.accept(unpacking);
        return unpacking;
    }

    @Test
    void whoeverWritesFilesAtOnceWhenTheyAreUnpackedWorksOn() {
        assertThat(unpacking(is -> {}).end()).isEqualTo(51_980 + 59 * 8 + 5);
        RepeatedWaits found = found();
        assertThat(found.last()).isEqualTo(found.thread(0));
        assertThat(found.lastFromNanos()).isLessThan(51_960);
    }

    static Stream<Consumer<Unpacking>> whoeverWritesLittleOrSeldomOrLaterOrForNobodyDoesNotWorkOn() {
        return Stream.of(is -> is.other = true, is -> is.step = 11, is -> is.count = 19, is -> is.first = 52_200, is -> is.awaited = false,
                is -> {
                    is.idleUntil = 53_000;
                    is.first = 53_000;
                });
    }

    @ParameterizedTest
    @MethodSource
    void whoeverWritesLittleOrSeldomOrLaterOrForNobodyDoesNotWorkOn(Consumer<Unpacking> is) {
        Unpacking unpacking = unpacking(is);
        assertThat(unpacking.end()).isLessThan(51_960);
        assertThat(found().last()).isEqualTo(Timeline.NONE);
    }

    @Test
    void aFewHandOversAtTheStartAreNotTheWorkOfWriters() {
        int disk = builder.resource(host, VertexKind.DISK, "vda");
        int writer = thread("writer");
        waits(writer, disk, Cause.DISK, 20_000, 200, 100);
        waits(thread("main"), writer, Cause.THREAD, 1_000, 30, 10);
        assertThat(found().toNanos()).isGreaterThan(39_000);
    }

    @Test
    void theTracerAndTheKernelDoNoWork() {
        int daemon = builder.thread(host, 50, 50, "lttng-sessiond");
        int helper = builder.thread(host, 51, 50, "Client manageme");
        waits(daemon, helper, Cause.THREAD, 0, 200, 10);
        waits(helper, daemon, Cause.THREAD, 5, 200, 10);
        int first = builder.thread(host, 60, 60, "btrfs-worker");
        int second = builder.thread(host, 61, 61, "btrfs-writer");
        builder.parentProcess(first, 2);
        builder.parentProcess(second, 2);
        waits(first, second, Cause.THREAD, 0, 200, 10);
        waits(second, first, Cause.THREAD, 5, 200, 10);
        assertThat(found().isFound()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {19, 20})
    void aServerWithAThreadForEachRequestWorksThoughNoTwoThreadsMeetTwice(int requests) {
        int client = thread("client");
        int[] servers = new int[requests];
        for (int i = 0; i < requests; i++) {
            servers[i] = builder.thread(host, 1_000 + i, 1_000, "server-" + i);
            builder.segment(servers[i], 50_000 + i * 100, 50_095 + i * 100, ThreadState.RUNNING, -1);
        }
        long told = 0;
        for (int i = 0; i < requests; i++) {
            long begin = 50_000 + i * 100L;
            builder.segment(client, told, begin, ThreadState.RUNNING, -1);
            builder.blocked(client, begin, begin + 90, Cause.THREAD, servers[i], Timeline.NONE, -1);
            told = begin + 90;
        }
        builder.segment(client, told, END, ThreadState.RUNNING, -1);
        RepeatedWaits found = found();
        assertThat(found.isFound()).isEqualTo(requests == 20);
        if (requests == 20) {
            assertThat(found.fromNanos()).isBetween(50_090L, 50_300L);
            assertThat(found.threadCount()).isEqualTo(21);
            assertThat(found.waitsForDisks()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {19, 20})
    void jobsOfWhichEachWritesOnceAreWorkTogether(int jobs) {
        int disk = builder.resource(host, VertexKind.DISK, "vda");
        for (int i = 0; i < jobs; i++) {
            int job = builder.thread(host, 1_000 + i, 1_000 + i, "job");
            builder.segment(job, 50_000 + i * 100, 50_050 + i * 100, ThreadState.RUNNING, -1);
            builder.blocked(job, 50_050 + i * 100, 50_095 + i * 100, Cause.DISK, disk, Timeline.NONE, -1);
        }
        RepeatedWaits found = found();
        assertThat(found.isFound()).isEqualTo(jobs == 20);
        assertThat(found.waitsForDisks()).isEqualTo(found.waits()).isEqualTo(jobs == 20 ? 20 : 0);
        assertThat(found.threadCount()).isEqualTo(jobs == 20 ? 20 : 0);
    }

    @Test
    void aShellThatWaitsForItsCommandsToEndDoesNoWork() {
        int shell = thread("sh");
        long told = 0;
        for (int i = 0; i < 40; i++) {
            int command = builder.thread(host, 1_000 + i, 1_000 + i, "cp");
            builder.parentProcess(command, tids);
            long begin = 50_000 + i * 100L;
            builder.segment(command, begin, begin + 95, ThreadState.RUNNING, -1);
            builder.segment(shell, told, begin, ThreadState.RUNNING, -1);
            builder.blocked(shell, begin, begin + 90, Cause.THREAD, command, Timeline.NONE, -1);
            told = begin + 90;
        }
        assertThat(found().isFound()).isFalse();
    }

    /**
     * A client waits 60 times for a backend on C from 10,000 on, and 200 times for a server on B from 50,000 on, as the server does then for the backend; B was recorded in a part of that.
     */
    private RepeatedWaits withAServerOn(long begin, long end, int requests) {
        int serverHost = builder.host("B");
        int backendHost = builder.host("C");
        builder.recording(host, 0, END);
        builder.recording(serverHost, begin, end);
        builder.recording(backendHost, 0, END);
        int client = thread("client");
        int server = builder.thread(serverHost, 10, 10, "server");
        int backend = builder.thread(backendHost, 20, 20, "backend");
        long told = 0;
        for (int i = 0; i < 60 + requests; i++) {
            long from = i < 60 ? 10_000 + i * 100L : 50_000 + (i - 60) * 100L;
            builder.segment(client, told, from, ThreadState.RUNNING, -1);
            builder.blocked(client, from, from + 50, Cause.THREAD, i < 60 ? backend : server, Timeline.NONE, -1);
            told = from + 50;
        }
        builder.segment(client, told, END, ThreadState.RUNNING, -1);
        builder.segment(backend, 0, END, ThreadState.RUNNING, -1);
        builder.segment(server, begin, end, ThreadState.RUNNING, -1);
        return found();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 45_000})
    void theWorkBeginsOnceAllHostsOfItAreRecorded(long begin) {
        RepeatedWaits found = withAServerOn(begin, END, 200);
        // 5 of 260 waits at each side are outside, 4 of the 200 that are left
        assertThat(found.fromNanos()).isEqualTo(begin == 0 ? 10_550 : 50_450);
        assertThat(found.waits()).isEqualTo(begin == 0 ? 260 : 200);
        assertThat(found.threadCount()).isEqualTo(begin == 0 ? 3 : 2);
    }

    @Test
    void theWorkEndsWhereOneOfItsHostsIsNoLongerRecorded() {
        assertThat(withAServerOn(0, 65_025, 200).toNanos()).isBetween(64_000L, 65_025L);
    }

    @Test
    void aHostThatWasRecordedForAMomentOnlyDoesNotMakeAMomentOfTheWork() {
        assertThat(withAServerOn(60_000, 61_000, 200).fromNanos()).isEqualTo(10_550);
    }

    @Test
    void canBeStopped() {
        waits(thread("a"), thread("b"), Cause.THREAD, 0, 3, 10);
        Timeline timeline = builder.build(0, END);
        Progress stop = new Progress() {
            @Override
            public void report(String task, double fraction) {
                // nobody listens
            }

            @Override
            public boolean isCancelled() {
                return true;
            }
        };
        ThreadRoles roles = ThreadRoles.of(timeline);
        assertThatThrownBy(() -> RepeatedWaits.of(timeline, roles, stop)).isInstanceOf(CancelledException.class);
    }
}
