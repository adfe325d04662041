/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

import org.jspecify.annotations.Nullable;

import org.bowline.core.files.FileTree;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.progress.Progress;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.trace.CtfTrace;
import org.bowline.ctf.trace.LostMetadata;

/**
 * Finds every CTF trace below some directories. A {@code .zip} file (given, or found in a tree) that holds traces is unpacked into a
 * temporary directory, which is removed at the end.
 */
final class TraceFinder implements AutoCloseable {
    private static final int MAXIMUM_NESTING = 3;
    private static final int MAXIMUM_ENTRIES = 100_000;
    private static final byte[] APPLE_DOUBLE = {0, 5, 0x16, 7};
    private static final long MAXIMUM_UNPACKED_BYTES = 16L << 30;
    private static final String ZIP = ".zip";
    private static final String METADATA = "metadata";
    /** What LTTng calls the folders of its two sorts of traces: one is empty where only the other was recorded. */
    private static final Set<String> DOMAINS = Set.of("kernel", "ust");
    private static final String WITHOUT_METADATA = "it has data streams, but no file \"metadata\", which tells what is in them";
    /** What Java makes of bytes that are not text. */
    private static final char UNDECODED = '\ufffd';

    private final List<Found> found = new ArrayList<>();
    private final List<Refused> refused = new ArrayList<>();
    private final List<String> empty = new ArrayList<>();
    private final Set<Path> archivesSeen = new HashSet<>();
    private @Nullable Path unpacked;
    private int nesting;
    /** How many archives were there again, as they were named twice. */
    private int repeated;

    /**
     * A trace's directory.
     *
     * @param directory where to read it
     * @param original where the user has it: the directory, or a path within the archive
     * @param displayPath the original relative to what the user named
     */
    record Found(Path directory, Path original, String displayPath) {}

