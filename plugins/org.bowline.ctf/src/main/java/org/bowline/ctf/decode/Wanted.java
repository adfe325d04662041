/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/** The rests of the wanted field paths below a place of the field class tree, with the slots they are for. */
record Wanted(List<Entry> entries) {
    /** A rest of a path; empty at the field itself. */
    record Entry(int slot, String rest) {}

    /** What is wanted below a member or option of this name, or null for nothing. Names may contain dots. */
    @Nullable
    Wanted below(String name) {
        List<Entry> found = new ArrayList<>();
        for (Entry entry : entries) {
            if (entry.rest.equals(name)) {
                found.add(new Entry(entry.slot, ""));
            } else if (entry.rest.startsWith(name) && entry.rest.length() > name.length() && entry.rest.charAt(name.length()) == '.') {
                found.add(new Entry(entry.slot, entry.rest.substring(name.length() + 1)));
            }
        }
        return found.isEmpty() ? null : new Wanted(found);
    }

    /** What is wanted in an option: that below its name, and this field itself if its path ends here. */
    @Nullable
    Wanted option(String name) {
        List<Entry> found = new ArrayList<>();
        for (Entry entry : entries) {
            if (entry.rest.isEmpty()) {
                found.add(entry);
            }
        }
        Wanted below = below(name);
        if (below != null) {
            found.addAll(below.entries);
        }
        return found.isEmpty() ? null : new Wanted(found);
    }
}
