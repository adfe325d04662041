/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.LongStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FunctionQuestion;
import org.bowline.core.analysis.OffCpuQuestion;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.StackQuestion;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.offcpu.OffCpu;
import org.bowline.core.offcpu.WaitCode;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.OpenOptions;
import org.bowline.testkit.CtfDeclaration;
import org.bowline.testkit.CtfStreamWriter;
import org.bowline.testkit.CtfType;
import org.bowline.testkit.CtfWriter;

/** Call stacks of written traces: which wait has which, and what becomes of damaged ones. */
class StackTracesTest {
    private static final long[] NONE = {};
    private static final int THREAD = 7;

    @TempDir private Path directory;
    private CtfDeclaration.Event schedSwitch = new CtfDeclaration().event("none");
    private CtfDeclaration.Event waking = schedSwitch;
    private CtfDeclaration.Event exec = schedSwitch;
    private CtfDeclaration declaration = new CtfDeclaration();
    private long time = 1_000;

    @BeforeEach
    void declare() {
        CtfType stack = new CtfType.Sequence(CtfType.unsigned(32), CtfType.unsigned(64));
        declaration = new CtfDeclaration().uuid(new UUID(1, 2)).clock(new UUID(3, 4), 1_000_000_000L, 0, 0).env("hostname", "A")
                .env("domain", "kernel").env("tracer_name", "lttng-modules").context("callstack_kernel", stack, "callstack_user", stack);
        schedSwitch = declaration.event("sched_switch", "prev_comm", CtfType.characters(16), "prev_tid", CtfType.signed(32), "prev_prio",
                CtfType.signed(32), "prev_state", CtfType.signed(64), "next_comm", CtfType.characters(16), "next_tid", CtfType.signed(32),
                "next_prio", CtfType.signed(32));
        waking = declaration.event("sched_waking", "comm", CtfType.characters(16), "tid", CtfType.signed(32), "prio", CtfType.signed(32),
                "target_cpu", CtfType.signed(32));
        exec = declaration.event("sched_process_exec", "filename", CtfType.text(), "tid", CtfType.signed(32), "old_tid",
                CtfType.signed(32));
    }

    private CtfWriter writer() throws IOException {
        Files.createDirectories(directory.resolve("A"));
        return new CtfWriter(directory.resolve("A/kernel"), declaration, CtfWriter.Metadata.TEXT, 1 << 16, false);
    }

    private void moves(CtfStreamWriter stream, int from, long state, int to, long[] kernel, long[] user) throws IOException {
        stream.begin(schedSwitch, time += 100);
        stream.integers(kernel).integers(user).text(from == 0 ? "swapper/0" : "t").integer(from).integer(20).integer(state)
                .text(to == 0 ? "swapper/0" : "t").integer(to).integer(20).end();
    }

    /** The thread waits with a stack, and is woken. */
    private void waits(CtfStreamWriter stream, long[] kernel, long[] user) throws IOException {
        moves(stream, THREAD, 1, 0, kernel, user);
        stream.begin(waking, time += 100);
        stream.integers().integers().text("t").integer(THREAD).integer(20).integer(0).end();
        moves(stream, 0, 0, THREAD, NONE, NONE);
    }

    private Analysis analysis() throws IOException {
        return Analysis.of(List.of(directory), OpenOptions.DEFAULT, Question.ALL.with(FunctionQuestion.SYMBOLS, List.of()), Progress.NONE);
    }

    /** Of each wait of the thread, in order: its functions; of one without a stack nothing. */
    private static List<String> stacks(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        int thread = Recording.thread(timeline, "A", "t");
        StackQuestion.Stacks stacks = analysis.get(StackQuestion.STACKS);
        return java.util.stream.IntStream.range(timeline.firstSegment(thread), timeline.endSegment(thread))
                .filter(segment -> timeline.state(segment) == ThreadState.BLOCKED)
                .mapToObj(segment -> stacks.of(segment) == null ? "-"
                        : String.join(";", Objects.requireNonNull(stacks.of(segment)).functions()))
                .toList();
    }

    @Test
    void eachWaitHasTheStackThatItBeganWith() throws IOException {
        try (CtfWriter writer = writer(); CtfStreamWriter stream = writer.stream("c_0", 0)) {
            moves(stream, 0, 0, THREAD, NONE, NONE);
            waits(stream, new long[] {0xffffffff81000010L}, new long[] {0x100, 0x200});
            waits(stream, NONE, NONE);
            moves(stream, THREAD, 0, 0, NONE, new long[] {0x900}); // preempted: that is no wait
            moves(stream, 0, 0, THREAD, NONE, NONE);
            waits(stream, NONE, new long[] {0x100, 0x200});
            waits(stream, NONE, new long[] {0x300});
        }
        Analysis analysis = analysis();
        assertThat(stacks(analysis)).containsExactly("0x200;0x100", "-", "0x200;0x100", "…;0x300");
        Files.writeString(directory.resolve("A/kernel/metadata"), Ctf2OfStacks.metadata());
        assertThat(stacks(analysis())).as("as CTF 2").isEqualTo(stacks(analysis));
    }

