/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.function;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.Words;
import org.bowline.core.symbol.Module;
import org.bowline.core.symbol.SymbolFiles;
import org.bowline.core.symbol.SymbolTable.Symbol;

/**
 * What the functions of a {@link CallLog} are called: by the symbol that covers the address, else {@code file+0xoffset}, else the address.
 */
public final class FunctionNames {
    private static final int MOST_NAMED = 3;

    private final List<String> names = new ArrayList<>();
    private final List<String> inFiles = new ArrayList<>();
    private final LongArrayList places = new LongArrayList();
    private final LongArrayList bytes = new LongArrayList();
    private final TreeSet<String> nameless = new TreeSet<>();
    private int without;
    private int inNoFile;

    /** Looks all of them up. */
    public FunctionNames(CallLog calls, SymbolFiles files) {
        for (int function = 0; function < calls.functionCount(); function++) {
            long address = calls.address(function);
            Module module = module(calls.modules(function), address);
            Symbol symbol = module == null ? null : files.of(module).at(module.inFile(address));
            String name = symbol == null ? null : symbol.name();
            inFiles.add(module == null ? "" : module.name());
            places.add(symbol != null ? symbol.address() : module != null ? module.inFile(address) : address);
            bytes.add(symbol == null ? 0 : symbol.size());
            if (module == null) {
                inNoFile++;
            } else if (name == null) {
                without++;
                nameless.add(module.name());
            }
            names.add(name != null ? name : module == null ? "0x" + Long.toHexString(address)
                    : module.name() + "+0x" + Long.toHexString(module.inFile(address)));
        }
    }

    /** The last that was mapped there. */
    static @Nullable Module module(List<Module> modules, long address) {
        Module found = null;
        for (Module module : modules) {
            if (module.covers(address)) {
                found = module;
            }
        }
        return found;
    }

    /** The name of a function; of one that is not known, {@code …}. */
    public String name(int function) {
        return function < 0 ? "…" : names.get(function);
    }

    /** The name of the file that a function's code is in; empty if it is in none. */
    String file(int function) {
        return inFiles.get(function);
    }

    /** Where its code begins, in the addresses of its file; of one in no file, of its process. */
    long place(int function) {
        return places.getLong(function);
    }

    /** The length of its code, bytes; 0 if it is not known. */
    long bytes(int function) {
        return bytes.getLong(function);
    }

    /** Whose functions have no names. */
    public List<Caveat> caveats() {
        List<String> parts = new ArrayList<>();
        if (without > 0) {
            parts.add(Words.count(without, "function has no name, and is", "functions have no names, and are")
                    + " written as file and offset: of "
                    + String.join(", ", nameless.stream().limit(MOST_NAMED).toList())
                    + (nameless.size() > MOST_NAMED ? " and " + Words.count(nameless.size() - MOST_NAMED, "more file") : "")
                    + ". Give the folder with the same builds of these files as --symbols DIR, not stripped of their symbols.");
        }
        if (inNoFile > 0) {
            parts.add(Words.count(inNoFile, "function is in memory of which the recording knows no file, and is written as address",
                    "functions are in memory of which the recording knows no file, and are written as addresses")
                    + ": of a library that was loaded while the program ran (dlopen), or of code that was made then.");
        }
        return parts.isEmpty() ? List.of()
                : List.of(Caveat.of(Severity.INFO, "", "functions-without-name", without + inNoFile, String.join(" ", parts)));
    }
}
