/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.ctf.TraceReadException;

/** Whatever a metadata file holds, reading it ends, and ends well or in a {@link TraceReadException}. */
final class MetadataMutationTest {
    private static final int ROUNDS = 3000;
    /** Larger files are cut between two fragments, or left out: the parser spends the same code on less text. */
    private static final int MAX_BYTES = 30_000;
    private static final List<String> TOKENS = List.of("{", "}", "[", "]", "<", ">", ";", ":=", "=", "...", "struct", "variant", "enum",
            "integer",
            "18446744073709551615", "-9223372036854775808", "0", "\"", "'", "/*", "\\", "event", "stream", ".", ",", ":", "*", "null",
            "\u001e", "\\ud800",
            "\"type\"", "\"structure\"", "typealias", "1e999", "999999999999999999999");

    @Test
    void mutatedMetadataIsReadOrRefused() throws Exception {
        long seed = Long.getLong("bowline.seed", 20261120L);
        List<byte[]> corpus = corpus();
        Random random = new Random(seed);
        int refused = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] mutant = mutate(corpus.get(random.nextInt(corpus.size())), corpus, random);
            try {
                Samples.read(mutant);
            } catch (TraceReadException expected) {
                assertThat(expected.getMessage()).startsWith("Cannot read metadata");
                refused++;
            } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
                throw new AssertionError("seed " + seed + ", round " + round + ": " + Base64.getEncoder().encodeToString(mutant), e);
            }
        }
        assertThat(refused).as("mutants refused, seed %d", seed).isBetween(ROUNDS / 10, ROUNDS - 1);
    }

    @Test
    void metadataCutAnywhereIsReadOrRefused() throws Exception {
        for (byte[] whole : corpus()) {
            for (int length = 0; length < whole.length; length += 1 + length / 50) {
                byte[] cut = Arrays.copyOf(whole, length);
                try {
                    Samples.read(cut);
                } catch (TraceReadException expected) {
                    assertThat(expected).hasMessageContaining("Cannot read metadata");
                }
            }
        }
    }

    @Test
    void theOriginalsOfTheMutantsAreRead() throws Exception {
        List<byte[]> corpus = corpus();
        assertThat(corpus).hasSizeGreaterThanOrEqualTo(6);
        for (byte[] original : corpus) {
            assertThat(Samples.read(original).eventClasses()).isNotEmpty();
        }
    }

    private static List<byte[]> corpus() throws IOException {
        List<byte[]> corpus = new ArrayList<>();
        for (byte[] recorded : Samples.recorded()) {
            if (recorded.length <= MAX_BYTES) {
                corpus.add(recorded);
            } else if (recorded[0] == 0x1E) {
                int end = MAX_BYTES;
                while (recorded[end] != 0x1E) {
                    end--;
                }
                corpus.add(Arrays.copyOf(recorded, end));
            }
        }
        String tsdl = Samples.PRELUDE + Samples.TRACE + """
                env { hostname = "A"; }; clock { name = c; freq = 1000; offset_s = -1; };
                struct header { enum : uint8_t { compact = 0 ... 30, extended = 31 } id; variant <id> {
                struct { integer { size = 32; map = clock.c.value; } timestamp; } compact;
                struct { uint32_t id; } extended; } v; } align(8);
                stream { id = 0; event.header := struct header; packet.context := struct { uint32_t cpu_id; }; };
                event { name = "e"; id = 1; stream_id = 0;
                fields := struct { uint8_t n; uint16_t x[n][2]; string s; typedef int t; t y; }; };
                """;
        corpus.add(tsdl.getBytes(StandardCharsets.UTF_8));
        corpus.add(Samples.packets(tsdl, ByteOrder.BIG_ENDIAN, new byte[16], 200, 10));
        corpus.add(Samples.sequence("{'type':'preamble','version':2}", "{'type':'clock-class','id':'c','frequency':1000}",
                "{'type':'field-class-alias','name':'u8','field-class':{'type':'fixed-length-unsigned-integer','length':8,"
                        + "'byte-order':'big-endian'}}",
                "{'type':'data-stream-class','default-clock-class-id':'c'}",
                "{'type':'event-record-class','name':'e','payload-field-class':{'type':'structure','member-classes':["
                        + "{'name':'n','field-class':'u8'},{'name':'v','field-class':{'type':'variant',"
                        + "'selector-field-location':{'path':['n']},"
                        + "'options':[{'selector-field-ranges':[[0,5]],'field-class':{'type':'optional',"
                        + "'selector-field-location':{'path':['n']},"
                        + "'selector-field-ranges':[[1,2]],'field-class':{'type':'static-length-array','length':3,"
                        + "'element-field-class':'u8'}}}]}}]}}")
                .getBytes(StandardCharsets.UTF_8));
        return corpus;
    }

    private static byte[] mutate(byte[] original, List<byte[]> corpus, Random random) {
        byte[] mutant = original.clone();
        for (int i = 1 + random.nextInt(2); i > 0 && mutant.length > 0; i--) {
            int at = random.nextInt(mutant.length);
            switch (random.nextInt(7)) {
                case 0 -> mutant[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> mutant[at] = (byte) random.nextInt(256);
                case 2 -> mutant = Arrays.copyOf(mutant, at);
                case 3 -> mutant = splice(mutant, at, Math.min(mutant.length, at + random.nextInt(40)), new byte[0]);
                case 4 -> mutant = splice(mutant, at, at, TOKENS.get(random.nextInt(TOKENS.size())).getBytes(StandardCharsets.UTF_8));
                case 5 -> {
                    byte[] other = corpus.get(random.nextInt(corpus.size()));
                    int from = random.nextInt(other.length);
                    mutant = splice(mutant, at, at, Arrays.copyOfRange(other, from, Math.min(other.length, from + random.nextInt(300))));
                }
                default -> {
                    int end = Math.min(mutant.length, at + random.nextInt(200));
                    mutant = splice(mutant, at, at, Arrays.copyOfRange(mutant, at, end));
                }
            }
        }
        return mutant;
    }

    private static byte[] splice(byte[] bytes, int from, int to, byte[] with) {
        byte[] result = new byte[bytes.length - (to - from) + with.length];
        System.arraycopy(bytes, 0, result, 0, from);
        System.arraycopy(with, 0, result, from, with.length);
        System.arraycopy(bytes, to, result, from + with.length, bytes.length - to);
        return result;
    }

    @Test
    void sharedMetadataMutatedIsReadOrRefused() throws Exception {
        Path traces = Samples.sharedTraces();
        long seed = Long.getLong("bowline.seed", 7L);
        Random random = new Random(seed);
        for (String name : List.of("public/many-threads", "public/perf-taskset2",
                "public/babeltrace/succeed/meta-variant-reserved-keywords",
                "public/CTF2-7.0-debug-info", "lab/w1-ctf2/A/kernel/kernel")) {
            byte[] original = Files.readAllBytes(traces.resolve(name).resolve("metadata"));
            for (int round = 0; round < 20; round++) {
                byte[] mutant = mutate(original, List.of(original), random);
                try {
                    Samples.read(mutant);
                } catch (TraceReadException expected) {
                    assertThat(expected).as("%s, seed %d, round %d", name, seed, round).hasMessageContaining("Cannot read metadata");
                }
            }
        }
    }
}
