/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every event class, field, label, length and selector of real CTF 1.8 metadata against babeltrace2, where it is installed. */
final class BabeltraceDetailsTest {
    private static List<String> babeltrace(Path trace) throws IOException {
        Process process;
        try {
            process = new ProcessBuilder("babeltrace2", "-c", "source.ctf.fs", "-p", "inputs=[\"" + trace + "\"]", "-c",
                    "sink.text.details", "-p",
                    "with-data=no,color=\"never\"").redirectError(ProcessBuilder.Redirect.DISCARD).start();
        } catch (IOException e) {
            Assumptions.abort("babeltrace2 is not installed");
            throw e;
        }
        List<String> lines = new ArrayList<>();
        try (BufferedReader reader = new BufferedReader(process.inputReader(StandardCharsets.UTF_8))) {
            boolean inEvents = false;
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                boolean atStreamLevel = line.startsWith("    ") && line.charAt(4) != ' ';
                if (atStreamLevel || !line.startsWith("    ")) {
                    inEvents = line.startsWith("    Event ");
                }
                if (inEvents && !line.startsWith("      Log level:") && !line.startsWith("      EMF URI:")) {
                    lines.add(line);
                }
            }
        }
        return lines;
    }

    /** Thousands of lines: shows the first that differ, not all. */
    private static void assertSame(List<String> actual, List<String> expected) {
        int at = 0;
        while (at < Math.min(actual.size(), expected.size()) && actual.get(at).equals(expected.get(at))) {
            at++;
        }
        int from = Math.max(0, at - 5);
        assertThat(String.join("\n", actual.subList(from, Math.min(actual.size(), at + 10)))).as("from line %d", from)
                .isEqualTo(String.join("\n", expected.subList(from, Math.min(expected.size(), at + 10))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"public/many-threads", "public/bug446190", "public/synctraces/scp_src", "public/perf-taskset2",
        "public/flipping-endianness",
        "public/cyg-profile/glxgears-cyg-profile", "public/babeltrace/succeed/meta-variant-no-underscore",
        "public/babeltrace/succeed/meta-variant-reserved-keywords", "public/babeltrace/succeed/array-align-elem",
        "public/babeltrace/succeed/sequence",
        "public/babeltrace/succeed/debug-info", "public/babeltrace/succeed/wk-heartbeat-u",
        "public/babeltrace/succeed/lttng-tracefile-rotation/kernel",
        "lab/w3/A/kernel/kernel", "lab/w3/A/ust/ust/uid/0/64-bit", "lab/w1-functions/A/ust/ust/uid/0/64-bit"})
    void eventClassesAreThoseThatBabeltraceSees(String name) throws Exception {
        Path trace = Samples.sharedTraces().resolve(name);
        Assumptions.assumeTrue(Files.isDirectory(trace), "no trace " + trace);
        List<String> expected = babeltrace(trace);
        assertThat(expected).isNotEmpty();
        assertSame(BabeltraceDetails.of(MetadataReader.read(trace.resolve("metadata"))), expected);
    }

    /** Constructs that no tracer at hand writes; babeltrace2 reads them from a trace without streams' data. */
    static Stream<String> snippets() {
        return Stream.of(
                "uint8_t a[2][3]; int16 n; uint16_t l; uint8_t s[l][2]; struct { uint8_t l; uint8_t x[l]; struct { uint8_t y[l]; } t; } u;",
                "enum : uint64_t { big = 500, a = 5 ... 9, b, a = 100, \"q r\" } e; enum { low = -4, n0, n1 = -1 ... 7 } f;",
                "typedef uint8_t quad[4]; quad q; typealias uint16_t := word; word w; struct p pp; quad m[2];",
                "enum : uint8_t { _a, b } _t; variant <_t> { uint8_t _a; string b; } v;"
                        + " struct { enum : uint8_t { b, _a } _t; variant <_t> { uint8_t _a; struct { enum : uint8_t { x } t; "
                        + "variant <t> { string x; } y; } b; } w; } s;",
                "floating_point { exp_dig = 8; mant_dig = 24; } f; floating_point { exp_dig = 11; mant_dig = 53; align = 64; "
                        + "} d; string { encoding = ASCII; } s;",
                "integer { size = 8; encoding = UTF8; } c[3]; uint8_t n; integer { size = 8; encoding = ascii; align = 8; } "
                        + "t[n]; integer { size = 8; encoding = UTF8; } x;",
                "integer { size = 8; base = x; } a; integer { size = 8; base = octal; } b; integer { size = 8; base = b; } c; "
                        + "integer { size = 8; base = 010; } d;",
                "uint8_t __len; uint8_t _x[event.fields.__len]; struct { uint8_t k; } st; uint8_t _y[st.k]; uint8_t _z[event.fields.st.k];",
                "uint8_t a[stream.event.context.cc]; uint8_t b[stream.event.context.in.deep]; uint8_t c[stream.packet.context.pc];"
                        + " uint8_t e[event.context.sc]; uint8_t sc; uint8_t f[sc]; uint8_t g[event.fields.sc];");
    }

    @ParameterizedTest
    @MethodSource("snippets")
    void rareConstructsMeanWhatTheyMeanToBabeltrace(String fields, @TempDir Path trace) throws Exception {
        String metadata = Samples.PRELUDE + "typealias integer { size = 16; signed = true; } := int16;\n" + Samples.TRACE
                + "struct p { uint8_t x; uint8_t _y; };\n"
                + "stream { packet.context := struct { uint8_t pc; }; event.context := struct { uint8_t cc; struct { uint8_t "
                + "deep; } in; }; };\n"
                + "event { name = e; context := struct { uint8_t sc; }; fields := struct { " + fields + " }; };\n";
        Files.writeString(trace.resolve("metadata"), metadata);
        Files.write(trace.resolve("stream"), new byte[4096]);
        List<String> expected = babeltrace(trace);
        assertThat(expected).as("babeltrace2 reads this").isNotEmpty();
        assertSame(BabeltraceDetails.of(MetadataReader.read(trace.resolve("metadata"))), expected);
    }
}
