/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.offcpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.symbol.KernelSymbols;
import org.bowline.core.symbol.MemoryMap;
import org.bowline.core.symbol.RecordedSymbols;
import org.bowline.core.symbol.SymbolFiles;
import org.bowline.core.symbol.SymbolTable;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

/** Call stacks of waits, and what they are called. */
class StackLogTest {
    private static final long CODE = 0x400000;
    private static final long KERNEL = 0xffffffff81000000L;

    /** Two threads of process 7 and one of process 8 that run for one and wait for nine nanoseconds, again and again. */
    private static Timeline timeline(int waits) {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("a");
        int timer = builder.resource(0, VertexKind.TIMER, "timer");
        for (int thread = 0; thread < 3; thread++) {
            int one = builder.thread(0, 10 + thread, thread < 2 ? 7 : 8, "t" + thread);
            for (int i = 0; i < waits; i++) {
                builder.segment(one, i * 10L, i * 10L + 1, ThreadState.RUNNING, 0);
                builder.blocked(one, i * 10L + 1, i * 10L + 10, Cause.TIMER, timer, Timeline.NONE, 0);
            }
        }
        return builder.build();
    }

    private static long[] stack(long... addresses) {
        return Arrays.copyOf(addresses, 2 * StackLog.LONGEST);
    }

    /** Every wait has the stack that was told of it, and equal ones of a process are one. */
    @Test
    void aWaitHasItsStackAndEqualOnesAreKeptOnce() {
        int waits = 400;
        Timeline timeline = timeline(waits);
        for (int round = 0; round < 20; round++) {
            long seed = Seeds.of(round);
            Random random = new Random(seed);
            StackLog log = new StackLog();
            Map<Integer, String> expected = new HashMap<>();
            for (int i = 0; i < waits; i++) {
                for (int thread = 0; thread < 3; thread++) {
                    int count = random.nextInt(6);
                    int kernel = count == 0 ? 0 : random.nextInt(count + 1);
                    long[] stack = stack(random.ints(count, 0, 3).mapToLong(one -> one).toArray());
                    boolean cut = random.nextInt(4) == 0;
                    log.leaves(timeline, thread, i * 10L + 1, stack, kernel, count, cut);
                    if (count > 0) {
                        expected.put(timeline.segmentAt(thread, i * 10L + 1),
                                timeline.pid(thread) + " " + kernel + cut + Arrays.toString(Arrays.copyOf(stack, count)));
                    }
                }
            }
            for (int segment = 0; segment < timeline.segmentCount(); segment++) {
                int id = log.of(segment);
                String actual = null;
                if (id != StackLog.NONE) {
                    long[] addresses = new long[log.count(id)];
                    Arrays.setAll(addresses, i -> log.address(id, i));
                    actual = log.pid(id) + " " + log.kernelCount(id) + log.isCut(id) + Arrays.toString(addresses);
                }
                assertThat(actual).as(Seeds.name(seed)).isEqualTo(expected.get(segment));
            }
            assertThat(log.size()).as(Seeds.name(seed)).isEqualTo((int) expected.values().stream().distinct().count());
            assertThat(log.waits()).isEqualTo(expected.size());
        }
    }

    @Test
    void whoGoesOnRunningOrOnlyMakesRoomHasNoStack() {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("a");
        int one = builder.thread(0, 10, 7, "t");
        int timer = builder.resource(0, VertexKind.TIMER, "timer");
        builder.segment(one, 0, 10, ThreadState.RUNNING, 0);
        builder.segment(one, 10, 20, ThreadState.RUNNABLE, 0);
        builder.segment(one, 20, 30, ThreadState.RUNNING, 0);
        builder.blocked(one, 30, 40, Cause.TIMER, timer, Timeline.NONE, 0);
        Timeline timeline = builder.build();
        StackLog log = new StackLog();
        log.leaves(timeline, one, 10, stack(1, 2), 1, 2, false);
        assertThat(log.isEmpty()).isTrue();
        log.leaves(timeline, one, 30, stack(), 0, 0, false);
        assertThat(log.isEmpty()).as("an empty stack").isTrue();
        assertThat(log.of(3)).isEqualTo(StackLog.NONE);
    }

    private static StackNames names(StackLog log, RecordedSymbols symbols) {
        return StackNames.of(log, List.of(symbols), new SymbolFiles(List.of()), false, Progress.NONE);
    }

