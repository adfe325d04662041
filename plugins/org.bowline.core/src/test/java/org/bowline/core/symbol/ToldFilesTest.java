/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.symbol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.bowline.core.testing.Seeds;

/** Which file was at an address when: as it was told, and nothing where that is not sure. */
class ToldFilesTest {
    private static final Module TRACER = module("/usr/lib/liblttng-ust.so.1", 9);
    private static final Module PROGRAM = module("/usr/bin/server", 1);
    private static final Module LIBRARY = module("/lib/libpool.so", 2);
    private static final Module OTHER = module("/lib/libother.so", 2);

    private final ToldFiles.Builder told = new ToldFiles.Builder();

    private static Module module(String path, int slot) {
        return new Module(path, 0x1000L * slot, 0x1000, true, "");
    }

    private void list(long nanos, Module... modules) {
        told.begins(0, 7, nanos);
        for (Module module : modules) {
            told.module(0, 7, module, nanos);
        }
        told.ends(0, 7);
    }

    private ToldFiles.Place at(int slot, long first, long last) {
        return told.build().at(0, 7, 0x1000L * slot + 0x10, first, last);
    }

    private @Nullable Module module(int slot, long first, long last) {
        return at(slot, first, last).module();
    }

    @Test
    void whatTheFirstListHasWasThereBeforeAndIsThereAfterwards() {
        list(10, TRACER, PROGRAM);
        assertThat(module(1, 5, 100)).isEqualTo(PROGRAM);
        assertThat(at(2, 5, 100)).isEqualTo(new ToldFiles.Place(null, false));
        assertThat(told.build().at(1, 7, 0x1010, 5, 100).module()).as("another host").isNull();
        assertThat(told.build().at(0, 8, 0x1010, 5, 100).module()).as("another process").isNull();
    }

    @Test
    void ofMoreFilesAtATimeThanAnyProcessHasTheFirstAreKept() {
        told.begins(0, 7, 10);
        for (int slot = 0; slot < 5_000; slot++) {
            told.module(0, 7, module("/lib/lib" + slot + ".so", slot), 10);
        }
        told.ends(0, 7);
        assertThat(told.build().stays()).hasSize(4_096);
        assertThat(module(4_095, 20, 30)).isNotNull();
        assertThat(module(4_096, 20, 30)).isNull();
    }

    @Test
    void theListAgainChangesNothing() {
        list(10, TRACER, PROGRAM);
        list(50, TRACER, PROGRAM);
        assertThat(module(1, 5, 100)).isEqualTo(PROGRAM);
        assertThat(told.build().stays()).hasSize(2);
    }

    @Test
    void aLibraryThatComesAndGoesIsThereBetween() {
        list(10, TRACER, PROGRAM);
        told.module(0, 7, LIBRARY, 20);
        told.gone(0, 7, LIBRARY.base(), 40);
        told.module(0, 7, OTHER, 60);
        assertThat(module(2, 25, 35)).isEqualTo(LIBRARY);
        assertThat(module(2, 15, 35)).as("while it is loaded").isEqualTo(LIBRARY);
        assertThat(module(2, 5, 15)).as("before").isNull();
        assertThat(at(2, 35, 45)).as("used when it was gone").isEqualTo(new ToldFiles.Place(null, true));
        assertThat(module(2, 45, 50)).isNull();
        assertThat(module(2, 65, 70)).isEqualTo(OTHER);
        assertThat(at(2, 35, 65)).as("of both").isEqualTo(new ToldFiles.Place(null, true));
    }

    @Test
    void aLibraryThatComesBackToItsPlaceIsTheSame() {
        list(10, TRACER, PROGRAM);
        told.module(0, 7, LIBRARY, 20);
        told.gone(0, 7, LIBRARY.base(), 40);
        told.module(0, 7, LIBRARY, 60);
        assertThat(module(2, 30, 70)).isEqualTo(LIBRARY);
    }

    @Test
    void whatIsGoneWithoutNoticeWasThereWhenItWasToldLast() {
        list(10, TRACER, PROGRAM, LIBRARY);
        list(50, TRACER, PROGRAM, LIBRARY);
        list(90, TRACER, PROGRAM, OTHER);
        assertThat(module(2, 20, 45)).isEqualTo(LIBRARY);
        assertThat(module(2, 60, 80)).as("nobody knows").isNull();
        assertThat(module(2, 95, 99)).isEqualTo(OTHER);
    }

    @Test
    void anotherProgramHasOtherFilesFromItsListOn() {
        list(10, TRACER, PROGRAM, LIBRARY);
        list(50, module("/usr/lib/liblttng-ust.so.1", 11), module("/usr/bin/client", 2));
        assertThat(module(1, 20, 45)).isEqualTo(PROGRAM);
        assertThat(module(2, 20, 45)).isEqualTo(LIBRARY);
        assertThat(module(1, 55, 60)).isNull();
        assertThat(module(2, 55, 60)).isEqualTo(module("/usr/bin/client", 2));
        assertThat(at(2, 45, 55)).as("of both").isEqualTo(new ToldFiles.Place(null, true));
    }

