/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.files;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * A run whose files go into a directory that is there already. They cannot all appear by one rename there, as the directory may have
 * files of others, or be a mount point; but one rename puts them into it as the folder {@code .bowline-commit}, with a list of what goes
 * where, and from then on they are what the directory holds: readers look there first, and whoever finds the list of a run that was
 * killed carries it out to the end.
 */
public final class PendingRun {
    /** Its folder within the directory. */
    public static final String FOLDER = ".bowline-commit";

    private static final String LIST = ".list";
    private static final String HEAD = "bowline-commit 1 ";
    private static final char PUT = '+';
    private static final char REMOVE = '-';

    private final Path directory;
    private final String id;
    private final Set<String> put;
    private final Set<String> remove;

    private PendingRun(Path directory, String id, Set<String> put, Set<String> remove) {
        this.directory = directory;
        this.id = id;
        this.put = put;
        this.remove = remove;
    }

    /** Writes the list of a run to the folder that is to become its folder. */
    public static void write(Path staging, String id, Set<String> put, Set<String> remove) throws IOException {
        Staging.write(staging.resolve(LIST), StandardOpenOption.CREATE_NEW, out -> {
            out.write(HEAD + id + '\n');
            for (String name : put) {
                out.write(PUT + name + '\n');
            }
            for (String name : remove) {
                out.write(REMOVE + name + '\n');
            }
        });
    }

    /**
     * The one in a directory, or null if there is none.
     *
     * @throws IOException if there is something else
     */
    public static @Nullable PendingRun in(Path directory) throws IOException {
        Path folder = directory.resolve(FOLDER);
        List<String> lines;
        try {
            if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
                return null;
            }
            lines = Files.readAllLines(folder.resolve(LIST));
        } catch (NoSuchFileException | NotDirectoryException e) {
            return null; // carried out meanwhile
        } catch (CharacterCodingException e) {
            throw foreign(folder);
        }
        if (lines.isEmpty() || !lines.get(0).startsWith(HEAD)) {
            throw foreign(folder);
        }
        Set<String> put = new LinkedHashSet<>();
        Set<String> remove = new LinkedHashSet<>();
        for (String line : lines.subList(1, lines.size())) {
            if (line.length() < 2 || line.indexOf('/') >= 0 || line.charAt(1) == '.') {
                throw foreign(folder);
            }
            (line.charAt(0) == PUT ? put : remove).add(line.substring(1));
        }
        return new PendingRun(directory, lines.get(0).substring(HEAD.length()), put, remove);
    }

    private static IOException foreign(Path folder) {
        return new IOException(folder + " is not a folder that Bowline made; remove it");
    }

    /** Of its {@link Staging}. */
    public String id() {
        return id;
    }

    /** Where a file of that name is that the directory is to hold; it is not there if the run removes it. */
    public Path file(String name) {
        Path waiting = directory.resolve(FOLDER).resolve(name);
        return remove.contains(name) || put.contains(name) && Files.exists(waiting) ? waiting : directory.resolve(name);
    }

    /**
     * Carries the list out. May be done again after it was stopped anywhere; not by two at a time.
     *
     * @param step asked before each change
     * @return what was removed
     */
    public List<String> finish(Runnable step) throws IOException {
        Path folder = directory.resolve(FOLDER);
        for (String name : put) {
            step.run();
            Staging.move(folder.resolve(name), directory.resolve(name));
        }
        List<String> removed = new ArrayList<>();
        for (String name : remove) {
            step.run();
            if (Files.deleteIfExists(directory.resolve(name))) {
                removed.add(name);
            }
        }
        step.run();
        Files.deleteIfExists(folder.resolve(LIST));
        step.run();
        removeEmpty(directory);
        return removed;
    }

    /** Carries out what the owner of an id left, who is dead; to be called by whoever has its lock. */
    public static void finishDead(Path directory, String id) throws IOException {
        PendingRun pending = in(directory);
        if (pending != null && pending.id.equals(id)) {
            pending.finish(() -> {});
        } else if (pending == null) {
            removeEmpty(directory);
        }
    }

    private static void removeEmpty(Path directory) throws IOException {
        try {
            Files.deleteIfExists(directory.resolve(FOLDER));
        } catch (DirectoryNotEmptyException e) {
            return; // the next run has taken the empty folder's place already
        }
    }
}
