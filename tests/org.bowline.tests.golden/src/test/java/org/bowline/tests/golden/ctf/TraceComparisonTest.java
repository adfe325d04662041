/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.ctf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.testkit.Babeltrace;
import org.bowline.testkit.CtfDeclaration;
import org.bowline.testkit.CtfStreamWriter;
import org.bowline.testkit.CtfType;
import org.bowline.testkit.CtfWriter;
import org.bowline.testkit.TraceComparison;

/** The comparison with babeltrace2 notices what it is there to notice: a stand-in for babeltrace2 prints something slightly different. */
final class TraceComparisonTest {
    @TempDir Path temporary;

    private Path trace() throws IOException {
        Path directory = temporary.resolve("trace");
        CtfDeclaration declaration = new CtfDeclaration();
        CtfDeclaration.Event event = declaration.event("tick", "count", CtfType.signed(32), "word", CtfType.text());
        try (CtfWriter writer = new CtfWriter(directory, declaration, CtfWriter.Metadata.TEXT, 4096, false)) {
            CtfStreamWriter stream = writer.stream("c0", 0);
            for (int i = 0; i < 3; i++) {
                stream.begin(event, 1000 + i);
                stream.integer(i).text(i == 1 ? "" : "w");
                stream.end();
            }
        }
        return directory;
    }

    private TraceComparison.Result compareWith(String... lines) throws IOException {
        Path script = temporary.resolve("printer");
        Files.writeString(script, "#!/bin/sh\ncat <<'END'\n" + String.join("\n", lines) + "\nEND\n");
        assumeTrue(script.toFile().setExecutable(true), "scripts cannot be executed here");
        return TraceComparison.compare(trace(), Babeltrace.command(script.toString(), false));
    }

    private static String line(int i, int count, String word) {
        return "timestamp = 0.00000100" + i + ", name = tick, stream.packet.context = { cpu_id = 0 }, event.fields = { count = " + count
                + ", word = \""
                + word + "\" }";
    }

    @Test
    void equalEventsAreEqual() throws IOException {
        TraceComparison.Result result = compareWith(line(0, 0, "w"), line(1, 1, ""), line(2, 2, "w"));
        assertThat(result.difference()).isEmpty();
        assertThat(result.events()).isEqualTo(3);
        assertThat(result.complete()).isTrue();
    }

    @Test
    void anOldReleasesEmptyTextIsForgiven() throws IOException {
        assertThat(compareWith(line(0, 0, "w"), line(1, 1, "stale"), line(2, 2, "w")).difference()).isEmpty();
    }

    @Test
    void anotherTextIsADifference() throws IOException {
        assertThat(compareWith(line(0, 0, "x"), line(1, 1, ""), line(2, 2, "w")).difference()).contains("instead of");
    }

    @Test
    void anotherNumberIsADifference() throws IOException {
        assertThat(compareWith(line(0, 0, "w"), line(1, 1, ""), line(2, 3, "w")).difference()).contains("instead of");
    }

    @Test
    void anotherTimeIsADifference() throws IOException {
        assertThat(compareWith(line(0, 0, "w"), line(2, 1, ""), line(3, 2, "w")).difference()).contains("time");
    }

    @Test
    void anEventTooFewIsADifference() throws IOException {
        assertThat(compareWith(line(0, 0, "w"), line(1, 1, "")).difference()).contains("we have also");
    }

    @Test
    void anEventTooManyIsADifference() throws IOException {
        assertThat(compareWith(line(0, 0, "w"), line(1, 1, ""), line(2, 2, "w"), line(3, 3, "w")).difference()).isNotEmpty();
    }

    @Test
    void theRealOneAgreesToo() throws IOException {
        Optional<Babeltrace> babeltrace = Babeltrace.installed();
        assumeTrue(babeltrace.isPresent(), "no babeltrace2 on the path");
        assertThat(TraceComparison.compare(trace(), babeltrace.get()).difference()).isEmpty();
    }
}
