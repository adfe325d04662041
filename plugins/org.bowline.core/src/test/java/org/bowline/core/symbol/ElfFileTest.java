/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.symbol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.bowline.core.testing.Seeds;
import org.bowline.core.testing.SmallElf;

/** Names of functions in ELF files: right ones of good files, and an end with bad ones. */
class ElfFileTest {
    private static final int SYMBOL_TABLE = 2;

    @TempDir private Path directory;

    /** A file with a build id and the functions first (0x1000 to 0x1010), second (0x1020 to 0x1024), and none (size 0). */
    private static byte[] elf(boolean wide, boolean big) {
        byte[] names = "\0first\0second\0none\0data\0".getBytes(StandardCharsets.US_ASCII);
        ByteBuffer file = ByteBuffer.allocate(1024).order(big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        file.put(new byte[] {0x7f, 'E', 'L', 'F', (byte) (wide ? 2 : 1), (byte) (big ? 2 : 1), 1});
        int note = 64;
        file.position(note);
        file.putInt(4).putInt(4).putInt(3).put(new byte[] {'G', 'N', 'U', 0, 0x12, (byte) 0xab, 0, 0x7f});
        int strings = 128;
        file.position(strings).put(names);
        int symbols = 256;
        int entry = wide ? 24 : 16;
        file.position(symbols + entry);
        symbol(file, wide, 1, 0x1000, 0x10, 2, 1);
        symbol(file, wide, 7, 0x1020, 4, 2, 1);
        symbol(file, wide, 14, 0x1030, 0, 2, 1);
        symbol(file, wide, 19, 0x1040, 8, 1, 1);
        symbol(file, wide, 19, 0x1050, 8, 2, 0);
        int sections = 512;
        int header = wide ? 64 : 40;
        if (wide) {
            file.putLong(40, sections).putShort(58, (short) header).putShort(60, (short) 4);
        } else {
            file.putInt(32, sections).putShort(46, (short) header).putShort(48, (short) 4);
        }
        section(file, wide, sections + header, 7, note, 20, 0, 0);
        section(file, wide, sections + 2 * header, 3, strings, names.length, 0, 0);
        section(file, wide, sections + 3 * header, SYMBOL_TABLE, symbols, 6L * entry, 2, entry);
        return file.array();
    }

    private static void symbol(ByteBuffer file, boolean wide, int name, long address, long size, int type, int section) {
        if (wide) {
            file.putInt(name).put((byte) type).put((byte) 0).putShort((short) section).putLong(address).putLong(size);
        } else {
            file.putInt(name).putInt((int) address).putInt((int) size).put((byte) type).put((byte) 0).putShort((short) section);
        }
    }

    private static void section(ByteBuffer file, boolean wide, int at, int type, long offset, long size, int link, long entry) {
        if (wide) {
            file.putInt(at + 4, type).putLong(at + 24, offset).putLong(at + 32, size).putInt(at + 40, link).putLong(at + 56, entry);
        } else {
            file.putInt(at + 4, type).putInt(at + 16, (int) offset).putInt(at + 20, (int) size).putInt(at + 24, link).putInt(at + 36,
                    (int) entry);
        }
    }

    private Path write(byte[] bytes) throws IOException {
        return Files.write(directory.resolve("file"), bytes);
    }

    @ParameterizedTest
    @CsvSource({"true, false", "true, true", "false, false", "false, true"})
    void aSymbolNamesTheAddressesThatItCoversAndNoOthers(boolean wide, boolean big) throws IOException {
        ElfFile elf = Objects.requireNonNull(ElfFile.read(write(elf(wide, big)), true));
        assertThat(elf.buildId()).isEqualTo("12ab007f");
        assertThat(elf.symbols().size()).isEqualTo(2);
        assertThat(elf.symbols().name(0x1000)).isEqualTo("first");
        assertThat(elf.symbols().name(0x100f)).isEqualTo("first");
        assertThat(elf.symbols().name(0x1010)).as("behind first").isNull();
        assertThat(elf.symbols().name(0xfff)).isNull();
        assertThat(elf.symbols().name(0x1023)).isEqualTo("second");
        assertThat(elf.symbols().name(0x1030)).as("no size").isNull();
        assertThat(elf.symbols().name(0x1040)).as("data").isNull();
        assertThat(elf.symbols().name(0x1050)).as("of another file").isNull();
        assertThat(elf.symbols().name(-1)).isNull();
    }

    @Test
    void theSymbolsAreReadOnlyIfTheyAreWanted() throws IOException {
        ElfFile elf = Objects.requireNonNull(ElfFile.read(write(elf(true, false)), false));
        assertThat(elf.buildId()).isEqualTo("12ab007f");
        assertThat(elf.symbols().size()).isZero();
    }

    @Test
    void whatIsNoElfFileIsNone() throws IOException {
        assertThat(ElfFile.read(write(new byte[0]), true)).isNull();
        assertThat(ElfFile.read(write(new byte[] {0x7f, 'E', 'L', 'F'}), true)).isNull();
        assertThat(ElfFile.read(write("#!/bin/sh\n".repeat(100).getBytes(StandardCharsets.US_ASCII)), true)).isNull();
        assertThat(ElfFile.read(directory, true)).isNull();
        assertThat(ElfFile.read(directory.resolve("absent"), true)).isNull();
    }

    /** Any byte may have any value, and the file may end anywhere. */
    @Test
    void damagedFilesAreReadToAnEnd() throws IOException {
        for (int round = 0; round < 3000; round++) {
            long seed = Seeds.of(round);
            Random random = new Random(seed);
            byte[] bytes = elf(random.nextBoolean(), random.nextBoolean());
            for (int i = 0; i < 1 + random.nextInt(8); i++) {
                int at = random.nextBoolean() ? random.nextInt(64) : 512 + random.nextInt(256);
                bytes[random.nextInt(4) == 0 ? random.nextInt(bytes.length) : at] = (byte) (random.nextBoolean() ? 0xff : random.nextInt());
            }
            byte[] cut = random.nextInt(4) == 0 ? java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
            Path file = write(cut);
            assertThatCode(() -> ElfFile.read(file, true)).as(Seeds.name(seed)).doesNotThrowAnyException();
        }
    }

    @Test
    void aFileCountsOnlyIfItIsTheRecordedBuild() throws IOException {
        Files.createDirectories(directory.resolve("some/where"));
        Path file = Files.write(directory.resolve("some/where/prog"), elf(true, false));
        SymbolFiles files = new SymbolFiles(List.of(directory.resolve("some"), directory.resolve("absent")));
        assertThat(files.of(new Module("/usr/bin/other-name", 0, 1 << 20, true, "12ab007f")).name(0x1000)).isEqualTo("first");
        assertThat(files.of(new Module("/usr/bin/prog", 0, 1 << 20, true, "00")).size()).as("another build").isZero();
        assertThat(files.of(new Module("/usr/bin/prog", 0, 1 << 20, true, "")).name(0x1000)).as("no build id recorded").isEqualTo("first");
        assertThat(files.of(new Module("/usr/bin/none", 0, 1 << 20, true, "")).size()).isZero();
        SymbolFiles none = new SymbolFiles(List.of());
        assertThat(none.of(new Module(file.toString(), 0, 1 << 20, true, "12ab007f")).name(0x1000)).as("at its own path")
                .isEqualTo("first");
        assertThat(none.of(new Module(file.toString(), 0, 1 << 20, true, "12")).size()).isZero();
    }

    private static final String ID = "12ab007f";

    private SymbolTable variables(SmallElf elf) throws IOException {
        return ElfFile.variables(elf.write(directory.resolve("data"), ID));
    }

    @Test
    void aVariableNamesTheAddressesThatItCoversAndNoOthers() throws IOException {
        SymbolTable table = variables(new SmallElf().function("main").variable("jobs_lock", 0x4000, 40).variable("empty", 0x5000, 0)
                .symbol("imported", 0x11, 0, SmallElf.BASE + 0x6000, 8).symbol("absolute", 0x11, 0xfff1, SmallElf.BASE + 0x7000, 8)
                .symbol("of_threads", 0x16, 1, SmallElf.BASE + 0x8000, 8).symbol("common", 0x11, 0xfff2, 16, 8));
        assertThat(table.name(SmallElf.BASE + 0x4000)).isEqualTo("jobs_lock");
        assertThat(table.name(SmallElf.BASE + 0x4027)).isEqualTo("jobs_lock");
        assertThat(table.name(SmallElf.BASE + 0x4028)).isNull();
        assertThat(table.all()).as("no function, nothing without bytes, of other files, of threads or without a place").hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"true, false", "true, true", "false, false", "false, true"})
    void variablesAreReadFromFilesOfEverySort(boolean wide, boolean big) throws IOException {
        assertThat(ElfFile.variables(write(elf(wide, big))).all()).containsExactly(new SymbolTable.Symbol(0x1040, 8, "data"));
    }

