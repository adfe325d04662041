/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.function;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.Progress;
import org.bowline.core.symbol.CalledFunctions;
import org.bowline.core.symbol.CalledFunctions.How;
import org.bowline.core.symbol.Module;
import org.bowline.core.symbol.SymbolFiles;
import org.bowline.core.symbol.SymbolTable.Symbol;

/**
 * Whom the functions of a {@link CallLog} call, as the code of their programs and libraries says, whether or not that was recorded: {@link CalledFunctions} of each file. A call of a function in another file leads to
 * the first file of the process that has a function of the name. Not for use by several threads at a time.
 */
public final class CallGraph {
    private static final int POLL_MASK = (1 << 10) - 1;

    /**
     * A function of a file.
     *
     * @param process a process that has the file in memory, as an index that tells its files
     * @param module the file
     * @param symbol its code
     */
    private record Place(int process, Module module, Symbol symbol) {}

    /**
     * A function that another calls.
     *
     * @param name its name; of a copy that of the original
     * @param file the name of its file; empty if that is another one, and the function does not announce its begin there, or was not found
     * @param how how that is known
     * @param isInstrumented whether it announces its begin, so that it can be recorded
     */
    public record Callee(String name, String file, How how, boolean isInstrumented) {}

    private final SymbolFiles files;
    /** By file; these are the same objects whenever they are asked for. */
    private final IdentityHashMap<SymbolFiles.Found, CalledFunctions> code = new IdentityHashMap<>();
    private final IdentityHashMap<SymbolFiles.Found, Map<String, Symbol>> byName = new IdentityHashMap<>();
    private final List<List<Module>> processes = new ArrayList<>();
    /** Where the recorded functions of a host and name are. */
    private final Map<String, Set<Place>> recorded = new LinkedHashMap<>();

    /** Of what was recorded, with the files that have the code. */
    public CallGraph(CallLog calls, FunctionNames names, SymbolFiles files) {
        this.files = files;
        Map<List<Module>, Integer> numbers = new HashMap<>();
        for (int function = 0; function < calls.functionCount(); function++) {
            List<Module> modules = calls.modules(function);
            Module module = FunctionNames.module(modules, calls.address(function));
            CalledFunctions of = module == null ? null : code(module);
            Symbol symbol = module == null || of == null ? null : of.symbols().at(module.inFile(calls.address(function)));
            Set<Place> places = recorded.computeIfAbsent(names.name(function), key -> new LinkedHashSet<>());
            if (module != null && symbol != null) {
                int process = numbers.computeIfAbsent(modules, key -> {
                    processes.add(key);
                    return processes.size() - 1;
                });
                places.add(new Place(process, module, symbol));
            }
        }
    }

    private @Nullable CalledFunctions code(Module module) {
        SymbolFiles.Found found = files.file(module.path(), module.buildId());
        return found == null ? null : code.computeIfAbsent(found, CalledFunctions::new);
    }

    /** The names of the functions that were recorded. */
    public Set<String> recorded() {
        return Set.copyOf(recorded.keySet());
    }

    /** Whether it can be told whom a recorded function calls directly: its file is there, and of a processor whose calls are read. */
    public boolean isKnown(String function) {
        Set<Place> places = recorded.getOrDefault(function, Set.of());
        return !places.isEmpty() && places.stream().allMatch(place -> {
            CalledFunctions of = code(place.module);
            return of != null && of.isRead();
        });
    }

    /** Whom a recorded function calls, each once, in the order of its code; of all functions of the name. */
    public List<Callee> callees(String function) {
        Map<String, Callee> callees = new LinkedHashMap<>();
        for (Place place : recorded.getOrDefault(function, Set.of())) {
            for (CalledFunctions.Callee callee : called(place)) {
                Optional<Place> target = target(place, callee);
                String name = FunctionChoice.original(callee.name());
                boolean isInstrumented = target.isPresent() && isInstrumented(target.get());
                Callee one = new Callee(name, isInstrumented || callee.symbol() != null ? target.get().module.name() : "", callee.how(),
                        isInstrumented);
                callees.merge(name, one, (before, now) -> before.isInstrumented() || !now.isInstrumented() ? before : now);
            }
        }
        callees.remove(FunctionChoice.original(function));
        return List.copyOf(callees.values());
    }

    private List<CalledFunctions.Callee> called(Place place) {
        CalledFunctions of = code(place.module);
        return of == null ? List.of() : of.of(place.symbol).callees();
    }

    private boolean isInstrumented(Place place) {
        CalledFunctions of = code(place.module);
        return of != null && of.of(place.symbol).isInstrumented();
    }

    private Optional<Place> target(Place from, CalledFunctions.Callee callee) {
        Symbol here = callee.symbol();
        if (here != null) {
            return Optional.of(new Place(from.process, from.module, here));
        }
        for (Module module : processes.get(from.process)) {
            SymbolFiles.Found found = module.equals(from.module) ? null : files.file(module.path(), module.buildId());
            Symbol symbol = found == null ? null : byName.computeIfAbsent(found, CallGraph::byName).get(callee.name());
            if (symbol != null) {
                return Optional.of(new Place(from.process, module, symbol));
            }
        }
        return Optional.empty();
    }

    private static Map<String, Symbol> byName(SymbolFiles.Found found) {
        Map<String, Symbol> names = new HashMap<>();
        found.elf().symbols().all().forEach(symbol -> names.putIfAbsent(symbol.name(), symbol));
        return names;
    }

    /**
     * The functions that announce themselves and that the recorded ones call, directly or through others. O(code that is reached).
     *
     * @param progress asked whether to stop
     */
    public Collection<String> reachable(Progress progress) {
        Set<Place> seen = new LinkedHashSet<>();
        ArrayDeque<Place> open = new ArrayDeque<>();
        recorded.values().forEach(open::addAll);
        Set<String> names = new LinkedHashSet<>();
        long count = 0;
        while (!open.isEmpty()) {
            if ((count++ & POLL_MASK) == 0) {
                progress.check();
            }
            Place place = open.pop();
            if (!seen.add(place)) {
                continue;
            }
            if (isInstrumented(place)) {
                names.add(FunctionChoice.original(place.symbol.name()));
            }
            called(place).forEach(callee -> target(place, callee).ifPresent(open::push));
        }
        return names;
    }
}
