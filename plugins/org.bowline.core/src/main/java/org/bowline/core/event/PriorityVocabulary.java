/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.metadata.TraceMetadata;

/** The events in which the scheduler tells the priorities of two threads: that which leaves a processor, and that which comes. */
public final class PriorityVocabulary {
    // slots
    private static final int PREVIOUS = 0;
    private static final int PREVIOUS_PRIORITY = 1;
    private static final int NEXT = 2;
    private static final int NEXT_PRIORITY = 3;
    private static final int CPU = 4;
    private static final String LTTNG = "sched_switch";
    private static final String PERF = "sched:sched_switch";

    private final EventSelection selection;

    /** Asks for them, as LTTng or perf calls them. */
    public PriorityVocabulary() {
        EventSelection.Builder builder = EventSelection.builder();
        builder.add(LTTNG, "prev_tid", "prev_prio", "next_tid", "next_prio", "");
        builder.add(PERF, "prev_pid", "prev_prio", "next_pid", "next_prio", "perf_cpu");
        selection = builder.build();
    }

    /** Whether a trace has such events. */
    public static boolean isIn(TraceMetadata metadata) {
        return metadata.eventClasses().stream().anyMatch(type -> type.name().equals(LTTNG) || type.name().equals(PERF));
    }

    /** What to ask a trace for. */
    public EventSelection selection() {
        return selection;
    }

    /** Whether the event tells both threads and both priorities. */
    public static boolean tells(EventCursor cursor) {
        return cursor.kind() != EventCursor.LOST && cursor.has(PREVIOUS) && cursor.has(PREVIOUS_PRIORITY) && cursor.has(NEXT)
                && cursor.has(NEXT_PRIORITY);
    }

    /** On which processor; −1 if it is not known. */
    public static int cpu(EventCursor cursor) {
        return cursor.has(CPU) ? (int) cursor.integer(CPU) : cursor.cpu();
    }

    /** Id of the thread that leaves. */
    public static int previous(EventCursor cursor) {
        return (int) cursor.integer(PREVIOUS);
    }

    /** Its priority. */
    public static int previousPriority(EventCursor cursor) {
        return (int) cursor.integer(PREVIOUS_PRIORITY);
    }

    /** Id of the thread that comes. */
    public static int next(EventCursor cursor) {
        return (int) cursor.integer(NEXT);
    }

    /** Its priority. */
    public static int nextPriority(EventCursor cursor) {
        return (int) cursor.integer(NEXT_PRIORITY);
    }
}
