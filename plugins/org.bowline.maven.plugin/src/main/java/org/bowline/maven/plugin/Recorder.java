/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The script bowline-record with its profiles, unpacked from the plug-in. */
final class Recorder implements AutoCloseable {
    private static final String RESOURCES = "/org/bowline/maven/plugin/record/";
    /** What the script needs; a test holds that it is all there is. */
    static final List<String> FILES = List.of("bowline-record", "record/host.sh", "record/place.sh", "record/profile.awk",
            "record/symbols.sh", "counters.lttng", "functions.lttng", "locks.lttng", "requests.lttng", "samples.lttng", "syscalls.lttng",
            "waits-disk.lttng",
            "waits-minimal.lttng", "waits-network.lttng", "waits-stacks.lttng");

    private final Path directory;

    private Recorder(Path directory) {
        this.directory = directory;
    }

    /** Unpacks it into a directory beside a place, which others cannot write to: root may run it. */
    static Recorder unpack(Path place) throws IOException {
        Path parent = place.toAbsolutePath().normalize().getParent();
        Path above = parent == null ? place.toAbsolutePath() : Files.createDirectories(parent);
        Path directory = Files.createTempDirectory(above, ".bowline-record.",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        try {
            into(directory);
            return new Recorder(directory);
        } catch (IOException e) {
            delete(directory);
            throw e;
        }
    }

    /** Unpacks it into a directory. */
    static void into(Path directory) throws IOException {
        for (String name : FILES) {
            Path file = directory.resolve(name);
            Path parent = file.getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            try (InputStream in = Recorder.class.getResourceAsStream(RESOURCES + name)) {
                if (in == null) {
                    throw new IOException("the plug-in was built without " + name);
                }
                Files.copy(in, file);
            }
        }
    }

    /** For a shell. */
    String command() {
        return "bash '" + directory.resolve(FILES.get(0)).toString().replace("'", "'\\''") + '\'';
    }

    @Override
    public void close() throws IOException {
        delete(directory);
    }

    /** Removes a directory with all that is in it, if it is there. With the JDK's classes alone: Maven has closed the plug-in's when a build that ends early cleans up. */
    static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> walk = Files.walk(directory)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.delete(path);
        }
    }
}
