/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.Progress;
import org.bowline.ctf.CtfTrace;
import org.bowline.ctf.TraceReadException;

/**
 * Finds every CTF trace below some directories. A {@code .zip} file (given, or found in a tree) that holds traces is unpacked into a
 * temporary directory, which is removed at the end.
 */
final class TraceFinder implements AutoCloseable {
    private static final int MAXIMUM_DEPTH = 32;
    private static final long MAXIMUM_UNPACKED_BYTES = 16L << 30;
    private static final String ZIP = ".zip";
    private static final String METADATA = "metadata";

    private final List<Found> found = new ArrayList<>();
    private final List<TraceReadException> unlisted = new ArrayList<>();
    private final Set<Path> archivesSeen = new HashSet<>();
    private @Nullable Path unpacked;

    /**
     * A trace's directory.
     *
     * @param directory where to read it
     * @param original where the user has it: the directory, or a path within the archive
     * @param displayPath the original relative to what the user named
     */
    record Found(Path directory, Path original, String displayPath) {}

    /** All traces found so far, by path; one that is there under several names only once, by its own name rather than that of a link. */
    List<Found> found() {
        Map<Path, Found> byPlace = new LinkedHashMap<>();
        for (Found each : found) {
            Path place = real(each.directory());
            byPlace.merge(place, each, (one, other) -> isLink(one, place) && !isLink(other, place) ? other : one);
        }
        return List.copyOf(byPlace.values());
    }

