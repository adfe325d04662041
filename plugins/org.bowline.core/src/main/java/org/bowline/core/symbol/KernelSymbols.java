/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.symbol;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The functions of a running kernel and its modules, as {@code /proc/kallsyms} lists them. It does not say how long they are: one ends where the next symbol begins, and none is longer than
 * {@value #LONGEST} bytes, as otherwise the last of a module would take what is behind it.
 */
public final class KernelSymbols {
    private static final int MOST_LINES = 1 << 22;
    private static final int LONGEST = 1 << 16;
    private static final int HEX = 16;

    private KernelSymbols() {}

    /** A symbol of any sort. */
    private record Line(long address, boolean isCode, String name) {}

    /** Of the lines {@code ADDRESS TYPE NAME [MODULE]}; what is no such line, and all beyond {@value #MOST_LINES}, is passed over. */
    public static SymbolTable of(Stream<String> lines) {
        List<Line> all = new ArrayList<>();
        lines.limit(MOST_LINES).forEach(line -> add(line, all));
        all.sort((a, b) -> Long.compareUnsigned(a.address(), b.address()));
        List<SymbolTable.Symbol> functions = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Line line = all.get(i);
            int next = i + 1;
            while (next < all.size() && all.get(next).address() == line.address()) {
                next++;
            }
            if (line.isCode()) {
                long size = next < all.size() ? all.get(next).address() - line.address() : LONGEST;
                functions
                        .add(new SymbolTable.Symbol(line.address(), Long.compareUnsigned(size, LONGEST) < 0 ? size : LONGEST, line.name()));
            }
        }
        return new SymbolTable(functions);
    }

    private static void add(String line, List<Line> all) {
        int type = line.indexOf(' ');
        if (type <= 0 || type > HEX || line.length() < type + 4 || line.charAt(type + 2) != ' ') {
            return;
        }
        try {
            long address = Long.parseUnsignedLong(line, 0, type, HEX);
            int end = line.indexOf('\t', type + 3);
            String name = line.substring(type + 3, end < 0 ? line.length() : end);
            if (address != 0 && !name.isEmpty()) {
                all.add(new Line(address, "tTwW".indexOf(line.charAt(type + 1)) >= 0, name));
            }
        } catch (NumberFormatException e) {
            return; // no such line
        }
    }
}
