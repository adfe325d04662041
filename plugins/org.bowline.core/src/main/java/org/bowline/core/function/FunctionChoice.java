/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.function;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which functions of a host were recorded: those of a list ({@code bowline-record --functions}), or all that the programs announce. A name stands for all functions of that name in all files of a
 * process, and for the copies that a compiler makes of them ({@code commit.constprop.0}).
 *
 * @param names of the list, in order; empty: all
 */
public record FunctionChoice(List<String> names) {
    /** All. */
    public static final FunctionChoice ALL = new FunctionChoice(List.of());

    private static final String FILE = "functions.txt";
    private static final int HIGHEST = 5;
    private static final int MOST_BYTES = 1 << 22;
    private static final int MOST_NAMES = 1 << 16;

    /** Sorts the names. */
    public FunctionChoice {
        names = List.copyOf(new TreeSet<>(names));
    }

    /** The name of the function that a compiler has made a copy of; any other name as it is. */
    public static String original(String name) {
        int dot = name.indexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    /** Whether there is a list. */
    public boolean isList() {
        return !names.isEmpty();
    }

    /** Whether a function was recorded when it was called. */
    public boolean has(String name) {
        return !isList() || names.contains(original(name));
    }

    /** Of several hosts: all lists in one. {@link #ALL} if one has none, or there is no host. */
    public static FunctionChoice of(Collection<FunctionChoice> hosts) {
        return hosts.stream().allMatch(FunctionChoice::isList)
                ? new FunctionChoice(hosts.stream().flatMap(host -> host.names.stream()).toList())
                : ALL;
    }

    /** What {@code bowline-record} has left with a trace, in the folder of its host: the list, or {@link #ALL} if there is none or it cannot be read. */
    public static FunctionChoice beside(Path trace) {
        Path folder = trace.toAbsolutePath().normalize();
        for (int i = 0; i < HIGHEST && folder != null; i++, folder = folder.getParent()) {
            Path file = folder.resolve(FILE);
            try {
                if (Files.isRegularFile(file) && Files.size(file) <= MOST_BYTES) {
                    try (Stream<String> lines = Files.lines(file)) {
                        return new FunctionChoice(lines.map(String::strip).filter(line -> !line.isEmpty()).limit(MOST_NAMES)
                                .collect(Collectors.toList()));
                    }
                }
            } catch (IOException | UncheckedIOException e) {
                return ALL; // as if it were not there
            }
        }
        return ALL;
    }
}
