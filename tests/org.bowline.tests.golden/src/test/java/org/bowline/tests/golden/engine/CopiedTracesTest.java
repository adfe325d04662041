/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.OpenTrace;
import org.bowline.testkit.CtfDeclaration;
import org.bowline.testkit.CtfStreamWriter;
import org.bowline.testkit.CtfType;
import org.bowline.testkit.CtfWriter;

/** One trace that is twice below a directory is read once. */
class CopiedTracesTest {
    private static final UUID SESSION = new UUID(1, 2);

    @TempDir private Path directory;

    /** A trace with a stream of each of some processors, with an event at a time and so many more. */
    private void trace(String name, UUID uuid, String hostname, long begin, int more, int processors) throws IOException {
        CtfDeclaration declaration = new CtfDeclaration().clock(new UUID(3, 4), 1_000_000_000L, 1_700_000_000L, 0).uuid(uuid)
                .env("hostname", hostname).env("domain", "kernel").env("kernel_release", "6.1.0");
        CtfDeclaration.Event event = declaration.event("something", "value", CtfType.signed(32));
        try (CtfWriter writer = new CtfWriter(directory.resolve(name), declaration, CtfWriter.Metadata.TEXT, 4096, false)) {
            for (int cpu = 0; cpu < processors; cpu++) {
                CtfStreamWriter out = writer.stream("chan_" + cpu, cpu);
                for (int i = 0; i <= more; i++) {
                    out.begin(event, begin + i);
                    out.integer(i);
                    out.end();
                }
            }
        }
    }

    /** The traces that are read, and what is said of those that are not. */
    private void read(List<String> traces, String... said) throws IOException {
        try (Experiment experiment = Experiment.open(List.of(directory), OpenOptions.DEFAULT, Progress.NONE)) {
            assertThat(experiment.hosts()).flatExtracting(host -> host.traces()).extracting(OpenTrace::displayPath)
                    .containsExactlyInAnyOrderElementsOf(traces);
            assertThat(experiment.caveats()).filteredOn(caveat -> caveat.kind().equals("copied-trace")).extracting(Caveat::text)
                    .containsExactly(said);
        }
    }

    @Test
    void aTraceAndItsCopyAreReadOnceAndTheCopyIsNamed() throws IOException {
        trace("a", SESSION, "h", 1_000, 5, 2);
        trace("copy of a", SESSION, "h", 1_000, 5, 2);
        read(List.of("a"),
                "Left out copy of a: it is a copy of a (all its packets are in it, too), and all that is in it would count twice. Remove one of them.");
    }

    @Test
    void ofATraceAndACopyThatLacksAFileTheWholeOneIsRead() throws IOException {
        trace("a", SESSION, "h", 1_000, 5, 1);
        trace("whole", SESSION, "h", 1_000, 5, 2);
        read(List.of("whole"),
                "Left out a: it is a copy of whole (all its packets are in it, too), and all that is in it would count twice. Remove one of them.");
    }

    @Test
    void laterPartsOfASessionAreNoCopies() throws IOException {
        trace("a", SESSION, "h", 1_000, 5, 2);
        trace("b", SESSION, "h", 2_000, 5, 2);
        read(List.of("a", "b"));
    }

    @Test
    void anotherSessionOrAnotherHostIsNoCopy() throws IOException {
        trace("a", SESSION, "h", 1_000, 5, 2);
        trace("b", new UUID(5, 6), "h", 1_000, 5, 2);
        trace("c", SESSION, "g", 1_000, 5, 2);
        read(List.of("a", "b", "c"));
    }
}
