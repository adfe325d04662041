/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;

import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.TimelineColumns;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tests.fuzz.Checked;
import org.bowline.tests.fuzz.Facts;

/** A stored analysis that was changed: with right checksums, or byte by byte. What is loaded answers every question; the rest is not loaded. */
final class StoreFuzz {
    private static final String PRINT = "bowline-fuzz";
    private static final List<AnalysisResult> RESULTS = results();
    private static final Path FILE = file();

    private static List<AnalysisResult> results() {
        List<AnalysisResult> results = new ArrayList<>();
        for (int seed = 0; seed < 4; seed++) {
            byte[] bytes = new byte[1_500];
            new Random(seed).nextBytes(bytes);
            results.add(Facts.result(bytes));
        }
        return results;
    }

    private static Path file() {
        try {
            Path file = Files.createTempFile("fuzz", ".store");
            file.toFile().deleteOnExit();
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @FuzzTest
    void isLoadedWholeOrNotAtAll(FuzzedDataProvider data) throws IOException {
        AnalysisResult stored = data.pickValue(RESULTS);
        List<Object> sections = new ArrayList<>(TimelineColumns.of(stored.timeline()));
        sections.add(ResultCodec.encode(stored));
        boolean raw = data.consumeInt(0, 3) == 0;
        boolean changed = false;
        for (int changes = data.consumeInt(0, 6); changes > 0 && !raw; changes--) {
            int section = data.consumeInt(0, sections.size() - 1);
            sections.set(section, change(sections.get(section), data));
            changed = true;
        }
        try (FileChannel channel = FileChannel.open(FILE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            StoreFile.write(channel, PRINT.getBytes(StandardCharsets.UTF_8), sections, Progress.NONE);
        }
        if (raw) {
            byte[] bytes = Files.readAllBytes(FILE);
            for (int changes = data.consumeInt(1, 4); changes > 0; changes--) {
                bytes[data.consumeInt(0, bytes.length - 1)] ^= data.consumeByte();
            }
            Files.write(FILE, data.consumeBoolean() ? bytes : Arrays.copyOf(bytes, data.consumeInt(0, bytes.length)));
        }
        Optional<AnalysisResult> loaded = AnalysisStore.load(FILE, PRINT, Progress.NONE);
        if (!changed && !raw) {
            assertThat(loaded).isPresent();
        }
        if (loaded.isPresent()) {
            AnalysisResult result = loaded.get();
            if (raw) {
                assertThat(Arrays.deepEquals(TimelineColumns.of(result.timeline()).toArray(),
                        TimelineColumns.of(stored.timeline()).toArray())).as("equal to what was stored").isTrue();
            } else {
                Checked.ask(result, result.timeline().startNanos(), result.timeline().endNanos(), data.consumeInt(0, 7) == 0);
            }
        }
    }

    /** Another array of the same sort, or, seldom, of another. */
    private static Object change(Object array, FuzzedDataProvider data) {
        int length = java.lang.reflect.Array.getLength(array);
        int newLength = data.consumeInt(0, 7) == 0 ? data.consumeInt(0, length + 4) : length;
        int at = newLength == 0 ? 0 : data.consumeInt(0, newLength - 1);
        long value = data.consumeBoolean() ? data.consumeLong() : data.consumeInt(-2, 40);
        if (data.consumeInt(0, 31) == 0) {
            return new short[newLength];
        }
        if (array instanceof long[] longs) {
            long[] copy = Arrays.copyOf(longs, newLength);
            if (newLength > 0) {
                copy[at] = data.consumeBoolean() ? value : copy[at] + value;
            }
            return copy;
        }
        if (array instanceof int[] ints) {
            int[] copy = Arrays.copyOf(ints, newLength);
            if (newLength > 0) {
                copy[at] = (int) value;
            }
            return copy;
        }
        if (array instanceof short[] shorts) {
            short[] copy = Arrays.copyOf(shorts, newLength);
            if (newLength > 0) {
                copy[at] = (short) value;
            }
            return copy;
        }
        byte[] copy = Arrays.copyOf((byte[]) array, newLength);
        if (newLength > 0) {
            copy[at] = (byte) value;
        }
        return copy;
    }
}
