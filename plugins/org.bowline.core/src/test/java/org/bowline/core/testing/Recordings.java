/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.testing;

import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/** Where the tests of the engine find recordings. */
public final class Recordings {
    private Recordings() {}

    /** One of the repository's own. */
    public static Path own(String name) {
        return repository().resolve("tests/traces").resolve(name);
    }

    /** A folder of the folder {@code shared}, which CONTRIBUTING.md tells of; null if it is not there. */
    public static @Nullable Path shared(String name) {
        String told = System.getProperty("bowline.shared", System.getenv("BOWLINE_SHARED"));
        Path folder = (told != null ? Path.of(told) : repository().resolveSibling("shared")).resolve(name);
        return Files.isDirectory(folder) ? folder : null;
    }

    private static Path repository() {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.isDirectory(folder.resolve(".mvn"))) {
                return folder;
            }
        }
        throw new IllegalStateException("no folder with .mvn at or above " + Path.of("").toAbsolutePath());
    }
}
