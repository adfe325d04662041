/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import java.util.ArrayList;
import java.util.List;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;

/** What the events are called by which LTTng-UST tells which files are in a process's memory, and when they come and go. */
public final class FileVocabulary {
    /** What an event tells. */
    public enum Fact {
        /** All files that are there now are told next. */
        LIST_BEGINS(List.of("lttng_ust_statedump:start")),
        /** These were all. */
        LIST_ENDS(List.of("lttng_ust_statedump:end")),
        /** A file is there: {@link FunctionVocabulary#base}, length, path. */
        MODULE(FunctionVocabulary.Fact.MODULE.names()),
        /** The build id of the file at a base address. */
        BUILD_ID(FunctionVocabulary.Fact.BUILD_ID.names()),
        /** The file at a base address is gone. */
        GONE(List.of("lttng_ust_lib:unload"));

        @SuppressWarnings("ImmutableEnumChecker") // nobody writes to it
        private final List<String> names;

        Fact(List<String> names) {
            this.names = names;
        }
    }

    private final List<Fact> facts = new ArrayList<>();
    private final int first;

    /**
     * Asks for all of them, after what a selection asks for already.
     *
     * @param first the kind that the first event which is added will have
     */
    public FileVocabulary(EventSelection.Builder selection, int first) {
        this.first = first;
        for (Fact fact : Fact.values()) {
            for (String name : fact.names) {
                selection.add(name, FunctionVocabulary.fields());
                facts.add(fact);
            }
        }
    }

    /** Whether the present event is one of them. */
    public boolean has(EventCursor cursor) {
        return cursor.kind() >= first && cursor.kind() < first + facts.size();
    }

    /** What the present event tells, which is one of them; its fields are those of {@link FunctionVocabulary}. */
    public Fact fact(EventCursor cursor) {
        return facts.get(cursor.kind() - first);
    }
}
