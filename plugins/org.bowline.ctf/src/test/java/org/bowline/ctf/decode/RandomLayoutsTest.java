/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.FieldVisitor;
import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.metadata.IntegerClass;
import org.bowline.ctf.metadata.Scope;
import org.bowline.ctf.trace.CtfTrace;

/** Programs, visitor and slots against what was written, over random metadata. */
class RandomLayoutsTest {
    @TempDir Path directory;

    private static final class Recorder implements FieldVisitor {
        private final List<String> seen = new ArrayList<>();

        @Override
        public void beginScope(Scope scope) {
            seen.add("scope " + scope);
        }

        @Override
        public void endScope(Scope scope) {
            seen.add("end");
        }

        @Override
        public void beginStruct(String name) {
            seen.add(name + " {");
        }

        @Override
        public void endStruct() {
            seen.add("}");
        }

        @Override
        public void beginArray(String name, int length) {
            seen.add(name + " [" + length);
        }

        @Override
        public void endArray() {
            seen.add("]");
        }

        @Override
        public void option(String name, String optionName) {
            seen.add(name + " option " + optionName);
        }

        @Override
        public void integer(String name, long value, IntegerClass type) {
            seen.add(name + " " + value);
        }

        @Override
        public void variableInteger(String name, long value, boolean signed) {
            seen.add(name + " " + value);
        }

        @Override
        public void real(String name, double value, int bits) {
            seen.add(name + " " + value);
        }

        @Override
        public void text(String name, String value) {
            seen.add(name + " " + value);
        }

        @Override
        public void blob(String name, byte[] bytes) {
            seen.add(name + " blob " + Arrays.toString(bytes));
        }

        @Override
        public void absent(String name) {
            seen.add(name + " absent");
        }
    }

    @Test
    void whatWasWrittenIsRead() throws Exception {
        int rounds = Seeds.rounds(500);
        assertThat(read(Seeds.seed(), rounds)).isGreaterThan(rounds * 2 / 3);
    }

    /** An array in an option of a variant, into another option of which a length refers: every element was read as the first one. */
    @Test
    void whatWasReadWronglyOnceIsRead() throws Exception {
        assertThat(read(17171212418790L, 122)).isGreaterThan(80);
    }

    /** Returns how many traces had anything to read. */
    private int read(long seed, int rounds) throws Exception {
        Random seeds = new Random(seed);
        int read = 0;
        for (int round = 0; round < rounds; round++) {
            long one = seeds.nextLong();
            RandomTrace trace = new RandomTrace(new Random(one), 12);
            // content ends with the last event, to the bit; the file with the byte
            Path folder = Files.createDirectories(directory.resolve("r" + round));
            Files.write(folder.resolve("s"), trace.packet());
            if (trace.packet().length == 0) {
                continue;
            }
            check(trace, folder, round + Seeds.hint(seed), new Random(one + 1));
            read++;
        }
        return read;
    }

    private static void check(RandomTrace written, Path folder, String hint, Random random) throws Exception {
        EventSelection.Builder builder = EventSelection.builder();
        List<List<String>> slots = new ArrayList<>();
        for (int i = 0; i < written.metadata().eventClasses().size(); i++) {
            List<String> paths = new ArrayList<>(written.paths(i));
            Collections.shuffle(paths, random);
            List<String> some = paths.subList(0, random.nextInt(paths.size() + 1));
            slots.add(some);
            builder.add("e" + i, some.toArray(String[]::new));
        }
        try (CtfTrace trace = CtfTrace.open(folder, written.metadata(), ReadOptions.STRICT);
                EventCursor cursor = trace.cursor(builder.build())) {
            int count = 0;
            for (RandomTrace.Expected event : written.events()) {
                String what = "round " + hint + ", event " + count + " " + written.metadata();
                assertThat(cursor.next()).as(what).isTrue();
                assertThat(cursor.eventClassIndex()).as(what).isEqualTo(event.eventClass());
                Recorder recorder = new Recorder();
                cursor.visit(recorder);
                assertThat(recorder.seen).as(what).isEqualTo(event.visited());
                List<String> wanted = slots.get(event.eventClass());
                for (int slot = 0; slot < wanted.size(); slot++) {
                    String expected = event.values().get(wanted.get(slot));
                    assertThat(cursor.has(slot)).as(wanted.get(slot) + " in " + what).isEqualTo(expected != null);
                    if (expected != null) {
                        assertThat(readings(cursor, slot)).as(wanted.get(slot) + " in " + what).contains(expected);
                    }
                }
                count++;
            }
        }
    }

    /** All ways to read a slot; one of them is right. */
    private static List<String> readings(EventCursor cursor, int slot) {
        List<String> elements = new ArrayList<>();
        for (int i = 0; i < cursor.length(slot); i++) {
            elements.add("" + cursor.element(slot, i));
        }
        return List.of("" + cursor.integer(slot), "" + cursor.real(slot), cursor.text(slot), "" + elements);
    }
}
