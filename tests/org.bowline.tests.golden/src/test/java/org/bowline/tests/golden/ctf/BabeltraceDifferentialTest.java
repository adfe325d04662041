/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.ctf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.metadata.TraceMetadata;
import org.bowline.ctf.trace.CtfTrace;
import org.bowline.ctf.trace.MetadataReader;
import org.bowline.testkit.Babeltrace;
import org.bowline.testkit.Folders;
import org.bowline.testkit.TraceComparison;
import org.bowline.testkit.sim.KernelTraceGenerator;
import org.bowline.testkit.sim.KernelTraceGenerator.Options;

/**
 * Every trace is read with exactly the events, times, names and field values that babeltrace2 prints, wherever it reads the trace. Release
 * 2.1 (which reads CTF 2) is used for all if BOWLINE_BABELTRACE2_CTF2 names it.
 */
final class BabeltraceDifferentialTest {
    /** CTF 2 of a draft that no babeltrace2 reads: what the folder holds. */
    private static final Map<String, Long> DRAFT_EVENTS = Map.of("CTF2-7.0-barectf-event-before-packet", 2L, "CTF2-7.0-debug-info", 4L,
            "CTF2-7.0-smalltrace", 2L, "CTF2-7.0-trace-with-index", 4000L);
    /** Time goes backward in them, where babeltrace2 stops. */
    private static final List<String> STOPS = List.of("scp_src", "scp_dest");

    @TempDir Path temporary;

    @TestFactory
    Stream<DynamicTest> publicTracesAreReadAsBabeltraceDoes() {
        return tests(Folders.shared("traces/public").orElse(null), trace -> !trace.toString().contains("/fail/")
                && !DRAFT_EVENTS.containsKey(trace.getFileName().toString()) && !STOPS.contains(trace.getFileName().toString()));
    }

    @TestFactory
    Stream<DynamicTest> labTracesAreReadAsBabeltraceDoes() {
        return tests(Folders.shared("traces/lab").orElse(null), trace -> true);
    }

    @TestFactory
    Stream<DynamicTest> ourOwnTracesAreReadAsBabeltraceDoes() throws IOException {
        Path archives = Folders.repository().resolve("tests/traces");
        if (!Files.isDirectory(archives)) {
            return Stream.of(DynamicTest.dynamicTest("skipped", () -> assumeTrue(false, "tests/traces is absent")));
        }
        try (Stream<Path> folders = Files.list(archives)) {
            for (Path folder : folders.filter(Files::isDirectory).toList()) {
                Folders.unpack(folder, temporary.resolve(folder.getFileName().toString()));
            }
        }
        return tests(temporary, trace -> true);
    }

    @TestFactory
    Stream<DynamicTest> generatedTracesAreReadAsBabeltraceDoes() throws IOException {
        Path small = temporary.resolve("generated");
        KernelTraceGenerator.generate(new Options(60_000, 3, 2, 3, 7, true, true, 16384, 100, 20_000_000), small);
        Path alone = temporary.resolve("alone");
        KernelTraceGenerator.generate(new Options(20_000, 1, 1, 2, 8, true, false, 8192, 0, 0), alone);
        return Stream.concat(tests(small, trace -> true), tests(alone, trace -> true));
    }

    private interface Choice {
        boolean wanted(Path trace);
    }

    private static Stream<DynamicTest> tests(Path folder, Choice choice) {
        if (folder == null) {
            return Stream.of(DynamicTest.dynamicTest("skipped", () -> assumeTrue(false, "the folder shared/traces is absent")));
        }
        return Folders.traces(folder).stream().filter(choice::wanted)
                .map(trace -> DynamicTest.dynamicTest(folder.relativize(trace).toString(), () -> agree(trace)));
    }

    private static void agree(Path trace) throws IOException {
        boolean ctf2 = MetadataReader.read(trace.resolve("metadata")).format() == TraceMetadata.Format.CTF_2;
        Optional<Babeltrace> babeltrace = ctf2 ? Babeltrace.forCtf2() : Babeltrace.forCtf2().or(Babeltrace::installed);
        assumeTrue(babeltrace.isPresent(),
                ctf2 ? "no babeltrace2 of release 2.1 named by BOWLINE_BABELTRACE2_CTF2" : "no babeltrace2 on the path");
        TraceComparison.Result result = TraceComparison.compare(trace, babeltrace.orElseThrow());
        assertThat(result.difference()).as("%s", trace).isEmpty();
        assertThat(result.complete()).as("babeltrace2 reads %s to its end; it says %s", trace, result.complaint()).isTrue();
    }

    @Test
    void whereTimeGoesBackwardWeReadOnPastWhereBabeltraceStops() throws IOException {
        Path folder = Folders.shared("traces/public/synctraces").orElse(null);
        assumeTrue(folder != null, "the folder shared/traces/public is absent");
        Optional<Babeltrace> babeltrace = Babeltrace.installed();
        if (babeltrace.isPresent()) {
            TraceComparison.Result source = TraceComparison.compare(folder.resolve("scp_src"), babeltrace.get());
            TraceComparison.Result destination = TraceComparison.compare(folder.resolve("scp_dest"), babeltrace.get());
            assertThat(source.difference() + destination.difference()).isEmpty();
            assertThat(source.events()).isGreaterThanOrEqualTo(11_682);
            assertThat(destination.events()).isGreaterThanOrEqualTo(11_679);
        }
        assertThat(count(folder.resolve("scp_src")) + count(folder.resolve("scp_dest"))).isEqualTo(196_500);
    }

    @TestFactory
    Stream<DynamicTest> tracesInTheDraftOfCtf2AreReadWhole() {
        Path folder = Folders.shared("traces/public").orElse(null);
        return DRAFT_EVENTS.entrySet().stream().map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> {
            assumeTrue(folder != null, "the folder shared/traces/public is absent");
            assertThat(count(folder.resolve(entry.getKey()))).isEqualTo(entry.getValue());
        }));
    }

    private static long count(Path trace) throws IOException {
        long events = 0;
        try (CtfTrace open = CtfTrace.open(trace, ReadOptions.TOLERANT); EventCursor cursor = open.cursor(EventSelection.everything())) {
            while (cursor.next()) {
                events += cursor.kind() == EventCursor.LOST ? 0 : 1;
            }
        }
        return events;
    }
}
