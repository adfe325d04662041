/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The files of the work tree this test runs in. */
final class Checkout {
    /** Folders that no commit holds. */
    private static final Set<String> NOT_COMMITTED = Set.of(".git", ".bowline", ".tp", ".cifuzz-corpus", "target", "bin", "out",
            ".settings");
    /** Files that no commit holds, and that other modules of the same build write while a test walks. */
    private static final Set<String> WRITTEN_BY_THE_BUILD = Set.of(".git", ".tycho-consumer-pom.xml", ".flattened-pom.xml");

    private Checkout() {}

    /** The folder with {@code .mvn}, at or above the working directory. */
    static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve(".mvn"))) {
            Path parent = folder.getParent();
            if (parent == null) {
                throw new IllegalStateException("no folder with .mvn above " + Path.of("").toAbsolutePath());
            }
            folder = parent;
        }
        return folder;
    }

    /** Every file that is, or may be, committed. */
    static List<Path> files() {
        List<Path> files = new ArrayList<>();
        try {
            Files.walkFileTree(root(), new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    return NOT_COMMITTED.contains(folder.getFileName().toString()) ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (attributes.isRegularFile() && !WRITTEN_BY_THE_BUILD.contains(file.getFileName().toString())) {
                        files.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    /** The text of a file, or nothing if it is not UTF-8 text. */
    static Optional<String> text(Path file) {
        try {
            return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(Files.readAllBytes(file))).toString())
                    .filter(text -> text.indexOf('\0') < 0);
        } catch (CharacterCodingException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
