/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.metadata.EventClass;

/** How the kernel tells that a thread begins to run another program. */
public final class ExecutionVocabulary {
    private static final String EXECUTES = "sched_process_exec";
    private static final int TID = 0;

    private ExecutionVocabulary() {}

    /** Whether events of a class tell it. */
    public static boolean is(EventClass type) {
        return type.name().equals(EXECUTES);
    }

    /** These events, and who executes. */
    public static EventSelection selection() {
        EventSelection.Builder selection = EventSelection.builder();
        selection.add(EXECUTES, "tid");
        return selection.build();
    }

    /** The id of the thread, as it is from then on; −1 if the event does not tell it, or tells that events were lost. */
    public static int thread(EventCursor cursor) {
        return cursor.kind() == EventCursor.LOST || !cursor.has(TID) ? -1 : (int) cursor.integer(TID);
    }
}
