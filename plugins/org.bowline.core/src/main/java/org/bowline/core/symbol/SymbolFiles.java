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
import java.util.Set;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The files that have the names of functions: those in some folders, and those that this machine has at the paths of the recorded one. A file counts only if
 * its build id is the one that was recorded; where none was recorded, only if it is in one of the folders and has the same name. Not for use by several threads at
 * a time.
 */
public final class SymbolFiles {
    private static final int DEEPEST = 6;
    private static final int MOST_FILES = 10_000;

    private final List<Path> folders;
    private final Map<String, SymbolTable> tables = new HashMap<>();
    private @Nullable Map<String, Path> byId;
    private final Map<String, Path> byName = new HashMap<>();

    /** Files below some folders, six levels deep and 10,000 at most; folders that do not exist are passed over. */
    public SymbolFiles(List<Path> folders) {
        this.folders = List.copyOf(folders);
    }

    /** The functions of a mapped file; empty if there is no file that is sure to be the same. */
    public SymbolTable of(Module module) {
        return tables.computeIfAbsent(module.buildId() + ' ' + module.path(), key -> find(module));
    }

    private SymbolTable find(Module module) {
        Map<String, Path> ids = ids();
        if (module.buildId().isEmpty()) {
            Path same = byName.get(module.name());
            return same == null ? SymbolTable.EMPTY : table(same, "");
        }
        Path collected = ids.get(module.buildId());
        SymbolTable table = collected == null ? SymbolTable.EMPTY : table(collected, module.buildId());
        if (table.size() > 0) {
            return table;
        }
        try {
            return module.path().startsWith("/") ? table(Path.of(module.path()), module.buildId()) : SymbolTable.EMPTY;
        } catch (InvalidPathException e) {
            return SymbolTable.EMPTY; // a path of another system
        }
    }

    private static SymbolTable table(Path file, String id) {
        try {
            ElfFile head = ElfFile.read(file, false);
            if (head == null || !id.isEmpty() && !head.buildId().equals(id)) {
                return SymbolTable.EMPTY;
            }
            ElfFile whole = ElfFile.read(file, true);
            return whole == null ? SymbolTable.EMPTY : whole.symbols();
        } catch (IOException e) {
            return SymbolTable.EMPTY; // as if it were not there: its functions have no names, and that is told
        }
    }

    private Map<String, Path> ids() {
        Map<String, Path> ids = byId;
        if (ids == null) {
            ids = new HashMap<>();
            for (Path folder : folders) {
                for (Path file : files(folder)) {
                    ElfFile elf = head(file);
                    if (elf != null) {
                        byName.putIfAbsent(String.valueOf(file.getFileName()), file);
                        ids.putIfAbsent(elf.buildId(), file);
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
