/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Findings;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.symbol.Module;
import org.bowline.core.symbol.ToldFiles;
import org.bowline.core.testing.SmallElf;
import org.bowline.core.timeline.LockEvents.Kind;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

/** Locks that are told by the names of their variables, and those that stay addresses. */
class LockNamesTest {
    private static final String ID = "12ab007f";
    private static final long BASE = 0x55d0_0000_0000L;
    private static final long ELSEWHERE = 0x5600_0000_0000L;
    private static final long MS = 1_000_000;

    private final TimelineBuilder builder = new TimelineBuilder();
    @TempDir private Path directory;

    @BeforeEach
    void program() throws IOException {
        new SmallElf().variable("jobs_lock", 0x4000, 40).variable("pool", 0x4100, 0x60).write(directory.resolve("server"), ID);
        builder.host("A");
        for (int thread = 0; thread < 4; thread++) {
            builder.thread(0, 11 + thread, thread < 2 ? 11 : 13, "w-" + thread);
        }
    }

    /** The second thread of a process waits for a lock that its first one has for a time. */
    private LockNamesTest held(int process, long address, long fromMillis, long toMillis) {
        int first = process == 11 ? 0 : 2;
        long from = fromMillis * MS;
        long to = toMillis * MS;
        builder.locks().add(from, first, Kind.REQUEST, process, address).add(from, first, Kind.ACQUIRED, process, address)
                .add(from + MS, first + 1, Kind.REQUEST, process, address).add(to, first, Kind.RELEASED, process, address)
                .add(to, first + 1, Kind.ACQUIRED, process, address).add(to + MS, first + 1, Kind.RELEASED, process, address);
        return this;
    }

