/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;

/** What events of a program's functions, and of the files that its addresses lie in, are called; an event of a cursor as one of them. */
public final class FunctionVocabulary {
    /** What an event tells. */
    public enum Fact {
        /** A function begins; has an address. */
        ENTRY("lttng_ust_cyg_profile:func_entry", "lttng_ust_cyg_profile_fast:func_entry"),
        /** A function ends; has an address, except in the fast form. */
        EXIT("lttng_ust_cyg_profile:func_exit", "lttng_ust_cyg_profile_fast:func_exit"),
        /** A file is mapped: base address, length, path. */
        MODULE("lttng_ust_statedump:bin_info", "lttng_ust_lib:load"),
        /** The build id of the file at a base address. */
        BUILD_ID("lttng_ust_statedump:build_id", "lttng_ust_lib:build_id");

        @SuppressWarnings("ImmutableEnumChecker") // nobody writes to it
        private final String[] names;

        Fact(String... names) {
            this.names = names;
        }

        /** Of the events that tell it. */
        List<String> names() {
            return List.of(names);
        }

        /** Whether events of this name tell it. */
        public boolean is(String name) {
            for (String one : names) {
                if (one.equals(name)) {
                    return true;
                }
            }
            return false;
        }
    }

    // slots
    private static final int THREAD = 0;
    private static final int PROCESS = 1;
    private static final int ADDRESS = 2;
    private static final int BASE = 3;
    private static final int LENGTH = 4;
    private static final int PATH = 5;
    private static final int RELATIVE = 6;
    private static final int ID = 7;
    private static final String[] FIELDS = {UserVocabulary.THREAD, "$common.vpid", "addr", "baddr", "memsz", "path", "is_pic", "build_id"};
    private static final Fact[] FACTS = Fact.values();

    private final EventSelection selection;
    /** By kind of the selection. */
    private final Fact[] facts;

    /** Those that the accessors of this class read, in their order. */
    static String[] fields() {
        return FIELDS.clone();
    }

    /** Whether an event of this name is the begin or end of a function. */
    public static boolean isCall(String name) {
        return Fact.ENTRY.is(name) || Fact.EXIT.is(name);
    }

    /** Asks for all of them. */
    public FunctionVocabulary() {
        EventSelection.Builder builder = EventSelection.builder();
        facts = new Fact[2 * FACTS.length];
        for (Fact fact : FACTS) {
            for (String name : fact.names) {
                facts[builder.add(name, FIELDS)] = fact;
            }
        }
        selection = builder.build();
    }

    /** What to ask a trace for. */
    public EventSelection selection() {
        return selection;
    }

    /** What the present event tells; null for a notice of lost events. */
    public @Nullable Fact fact(EventCursor cursor) {
        return cursor.kind() == EventCursor.LOST ? null : facts[cursor.kind()];
    }

    /** The thread id, or −1. */
    public static int thread(EventCursor cursor) {
        return cursor.has(THREAD) ? (int) cursor.integer(THREAD) : -1;
    }

    /** The process id, or −1. */
    public static int process(EventCursor cursor) {
        return cursor.has(PROCESS) ? (int) cursor.integer(PROCESS) : -1;
    }

    /** Whether the function's address is told. */
    public static boolean hasAddress(EventCursor cursor) {
        return cursor.has(ADDRESS);
    }

    /** The function's address. */
    public static long address(EventCursor cursor) {
        return cursor.integer(ADDRESS);
    }

    /** The file's base address. */
    public static long base(EventCursor cursor) {
        return cursor.integer(BASE);
    }

    /** Its length in memory. */
    public static long length(EventCursor cursor) {
        return cursor.integer(LENGTH);
    }

    /** Its path. */
    public static String path(EventCursor cursor) {
        return cursor.text(PATH);
    }

    /** Whether addresses in the file are relative to its base, which is so of all but old executables. */
    public static boolean isRelative(EventCursor cursor) {
        return !cursor.has(RELATIVE) || cursor.integer(RELATIVE) != 0;
    }

    /** The build id in hex; empty if there is none. */
    public static String buildId(EventCursor cursor) {
        StringBuilder hex = new StringBuilder();
        for (int i = 0; i < cursor.length(ID); i++) {
            hex.append(Character.forDigit((int) cursor.element(ID, i) >> 4 & 15, 16))
                    .append(Character.forDigit((int) cursor.element(ID, i) & 15, 16));
        }
        return hex.toString();
    }
}
