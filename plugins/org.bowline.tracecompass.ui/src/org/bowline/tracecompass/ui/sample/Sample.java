/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.sample;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

import org.eclipse.core.runtime.Platform;
import org.osgi.framework.Bundle;

/** The shipped sample: three hosts, an archive each, in the bundle of the help. */
public final class Sample {
    /** Name of the folder, and so of the experiment. */
    public static final String NAME = "three-tier";
    private static final String BUNDLE = "org.bowline.help";
    private static final String FOLDER = "sample";

    private Sample() {}

    /** Where it is below a folder, once it is unpacked. */
    static Path below(Path parent) {
        return parent.resolve(NAME);
    }

    /**
     * The unpacked sample below a folder: {@code three-tier/HOST/TRACE}. Unpacked once, also if several ask; never left half-unpacked.
     *
     * @throws IOException if the sample is not installed, or the folder cannot be written
     */
    public static synchronized Path unpackedBelow(Path parent) throws IOException {
        Path target = below(parent);
        if (Files.isDirectory(target)) {
            return target;
        }
        Bundle help = Platform.getBundle(BUNDLE);
        List<URL> archives = help == null || help.findEntries(FOLDER, "*.zip", false) == null ? List.of()
                : Collections.list(help.findEntries(FOLDER, "*.zip", false));
        if (archives.isEmpty()) {
            throw new IOException(Messages.Sample_Missing);
        }
        Files.createDirectories(parent);
        Path partial = Files.createTempDirectory(parent, NAME + '-');
        try {
            for (URL archive : archives) {
                unpack(archive, partial);
            }
            Files.move(partial, target);
        } finally {
            delete(partial);
        }
        return target;
    }

    private static void unpack(URL archive, Path target) throws IOException {
        try (ZipInputStream zip = new ZipInputStream(archive.openStream())) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path file = target.resolve(entry.getName()).normalize();
                if (!file.startsWith(target)) {
                    throw new IOException(entry.getName());
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                } else {
                    Files.createDirectories(file.resolveSibling(""));
                    copy(zip, file);
                }
            }
        }
    }

    private static void copy(InputStream from, Path to) throws IOException {
        Files.copy(from, to);
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            List<Path> all;
            try (Stream<Path> files = Files.walk(folder)) {
                all = files.sorted(Comparator.reverseOrder()).toList();
            }
            for (Path file : all) {
                Files.delete(file);
            }
        }
    }
}