    private static RecordedSymbols symbols() {
        return new RecordedSymbols(Map.of(7, MemoryMap.of(Stream.of("400000-401000 r-xp 00001000 fe:00 1 /opt/x"))), Map.of(),
                KernelSymbols.of(Stream.of("ffffffff81000000 T entry_SYSCALL_64_after_hwframe", "ffffffff81000100 T __x64_sys_fsync",
                        "ffffffff81000200 T ext4_sync_file", "ffffffff81000300 T schedule", "ffffffff81000400 T __schedule",
                        "ffffffff81000500 D end")),
                Map.of());
    }

    private static List<String> kinds(StackNames names) {
        return names.caveats().stream().map(Caveat::kind).toList();
    }

    @Test
    void theKernelIsTheSystemCallAndWhatItWasInBeforeTheScheduler() {
        Timeline timeline = timeline(1);
        StackLog log = new StackLog();
        log.leaves(timeline, 0, 1, stack(KERNEL + 0x410, KERNEL + 0x310, KERNEL + 0x210, KERNEL + 0x110, KERNEL + 0x10, CODE + 0x20), 5, 6,
                false);
        StackNames names = names(log, symbols());
        assertThat(names.of(0)).isEqualTo(new StackNames.Frames(List.of("…", "x+0x1020"), "fsync", List.of("ext4_sync_file")));
        assertThat(names.caveats()).filteredOn(caveat -> caveat.kind().equals("stacks-without-names")).singleElement()
                .satisfies(caveat -> assertThat(caveat.text()).contains("functions without a symbol are written as file and offset, of x.")
                        .doesNotContain("memory map", "kallsyms"));
    }

    /** Inside of the interrupt there is only how the sample was taken; outside of it is what was interrupted. */
    @Test
    void theInterruptThatASampleWasTakenByIsNotWhatTheThreadWasIn() {
        StackLog log = new StackLog();
        log.sampled(0, 7, false, stack(KERNEL + 0x620, KERNEL + 0x610, KERNEL + 0x210, KERNEL + 0x110, KERNEL + 0x10, CODE + 0x20), 5, 6,
                false);
        log.sampled(0, 7, false, stack(KERNEL + 0x620, KERNEL + 0x610, CODE + 0x20, CODE + 0x30), 2, 4, false);
        RecordedSymbols symbols = new RecordedSymbols(symbols().maps(), Map.of(),
                KernelSymbols.of(Stream.of("ffffffff81000000 T entry_SYSCALL_64_after_hwframe", "ffffffff81000100 T __x64_sys_fsync",
                        "ffffffff81000200 T ext4_sync_file", "ffffffff81000600 T asm_sysvec_apic_timer_interrupt",
                        "ffffffff81000618 T hrtimer_interrupt", "ffffffff81000700 D end")),
                Map.of());
        StackNames names = names(log, symbols);
        assertThat(names.of(0)).isEqualTo(new StackNames.Frames(List.of("…", "x+0x1020"), "fsync", List.of("ext4_sync_file")));
        assertThat(names.of(1)).isEqualTo(new StackNames.Frames(List.of("x+0x1030", "x+0x1020"), "", List.of()));
        assertThat(names.hasWaits()).isFalse();
    }

    @Test
    void aSampleOfAProcessThatHasHadOtherMemorySinceHasNoNames() {
        StackLog log = new StackLog(2);
        int present = log.sampled(0, 7, false, stack(CODE + 1, CODE + 2), 0, 2, false);
        int former = log.sampled(0, 7, true, stack(CODE + 1, CODE + 2), 0, 2, false);
        assertThat(log.sampled(0, 7, true, stack(CODE + 1, CODE + 2), 0, 2, false)).isEqualTo(former);
        assertThat(log.sampled(0, 7, true, stack(CODE + 5), 0, 1, false)).isEqualTo(StackLog.NONE);
        StackNames names = names(log, symbols());
        assertThat(names.of(present).functions()).containsExactly("x+0x1002", "x+0x1001");
        assertThat(names.of(former).functions()).containsExactly("0x400002", "0x400001");
        assertThat(names.caveats()).filteredOn(caveat -> caveat.kind().equals("stacks-not-kept")).singleElement()
                .satisfies(caveat -> assertThat(caveat.text()).startsWith("1 sample has no call stack, as"));
    }

    @Test
    void callersThatAreNoCodeOrWereCutAreMissing() {
        Timeline timeline = timeline(3);
        StackLog log = new StackLog();
        log.leaves(timeline, 0, 1, stack(CODE + 1, 0x7fff_0000, CODE + 2), 0, 3, false);
        log.leaves(timeline, 0, 11, stack(CODE + 1, CODE + 2), 0, 2, true);
        log.leaves(timeline, 0, 21, stack(CODE + 1, CODE + 2), 0, 2, false);
        log.leaves(timeline, 1, 1, stack(CODE + 1), 0, 1, false);
        StackNames names = names(log, symbols());
        assertThat(names.of(0).functions()).containsExactly("…", "x+0x1001");
        assertThat(names.of(1).functions()).containsExactly("…", "x+0x1002", "x+0x1001");
        assertThat(names.of(2).functions()).containsExactly("x+0x1002", "x+0x1001");
        assertThat(names.of(3).functions()).as("whatever waits was called").containsExactly("…", "x+0x1001");
        assertThat(names.caveats()).filteredOn(caveat -> caveat.kind().equals("stacks-not-whole")).singleElement()
                .satisfies(caveat -> assertThat(caveat.count()).isEqualTo(3));
    }

