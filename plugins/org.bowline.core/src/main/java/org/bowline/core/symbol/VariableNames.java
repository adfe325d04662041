/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.symbol;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Collects the variables of a file, and gives each a name of its own. What is static in a source may have the name of something else in another one: it is told with its source then, {@code lock (pool.c)}; where that is the same,
 * too, or not known, with its address in the file, {@code lock (pool.c, 0x4060)}. O(variables · log variables); beyond
 * {@value #MOST} of them, or {@value #MOST_LETTERS} letters, they are passed over.
 */
final class VariableNames {
    private static final int MOST = 1 << 22;
    private static final int MOST_LETTERS = 1 << 26;
    /** No address that a variable has, for names that several have. */
    private static final long SEVERAL = -1;

    private final List<Variable> found = new ArrayList<>();
    private String source = "";
    private int letters;

    private record Variable(long address, long size, String name, String source) {
        String withSource() {
            return source.isEmpty() ? name : name + " (" + source + ')';
        }

        String withAddress() {
            return name + " (" + (source.isEmpty() ? "" : source + ", ") + "0x" + Long.toHexString(address) + ')';
        }
    }

    /** The symbols of a file in their order; those that are no variables only say of which source the next ones are. */
    void add(ElfFile.Entry entry) {
        if (entry.isSource()) {
            source = entry.name();
        } else if (entry.isVariable() && entry.size() > 0 && !entry.name().isEmpty() && found.size() < MOST && letters < MOST_LETTERS) {
            letters += entry.name().length() + (entry.isLocal() ? source.length() : 0);
            found.add(new Variable(entry.address(), entry.size(), entry.name(), entry.isLocal() ? source : ""));
        }
    }

    /** All of them. */
    SymbolTable table() {
        Map<String, Long> names = places(Variable::name);
        Map<String, Long> withSources = places(Variable::withSource);
        List<SymbolTable.Symbol> symbols = new ArrayList<>();
        for (Variable one : found) {
            String name = isAlone(names, one.name) ? one.name
                    : isAlone(withSources, one.withSource()) ? one.withSource() : one.withAddress();
            symbols.add(new SymbolTable.Symbol(one.address, one.size, name));
        }
        return new SymbolTable(symbols);
    }

    /** Where the variable of a name is. A symbol may be in several tables. */
    private Map<String, Long> places(Function<Variable, String> name) {
        Map<String, Long> places = new HashMap<>();
        found.forEach(one -> places.merge(name.apply(one), one.address, (a, b) -> a.equals(b) ? a : SEVERAL));
        return places;
    }

    private static boolean isAlone(Map<String, Long> places, String name) {
        return places.getOrDefault(name, SEVERAL) != SEVERAL;
    }
}
