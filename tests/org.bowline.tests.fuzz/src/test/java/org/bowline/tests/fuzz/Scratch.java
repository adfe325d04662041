/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.trace.CtfTrace;
import org.bowline.testkit.PrettyPrinter;

/** A folder for one input at a time, and what every target does with a trace: read it all. */
final class Scratch {
    private final Path folder;

    Scratch() {
        try {
            folder = Files.createTempDirectory("fuzz");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(this::clear));
    }

    Path folder() {
        return folder;
    }

    /** Writes a file of the trace; a present one is replaced, not changed, for it may still be mapped. */
    Path file(String name, byte[] bytes) {
        Path file = folder.resolve(name);
        try {
            Files.createDirectories(file.resolveSibling(""));
            Files.deleteIfExists(file);
            return Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void clear() {
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads all events: all fields of each, and again those that are selected.
     *
     * @param bytes of all stream files
     */
    static void readAll(CtfTrace trace, long bytes) throws IOException {
        long events = 0;
        try (EventCursor cursor = trace.cursor(EventSelection.everything())) {
            PrettyPrinter printer = new PrettyPrinter(trace.metadata());
            long before = Long.MIN_VALUE;
            while (cursor.next()) {
                assertThat(++events).as("events and notices that %d bytes hold", bytes).isLessThanOrEqualTo(16 * bytes + 16);
                assertThat(cursor.timeNanos()).as("time goes on").isGreaterThanOrEqualTo(before);
                before = cursor.timeNanos();
                if (cursor.kind() != EventCursor.LOST) {
                    printer.print("", cursor);
                }
            }
        }
        EventSelection.Builder builder = EventSelection.builder();
        trace.metadata().eventClasses()
                .forEach(event -> builder.add(event.name(), "n", "t", "s", "a", "v.x", "v.y.z", "o", "$packet.cpu_id"));
        try (EventCursor cursor = trace.cursor(builder.build())) {
            long sum = 0;
            while (cursor.next()) {
                for (int slot = 0; cursor.kind() != EventCursor.LOST && slot < 9; slot++) {
                    sum += cursor.has(slot)
                            ? cursor.integer(slot) + cursor.length(slot) + cursor.text(slot).length() + (long) cursor.real(slot) : 0;
                    sum += cursor.element(slot, 0);
                }
            }
            assertThat(cursor.progress()).as("sum %d", sum).isBetween(0.0, 1.0);
        }
        assertThat(trace.caveats()).allSatisfy(caveat -> assertThat(caveat.text()).isNotBlank());
    }
}
