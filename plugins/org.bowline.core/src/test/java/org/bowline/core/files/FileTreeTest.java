/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes with a directory, and what does not. */
class FileTreeTest {
    @TempDir Path dir;

    @Test
    void aDirectoryGoesWithAllThatIsInItButNotWithWhatALinkLeadsTo() throws IOException {
        Path kept = Files.writeString(Files.createDirectories(dir.resolve("kept")).resolve("file"), "1");
        Path tree = Files.createDirectories(dir.resolve("tree/a/b"));
        Files.writeString(tree.resolve("file"), "2");
        Files.createSymbolicLink(tree.resolve("link"), kept.getParent());
        Files.createSymbolicLink(tree.resolve("dangling"), dir.resolve("nowhere"));
        FileTree.delete(dir.resolve("tree"));
        assertThat(dir.resolve("tree")).doesNotExist();
        assertThat(kept).hasContent("1");
    }

    @Test
    void aLinkIsRemovedAndWhatIsNotThereIsNothingToDo() throws IOException {
        Path kept = Files.writeString(dir.resolve("kept"), "1");
        Path link = Files.createSymbolicLink(dir.resolve("link"), dir.resolve("gone"));
        FileTree.delete(link);
        FileTree.delete(dir.resolve("gone"));
        assertThat(Files.isSymbolicLink(link)).isFalse();
        FileTree.delete(kept);
        assertThat(kept).doesNotExist();
    }
}