    private static boolean isLink(Found each, Path place) {
        return !each.directory().toAbsolutePath().normalize().equals(place);
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path.toAbsolutePath().normalize();
        }
    }

    /** Why directories below the named ones could not be looked into. */
    List<TraceReadException> unlisted() {
        return List.copyOf(unlisted);
    }

    /** Looks below a directory, or in an archive. */
    void find(Path root, Progress progress) throws TraceReadException {
        if (!Files.exists(root)) {
            throw refuse(root, "there is no such directory", "check the path", null);
        }
        int before = found.size();
        if (Files.isDirectory(root)) {
            walk(root, root, root, progress);
        } else if (isArchive(root)) {
            unpack(root, root.toAbsolutePath().getParent(), progress);
        } else {
            throw refuse(root, "it is a file, not a directory with traces", "name the directory that holds the trace, or one above it",
                    null);
        }
        if (found.size() == before && !unlisted.isEmpty()) {
            throw unlisted.get(unlisted.size() - 1);
        }
        if (found.size() == before && !archivesSeen.contains(real(root))) {
            throw refuse(root, "there is no CTF trace below (no directory with a file \"metadata\")",
                    "name a directory that lttng or perf has recorded into, or one above it", null);
        }
    }

    private void walk(Path directory, Path original, Path root, Progress progress) throws TraceReadException {
        List<Path> archives = new ArrayList<>();
        try {
            Files.walkFileTree(directory, EnumSet.of(FileVisitOption.FOLLOW_LINKS), MAXIMUM_DEPTH, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
                    progress.check();
                    if (CtfTrace.isTrace(dir)) {
                        Path shown = original.resolve(directory.relativize(dir).toString());
                        found.add(new Found(dir, shown, display(shown, root)));
                        return FileVisitResult.SKIP_SUBTREE;
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (attributes.isRegularFile() && isArchive(file)) {
                        archives.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                    if (e instanceof java.nio.file.FileSystemLoopException) {
                        return FileVisitResult.CONTINUE; // seen already, further up
                    }
                    if (file.equals(directory)) {
                        throw e;
                    }
                    unlisted.add(refuse(file, "it cannot be looked into (" + reason(e) + ")", "check its permissions", e));
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw refuse(directory, "the directory cannot be listed (" + reason(e) + ")", "check its permissions", e);
        }
        for (Path archive : archives) {
            unpack(archive, root, progress);
        }
        found.sort((a, b) -> a.original().compareTo(b.original()));
    }

    private static String display(Path shown, Path root) {
        String text = shown.startsWith(root) ? root.relativize(shown).toString() : shown.toString();
        if (!text.isEmpty()) {
            return text;
        }
        Path name = root.toAbsolutePath().normalize().getFileName();
        return name == null ? "." : name.toString();
    }

    private static boolean isArchive(Path file) {
        return file.toString().toLowerCase(Locale.ROOT).endsWith(ZIP);
    }

    private void unpack(Path archive, @Nullable Path root, Progress progress) throws TraceReadException {
        if (archivesSeen.contains(real(archive))) {
            return; // named twice
        }
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            if (zip.stream().noneMatch(entry -> isMetadata(entry.getName()))) {
                return;
            }
            archivesSeen.add(real(archive));
            Path temporary = unpacked;
            if (temporary == null) {
                temporary = Files.createTempDirectory("bowline-");
                unpacked = temporary;
            }
            Path target = Files.createTempDirectory(temporary, "zip-");
            unpackAll(archive, zip, target, progress);
            // A.zip with A/kernel inside is shown as A/kernel, like the directory it was made of
            Path parent = archive.toAbsolutePath().getParent();
            walk(target, parent == null ? archive : parent, root == null ? archive : root.toAbsolutePath(), progress);
        } catch (ZipException e) {
            throw refuse(archive, "the archive is damaged (" + e.getMessage() + ")", "copy it again, or unpack it and name the directory",
                    e);
        } catch (IOException e) {
            if (e instanceof TraceReadException refused) {
                throw refused;
            }
            throw refuse(archive, "the archive cannot be unpacked (" + reason(e) + ")",
                    "check that the temporary directory has room, or unpack it yourself and name the directory", e);
        }
    }

    private static boolean isMetadata(String entry) {
        return entry.equals(METADATA) || entry.endsWith("/" + METADATA);
    }

    private static void unpackAll(Path archive, ZipFile zip, Path target, Progress progress) throws IOException {
        long left = MAXIMUM_UNPACKED_BYTES;
        byte[] buffer = new byte[1 << 16];
        Enumeration<? extends ZipEntry> entries = zip.entries();
        while (entries.hasMoreElements()) {
            ZipEntry entry = entries.nextElement();
            progress.check();
            Path file;
            try {
                file = target.resolve(entry.getName()).normalize();
            } catch (InvalidPathException e) {
                throw refuse(archive, "it has an entry with an impossible name", "unpack it yourself and name the directory", e);
            }
            if (!file.startsWith(target)) {
                throw refuse(archive, "it has an entry that points out of it (" + entry.getName() + ")", "do not trust it", null);
            }
            if (entry.isDirectory()) {
                Files.createDirectories(file);
                continue;
            }
            Path parent = file.getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            try (InputStream in = zip.getInputStream(entry); OutputStream out = Files.newOutputStream(file)) {
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    left -= count;
                    if (left < 0) {
                        throw refuse(archive, "it unpacks to more than " + (MAXIMUM_UNPACKED_BYTES >> 30) + " GiB",
                                "unpack it yourself and name the directory", null);
                    }
                    progress.check();
                    out.write(buffer, 0, count);
                }
            }
        }
    }

    private static String reason(IOException e) {
        return e.getClass().getSimpleName() + (e.getMessage() == null ? "" : ": " + e.getMessage());
    }

    private static TraceReadException refuse(Path path, String wrong, String remedy, @Nullable Throwable cause) {
        return TraceReadException.of(path, TraceReadException.UNKNOWN, TraceReadException.UNKNOWN, wrong, remedy, cause);
    }

    /** Removes what was unpacked. */
    @Override
    public void close() {
        Path temporary = unpacked;
        if (temporary == null) {
            return;
        }
        unpacked = null;
        try {
            Files.walkFileTree(temporary, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException e) throws IOException {
                    Files.delete(dir);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot remove " + temporary + ", where an archive was unpacked; remove it by hand.", e);
        }
    }
}
