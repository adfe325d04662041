/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.symbol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.symbol.CalledFunctions.How;
import org.bowline.core.testing.Seeds;
import org.bowline.core.testing.SmallElf;

/** Whom functions call, as their code says. */
class CalledFunctionsTest {
    @TempDir private Path directory;

    private CalledFunctions read(Path file) throws IOException {
        return new CalledFunctions(new SymbolFiles.Found(file, Objects.requireNonNull(ElfFile.read(file, true))));
    }

    private CalledFunctions read(SmallElf elf) throws IOException {
        return read(elf.write(directory.resolve("file"), "12ab"));
    }

    private static CalledFunctions.Code code(CalledFunctions of, String name) {
        return of.of(of.symbols().all().stream().filter(symbol -> symbol.name().equals(name)).findFirst().orElseThrow());
    }

    private static List<String> names(CalledFunctions of, String name) {
        return code(of, name).callees().stream().map(CalledFunctions.Callee::name).toList();
    }

    @Test
    void callsOfTheFileAndOfOthersAreFoundInTheOrderOfTheCode() throws IOException {
        CalledFunctions of = read(
                new SmallElf().function("handle", "parse", "write", "commit", "parse").function("parse").plain("commit", "fsync"));
        assertThat(of.isRead()).isTrue();
        assertThat(names(of, "handle")).containsExactly("parse", "write", "commit");
        assertThat(code(of, "handle").callees()).allMatch(one -> one.how() == How.CALL)
                .allMatch(one -> (one.symbol() == null) == one.name().equals("write"));
        assertThat(code(of, "handle").isInstrumented()).isTrue();
        assertThat(code(of, "parse").isInstrumented()).isTrue();
        assertThat(names(of, "parse")).as("the instrumentation's own functions are nobody's callees").isEmpty();
        assertThat(code(of, "commit").isInstrumented()).isFalse();
        assertThat(names(of, "commit")).containsExactly("fsync");
    }

    @Test
    void aFunctionWhoseAddressIsTakenMayBeCalledAndOneThatIsCalledToIsCalled() throws IOException {
        CalledFunctions of = read(new SmallElf().function("handle", "both").takes("handle", "inlined", "both", "handle").function("inlined")
                .function("both"));
        assertThat(code(of, "handle").callees()).extracting(CalledFunctions.Callee::name, CalledFunctions.Callee::how)
                .containsExactlyInAnyOrder(org.assertj.core.groups.Tuple.tuple("inlined", How.ADDRESS),
                        org.assertj.core.groups.Tuple.tuple("both", How.CALL));
    }

    @Test
    void whatACompilerKeepsApartBelongsToItsFunction() throws IOException {
        CalledFunctions of = read(new SmallElf().function("handle").plain("handle.cold", "fail").plain("fail"));
        assertThat(names(of, "handle")).containsExactly("fail");
    }

    /** The distance leads into the middle of a function. */
    @Test
    void bytesThatOnlyLookLikeACallAreNone() throws IOException {
        SmallElf elf = new SmallElf().function("handle", "parse").function("parse");
        byte[] bytes = Files.readAllBytes(elf.write(directory.resolve("file"), "12ab"));
        int call = elf.offset("handle") + 5; // after the announcement
        assertThat(bytes[call]).isEqualTo((byte) 0xe8);
        bytes[call + 1]++;
        assertThat(names(read(Files.write(directory.resolve("changed"), bytes)), "handle")).isEmpty();
    }

    @Test
    void codeOfAnotherProcessorIsNotRead() throws IOException {
        byte[] bytes = Files
                .readAllBytes(new SmallElf().function("handle", "parse").function("parse").write(directory.resolve("file"), "12ab"));
        bytes[18] = (byte) 183; // AArch64
        CalledFunctions of = read(Files.write(directory.resolve("other"), bytes));
        assertThat(of.isRead()).isFalse();
        assertThat(names(of, "handle")).isEmpty();
    }

    @Test
    void damagedFilesComeToAnEnd() throws IOException {
        byte[] good = Files.readAllBytes(
                new SmallElf().function("handle", "parse", "write").function("parse").write(directory.resolve("file"), "12ab"));
        for (int round = 0; round < 2000; round++) {
            long seed = Seeds.of(round);
            Random random = new Random(seed);
            byte[] bytes = good.clone();
            for (int i = 0; i < 1 + round % 8; i++) {
                int at = random.nextInt(2) == 0 ? random.nextInt(128) : 0x1000 + random.nextInt(bytes.length - 0x1000);
                bytes[at] = (byte) random.nextInt(256);
            }
            Path file = Files.write(directory.resolve("damaged"), bytes);
            assertThatCode(() -> {
                ElfFile elf = ElfFile.read(file, true);
                if (elf != null) {
                    CalledFunctions of = new CalledFunctions(new SymbolFiles.Found(file, elf));
                    of.symbols().all().forEach(of::of);
                }
            }).as(Seeds.name(seed)).doesNotThrowAnyException();
        }
    }
}
