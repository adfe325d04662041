/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** Folders that tests make outside of the workspace: all below one, which is removed when the tests' Java ends. Until then they stay, as projects of the workspace are linked to them. */
final class Scratch {
    private static Path root;

    private Scratch() {}

    /** A new, empty folder whose name begins so. */
    static synchronized Path folder(String prefix) throws IOException {
        Path below = root;
        if (below == null) {
            Path made = Files.createTempDirectory("bowline-desktop-");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(made), "removes the tests' folders"));
            root = made;
            below = made;
        }
        return Files.createTempDirectory(below, prefix);
    }

    /** Removes a folder and what is in it; of links only these. */
    static void remove(Path folder) {
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path each, IOException failure) throws IOException {
                    Files.delete(each);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