    /** Three waits with three different stacks. */
    private static StackNames three(int room) {
        Timeline timeline = timeline(3);
        StackLog log = new StackLog(room);
        for (int i = 0; i < 3; i++) {
            log.leaves(timeline, 0, 10L * i + 1, stack(CODE + 1 + i, CODE + 9), 0, 2, false);
        }
        return names(log, symbols());
    }

    @Test
    void stacksOfWhichThereIsNoRoomAreCountedAndSaid() {
        assertThat(three(2).caveats()).filteredOn(caveat -> caveat.kind().equals("stacks-not-kept")).singleElement()
                .satisfies(caveat -> assertThat(caveat.text()).isEqualTo(
                        "1 wait has no call stack, as there were too many different ones to keep. Ask for a shorter recording."));
        assertThat(three(1).caveats()).filteredOn(caveat -> caveat.kind().equals("stacks-not-kept")).singleElement()
                .satisfies(caveat -> assertThat(caveat.text()).startsWith("2 waits have no call stack, as"));
        assertThat(kinds(three(3))).doesNotContain("stacks-not-kept");
    }

    @Test
    void linesOfTheSourceThatNoToolTellsAreSaidToBeMissingWhereTheyAreAskedFor() {
        StackLog log = new StackLog();
        log.leaves(timeline(1), 0, 1, stack(CODE + 1, CODE + 9), 0, 2, false);
        StackNames without = StackNames.withLines(log, List.of(symbols()), new SymbolFiles(List.of()), null, Progress.NONE);
        assertThat(without.caveats()).filteredOn(caveat -> caveat.kind().equals("no-source-lines")).singleElement()
                .satisfies(caveat -> assertThat(caveat.text()).isEqualTo("Not all lines of the source could be found: there is no addr2line"
                        + " or llvm-symbolizer here, or it did not answer within 20 s. Install GNU binutils or LLVM."));
        assertThat(kinds(names(log, symbols()))).as("nobody asks").doesNotContain("no-source-lines");
    }

    @Test
    void withoutAMapAndOfAnotherProgramOfTheSameProcessAddressesStayAddresses() {
        Timeline timeline = timeline(2);
        StackLog log = new StackLog();
        long[] stack = stack(CODE + 1, CODE + 2);
        log.leaves(timeline, 2, 1, stack, 0, 2, false);
        log.leaves(timeline, 0, 1, stack, 0, 2, false);
        log.replaced(0, 7);
        log.leaves(timeline, 0, 11, stack, 0, 2, false);
        StackNames names = names(log, symbols());
        List<List<String>> all = new ArrayList<>();
        for (int i = 0; i < log.size(); i++) {
            all.add(names.of(i).functions());
        }
        assertThat(all).containsExactly(List.of("0x400002", "0x400001"), List.of("0x400002", "0x400001"),
                List.of("x+0x1002", "x+0x1001"));
        assertThat(names.caveats().get(0).text()).contains("2 stacks are of processes whose memory map was not collected");
    }

    @Test
    void whatIsKnownIsNoCaveat() {
        Timeline timeline = timeline(1);
        StackLog log = new StackLog();
        log.leaves(timeline, 0, 1, stack(KERNEL + 0x210), 1, 1, false);
        assertThat(kinds(names(log, symbols()))).isEmpty();
        assertThat(kinds(names(log, RecordedSymbols.NONE))).containsExactly("stacks-without-names");
        RecordedSymbols compiled = new RecordedSymbols(Map.of(7, MemoryMap.of(Stream.of("400000-401000 r-xp 00000000 00:00 0 "))), Map.of(),
                SymbolTable.EMPTY, Map.of(7, new SymbolTable(List.of(new SymbolTable.Symbol(CODE, 0x10, "LHello;::run")))));
        StackLog java = new StackLog();
        java.leaves(timeline, 0, 1, stack(CODE + 1, CODE + 0x50), 0, 2, false);
        assertThat(names(java, compiled).of(0).functions()).containsExactly("0x400050", "LHello;::run");
        assertThat(kinds(names(java, compiled))).isEmpty();
    }
}
