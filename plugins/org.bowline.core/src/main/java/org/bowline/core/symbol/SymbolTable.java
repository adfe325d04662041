/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.symbol;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.order.Bisection;

/** The functions or the variables of a file, by address in the file. Immutable; safe for many readers. */
public final class SymbolTable {
    /** A file without any. */
    public static final SymbolTable EMPTY = new SymbolTable(List.of());

    private final List<Symbol> ascending;

    /**
     * A function or a variable.
     *
     * @param address where it begins in the file's own addresses, unsigned
     * @param size its bytes; of 0 nothing is covered
     * @param name its name, not empty
     */
    public record Symbol(long address, long size, String name) {}

    /** The symbols in any order; of several at an address the largest, then the first by name, counts. */
    public SymbolTable(List<Symbol> symbols) {
        List<Symbol> sorted = new ArrayList<>(symbols);
        sorted.removeIf(symbol -> symbol.size() <= 0 || symbol.name().isEmpty());
        sorted.sort(Comparator.comparing(Symbol::address, Long::compareUnsigned)
                .thenComparing(Comparator.comparingLong(Symbol::size).reversed()).thenComparing(Symbol::name));
        List<Symbol> kept = new ArrayList<>();
        for (Symbol symbol : sorted) {
            if (kept.isEmpty() || kept.get(kept.size() - 1).address() != symbol.address()) {
                kept.add(symbol);
            }
        }
        ascending = List.copyOf(kept);
    }

    /** How many there are. */
    public int size() {
        return ascending.size();
    }

    /** All of them, by address. */
    public List<Symbol> all() {
        return ascending;
    }

    /** The name of what covers the address; null if nothing does. O(log symbols). */
    public @Nullable String name(long address) {
        Symbol symbol = at(address);
        return symbol == null ? null : symbol.name();
    }

    /** What covers the address; null if nothing does. O(log symbols). */
    public @Nullable Symbol at(long address) {
        int next = Bisection.first(0, ascending.size(), i -> Long.compareUnsigned(ascending.get(i).address(), address) > 0);
        if (next == 0) {
            return null;
        }
        Symbol symbol = ascending.get(next - 1);
        return Long.compareUnsigned(address - symbol.address(), symbol.size()) < 0 ? symbol : null;
    }
}
