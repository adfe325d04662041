/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
    @TempDir Path directory;

    @Test
    void theFileIsReplacedWholeAndNothingElseIsLeft() throws IOException {
        Path file = Files.writeString(directory.resolve("page.html"), "old");
        try (WholeFile whole = WholeFile.prepare(file)) {
            assertThat(file).hasContent("old");
            whole.commit(out -> out.write("new"));
        }
        assertThat(file).hasContent("new");
        assertThat(directory).isDirectoryNotContaining("glob:**.partial");
    }

    @Test
    void aFailureLeavesTheOldFile() throws IOException {
        Path file = Files.writeString(directory.resolve("page.html"), "old");
        assertThatThrownBy(() -> {
            try (WholeFile whole = WholeFile.prepare(file)) {
                whole.commit(out -> {
                    out.write("half");
                    throw new IOException("no room");
                });
            }
        }).isInstanceOf(IOException.class).hasMessage("no room");
        assertThat(file).hasContent("old");
        assertThat(directory).isDirectoryNotContaining("glob:**.partial");
    }

    @Test
    void whatIsNotTextIsWrittenBesideItAndMovedIntoPlace() throws IOException {
        Path file = directory.resolve("picture.png");
        try (WholeFile whole = WholeFile.prepare(file)) {
            Files.write(whole.path(), new byte[] {(byte) 0x89, 'P'});
            assertThat(file).doesNotExist();
            whole.commit();
            assertThatThrownBy(whole::path).isInstanceOf(IllegalStateException.class);
        }
        assertThat(file).hasBinaryContent(new byte[] {(byte) 0x89, 'P'});
        assertThat(directory).isDirectoryNotContaining("glob:**.partial");
    }

    @Test
    void aPlaceThatCannotBeIsRefusedAtOnce() {
        assertThatThrownBy(() -> WholeFile.prepare(directory)).hasMessageContaining("it is a directory");
        assertThatThrownBy(() -> WholeFile.prepare(directory.resolve("gone/page.html"))).hasMessageContaining("there is no directory");
    }
}
