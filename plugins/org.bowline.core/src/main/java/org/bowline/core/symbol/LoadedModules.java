/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.symbol;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * The files that a process has told to have in its memory at any time, as LTTng-UST does when it begins to trace the process and when libraries come ({@code bin_info}, {@code load}). It tells of a library that went only if its
 * wrapper of the dynamic linker is used, so an address counts only if all that was ever told of it agrees: where two files were one after the other, nobody knows whose it is. Immutable.
 */
public final class LoadedModules {
    private static final int MOST_MODULES = 1 << 14;

    private final List<Module> modules;

    private LoadedModules(Set<Module> modules) {
        this.modules = List.copyOf(modules);
    }

    /** What a process tells, in any order. Not for use by several threads at a time. */
    public static final class Builder {
        private final Set<Module> told = new LinkedHashSet<>();
        private final Map<Long, String> ids = new HashMap<>();

        /** A file is in memory; beyond {@value LoadedModules#MOST_MODULES} different ones they are passed over. */
        public void module(Module module) {
            if (told.size() < MOST_MODULES && module.length() != 0) {
                told.add(module);
            }
        }

        /** The build id of the file that begins at an address. Of two files that did, none has one. */
        public void buildId(long base, String id) {
            ids.merge(base, id, (first, second) -> first.equals(second) ? first : "");
        }

        /** What is known now. */
        public LoadedModules build() {
            Set<Module> named = new LinkedHashSet<>();
            told.forEach(module -> named.add(module.with(ids.getOrDefault(module.base(), ""))));
            return new LoadedModules(named);
        }
    }

    /** The file that an address is of; null if none is told, or several are. O(files). */
    public @Nullable Module at(long address) {
        Module found = null;
        for (Module module : modules) {
            if (module.covers(address)) {
                if (found != null) {
                    return null;
                }
                found = module;
            }
        }
        return found;
    }

    /** Whether several files were at an address, one after the other. */
    public boolean isDoubtful(long address) {
        return modules.stream().filter(module -> module.covers(address)).count() > 1;
    }

    /** Whether nothing was told. */
    public boolean isEmpty() {
        return modules.isEmpty();
    }
}
