/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.bowline.core.progress.Progress;
import org.jspecify.annotations.Nullable;

/** The directories that the arguments stand for: a zip file is unpacked to a temporary one, which is removed at the end. */
final class TraceRoots implements AutoCloseable {
    private static final int BUFFER = 1 << 16;

    private final Progress progress;
    private final Map<Path, Path> unpacked = new LinkedHashMap<>();
    private @Nullable Path temporary;

    TraceRoots(Progress progress) {
        this.progress = progress;
    }

    /** The directory of an argument. */
    Path directory(Path argument) {
        if (Files.isDirectory(argument)) {
            return argument;
        }
        if (!Files.exists(argument)) {
            throw Failure.unreadable("cannot read " + argument + ": it does not exist", null);
        }
        if (!argument.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".zip")) {
            throw Failure.unreadable("cannot read " + argument + ": it is neither a directory nor a .zip file. Give the directory of the trace, or one above it", null);
        }
        try {
            Path known = unpacked.get(argument.toRealPath());
            if (known == null) {
                known = unpack(argument);
                unpacked.put(argument.toRealPath(), known);
            }
            return known;
        } catch (ZipException e) {
            throw Failure.unreadable("cannot read " + argument + ": it is no proper zip file: " + Failure.reason(e), e);
        } catch (IOException e) {
            throw Failure.unreadable("cannot unpack " + argument + " to " + System.getProperty("java.io.tmpdir") + ": " + Failure.reason(e)
                    + ". Unpack it elsewhere and give the directory", e);
        }
    }

    private synchronized Path unpack(Path zip) throws IOException {
        Path root = temporary;
        if (root == null) {
            root = Files.createTempDirectory("bowline-");
            temporary = root;
        }
        Path target = Files.createDirectory(root.resolve(Integer.toString(unpacked.size())));
        try (ZipFile file = new ZipFile(zip.toFile())) {
            int done = 0;
            for (Enumeration<? extends ZipEntry> entries = file.entries(); entries.hasMoreElements(); done++) {
                progress.report("unpacking " + zip.getFileName(), (double) done / file.size());
                ZipEntry entry = entries.nextElement();
                Path path = target.resolve(entry.getName()).normalize();
                if (!path.startsWith(target)) {
                    throw new ZipException("an entry leads out of it: " + entry.getName());
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(path);
                } else {
                    Files.createDirectories(path.getParent());
                    copy(file, entry, path);
                }
            }
        }
        return target;
    }

    private void copy(ZipFile file, ZipEntry entry, Path path) throws IOException {
        byte[] buffer = new byte[BUFFER];
        try (InputStream in = file.getInputStream(entry); OutputStream out = Files.newOutputStream(path)) {
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                progress.check();
                out.write(buffer, 0, length);
            }
        }
    }

    @Override
    public synchronized void close() throws IOException {
        Path root = temporary;
        if (root == null) {
            return;
        }
        temporary = null;
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failed) throws IOException {
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