    /**
     * What could not be taken.
     *
     * @param severity of the caveat
     * @param kind of the caveat
     * @param displayPath as of {@link Found}
     * @param why the same as an error
     */
    record Refused(Severity severity, String kind, String displayPath, TraceReadException why) {}

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
        return !each.original().toAbsolutePath().normalize().equals(place);
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path.toAbsolutePath().normalize();
        }
    }

    /** What is below the named places and could not be taken: directories, archives, traces without their metadata. */
    List<Refused> refused() {
        return List.copyOf(refused);
    }

    /** Directories with no file at all below them, beside those of hosts: as of {@link Found}. */
    List<String> empty() {
        return List.copyOf(empty);
    }

    /** Looks below a directory, or in an archive. */
    void find(Path root, Progress progress) throws TraceReadException {
        BasicFileAttributes attributes = look(root);
        int before = found.size() + refused.size() + repeated;
        if (attributes.isDirectory()) {
            walk(root, root, root, progress);
        } else if (!attributes.isRegularFile()) {
            throw refuse(root, "it is neither a directory nor a regular file",
                    "name the directory that holds the trace, or an archive that is a file", null);
        } else if (isArchive(root)) {
            tryUnpacking(root, root, root.toAbsolutePath().getParent(), progress);
        } else {
            throw refuse(root, "it is a file, not a directory with traces", "name the directory that holds the trace, or one above it",
                    null);
        }
        if (found.size() + refused.size() + repeated == before) {
            throw nothing(root);
        }
    }

    /** That there is anything to read below the named places. */
    void check(List<Path> roots) throws TraceReadException {
        if (found.isEmpty() && !roots.isEmpty()) {
            throw refused.isEmpty() ? nothing(roots.get(0)) : refused.get(0).why();
        }
    }

    private static TraceReadException nothing(Path root) {
        return refuse(root, "there is no CTF trace below (no directory with a file \"metadata\")",
                "name a directory that lttng or perf has recorded into, or one above it", null);
    }

    private static BasicFileAttributes look(Path root) throws TraceReadException {
        try {
            return Files.readAttributes(root, BasicFileAttributes.class);
        } catch (NoSuchFileException e) {
            if (root.toString().indexOf(UNDECODED) >= 0) {
                throw refuse(root, "there is no such directory; if its name has bytes that are not UTF-8, Java cannot name it",
                        "give it another name, or name a link to it", e);
            }
            throw refuse(root, "there is no such directory", "check the path", e);
        } catch (IOException e) {
            throw refuse(root, "it cannot be looked at (" + reason(e) + ")", "check the permissions of it and of what it is in", e);
        }
    }

    private void walk(Path directory, Path original, Path root, Progress progress) throws TraceReadException {
        List<Path[]> archives = new ArrayList<>();
        List<Path> looked = new ArrayList<>();
        Set<Path> withHosts = new HashSet<>();
        try {
            TraceTree.walk(directory, new TraceTree.Visitor() {
                @Override
                public boolean directory(Path dir, Path name) {
                    progress.check();
                    Path shown = shown(name);
                    if (CtfTrace.isTrace(dir)) {
                        found.add(new Found(dir, shown, display(shown, root)));
                        Path host = hostFolder(directory, name);
                        if (!host.equals(directory)) {
                            withHosts.add(host.getParent());
                        }
                        return false;
                    }
                    looked.add(name);
                    if (LostMetadata.is(dir)) {
                        refused.add(new Refused(Severity.ERROR, "missing-metadata", display(shown, root),
                                refuse(shown, WITHOUT_METADATA, "copy the recording again, as a whole", null)));
                    }
                    return true;
                }

                @Override
                public void file(Path file, Path name, BasicFileAttributes attributes) {
                    progress.check();
                    if (isArchive(file)) {
                        archives.add(new Path[] {file, shown(name), name});
                    }
                }

                @Override
                public void failed(Path name, IOException e) {
                    Path shown = shown(name);
                    refused.add(new Refused(Severity.WARNING, "unreadable-directory", display(shown, root),
                            refuse(shown, "it cannot be looked into (" + reason(e) + ")", "check its permissions", e)));
                }

                private Path shown(Path name) {
                    return original.resolve(directory.relativize(name).toString());
                }
            });
        } catch (IOException e) {
            throw refuse(directory, "the directory cannot be listed (" + reason(e) + ")", "check its permissions", e);
        }
        archives.sort(Comparator.comparing(archive -> archive[1]));
        for (Path[] archive : archives) {
            int before = found.size();
            tryUnpacking(archive[0], archive[1], root, progress);
            if (found.size() > before) {
                withHosts.add(archive[2].getParent()); // A.zip is as A
            }
        }
        looked.stream().filter(name -> !name.equals(directory) && withHosts.contains(name.getParent()) && isEmpty(name))
                .map(name -> display(original.resolve(directory.relativize(name).toString()), root)).sorted().forEach(empty::add);
        found.sort(Comparator.comparing(Found::original, new PlaceOrder()));
    }

    /** The folder of a trace's host: that in which LTTng's folder of the sort of trace is, or else the trace's own. */
    private static Path hostFolder(Path top, Path trace) {
        Path relative = top.relativize(trace);
        for (int i = 0; i < relative.getNameCount(); i++) {
            if (DOMAINS.contains(relative.getName(i).toString())) {
                return i == 0 ? top : top.resolve(relative.subpath(0, i));
            }
        }
        return trace;
    }

    /** Whether there is nothing in a directory but directories; what LTTng calls those of its sorts of traces may be empty. */
    private static boolean isEmpty(Path directory) {
        try (Stream<Path> all = Files.walk(directory)) {
            return !DOMAINS.contains(String.valueOf(directory.getFileName()))
                    && all.allMatch(path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS));
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
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

    /**
     * @param archive where it is
     * @param shown where the user has it
     * @param root what the user named, or its parent if that is the archive
     */
    private void tryUnpacking(Path archive, Path shown, @Nullable Path root, Progress progress) {
        if (!archivesSeen.add(real(archive))) {
            repeated++;
            return;
        }
        nesting++;
        try {
            unpack(archive, shown, root, progress);
        } catch (TraceReadException e) {
            String name = display(shown, root == null ? shown : root);
            refused.add(isSomethingElse(archive) ? new Refused(Severity.INFO, "not-an-archive", name, e)
                    : new Refused(Severity.ERROR, "unreadable-archive", name, e));
        } finally {
            nesting--;
        }
    }

    /** Whether a file has only the name of an archive: {@code ._A.zip} is what macOS keeps beside A.zip. Anything else was one, or was to be one. */
    private static boolean isSomethingElse(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(APPLE_DOUBLE.length), APPLE_DOUBLE);
        } catch (IOException e) {
            return false;
        }
    }

    private void unpack(Path archive, Path shown, @Nullable Path root, Progress progress) throws TraceReadException {
        if (nesting > MAXIMUM_NESTING) {
            throw refuse(shown, "it is an archive in an archive, " + MAXIMUM_NESTING + " times over",
                    "unpack it yourself and name the directory", null);
        }
        Path target = null;
        boolean whole = false;
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            if (zip.stream().noneMatch(entry -> isMetadata(entry.getName()))) {
                if (zip.stream().anyMatch(entry -> isIndex(entry.getName()))) {
                    throw refuse(shown, WITHOUT_METADATA, "make the archive again, of the whole recording", null);
                }
                archivesSeen.remove(real(archive));
                return;
            }
            check(shown, zip);
            Path temporary = unpacked;
            if (temporary == null) {
                temporary = Files.createTempDirectory("bowline-" + ProcessHandle.current().pid() + '-');
                unpacked = temporary;
            }
            target = Files.createTempDirectory(temporary, "zip-");
            unpackAll(shown, zip, target, progress);
            // A.zip with A/kernel inside is shown as A/kernel, like the directory it was made of
            Path parent = shown.toAbsolutePath().getParent();
            walk(target, parent == null ? shown : parent, root == null ? shown : root.toAbsolutePath(), progress);
            whole = true;
        } catch (ZipException e) {
            throw refuse(shown, "the archive is damaged (" + e.getMessage() + ")", "copy it again, or unpack it and name the directory", e);
        } catch (IOException e) {
            if (e instanceof TraceReadException refusal) {
                throw refusal;
            }
            throw refuse(shown, "the archive cannot be unpacked (" + reason(e) + ")",
                    "check that the temporary directory has room, or unpack it yourself and name the directory", e);
        } finally {
            if (!whole && target != null) {
                remove(target); // a part of a trace is worse than none, and may be large
            }
        }
    }

    /** Whether it may be unpacked: before the first file is written. */
    private static void check(Path shown, ZipFile zip) throws IOException {
        if (zip.size() > MAXIMUM_ENTRIES) {
            throw refuse(shown, "the archive has " + zip.size() + " entries, more than the " + MAXIMUM_ENTRIES + " that are unpacked",
                    "unpack it yourself and name the directory", null);
        }
        long bytes = 0;
        Enumeration<? extends ZipEntry> entries = zip.entries();
        while (entries.hasMoreElements() && bytes <= MAXIMUM_UNPACKED_BYTES) {
            bytes += Math.min(Math.max(0, entries.nextElement().getSize()), MAXIMUM_UNPACKED_BYTES + 1);
        }
        if (bytes > MAXIMUM_UNPACKED_BYTES) {
            throw tooLarge(shown);
        }
    }

    private static TraceReadException tooLarge(Path shown) {
        return refuse(shown, "it unpacks to more than " + (MAXIMUM_UNPACKED_BYTES >> 30) + " GiB",
                "unpack it yourself and name the directory", null);
    }

    private static boolean isIndex(String entry) {
        return entry.endsWith(".idx") && (entry.startsWith("index/") || entry.contains("/index/"));
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
            CRC32 sum = new CRC32(); // Java checks none
            try (InputStream in = zip.getInputStream(entry); OutputStream out = Files.newOutputStream(file)) {
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    left -= count;
                    if (left < 0) {
                        throw tooLarge(archive);
                    }
                    progress.check();
                    sum.update(buffer, 0, count);
                    out.write(buffer, 0, count);
                }
            }
            if (entry.getCrc() >= 0 && entry.getCrc() != sum.getValue()) {
                throw new ZipException("the checksum of " + entry.getName() + " is wrong");
            }
        }
    }

    private static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NoSuchFileException) {
            return "it is not there any more";
        }
        if (e instanceof FileSystemException file) { // its message is the path, and perhaps the reason
            return file.getReason() == null ? "the system refuses it" : file.getReason();
        }
        return e.getMessage() == null ? "it ends too early" : e.getMessage();
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
        remove(temporary);
    }

    private static void remove(Path temporary) {
        try {
            FileTree.delete(temporary);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot remove " + temporary + ", where an archive was unpacked; remove it by hand.", e);
        }
    }
}
