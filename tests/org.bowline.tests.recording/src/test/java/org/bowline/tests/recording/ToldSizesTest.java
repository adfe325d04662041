/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;

/** Requests that tell how much work they are are compared at equal sizes, without anybody asking. */
final class ToldSizesTest {
    /** What a request of a sort costs grows with its size; each fourth of them costs half a size more. */
    private static final String PROGRAM = """
            #include <bowline.h>
            static volatile unsigned sink;
            static void burn(uint64_t loops) { for (uint64_t i = 0; i < loops; i++) sink += (unsigned) i; }
            int main(void) {
              for (unsigned i = 0; i < 60; i++) {
                uint64_t size = 1 + i * 7 % 10;
                uint64_t request = bowline_interval_start_sized("sized", size);
                burn(size * 400000 + (i % 4 == 0 ? 200000 : 0));
                bowline_interval_end(request);
                request = bowline_interval_start("plain");
                burn(size * 4000);
                bowline_interval_end(request);
                request = i == 3 ? bowline_interval_start("mixed") : bowline_interval_start_sized("mixed", size);
                burn(size * 4000);
                bowline_interval_end(request);
              }
              return 0;
            }
            """;

    @Test
    void theSizeThatAProgramTellsIsTakenOfLabelsOfWhichAllTellIt() throws Exception {
        Path made = Annotated.makeWithLibrary();
        try (LttngDaemon daemon = LttngDaemon.start()) {
            Path source = Annotated.write(daemon, "sizes.c", PROGRAM);
            Path program = daemon.home().resolve("sizes");
            Command.of("gcc", "-O1", "-I" + Annotated.SOURCES.resolve("c"), "-Wl,-rpath," + made, "-o", program.toString(),
                    source.toString(),
                    "-ldl").succeed();
            Path traces = daemon.record("sizes", "bowline:*");
            daemon.command(program.toString()).succeed();
            daemon.stop("sizes");
            assertThat(RecordedEvent.read(traces)).extracting(RecordedEvent::toString)
                    .anyMatch(text -> text.endsWith("label:text=sized size:s64=10"))
                    .anyMatch(text -> text.endsWith("label:text=plain size:s64=-1"));
            ImaginedKernel.write(traces, traces.resolve("kernel"));
            String text = SamplesTest.bowline("variance", traces.toString());
            String mixed = between(text, "mixed: 60 intervals", "plain: 60 intervals");
            String plain = between(text, "plain: 60 intervals", "sized: 60 intervals");
            String sized = text.substring(text.indexOf("sized: 60 intervals"));
            assertThat(mixed).doesNotContain("equal sizes");
            assertThat(plain).doesNotContain("equal sizes");
            assertThat(sized).contains("of the variance goes with the size (size, mean 5.5): for each 1 of it",
                    "At equal sizes the standard deviation is",
                    "1 interval has no size, and others of the same label (mixed) have: these labels are not compared at equal sizes."
                            + " With --size field=size they are, without the intervals that have none.");
            String asked = SamplesTest.bowline("variance", traces.toString(), "--size", "field=size");
            assertThat(asked).contains("mixed: 59 intervals", "sized: 60 intervals", "61 intervals have no size").doesNotContain("plain: ");
        }
    }

    private static String between(String text, String from, String to) {
        assertThat(text).contains(from, to);
        return text.substring(text.indexOf(from), text.indexOf(to));
    }
}