    /** Thread 8 wakes it with a stack; then an interrupt does while 8 runs, whose stack it is not. */
    @Test
    void theWakersStackIsReadIfItIsAskedForAndAThreadEndedTheWait() throws IOException {
        CtfDeclaration.Event entry = declaration.event("irq_handler_entry", "irq", CtfType.signed(32), "name", CtfType.text());
        CtfDeclaration.Event exit = declaration.event("irq_handler_exit", "irq", CtfType.signed(32), "ret", CtfType.signed(32));
        try (CtfWriter writer = writer(); CtfStreamWriter stream = writer.stream("c_0", 0)) {
            moves(stream, 0, 0, THREAD, NONE, NONE);
            for (boolean interrupt : new boolean[] {false, true}) {
                moves(stream, THREAD, 1, 8, NONE, new long[] {0x100, 0x200});
                if (interrupt) {
                    stream.begin(entry, time += 100);
                    stream.integers().integers().integer(1).text("nic").end();
                }
                stream.begin(waking, time += 100);
                stream.integers().integers(0x300, 0x400).text("t").integer(THREAD).integer(20).integer(0).end();
                if (interrupt) {
                    stream.begin(exit, time += 100);
                    stream.integers().integers().integer(1).integer(1).end();
                }
                moves(stream, 8, 1, THREAD, NONE, NONE);
            }
        }
        assertThat(wakers(true)).containsExactly("[0x400, 0x300]", "[]");
        assertThat(wakers(false)).containsExactly("[]", "[]");
    }

    /** Of each wait of the thread, in order, what the one was in who ended it. */
    private List<String> wakers(boolean asked) throws IOException {
        Analysis analysis = Analysis.of(List.of(directory), OpenOptions.DEFAULT,
                Question.ALL.with(FunctionQuestion.SYMBOLS, List.of()).with(OffCpuQuestion.WAKER, asked), Progress.NONE);
        Timeline timeline = analysis.timeline();
        int thread = timeline.threadCount() - 1;
        while (timeline.tid(thread) != THREAD) {
            thread--;
        }
        int found = thread;
        WaitCode code = new WaitCode(timeline,
                new OffCpu.Code(null, null, analysis.get(OffCpuQuestion.SYSTEM_CALLS), analysis.get(StackQuestion.STACKS).names()));
        return java.util.stream.IntStream.range(timeline.firstSegment(thread), timeline.endSegment(thread))
                .filter(segment -> timeline.state(segment) == ThreadState.BLOCKED)
                .mapToObj(segment -> code.waker(found, segment).whole().toString()).toList();
    }

    @Test
    void aStackOfWhichTheTracerHadNoRoomForAllIsNotWhole() throws IOException {
        long[] cut = LongStream.concat(LongStream.range(1, 129), LongStream.of(-1)).toArray();
        try (CtfWriter writer = writer(); CtfStreamWriter stream = writer.stream("c_0", 0)) {
            moves(stream, 0, 0, THREAD, NONE, NONE);
            waits(stream, NONE, cut);
            waits(stream, NONE, Arrays.copyOf(cut, 128));
            waits(stream, new long[] {-1}, new long[] {-1});
        }
        List<String> stacks = stacks(analysis());
        assertThat(stacks.get(0)).startsWith("…;0x80;0x7f").endsWith(";0x1");
        assertThat(stacks.get(1)).startsWith("0x80;0x7f");
        assertThat(stacks.get(2)).as("a mark and nothing else").isEqualTo("-");
        assertThat(analysis().get(StackQuestion.STACKS)).satisfies(found -> assertThat(StackQuestion.STACKS.caveats(analysis()))
                .extracting(Caveat::kind).contains("stacks-not-whole", "stacks-without-names"));
    }

