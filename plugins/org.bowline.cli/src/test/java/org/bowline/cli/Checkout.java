/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.nio.file.Files;
import java.nio.file.Path;

/** The work tree that the tests run in. */
final class Checkout {
    private Checkout() {}

    /** Its top: the directory with .mvn. */
    static Path root() {
        Path directory = Path.of("").toAbsolutePath();
        while (directory != null && !Files.isDirectory(directory.resolve(".mvn"))) {
            directory = directory.getParent();
        }
        if (directory == null) {
            throw new IllegalStateException("no directory with .mvn above " + Path.of("").toAbsolutePath());
        }
        return directory;
    }
}
