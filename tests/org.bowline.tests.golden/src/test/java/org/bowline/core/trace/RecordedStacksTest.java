/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.offcpu.SampleLog;
import org.bowline.core.offcpu.StackLog;
import org.bowline.core.progress.Progress;
import org.bowline.core.symbol.RecordedSymbols;
import org.bowline.testkit.CtfDeclaration;
import org.bowline.testkit.CtfStreamWriter;
import org.bowline.testkit.CtfType;
import org.bowline.testkit.CtfWriter;

/** Call stacks of a written recording, with what was collected beside it. */
class RecordedStacksTest {
    private static final int THREAD = 7;

    @TempDir private Path directory;

    /** A host whose thread waits twice, with stacks of the program alone. */
    private void record(String host, boolean stacks) throws IOException {
        CtfType stack = new CtfType.Sequence(CtfType.unsigned(32), CtfType.unsigned(64));
        CtfDeclaration declaration = new CtfDeclaration().uuid(new UUID(1, host.charAt(0)))
                .clock(new UUID(3, host.charAt(0)), 1_000_000_000L, 0, 0)
                .env("hostname", host).env("domain", "kernel").env("tracer_name", "lttng-modules");
        if (stacks) {
            declaration.context("callstack_kernel", stack, "callstack_user", stack);
        }
        CtfDeclaration.Event schedSwitch = declaration.event("sched_switch", "prev_comm", CtfType.characters(16), "prev_tid",
                CtfType.signed(32), "prev_prio", CtfType.signed(32), "prev_state", CtfType.signed(64), "next_comm", CtfType.characters(16),
                "next_tid", CtfType.signed(32), "next_prio", CtfType.signed(32));
        Files.createDirectories(directory.resolve(host));
        try (CtfWriter writer = new CtfWriter(directory.resolve(host + "/kernel"), declaration, CtfWriter.Metadata.TEXT, 1 << 16, false);
                CtfStreamWriter stream = writer.stream("c_0", 0)) {
            for (int i = 0; i < 5; i++) {
                boolean waits = i % 2 == 1;
                stream.begin(schedSwitch, 1_000 + 100L * i);
                if (stacks) {
                    stream.integers().integers(waits ? new long[] {0x1000 + 16L * i} : new long[0]);
                }
                stream.text(waits ? "t" : "swapper/0").integer(waits ? THREAD : 0).integer(20).integer(waits ? 1 : 0)
                        .text(waits ? "swapper/0" : "t").integer(waits ? 0 : THREAD).integer(20).end();
            }
        }
    }

    private @Nullable RecordedStacks read() throws IOException {
        try (Experiment experiment = Experiment.open(List.of(directory), OpenOptions.DEFAULT, Progress.NONE)) {
            return experiment.read(Progress.NONE).stacks(Progress.NONE);
        }
    }

    @Test
    void eachHostHasWhatWasCollectedThereAndFoldersOfProgramsAreFoundAboveTheTraces() throws IOException {
        record("A", true);
        record("B", false);
        Files.createDirectories(directory.resolve("A/symbols/maps"));
        Files.writeString(directory.resolve("A/symbols/maps/" + THREAD), "1000-2000 r-xp 00000000 00:00 0 /usr/bin/server\n");
        Files.writeString(directory.resolve("A/symbols/build-ids"), "12ab /usr/bin/server\n");
        Path programs = Files.createDirectory(directory.resolve("bin"));
        RecordedStacks stacks = read();
        assertThat(stacks).isNotNull();
        assertThat(stacks.stacks().size()).isEqualTo(2);
        assertThat(stacks.stacks().waits()).isEqualTo(2);
        assertThat(List.of(stacks.stacks().address(0, 0), stacks.stacks().address(1, 0))).containsExactly(0x1010L, 0x1030L);
        assertThat(stacks.symbols()).hasSize(2);
        List<Integer> mapped = new ArrayList<>();
        for (RecordedSymbols host : stacks.symbols()) {
            mapped.add(host.maps().size());
            assertThat(host.buildIds()).hasSize(host.maps().size());
            assertThat(host.kernel().size()).as("no address is the kernel's").isZero();
        }
        assertThat(mapped).as("by number of the host: A, then B").containsExactly(1, 0);
        assertThat(stacks.beside()).contains(programs.toAbsolutePath(), directory.resolve("A/symbols").toAbsolutePath());
    }

    @Test
    void whereNoHostHasStacksThereIsNothing() throws IOException {
        record("A", false);
        assertThat(read()).isNull();
    }

    @Test
    void theListsAreItsOwn() {
        List<RecordedSymbols> symbols = new ArrayList<>(List.of(RecordedSymbols.NONE));
        List<Path> beside = new ArrayList<>(List.of(directory));
        RecordedStacks stacks = new RecordedStacks(StackLog.EMPTY, SampleLog.EMPTY, symbols, beside);
        symbols.clear();
        beside.clear();
        assertThat(stacks.symbols()).containsExactly(RecordedSymbols.NONE);
        assertThat(stacks.beside()).containsExactly(directory);
        assertThat(stacks.stacks()).isSameAs(StackLog.EMPTY);
    }
}