    @Test
    void stacksBeforeAnotherProgramWasRunAreNotNamedByItsMap() throws IOException {
        Files.createDirectories(directory.resolve("A/symbols/maps"));
        Files.writeString(directory.resolve("A/symbols/maps/" + THREAD), "1000-2000 r-xp 00000000 fe:00 1 /opt/second\n");
        try (CtfWriter writer = writer(); CtfStreamWriter stream = writer.stream("c_0", 0)) {
            moves(stream, 0, 0, THREAD, NONE, NONE);
            waits(stream, NONE, new long[] {0x1100});
            stream.begin(exec, time += 100);
            stream.integers().integers().text("/opt/second").integer(THREAD).integer(THREAD).end();
            waits(stream, NONE, new long[] {0x1100, 0x5000, 0x1200});
        }
        Analysis analysis = analysis();
        assertThat(stacks(analysis)).containsExactly("…;0x1100", "…;second+0x100");
    }

    /** The length of the last stack says more than the packet holds, or more than any. */
    @Test
    void aStackThatIsLongerThanItsPacketCostsThePacketAndNotTheRecording() throws IOException {
        for (int length : new int[] {0x7fff_ffff, -1, 1 << 20, 9_000}) {
            time = 1_000;
            try (CtfWriter writer = writer(); CtfStreamWriter stream = writer.stream("c_0", 0)) {
                moves(stream, 0, 0, THREAD, NONE, NONE);
                waits(stream, NONE, new long[] {0x100});
                stream.flush();
                waits(stream, NONE, new long[] {0x7777_1234_5678L});
                stream.flush();
                waits(stream, NONE, new long[] {0x300});
            }
            Path file = directory.resolve("A/kernel/c_0");
            byte[] bytes = Files.readAllBytes(file);
            int at = 0;
            while (!(bytes[at] == 0x78 && bytes[at + 1] == 0x56 && bytes[at + 2] == 0x34 && bytes[at + 3] == 0x12)) {
                at++;
            }
            for (int i = 0; i < 4; i++) {
                bytes[at - 4 + i] = (byte) (length >> 8 * i);
            }
            Files.write(file, bytes);
            Analysis analysis = analysis();
            assertThat(analysis.caveats()).as("%d", length).extracting(Caveat::kind).contains("broken-packet");
            assertThat(stacks(analysis)).as("%d", length).contains("…;0x100").doesNotContain("…;0x777712345678");
        }
    }

    @Test
    void addressesOutsideOfEveryLibraryAreNoCallersAndKeepNoNameOfANeighbour() throws IOException {
        Files.createDirectories(directory.resolve("A/symbols/maps"));
        Files.writeString(directory.resolve("A/symbols/maps/" + THREAD),
                "1000-2000 r-xp 00000000 fe:00 1 /opt/a\n3000-4000 rw-p 00000000 fe:00 1 /opt/data\nnonsense\n");
        try (CtfWriter writer = writer(); CtfStreamWriter stream = writer.stream("c_0", 0)) {
            moves(stream, 0, 0, THREAD, NONE, NONE);
            waits(stream, NONE, new long[] {0x1100, 0xfff, 0x1200}); // below all
            waits(stream, NONE, new long[] {0x1100, 0x2001, 0x1200}); // in the gap
            waits(stream, NONE, new long[] {0x1100, 0x3100}); // data
            waits(stream, NONE, new long[] {0x1100, Long.MIN_VALUE + 1}); // above all, and not a negative number
            waits(stream, NONE, new long[] {0x1100, 0x2000}); // a call at the very end returns to the byte behind
            waits(stream, NONE, new long[] {0x1100, 0});
        }
        assertThat(stacks(analysis())).containsExactly("…;a+0x100", "…;a+0x100", "…;a+0x100", "…;a+0x100", "a+0x1000;a+0x100",
                "…;a+0x100");
    }

    /** A switch with the kernel's side alone, another with the program's, and one with neither. */
    @Test
    void oneSideAloneIsAStackAndNoSideIsNone() throws IOException {
        try (CtfWriter writer = writer(); CtfStreamWriter stream = writer.stream("c_0", 0)) {
            moves(stream, 0, 0, THREAD, NONE, NONE);
            waits(stream, new long[] {0xffffffff81000010L}, NONE);
            waits(stream, NONE, new long[] {0x100});
            waits(stream, NONE, NONE);
        }
        Analysis analysis = analysis();
        assertThat(stacks(analysis)).containsExactly("", "…;0x100", "-");
    }

    @Test
    void aLongStackThatFitsIsCutToWhatAStackCanBe() throws IOException {
        try (CtfWriter writer = writer(); CtfStreamWriter stream = writer.stream("c_0", 0)) {
            moves(stream, 0, 0, THREAD, NONE, NONE);
            waits(stream, LongStream.range(1, 200).toArray(), LongStream.range(1, 250).toArray());
        }
        assertThat(stacks(analysis())).singleElement().satisfies(stack -> assertThat(stack.split(";")).hasSize(249));
    }
}
