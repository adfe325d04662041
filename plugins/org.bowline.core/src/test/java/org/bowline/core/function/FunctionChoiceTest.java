/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which functions were recorded: what bowline-record leaves beside a trace. */
class FunctionChoiceTest {
    @TempDir private Path directory;

    @Test
    void theListIsThatOfTheFolderOfTheHost() throws IOException {
        Path trace = Files.createDirectories(directory.resolve("host/ust/uid/0/64-bit"));
        assertThat(FunctionChoice.beside(trace)).isEqualTo(FunctionChoice.ALL);
        Files.writeString(directory.resolve("host/functions.txt"), "handle\n\n commit \nhandle\n");
        FunctionChoice choice = FunctionChoice.beside(trace);
        assertThat(choice.names()).containsExactly("commit", "handle");
        assertThat(choice.isList()).isTrue();
        assertThat(choice.has("commit")).isTrue();
        assertThat(choice.has("commit.constprop.0")).as("a compiler's copy").isTrue();
        assertThat(choice.has("committed")).isFalse();
    }

    @Test
    void withoutAListAllAreRecorded() throws IOException {
        Files.createDirectory(directory.resolve("functions.txt")); // no file
        assertThat(FunctionChoice.beside(directory)).isEqualTo(FunctionChoice.ALL);
        assertThat(FunctionChoice.ALL.has("any")).isTrue();
        assertThat(FunctionChoice.ALL.isList()).isFalse();
    }

    @Test
    void ofSeveralHostsThereIsAListIfAllHaveOne() {
        FunctionChoice one = new FunctionChoice(List.of("a"));
        FunctionChoice other = new FunctionChoice(List.of("b"));
        assertThat(FunctionChoice.of(List.of(one, other)).names()).containsExactly("a", "b");
        assertThat(FunctionChoice.of(List.of(one, FunctionChoice.ALL))).isEqualTo(FunctionChoice.ALL);
        assertThat(FunctionChoice.of(List.of())).isEqualTo(FunctionChoice.ALL);
    }
}
