/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.symbol;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * What was collected of a host beside its trace, in the folder {@code symbols}: memory maps of processes, build ids of files, the names of the kernel's functions, and what just-in-time compilers
 * left. Whatever is missing or cannot be read is as if it had not been collected. Of each file at most {@value #MOST_BYTES} bytes are read.
 *
 * @param maps by id of the process
 * @param buildIds by path of the file
 * @param kernel functions of the kernel, by address in memory
 * @param compiled by id of the process, functions that were compiled while it ran, by address in memory
 * @param loaded by id of the process, files that it has told to have in memory; of those without a map
 */
public record RecordedSymbols(Map<Integer, MemoryMap> maps, Map<String, String> buildIds, SymbolTable kernel,
        Map<Integer, SymbolTable> compiled, Map<Integer, LoadedModules> loaded) {
    /** Nothing was collected. */
    public static final RecordedSymbols NONE = new RecordedSymbols(Map.of(), Map.of(), SymbolTable.EMPTY, Map.of());

    /** The name of the folder. */
    public static final String FOLDER = "symbols";

    private static final long MOST_BYTES = 1L << 27;
    private static final int MOST_SYMBOLS = 1 << 20;
    private static final int HIGHEST = 3;
    private static final int HEX = 16;

    /** Copies the maps. */
    public RecordedSymbols {
        maps = Map.copyOf(maps);
        buildIds = Map.copyOf(buildIds);
        compiled = Map.copyOf(compiled);
        loaded = Map.copyOf(loaded);
    }

    /** What was collected, without what processes have told themselves. */
    public RecordedSymbols(Map<Integer, MemoryMap> maps, Map<String, String> buildIds, SymbolTable kernel,
            Map<Integer, SymbolTable> compiled) {
        this(maps, buildIds, kernel, compiled, Map.of());
    }

    /** The same with what processes have told. */
    public RecordedSymbols with(Map<Integer, LoadedModules> told) {
        return new RecordedSymbols(maps, buildIds, kernel, compiled, told);
    }

    /**
     * Of a trace: in the folder above it, or up to two above that, as in archives of a rotated recording.
     *
     * @param trace its directory
     * @param processes whose maps are wanted
     * @param kernel whether the kernel's functions are, too
     */
    public static RecordedSymbols beside(Path trace, Set<Integer> processes, boolean kernel) {
        Path symbols = folder(trace);
        return symbols == null ? NONE : read(symbols, processes, kernel);
    }

    /** The folder with what was collected of a trace's host; null if nothing was. Whoever copies the trace alone loses the names of its functions. */
    public static @Nullable Path folder(Path trace) {
        Path folder = trace.toAbsolutePath().normalize();
        for (int i = 0; i < HIGHEST && folder.getParent() != null; i++) {
            folder = folder.getParent();
            Path symbols = folder.resolve(FOLDER);
            if (Files.isRegularFile(symbols.resolve("build-ids")) || Files.isDirectory(symbols.resolve("maps"))) {
                return symbols;
            }
        }
        return null;
    }

    private static RecordedSymbols read(Path folder, Set<Integer> processes, boolean kernel) {
        Map<Integer, MemoryMap> maps = new HashMap<>();
        Map<Integer, SymbolTable> compiled = new HashMap<>();
        for (int process : processes) {
            MemoryMap map = lines(folder.resolve("maps").resolve(Integer.toString(process)), MemoryMap::of);
            if (map != null && !map.isEmpty()) {
                maps.put(process, map);
            }
            SymbolTable table = lines(folder.resolve("perf-" + process + ".map"), RecordedSymbols::compiled);
            if (table != null && table.size() > 0) {
                compiled.put(process, table);
            }
        }
        Map<String, String> ids = lines(folder.resolve("build-ids"), RecordedSymbols::ids);
        SymbolTable functions = kernel ? lines(folder.resolve("kallsyms"), KernelSymbols::of) : null;
        return new RecordedSymbols(maps, ids == null ? Map.of() : ids, functions == null ? SymbolTable.EMPTY : functions, compiled);
    }

    /** What a file's lines say; null if it cannot be read. */
    private static <T> @Nullable T lines(Path file, Function<Stream<String>, T> read) {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
                return null;
            }
            try (BufferedReader reader = new BufferedReader(new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8))) {
                return read.apply(reader.lines());
            }
        } catch (IOException | UncheckedIOException e) {
            return null; // as if it had not been collected: addresses have no names, and that is told
        }
    }

    private static Map<String, String> ids(Stream<String> lines) {
        Map<String, String> ids = new HashMap<>();
        lines.limit(MOST_SYMBOLS).forEach(line -> {
            int space = line.indexOf(' ');
            if (space > 0) {
                ids.put(line.substring(space + 1), line.substring(0, space));
            }
        });
        return ids;
    }

    /** Lines {@code ADDRESS SIZE NAME}, numbers in hex, as perf reads them. */
    private static SymbolTable compiled(Stream<String> lines) {
        List<SymbolTable.Symbol> symbols = new ArrayList<>();
        lines.limit(MOST_SYMBOLS).forEach(line -> {
            String[] words = line.split(" ", 3);
            try {
                if (words.length == 3) {
                    symbols.add(new SymbolTable.Symbol(Long.parseUnsignedLong(words[0], HEX), Long.parseUnsignedLong(words[1], HEX),
                            words[2]));
                }
            } catch (NumberFormatException e) {
                return; // no such line
            }
        });
        return new SymbolTable(symbols);
    }
}
