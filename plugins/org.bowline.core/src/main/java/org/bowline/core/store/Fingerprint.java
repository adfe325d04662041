/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.store;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.CodeSource;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.HostOverride;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.SpinSpec;
import org.bowline.core.trace.TraceTree;
import org.bowline.ctf.trace.CtfTrace;

/** The fingerprint of traces, options and engine. */
final class Fingerprint {
    private static final String INDEX = "index";

    private Fingerprint() {}

    static String of(List<Path> traces, OpenOptions options) throws IOException {
        MessageDigest digest;
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
        try (DataOutputStream out = new DataOutputStream(new DigestOutputStream(OutputStream.nullOutputStream(), digest))) {
            text(out, Engine.IDENTITY);
            out.writeBoolean(options.strict());
            out.writeBoolean(options.coarseSync());
            out.writeInt(options.coarseSlopePpm());
            String reference = options.reference();
            out.writeBoolean(reference != null);
            text(out, reference == null ? "" : reference);
            out.writeInt(options.hosts().size());
            for (HostOverride host : options.hosts()) {
                text(out, host.name());
                text(out, absolute(host.directory()));
            }
            out.writeInt(options.spins().size());
            for (SpinSpec spin : options.spins()) {
                text(out, spin.text());
            }
            out.writeInt(traces.size());
            for (Path trace : traces) {
                text(out, trace.toString());
                text(out, absolute(trace)); // caveats name the place
                List<String> files = files(trace);
                out.writeInt(files.size());
                for (String file : files) {
                    text(out, file);
                }
            }
        }
        return "bowline-" + StoreFile.VERSION + "-" + HexFormat.of().formatHex(digest.digest());
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static String absolute(Path path) {
        return path.toAbsolutePath().normalize().toString();
    }

    /** The files of all traces and archives below a directory, sorted. */
    private static List<String> files(Path root) throws IOException {
        List<String> files = new ArrayList<>();
        TraceTree.walk(root, new TraceTree.Visitor() {
            @Override
            public boolean directory(Path directory, Path shown) throws IOException {
                if (CtfTrace.isTrace(directory)) {
                    addAll(directory, shown);
                    if (Files.isDirectory(directory.resolve(INDEX))) {
                        addAll(directory.resolve(INDEX), shown.resolve(INDEX));
                    }
                    return false;
                }
                return true;
            }

            @Override
            public void file(Path file, Path shown, BasicFileAttributes attributes) {
                if (shown.equals(root) || file.toString().toLowerCase(Locale.ROOT).endsWith(".zip")) {
                    add(shown, attributes);
                }
            }

            @Override
            public void failed(Path shown, IOException e) {
                // left out by the analysis, too: with a caveat that names it
                files.add(root.relativize(shown) + "\0" + e.getClass().getName());
            }

            private void addAll(Path directory, Path shown) throws IOException {
                try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
                    for (Path entry : entries) {
                        BasicFileAttributes attributes = Files.readAttributes(entry, BasicFileAttributes.class);
                        if (attributes.isRegularFile()) {
                            add(shown.resolve(String.valueOf(entry.getFileName())), attributes);
                        }
                    }
                }
            }

            private void add(Path file, BasicFileAttributes attributes) {
                files.add(root.relativize(file) + "\0" + attributes.size() + "\0" + attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS));
            }
        });
        Collections.sort(files);
        return files;
    }

    /** Which engine this is: the files that its classes are loaded from. Another build may say something else about the same traces. */
    private static final class Engine {
        static final String IDENTITY = identity(Experiment.class) + "\0" + identity(CtfTrace.class);

        private Engine() {}

        private static String identity(Class<?> type) {
            String version = String.valueOf(type.getPackage().getImplementationVersion());
            CodeSource source = type.getProtectionDomain().getCodeSource();
            if (source == null || source.getLocation() == null) {
                return version;
            }
            try {
                Path place = Path.of(source.getLocation().toURI());
                long[] sums = new long[3];
                try (Stream<Path> files = Files.walk(place)) {
                    for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                        sums[0]++;
                        sums[1] += Files.size(file);
                        sums[2] = Math.max(sums[2], Files.getLastModifiedTime(file).toMillis());
                    }
                }
                return version + "\0" + sums[0] + "\0" + sums[1] + "\0" + sums[2];
            } catch (IOException | URISyntaxException | java.nio.file.FileSystemNotFoundException
                    | IllegalArgumentException e) {
                return version + "\0" + source.getLocation();
            }
        }
    }
}
