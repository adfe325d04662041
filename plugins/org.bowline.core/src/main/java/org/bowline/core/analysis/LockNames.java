/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

import org.bowline.core.lock.LockHistory;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.PlainText;
import org.bowline.core.model.Words;
import org.bowline.core.progress.Progress;
import org.bowline.core.symbol.Module;
import org.bowline.core.symbol.SymbolFiles;
import org.bowline.core.symbol.SymbolTable;
import org.bowline.core.symbol.ToldFiles;

/**
 * What locks are called, wherever one is told: {@code jobs_lock of server}, {@code pool+0x28 of libpool.so}, if a global or static variable is there, and else by the address. Immutable. O(locks × files of a process).
 */
public final class LockNames {
    private static final int MOST_NAMED = 3;
    private static final int POLL_MASK = (1 << 10) - 1;

    private final LockHistory history;
    private final @Nullable String[] names;
    private final TreeSet<String> nameless = new TreeSet<>();
    private final TreeSet<String> ofOthers = new TreeSet<>();
    private int without;
    private int doubtful;

    /**
     * Looks all of them up.
     *
     * @param told which files the programs had in memory
     */
    LockNames(LockHistory history, ToldFiles told, SymbolFiles files, Progress progress) {
        this.history = history;
        names = new String[history.lockCount()];
        long[] last = new long[2];
        for (int lock = 0; lock < names.length && !told.stays().isEmpty(); lock++) {
            if ((lock & POLL_MASK) == 0) {
                progress.check();
            }
            seen(lock, last);
            ToldFiles.Place place = told.at(history.host(lock), history.process(lock), history.address(lock), last[0], last[1]);
            doubtful += place.isDoubtful() ? 1 : 0;
            Module module = place.module();
            if (module != null) {
                names[lock] = name(lock, module, files);
            }
        }
    }

    private @Nullable String name(int lock, Module module, SymbolFiles files) {
        SymbolFiles.Variables variables = files.variables(module);
        if (variables == null) {
            without++;
            if (nameless.add(module.name()) && files.isOfAnotherBuild(module)) { // that opens files: once is enough
                ofOthers.add(module.name());
            }
            return null;
        }
        long address = history.address(lock);
        SymbolTable.Symbol symbol = variables.at(module, address);
        if (symbol == null) {
            return null;
        }
        long within = variables.elf().own(module, address) - symbol.address();
        return line(symbol.name()) + (within == 0 ? "" : "+0x" + Long.toHexString(within)) + " of " + line(module.name());
    }

    /** A file may name its variables anything: what is told of one is a line. */
    private static String line(String name) {
        return PlainText.visible(name, PlainText.REPLACEMENT, "");
    }

    /** When anything was first done with a lock, and when last. */
    private void seen(int lock, long[] range) {
        range[0] = Long.MAX_VALUE;
        range[1] = Long.MIN_VALUE;
        for (int i = history.firstHold(lock); i < history.endHold(lock); i++) {
            put(range, history.holdBegin(i), history.holdEnd(i));
        }
        for (int i = history.firstAcquisition(lock); i < history.endAcquisition(lock); i++) {
            put(range, history.requestedNanos(i), history.acquiredNanos(i));
        }
        for (int i = history.firstOpenRequest(lock); i < history.endOpenRequest(lock); i++) {
            put(range, history.openSinceNanos(i), history.openUntilNanos(i));
        }
    }

    private static void put(long[] range, long from, long to) {
        range[0] = Math.min(range[0], from);
        range[1] = Math.max(range[1], to);
    }

    /** The name of a lock; empty if it is not known. */
    public String name(int lock) {
        String name = names[lock];
        return name == null ? "" : name;
    }

    /** The name of a lock, or its address. */
    public String text(int lock) {
        String name = names[lock];
        return name == null ? history.hexAddress(lock) : name;
    }

    /** The same with its process, in a sentence: {@code jobs_lock of server in process 4711}. */
    public String ofProcess(int lock) {
        return text(lock) + (names[lock] == null ? " of" : " in") + " process " + history.process(lock);
    }

    /** Which locks have no name that might have one. */
    List<Caveat> caveats() {
        List<String> parts = new ArrayList<>();
        if (without > 0) {
            parts.add(Words.count(without, "lock is told by its address, though it is in",
                    "locks are told by their addresses, though they are in")
                    + " a program or library: " + some(nameless)
                    + ". Give the folder with the same builds of these files as --symbols DIR, not stripped of their symbols.");
        }
        if (!ofOthers.isEmpty()) {
            parts.add(ofOthers.size() == 1
                    ? "The file " + some(ofOthers)
                            + " that is there is of another build than the recorded one, as its build id tells, and is not used."
                    : "The files " + some(ofOthers)
                            + " that are there are of other builds than the recorded ones, as their build ids tell, and are not used.");
        }
        if (doubtful > 0) {
            parts.add(Words.count(doubtful, "lock has", "locks have")
                    + " no name, as it is not sure which file the process had at that address then.");
        }
        return parts.isEmpty() ? List.of()
                : List.of(Caveat.of(Severity.INFO, "", "locks-without-name", without + doubtful, String.join(" ", parts)));
    }

    private static String some(Set<String> files) {
        List<String> some = new ArrayList<>(files.stream().limit(MOST_NAMED).map(LockNames::line).toList());
        if (files.size() > MOST_NAMED) {
            some.add(Words.count(files.size() - MOST_NAMED, "more file"));
        }
        return Words.list(some, "and");
    }
}