    @Test
    void anotherBuildAtTheSamePlaceIsAnotherFile() {
        list(10, TRACER, PROGRAM);
        told.buildId(0, 7, PROGRAM.base(), "aa");
        told.begins(0, 7, 50);
        told.module(0, 7, TRACER, 50);
        told.module(0, 7, PROGRAM, 51);
        told.buildId(0, 7, PROGRAM.base(), "bb");
        told.ends(0, 7);
        assertThat(module(1, 20, 45)).isEqualTo(PROGRAM.with("aa"));
        assertThat(module(1, 55, 60)).isEqualTo(PROGRAM.with("bb"));
        assertThat(module(1, 20, 60)).isNull();
    }

    @Test
    void aListOfWhichSomethingWasLostTakesNothingAway() {
        list(10, TRACER, PROGRAM, LIBRARY);
        told.begins(0, 7, 50);
        told.module(0, 7, TRACER, 50);
        told.lost(0);
        told.ends(0, 7);
        assertThat(module(2, 60, 70)).isEqualTo(LIBRARY);
    }

    @Test
    void severalTracesOfOneProcessAreTakenTogether() {
        list(10, TRACER, PROGRAM);
        List<ToldFiles.Stay> all = new ArrayList<>(told.build().stays());
        ToldFiles.Builder second = new ToldFiles.Builder();
        second.begins(0, 7, 12);
        second.module(0, 7, PROGRAM, 12);
        second.ends(0, 7);
        second.module(0, 7, LIBRARY, 30);
        all.addAll(second.build().stays());
        assertThat(ToldFiles.of(all).at(0, 7, 0x1010, 5, 100).module()).isEqualTo(PROGRAM);
        assertThat(ToldFiles.of(all).at(0, 7, 0x2010, 40, 100).module()).isEqualTo(LIBRARY);
    }

    /** A process whose files come and go, with notice or without, and that runs other programs. */
    private static final class Process {
        private static final int SLOTS = 4;
        private final Random random;
        private final @Nullable Module[] memory = new Module[SLOTS];
        private final long[] since = new long[SLOTS];
        /** Changed unseen since the last list. */
        private final boolean[] hidden = new boolean[SLOTS];
        private final List<Use> uses = new ArrayList<>();
        private final ToldFiles.Builder told = new ToldFiles.Builder();
        private int tracers = 20;
        private long now;

        private record Use(int slot, Module module, long first, long last) {}

        Process(Random random) {
            this.random = random;
        }

        private void put(int slot, @Nullable Module module) {
            memory[slot] = module;
            since[slot] = now;
        }

        private Module any(int slot) {
            return new Module("/lib/" + random.nextInt(3), 0x1000L * (slot + 1), 0x1000, true, "");
        }

        void list() {
            told.begins(0, 7, ++now);
            told.module(0, 7, module("/lib/liblttng-ust.so", tracers), now);
            for (int slot = 0; slot < SLOTS; slot++) {
                if (memory[slot] != null) {
                    told.module(0, 7, memory[slot], ++now);
                }
                hidden[slot] = false;
            }
            told.ends(0, 7);
            now++;
        }

        void step() {
            now += 1 + random.nextInt(5);
            int slot = random.nextInt(SLOTS);
            Module there = memory[slot];
            switch (random.nextInt(8)) {
                case 0 -> {
                    list(); // what changed unseen just before is the price: nobody tells it
                    for (int i = 0; i < SLOTS; i++) {
                        put(i, random.nextBoolean() ? any(i) : null);
                    }
                    tracers++;
                    list();
                }
                case 1 -> list();
                case 2 -> {
                    if (!hidden[slot] && there != null) {
                        put(slot, null);
                        told.gone(0, 7, there.base(), now);
                    }
                }
                case 3 -> {
                    if (there == null) {
                        Module came = any(slot);
                        put(slot, came);
                        told.module(0, 7, came, now);
                    }
                }
                case 4 -> {
                    if (!hidden[slot]) { // twice, and it may be as before
                        hidden[slot] = true;
                        put(slot, there == null ? any(slot) : random.nextBoolean() ? null : any(slot));
                    }
                }
                default -> {
                    if (there != null) {
                        uses.add(new Use(slot, there, since[slot] + (long) (random.nextDouble() * (now - since[slot])), now));
                    }
                }
            }
        }
    }

    /** Whatever changes unseen, once between two lists and place: a name that is given is right. */
    @Test
    void noFileIsToldThatWasNotThere() {
        int named = 0;
        int uses = 0;
        for (int round = 0; round < 2000; round++) {
            long seed = Seeds.of(round);
            Process process = new Process(new Random(seed));
            process.list();
            for (int i = 0; i < 40; i++) {
                process.step();
            }
            process.list();
            ToldFiles files = process.told.build();
            for (Process.Use use : process.uses) {
                Module found = files.at(0, 7, 0x1000L * (use.slot() + 1) + 8, use.first(), use.last()).module();
                uses++;
                if (found != null) {
                    named++;
                    assertThat(found).as("%s, %s", use, Seeds.name(seed)).isEqualTo(use.module());
                }
            }
        }
        assertThat((double) named / uses).as("most have a name").isGreaterThan(0.5);
    }
}
