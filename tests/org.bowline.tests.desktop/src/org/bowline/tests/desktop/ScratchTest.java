/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;

/** Folders of tests. Needs no workbench. */
final class ScratchTest {
    @Test
    void aFolderIsRemovedWithAllThatIsInItAndWhatItIsLinkedToStays() throws Exception {
        Path other = Scratch.folder("other-");
        Path kept = Files.writeString(other.resolve("kept"), "text");
        Path folder = Scratch.folder("removed-");
        assertEquals(other.getParent(), folder.getParent(), "all are below one, which is removed at the end");
        Files.writeString(Files.createDirectories(folder.resolve("a/b")).resolve("file"), "text");
        Files.createSymbolicLink(folder.resolve("link"), other);
        Scratch.remove(folder);
        assertTrue(Files.notExists(folder));
        assertTrue(Files.exists(kept));
    }
}
