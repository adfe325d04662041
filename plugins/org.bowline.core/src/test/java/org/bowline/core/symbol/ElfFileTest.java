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