    @Test
    void noTwoVariablesOfAFileHaveOneName() throws IOException {
        SymbolTable table = variables(new SmallElf().source("pool.c").local("lock", 0x4000, 8).local("only", 0x4010, 8).source("jobs.c")
                .local("lock", 0x4020, 8).source("pool.c").local("queue", 0x4030, 8).source("pool.c").local("queue", 0x4040, 8).source("")
                .variable("lock", 0x4050, 8).local("lock", 0x4060, 8));
        assertThat(table.all()).extracting(SymbolTable.Symbol::name).containsExactly("lock (pool.c)", "only", "lock (jobs.c)",
                "queue (pool.c, 0x404030)", "queue (pool.c, 0x404040)", "lock (0x404050)", "lock (0x404060)");
    }

    @Test
    void aSymbolOfSeveralTablesIsOne() throws IOException {
        assertThat(variables(new SmallElf().variable("lock", 0x4000, 8).variable("lock", 0x4000, 8)).all())
                .extracting(SymbolTable.Symbol::name)
                .containsExactly("lock");
    }

    /** Tables that lie over each other, names that all lie over each other, and more sections than a file can be. */
    @Test
    void hostileTablesTakeBoundedTimeAndMemory() throws IOException {
        int symbols = 1 << 20;
        int sections = 1 << 13;
        ByteBuffer file = ByteBuffer.allocate(64 + 24 * symbols + 64 * sections + (1 << 13)).order(ByteOrder.LITTLE_ENDIAN);
        file.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1});
        int names = 64 + 24 * symbols + 64 * sections;
        for (int i = 0; i < symbols; i++) {
            file.position(64 + 24 * i).putInt(0).put((byte) 1).put((byte) 0).putShort((short) 1).putLong(i).putLong(Long.MAX_VALUE);
        }
        for (int i = names; i < file.capacity(); i++) {
            file.put(i, (byte) 'x'); // names without an end
        }
        int at = 64 + 24 * symbols;
        file.putLong(40, at).putShort(58, (short) 64).putShort(60, (short) sections);
        for (int i = 1; i < sections; i++) {
            section(file, true, at + 64 * i, i == 1 ? 3 : SYMBOL_TABLE, i == 1 ? names : 64, i == 1 ? 1 << 13 : 24L * symbols, 1, 24);
        }
        Path path = write(file.array());
        long before = System.nanoTime();
        SymbolTable table = ElfFile.variables(path);
        assertThat(System.nanoTime() - before).isLessThan(60_000_000_000L);
        assertThat(table.all().stream().mapToLong(symbol -> symbol.name().length()).sum()).isLessThan(1L << 29);
        assertThat(table.name(-1)).isNull();
    }

    @Test
    void damagedVariablesAreReadToAnEnd() throws IOException {
        byte[] good = Files.readAllBytes(
                new SmallElf().function("main", "other").source("pool.c").local("lock", 0x4000, 8).variable("lock", 0x4100, 40)
                        .write(directory.resolve("good"), ID));
        for (int round = 0; round < 1000; round++) {
            long seed = Seeds.of(round);
            Random random = new Random(seed);
            byte[] bytes = good.clone();
            for (int i = 0; i < 1 + random.nextInt(8); i++) {
                int at = random.nextBoolean() ? random.nextInt(128) : 0x1000 + random.nextInt(bytes.length - 0x1000);
                bytes[at] = (byte) (random.nextBoolean() ? 0xff : random.nextInt());
            }
            Path file = write(random.nextInt(4) == 0 ? java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes);
            assertThatCode(() -> ElfFile.variables(file)).as(Seeds.name(seed)).doesNotThrowAnyException();
        }
    }

    private static Module mapped(String path, long base, String id) {
        return new Module(path, base, 1 << 20, true, id);
    }

    @Test
    void aVariableIsFoundWhereverItsFileIsInMemory() throws IOException {
        new SmallElf().variable("jobs_lock", 0x4000, 40).write(directory.resolve("server"), ID);
        SymbolFiles files = new SymbolFiles(List.of(directory));
        for (Module module : List.of(mapped("/usr/bin/server", 0x55d0_0000_0000L, ID), mapped("/usr/bin/server", 0x7f00_0000_0000L, ID),
                new Module("/usr/bin/server", SmallElf.BASE, 1 << 20, false, ID))) {
            SymbolFiles.Variables variables = Objects.requireNonNull(files.variables(module));
            assertThat(variables.at(module, module.base() + 0x4008))
                    .isEqualTo(new SymbolTable.Symbol(SmallElf.BASE + 0x4000, 40, "jobs_lock"));
            assertThat(variables.at(module, module.base() + 0x4028)).isNull();
        }
    }

    @Test
    void ofAStrippedFileAndItsDebugFileTheOneWithVariablesCounts() throws IOException {
        Path stripped = Files.createDirectories(directory.resolve("bin"));
        Path debug = Files.createDirectories(directory.resolve("debug/.build-id/12"));
        new SmallElf().function("shared").variable("shared_lock", 0x4000, 40).write(stripped.resolve("libpool.so"), ID);
        new SmallElf().variable("shared_lock", 0x4000, 40).local("lock", 0x4100, 40).write(debug.resolve("ab007f.debug"), ID);
        Module module = mapped("/lib/libpool.so", 0x7f00_0000_0000L, ID);
        for (List<Path> folders : List.of(List.of(stripped, directory.resolve("debug")), List.of(directory.resolve("debug"), stripped))) {
            SymbolFiles files = new SymbolFiles(folders);
            assertThat(Objects.requireNonNull(files.variables(module)).at(module, module.base() + 0x4110)).extracting("name")
                    .isEqualTo("lock");
            assertThat(files.of(module).name(SmallElf.BASE + 0x1000)).as("functions as before").isEqualTo("shared");
        }
    }

    @Test
    void anotherBuildNamesNothingAndIsToldAsThat() throws IOException {
        new SmallElf().variable("jobs_lock", 0x4000, 40).write(directory.resolve("server"), ID);
        SymbolFiles files = new SymbolFiles(List.of(directory));
        Module other = mapped("/usr/bin/server", 0x55d0_0000_0000L, "00");
        assertThat(files.variables(other)).isNull();
        assertThat(files.isOfAnotherBuild(other)).isTrue();
        assertThat(files.isOfAnotherBuild(mapped("/usr/bin/server", 0, ID))).isFalse();
        assertThat(files.isOfAnotherBuild(mapped("/usr/bin/client", 0, "00"))).as("not there at all").isFalse();
    }

    /** Where no build id was recorded, as two builds in two folders are compared. */
    @Test
    void ofTwoBuildsOfOneNameNoneIsTakenWithoutABuildId() throws IOException {
        Path base = Files.createDirectories(directory.resolve("base"));
        Path fresh = Files.createDirectories(directory.resolve("new"));
        new SmallElf().function("first").variable("jobs_lock", 0x4000, 40).write(base.resolve("server"), "aa");
        new SmallElf().function("second").variable("other_lock", 0x4000, 40).write(fresh.resolve("server"), "bb");
        Module module = mapped("/usr/bin/server", 0x55d0_0000_0000L, "");
        SymbolFiles both = new SymbolFiles(List.of(base, fresh));
        assertThat(both.variables(module)).isNull();
        assertThat(both.of(module).size()).isZero();
        assertThat(both.of(module.with("bb")).name(SmallElf.BASE + 0x1000)).isEqualTo("second");
        assertThat(new SymbolFiles(List.of(base, base)).of(module).name(SmallElf.BASE + 0x1000)).as("one folder twice").isEqualTo("first");
    }

    @Test
    void foldersBesideATraceAreFoundAboveIt() throws IOException {
        Path trace = Files.createDirectories(directory.resolve("run/A/ust/uid/0/64-bit"));
        Path bin = Files.createDirectories(directory.resolve("run/bin"));
        Path symbols = Files.createDirectories(directory.resolve("run/A/symbols"));
        assertThat(SymbolFiles.beside(trace)).contains(bin, symbols);
    }

    @Test
    void addressesOfOldExecutablesAreNotRelative() {
        assertThat(new Module("/x", 0x400000, 0x1000, false, "").inFile(0x400123)).isEqualTo(0x400123);
        Module relative = new Module("/a/x", 0x400000, 0x1000, true, "");
        assertThat(relative.inFile(0x400123)).isEqualTo(0x123);
        assertThat(relative.covers(0x400fff)).isTrue();
        assertThat(relative.covers(0x401000)).isFalse();
        assertThat(relative.covers(0x3fffff)).isFalse();
        assertThat(relative.name()).isEqualTo("x");
    }
}
