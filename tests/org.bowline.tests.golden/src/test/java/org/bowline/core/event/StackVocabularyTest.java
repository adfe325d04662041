/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.event.StackVocabulary.Fact;
import org.bowline.core.event.StackVocabulary.Side;
import org.bowline.ctf.EventCursor;
import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.trace.CtfTrace;
import org.bowline.testkit.CtfDeclaration;
import org.bowline.testkit.CtfStreamWriter;
import org.bowline.testkit.CtfType;
import org.bowline.testkit.CtfWriter;

/** The events of call stacks, of written traces: what each tells, and in which traces there are any. */
class StackVocabularyTest {
    private static final CtfType STACK = new CtfType.Sequence(CtfType.unsigned(32), CtfType.unsigned(64));

    @TempDir private Path directory;
    private final CtfDeclaration declaration = new CtfDeclaration().uuid(new UUID(1, 2)).clock(new UUID(3, 4), 1_000_000_000L, 0, 0)
            .env("domain", "kernel");

    private CtfDeclaration.Event schedSwitch() {
        return declaration.event("sched_switch", "prev_tid", CtfType.signed(32), "next_tid", CtfType.signed(32));
    }

    private CtfWriter writer() throws IOException {
        return new CtfWriter(directory, declaration, CtfWriter.Metadata.TEXT, 1 << 12, false);
    }

    private static String addresses(Side side, EventCursor cursor) {
        List<String> found = new ArrayList<>();
        for (int i = 0; i < side.length(cursor); i++) {
            found.add(Long.toHexString(side.address(cursor, i)));
        }
        return side.name().charAt(0) + String.join(" ", found);
    }

    /** All that a trace tells, a line per event. */
    private List<String> told(boolean wakers) throws IOException {
        StackVocabulary words = new StackVocabulary(wakers);
        List<String> told = new ArrayList<>();
        try (CtfTrace trace = CtfTrace.open(directory, ReadOptions.STRICT); EventCursor cursor = trace.cursor(words.selection())) {
            while (cursor.next()) {
                Fact fact = words.fact(cursor);
                String stack = fact == Fact.LEAVES || fact == Fact.WAKES
                        ? " " + addresses(Side.KERNEL, cursor) + " " + addresses(Side.USER, cursor)
                        : "";
                told.add(fact == null ? "lost" : fact + " " + StackVocabulary.thread(cursor)
                        + (fact == Fact.BEGINS ? " of " + StackVocabulary.process(cursor) : "") + stack);
            }
        }
        return told;
    }

    private boolean isIn(boolean wakers) throws IOException {
        try (CtfTrace trace = CtfTrace.open(directory, ReadOptions.STRICT)) {
            return StackVocabulary.isIn(trace.metadata(), wakers);
        }
    }

    @Test
    void eachEventTellsItsThreadAndTheStacksOfBothSides() throws IOException {
        declaration.context("callstack_kernel", STACK, "callstack_user", STACK);
        CtfDeclaration.Event leaves = schedSwitch();
        CtfDeclaration.Event wakes = declaration.event("sched_waking", "tid", CtfType.signed(32));
        CtfDeclaration.Event forks = declaration.event("sched_process_fork", "child_tid", CtfType.signed(32), "child_pid",
                CtfType.signed(32));
        CtfDeclaration.Event executes = declaration.event("sched_process_exec", "tid", CtfType.signed(32));
        CtfDeclaration.Event other = declaration.event("sched_wakeup", "tid", CtfType.signed(32));
        try (CtfWriter writer = writer(); CtfStreamWriter stream = writer.stream("c_0", 0)) {
            stream.begin(leaves, 100);
            stream.integers(0xffffffff81000010L).integers(0x100, 0x200, StackVocabulary.CUT).integer(7).integer(8).end();
            stream.begin(wakes, 200);
            stream.integers().integers(0x300).integer(7).end();
            stream.begin(forks, 300);
            stream.integers().integers(0x400).integer(12).integer(11).end();
            stream.begin(executes, 400);
            stream.integers().integers().integer(12).end();
            stream.begin(other, 500);
            stream.integers().integers(0x500).integer(7).end();
            stream.discard(3);
            stream.begin(leaves, 600);
            stream.integers().integers().integer(8).integer(0).end();
        }
        assertThat(told(true)).containsExactly("LEAVES 7 Kffffffff81000010 U100 200 ffffffffffffffff", "WAKES 7 K U300", "BEGINS 12 of 11",
                "EXECUTES 12", "lost", "LEAVES 8 K U");
        assertThat(told(false)).as("nobody asked for those who wake").containsExactly(
                "LEAVES 7 Kffffffff81000010 U100 200 ffffffffffffffff",
                "BEGINS 12 of 11", "EXECUTES 12", "lost", "LEAVES 8 K U");
        assertThat(isIn(false)).isTrue();
    }

    /** lttng add-context without a channel's events adds to all; older tools add to single events. */
    @Test
    void aContextOfTheEventAloneIsReadAsWell() throws IOException {
        declaration.context("callstack_user", STACK);
        CtfDeclaration.Event leaves = schedSwitch();
        try (CtfWriter writer = writer(); CtfStreamWriter stream = writer.stream("c_0", 0)) {
            stream.begin(leaves, 100);
            stream.integers(0x100, 0x200).integer(7).integer(8).end();
        }
        List<String> common = told(false);
        String text = Files.readString(directory.resolve("metadata"));
        int begin = text.indexOf("\tevent.context := ");
        int end = text.indexOf("};\n\n", begin);
        String context = text.substring(begin, end);
        Files.writeString(directory.resolve("metadata"),
                text.replace(context, "").replace("\tfields := ", context.replace("event.context", "context") + "\tfields := "));
        assertThat(told(false)).isEqualTo(common).containsExactly("LEAVES 7 K U100 200");
        assertThat(isIn(false)).isTrue();
    }

    @Test
    void aTraceWithoutSuchAContextOrSuchAnEventHasNoStacks() throws IOException {
        declaration.context("vtid", CtfType.signed(32));
        CtfDeclaration.Event leaves = schedSwitch();
        try (CtfWriter writer = writer(); CtfStreamWriter stream = writer.stream("c_0", 0)) {
            stream.begin(leaves, 100);
            stream.integer(7).integer(7).integer(8).end();
        }
        assertThat(isIn(true)).as("another context").isFalse();
        assertThat(told(false)).containsExactly("LEAVES 7 K U");
    }

    @Test
    void stacksOfWakingEventsAloneAreForWhoAsksForThem() throws IOException {
        declaration.context("callstack_user", STACK);
        declaration.event("sched_waking", "tid", CtfType.signed(32));
        declaration.event("sys_enter", "id", CtfType.signed(32));
        try (CtfWriter writer = writer()) {
            writer.stream("c_0", 0).close();
        }
        assertThat(isIn(true)).isTrue();
        assertThat(isIn(false)).isFalse();
    }

    @Test
    void whichEventsHaveStacksThatAreRead() {
        assertThat(StackVocabulary.reads("sched_switch")).isTrue();
        assertThat(StackVocabulary.reads("sched_waking")).isTrue();
        assertThat(StackVocabulary.reads("sched_wakeup")).isFalse();
        assertThat(StackVocabulary.reads("sched_process_exec")).as("a stack is not what is read of it").isFalse();
    }
}
