/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Where tests find the repository and the folder {@code shared} beside it. */
public final class Folders {
    private Folders() {}

    /** The repository's root: the folder with {@code .mvn} at or above the working directory. */
    public static Path repository() {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.isDirectory(folder.resolve(".mvn"))) {
                return folder;
            }
        }
        throw new IllegalStateException("no folder with .mvn at or above " + Path.of("").toAbsolutePath());
    }

    /**
     * A folder below {@code shared}: of the system property {@code bowline.shared}, else the environment variable BOWLINE_SHARED, else
     * {@code ../shared} beside the repository.
     */
    public static Optional<Path> shared(String below) {
        String told = System.getProperty("bowline.shared", System.getenv("BOWLINE_SHARED"));
        Path shared = told != null ? Path.of(told) : repository().resolveSibling("shared");
        Path folder = shared.resolve(below);
        return Files.isDirectory(folder) ? Optional.of(folder) : Optional.empty();
    }

    /** All folders with a file {@code metadata} at or below a folder, sorted. */
    public static List<Path> traces(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.getFileName().toString().equals("metadata") && Files.isRegularFile(file)).map(Path::getParent)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Unpacks every archive of a folder of {@code tests/traces} into a directory, and tells where: HOST/kernel/..., HOST/ust/... */
    public static Path unpack(Path archives, Path directory) throws IOException {
        try (Stream<Path> files = Files.list(archives)) {
            for (Path archive : files.filter(file -> file.toString().endsWith(".zip")).sorted().toList()) {
                try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(archive))) {
                    for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                        Path target = directory.resolve(entry.getName()).normalize();
                        if (!target.startsWith(directory)) {
                            throw new IOException(archive + " has an entry outside: " + entry.getName());
                        }
                        if (entry.isDirectory()) {
                            Files.createDirectories(target);
                        } else {
                            Files.createDirectories(target.resolveSibling(""));
                            Files.copy(zip, target);
                        }
                    }
                }
            }
        }
        return directory;
    }
}
