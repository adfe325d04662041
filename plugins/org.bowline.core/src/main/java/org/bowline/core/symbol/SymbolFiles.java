/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.symbol;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The files that have the names of functions and variables: those in some folders, and those that this machine has at the paths of the recorded one. A file counts only if
 * its build id is the one that was recorded; where none was recorded, only if it is in one of the folders and has the same name. Not for use by several threads at
 * a time.
 */
public final class SymbolFiles {
    private static final int DEEPEST = 6;
    private static final int MOST_FILES = 10_000;

    private final List<Path> folders;
    private final Map<String, Optional<Found>> found = new HashMap<>();
    private final Map<String, Optional<Variables>> variables = new HashMap<>();
    private @Nullable Map<String, List<Path>> byId;
    private final Map<String, List<Path>> byName = new HashMap<>();

    /** Files below some folders, six levels deep and 10,000 at most; folders that do not exist are passed over. */
    public SymbolFiles(List<Path> folders) {
        this.folders = List.copyOf(folders);
    }

    /**
     * A file that is sure to be the same as a recorded one.
     *
     * @param path where it is
     * @param elf what it holds
     */
    public record Found(Path path, ElfFile elf) {}

    /**
     * The variables of a file that is sure to be the same as a recorded one.
     *
     * @param elf what else is known of the file; without its functions
     * @param table not empty
     */
    public record Variables(ElfFile elf, SymbolTable table) {
        /** The variable that an address of a process is in; null if it is in none. */
        public SymbolTable.@Nullable Symbol at(Module module, long address) {
            return table.at(elf.own(module, address));
        }
    }

    /** The functions of a mapped file; empty if there is no file that is sure to be the same. */
    public SymbolTable of(Module module) {
        Found same = file(module.path(), module.buildId());
        return same == null ? SymbolTable.EMPTY : same.elf().symbols();
    }

    /**
     * The file itself; null if there is none that is sure to be the same. Of several one with functions.
     *
     * @param path where it was on its host
     * @param buildId in hex; empty if it is not known
     */
    public @Nullable Found file(String path, String buildId) {
        return found.computeIfAbsent(buildId + ' ' + path, key -> Optional.ofNullable(find(path, buildId))).orElse(null);
    }

    /** The variables of a mapped file; null if there is no file that is sure to be the same, or none of these tells of any. Of several the one with the most: what was stripped of its symbols may still tell those that it shares. */
    public @Nullable Variables variables(Module module) {
        return variables.computeIfAbsent(module.buildId() + ' ' + module.path(), key -> Optional.ofNullable(findVariables(module)))
                .orElse(null);
    }

    private @Nullable Variables findVariables(Module module) {
        Variables most = null;
        for (Path file : candidates(module.path(), module.buildId())) {
            Variables one = readVariables(file, module.buildId());
            if (one != null && one.table().size() > (most == null ? 0 : most.table().size())) {
                most = one;
            }
        }
        return most;
    }

    private static @Nullable Variables readVariables(Path file, String id) {
        try {
            ElfFile head = ElfFile.read(file, false);
            return head == null || !isSame(head, id) ? null : new Variables(head, ElfFile.variables(file));
        } catch (IOException e) {
            return null; // as if it were not there: what it has stays without a name, and that is told
        }
    }

    /** Whether the folders have a file of that name of another build only, which is not believed. */
    public boolean isOfAnotherBuild(Module module) {
        return !module.buildId().isEmpty() && candidates(module.path(), module.buildId()).stream().noneMatch(file -> {
            ElfFile elf = head(file);
            return elf != null && isSame(elf, module.buildId());
        }) && byName.containsKey(lastName(module.path()));
    }

    private static boolean isSame(ElfFile elf, String buildId) {
        return buildId.isEmpty() || elf.buildId().equals(buildId);
    }

    private static String lastName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** The files that may be the same as a recorded one. */
    private List<Path> candidates(String path, String buildId) {
        Map<String, List<Path>> ids = ids();
        if (buildId.isEmpty()) {
            List<Path> same = byName.getOrDefault(lastName(path), List.of());
            return areSame(same) ? same.subList(0, Math.min(1, same.size())) : List.of(); // of builds of one name nobody knows which it was
        }
        List<Path> all = new ArrayList<>(ids.getOrDefault(buildId, List.of()));
        try {
            if (path.startsWith("/")) {
                all.add(Path.of(path));
            }
        } catch (InvalidPathException e) {
            return all; // a path of another system
        }
        return all;
    }

    private static boolean areSame(List<Path> files) {
        try {
            for (int i = 1; i < files.size(); i++) {
                if (Files.mismatch(files.get(0), files.get(i)) >= 0) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            return false; // as nobody knows
        }
    }

    /** Of several the first with functions. */
    private @Nullable Found find(String path, String buildId) {
        Found other = null;
        for (Path file : candidates(path, buildId)) {
            Found there = read(file, buildId);
            if (there != null && there.elf().symbols().size() > 0) {
                return there;
            }
            other = there == null ? other : there;
        }
        return other;
    }

    private static @Nullable Found read(Path file, String id) {
        try {
            ElfFile head = ElfFile.read(file, false);
            if (head == null || !id.isEmpty() && !head.buildId().equals(id)) {
                return null;
            }
            ElfFile whole = ElfFile.read(file, true);
            return whole == null ? null : new Found(file, whole);
        } catch (IOException e) {
            return null; // as if it were not there: its functions have no names, and that is told
        }
    }

    private Map<String, List<Path>> ids() {
        Map<String, List<Path>> ids = byId;
        if (ids == null) {
            ids = new HashMap<>();
            for (Path folder : folders) {
                for (Path file : files(folder)) {
                    ElfFile elf = head(file);
                    if (elf != null) {
                        byName.computeIfAbsent(String.valueOf(file.getFileName()), key -> new ArrayList<>()).add(file);
                        ids.computeIfAbsent(elf.buildId(), key -> new ArrayList<>()).add(file);
                    }
                }
            }
            ids.remove("");
            byId = ids;
        }
        return ids;
    }

    private static @Nullable ElfFile head(Path file) {
        try {
            return ElfFile.read(file, false);
        } catch (IOException e) {
            return null; // one that may not be read names nothing
        }
    }

    private static List<Path> files(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.find(folder, DEEPEST, (file, attributes) -> attributes.isRegularFile(),
                FileVisitOption.FOLLOW_LINKS)) {
            return files.limit(MOST_FILES).sorted().toList();
        } catch (IOException | UncheckedIOException e) {
            return new ArrayList<>(); // a folder that may not be read has nothing for us
        }
    }

    /** Folders beside a trace in which its programs may have been kept: {@code bin} and {@code symbols} in the folders above it. */
    public static Set<Path> beside(Path trace) {
        Set<Path> found = new LinkedHashSet<>();
        Path folder = trace.toAbsolutePath().normalize();
        for (int i = 0; i < DEEPEST + 1 && folder != null && folder.getNameCount() > 1; i++, folder = folder.getParent()) {
            for (String name : List.of("symbols", "bin")) {
                Path candidate = folder.resolve(name);
                if (Files.isDirectory(candidate)) {
                    found.add(candidate);
                }
            }
        }
        return found;
    }
}