    private static ToldFiles.Stay server(int process, long base, String id) {
        return new ToldFiles.Stay(0, process, new Module("/usr/bin/server", base, 1 << 20, true, id), Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private Analysis analysis(List<Path> symbols, ToldFiles.Stay... stays) {
        return Analysis.of(builder.build(0, 1000 * MS)).known(Locks.FILES, ToldFiles.of(List.of(stays)))
                .question(Question.ALL.with(FunctionQuestion.SYMBOLS, symbols)).build();
    }

    private static List<String> names(Analysis analysis) {
        LockNames names = analysis.get(Locks.NAMES);
        return java.util.stream.IntStream.range(0, analysis.get(Locks.HISTORY).lockCount()).mapToObj(names::text).toList();
    }

    private static List<String> caveats(Analysis analysis) {
        return Locks.NAMES.caveats(analysis).stream().map(Caveat::text).toList();
    }

    @Test
    void aLockInAVariableHasItsName() {
        held(11, BASE + 0x4000, 0, 100).held(11, BASE + 0x4128, 200, 300).held(11, BASE + 0x5000, 400, 500).held(11, 0x7ffc_0000_1000L, 600,
                700);
        Analysis analysis = analysis(List.of(directory), server(11, BASE, ID));
        assertThat(names(analysis)).containsExactly("jobs_lock of server", "pool+0x28 of server", "0x55d000005000", "0x7ffc00001000");
        assertThat(caveats(analysis)).as("nothing has this memory for a variable").isEmpty();
        assertThat(analysis.get(Locks.NAMES).ofProcess(0)).isEqualTo("jobs_lock of server in process 11");
        assertThat(analysis.get(Locks.NAMES).ofProcess(2)).isEqualTo("0x55d000005000 of process 11");
    }

    @Test
    void processesHaveTheSameProgramAtDifferentPlaces() {
        held(11, BASE + 0x4000, 0, 100).held(13, ELSEWHERE + 0x4000, 200, 300).held(13, BASE + 0x4000, 400, 500);
        assertThat(names(analysis(List.of(directory), server(11, BASE, ID), server(13, ELSEWHERE, ID)))).containsExactly(
                "jobs_lock of server",
                "jobs_lock of server", "0x55d000004000");
    }

    @Test
    void withoutSymbolsLocksAreAddressesAndACaveatTellsHowToNameThem() {
        held(11, BASE + 0x4000, 0, 100);
        Analysis analysis = analysis(List.of(), server(11, BASE, ID));
        assertThat(names(analysis)).containsExactly("0x55d000004000");
        assertThat(Locks.NAMES.caveats(analysis)).extracting(Caveat::kind).containsExactly("locks-without-name");
        assertThat(caveats(analysis)).containsExactly(
                "1 lock is told by its address, though it is in a program or library: server. Give the folder with the same"
                        + " builds of these files as --symbols DIR, not stripped of their symbols.");
    }

    @Test
    void withoutFilesThatWereToldNothingIsSaid() {
        held(11, BASE + 0x4000, 0, 100);
        Analysis analysis = analysis(List.of(directory));
        assertThat(names(analysis)).containsExactly("0x55d000004000");
        assertThat(caveats(analysis)).isEmpty();
    }

    @Test
    void anotherBuildIsRefused() {
        held(11, BASE + 0x4000, 0, 100);
        Analysis analysis = analysis(List.of(directory), server(11, BASE, "0000"));
        assertThat(names(analysis)).containsExactly("0x55d000004000");
        assertThat(caveats(analysis).get(0))
                .endsWith(
                        " The file server that is there is of another build than the recorded one, as its build id tells, and is not used.");
    }

    @Test
    void whereItIsNotSureWhichFileWasThereTheAddressStays() {
        held(11, BASE + 0x4000, 0, 100);
        Analysis analysis = analysis(List.of(directory), server(11, BASE, ID),
                new ToldFiles.Stay(0, 11, new Module("/usr/bin/client", BASE, 1 << 20, true, "00"), 50 * MS, Long.MAX_VALUE));
        assertThat(names(analysis)).containsExactly("0x55d000004000");
        assertThat(caveats(analysis))
                .containsExactly("1 lock has no name, as it is not sure which file the process had at that address then.");
    }

    @Test
    void aNameIsOneVisibleLine() throws IOException {
        new SmallElf().variable("two\nlines", 0x4000, 40).write(Files.createDirectories(directory.resolve("odd")).resolve("server"), "ee");
        held(11, BASE + 0x4000, 0, 100);
        assertThat(names(analysis(List.of(directory), server(11, BASE, "ee"))).get(0)).doesNotContain("\n").endsWith(" of server");
    }

    @Test
    void rulesTellTheName() {
        for (long at = 0; at < 1000; at += 200) {
            held(11, BASE + 0x4000, at, at + 100);
            builder.segment(0, at * MS, (at + 200) * MS, ThreadState.RUNNING, 0);
            builder.segment(1, at * MS, (at + 1) * MS, ThreadState.RUNNING, 1);
            builder.blocked(1, (at + 1) * MS, (at + 100) * MS, Cause.THREAD, 0, Timeline.NONE, 1);
            builder.segment(1, (at + 100) * MS, (at + 200) * MS, ThreadState.RUNNING, 1);
        }
        assertThat(summary(analysis(List.of(directory), server(11, BASE, ID))))
                .startsWith("The mutex jobs_lock of server in process 11 (A) keeps w-1 ");
        assertThat(summary(analysis(List.of(), server(11, BASE, ID)))).startsWith("The mutex 0x55d000004000 of process 11 (A) keeps w-1 ");
    }

    @Test
    void aDeadlockTellsTheNames() {
        long[] locks = {BASE + 0x4000, BASE + 0x4100};
        for (int thread = 0; thread < 2; thread++) {
            builder.segment(thread, 0, 10 * MS, ThreadState.RUNNING, thread);
            builder.blocked(thread, 10 * MS, 1000 * MS, Cause.UNKNOWN, Timeline.NONE, Timeline.NONE, thread);
            builder.locks().add(MS, thread, Kind.REQUEST, 11, locks[thread]).add(2 * MS, thread, Kind.ACQUIRED, 11, locks[thread])
                    .add(9 * MS, thread, Kind.REQUEST, 11, locks[1 - thread]);
        }
        List<String> told = Findings.of(analysis(List.of(directory), server(11, BASE, ID))).findings().stream().map(Finding::summary)
                .filter(text -> text.contains("deadlocked")).toList();
        assertThat(told).hasSize(1);
        assertThat(told.get(0))
                .contains("w-0 (A:11) waits for pool of server, which w-1 (A:12) has. w-1 (A:12) waits for jobs_lock of server, which w-0");
    }

    private static String summary(Analysis analysis) {
        return Findings.of(analysis).findings().stream().filter(finding -> finding.rule().equals("lock-waits")).map(Finding::summary)
                .findFirst()
                .orElse("none");
    }
}
