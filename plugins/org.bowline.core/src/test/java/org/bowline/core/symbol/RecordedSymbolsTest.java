/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.symbol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.progress.Progress;

/** What was collected beside a trace: maps, build ids, the kernel's names. */
class RecordedSymbolsTest {
    @TempDir private Path directory;

    @Test
    void anAddressIsAtItsPlaceInTheFileThatIsMappedThereAsCode() {
        MemoryMap map = MemoryMap.of(Stream.of("55d0c0a00000-55d0c0a01000 r--p 00000000 fe:00 1234                       /opt/journal",
                "55d0c0a01000-55d0c0a02000 r-xp 00001000 fe:00 1234                       /opt/journal", "no such line", "",
                "7f0000000000-7f0000001000 r-xp 00000000 00:00 0 ", "ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0   [vsyscall]",
                "7f1000000000-7f1000001000 r-xp 00002000 fe:00 99   /lib/with a name (deleted)"));
        MemoryMap.Part code = Objects.requireNonNull(map.at(0x55d0c0a01234L));
        assertThat(code.path()).isEqualTo("/opt/journal");
        assertThat(code.inFile(0x55d0c0a01234L)).isEqualTo(0x1234);
        assertThat(map.at(0x55d0c0a00fffL)).as("no code").isNull();
        assertThat(map.at(0x55d0c0a02000L)).as("behind it").isNull();
        assertThat(Objects.requireNonNull(map.at(0x7f0000000000L)).isFile()).as("of no file").isFalse();
        assertThat(Objects.requireNonNull(map.at(0xffffffffff600010L)).path()).as("addresses are unsigned").isEqualTo("[vsyscall]");
        assertThat(Objects.requireNonNull(map.at(0x7f1000000000L)).path()).isEqualTo("/lib/with a name (deleted)");
        assertThat(MemoryMap.of(Stream.of("garbage", "1-2-3 r-xp 0 0 0 /x")).isEmpty()).isTrue();
    }

    @Test
    void aFunctionOfTheKernelEndsWhereTheNextSymbolBegins() {
        SymbolTable kernel = KernelSymbols
                .of(Stream.of("ffffffff81000000 T _stext", "0000000000001000 A per_cpu", "ffffffff81000100 t schedule",
                        "ffffffff81000180 D data", "ffffffff81000200 T __x64_sys_fsync", "ffffffffc0000000 t last\t[module]", "nonsense",
                        "0000000000000000 T hidden", "zz T bad"));
        assertThat(kernel.name(0xffffffff8100017fL)).isEqualTo("schedule");
        assertThat(kernel.name(0xffffffff81000180L)).as("data").isNull();
        assertThat(kernel.name(0xffffffff81000200L)).isEqualTo("__x64_sys_fsync");
        assertThat(kernel.name(0xffffffff81020200L)).as("far behind the last of the kernel").isNull();
        assertThat(kernel.name(0xffffffffc0000010L)).isEqualTo("last");
        assertThat(kernel.name(0x10)).isNull();
        assertThat(KernelSymbols.of(Stream.of("0000000000000000 T all_hidden")).size()).isZero();
    }

    @Test
    void whatWasCollectedLiesBesideTheTraceOrAboveItsArchive() throws IOException {
        Path symbols = Files.createDirectories(directory.resolve("A/symbols/maps")).getParent();
        Files.writeString(symbols.resolve("maps/7"), "1000-2000 r-xp 00000000 fe:00 1 /opt/x\n");
        Files.writeString(symbols.resolve("build-ids"), "12ab /opt/x\nno-path\n");
        Files.writeString(symbols.resolve("kallsyms"), "ffffffff81000000 T a\nffffffff81000010 T b\n");
        Files.writeString(symbols.resolve("perf-7.map"), "5000 20 LHello;::main\nzz 1 x\n6000\n");
        for (String trace : new String[] {"A/kernel", "A/archives/20261122/kernel"}) {
            assertThat(RecordedSymbols.folder(directory.resolve(trace))).isEqualTo(symbols);
            RecordedSymbols found = RecordedSymbols.beside(Files.createDirectories(directory.resolve(trace)), Set.of(7, 8), true);
            assertThat(found.maps()).containsOnlyKeys(7);
            assertThat(found.buildIds()).containsExactly(java.util.Map.entry("/opt/x", "12ab"));
            assertThat(found.kernel().name(0xffffffff81000001L)).isEqualTo("a");
            assertThat(Objects.requireNonNull(found.compiled().get(7)).name(0x501f)).isEqualTo("LHello;::main");
        }
        assertThat(RecordedSymbols.beside(directory.resolve("A/archives/20261122/ust/uid/0"), Set.of(7), true)).as("too far above")
                .isEqualTo(RecordedSymbols.NONE);
        assertThat(RecordedSymbols.folder(directory.resolve("A/archives/20261122/ust/uid/0"))).isNull();
        assertThat(RecordedSymbols.beside(directory.resolve("A/kernel"), Set.of(), false).kernel().size()).as("not asked for").isZero();
    }

    @Test
    void bytesThatAreNoTextAreNoError() throws IOException {
        Path symbols = Files.createDirectories(directory.resolve("A/symbols/maps")).getParent();
        Files.write(symbols.resolve("maps/7"), new byte[] {(byte) 0xff, (byte) 0xfe, '\n', 0, (byte) 0x80});
        Files.write(symbols.resolve("build-ids"), new byte[] {(byte) 0xc3, ' ', (byte) 0xff, '\n'});
        assertThat(RecordedSymbols.beside(directory.resolve("A/kernel"), Set.of(7), true).maps()).isEmpty();
    }

    @Test
    void aPlaceInTheSourceIsReadFromWhatTheToolsSay() {
        assertThat(SourceLines.line("f", "/a b/c:d/journal.c:97 (discriminator 3)")).isEqualTo(new SourceLines.Line("f", "journal.c", 97));
        assertThat(SourceLines.line("f", "journal.c:7")).isEqualTo(new SourceLines.Line("f", "journal.c", 7));
        for (String unknown : new String[] {"??:0", "??:?", "/a/b.c:?", "/a/b.c:0", "", ":", "x", "/a/:3", "journal.c:"}) {
            assertThat(SourceLines.line("f", unknown)).as(unknown).isNull();
        }
        assertThat(SourceLines.line("f", "a.c:99999999999999999999")).as("too large to be a line, and no error").isNotNull();
    }

    @Test
    void aFileThatIsNoProgramHasNoLines() throws IOException {
        SourceLines tool = SourceLines.find();
        org.junit.jupiter.api.Assumptions.assumeTrue(tool != null, "neither addr2line nor llvm-symbolizer is installed");
        Path file = Files.writeString(directory.resolve("-e; touch x $(y) 'z'"), "no program");
        assertThat(Objects.requireNonNull(tool).of(file, java.util.List.of(1L, 2L), Progress.NONE)).isEmpty();
        assertThat(directory.resolve("x")).doesNotExist();
    }
}
