/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.metadata.StreamClass;
import org.bowline.ctf.metadata.StructClass;
import org.bowline.ctf.metadata.TraceMetadata;

/**
 * The events with which LTTng records call stacks (contexts {@code callstack-kernel} and {@code callstack-user}, since 2.11): of the thread that leaves its processor, as the context is that of
 * the thread which the scheduler was called in. Beside them those that give a process other memory.
 *
 * <p>A stack has the innermost address first. LTTng takes 128 of each side; if there are more, it adds a mark that is no address.
 */
public final class StackVocabulary {
    /** What the first address that is none says: LTTng had no room for what comes after. */
    public static final long CUT = -1;

    /** What an event tells. */
    public enum Fact {
        /** A thread leaves its processor. */
        LEAVES,
        /** A thread ends the wait of another; the stack is the one of whatever ran then, in an interrupt another thread's. */
        WAKES,
        /** A process begins with a copy of another's memory, or a thread with that of its process. */
        BEGINS,
        /** A process runs another program from now on. */
        EXECUTES
    }

    /** The side of a stack. */
    public enum Side {
        /** Within the kernel. */
        KERNEL("callstack_kernel"),
        /** In the program and its libraries. */
        USER("callstack_user");

        private final String field;

        Side(String field) {
            this.field = field;
        }

        private int ofStream() {
            return FIRST_STACK + 2 * ordinal();
        }

        /** The slot that the present event has. */
        private int slot(EventCursor cursor) {
            return cursor.has(ofStream()) ? ofStream() : ofStream() + 1;
        }

        /** How many addresses, marks among them; 0 if there is no stack. */
        public int length(EventCursor cursor) {
            return cursor.length(slot(cursor));
        }

        /** An address, or a mark. */
        public long address(EventCursor cursor, int index) {
            return cursor.element(slot(cursor), index);
        }
    }

    // slots
    private static final int THREAD = 0;
    private static final int PROCESS = 1;
    private static final int FIRST_STACK = 2;
    private static final String SWITCH = "sched_switch";
    private static final String WAKING = "sched_waking";

    private final EventSelection selection;
    private final Fact[] facts = new Fact[Fact.values().length];

    /**
     * Asks for them.
     *
     * @param wakers whether stacks of threads that end the waits of others are wanted, too
     */
    public StackVocabulary(boolean wakers) {
        EventSelection.Builder builder = EventSelection.builder();
        String[] fields = new String[FIRST_STACK + 2 * Side.values().length];
        fields[THREAD] = "prev_tid";
        fields[PROCESS] = "";
        for (Side side : Side.values()) {
            fields[side.ofStream()] = "$common." + side.field;
            fields[side.ofStream() + 1] = "$specific." + side.field;
        }
        facts[builder.add(SWITCH, fields)] = Fact.LEAVES;
        if (wakers) {
            fields[THREAD] = "tid";
            facts[builder.add(WAKING, fields)] = Fact.WAKES;
        }
        facts[builder.add("sched_process_fork", "child_tid", "child_pid")] = Fact.BEGINS;
        facts[builder.add("sched_process_exec", "tid", "")] = Fact.EXECUTES;
        selection = builder.build();
    }

    /**
     * Whether a trace may have stacks of threads that leave their processors.
     *
     * @param wakers whether those of threads that end the waits of others count as well
     */
    public static boolean isIn(TraceMetadata metadata, boolean wakers) {
        for (StreamClass stream : metadata.streams()) {
            boolean all = has(stream.commonContext());
            for (EventClass event : stream.events()) {
                if ((event.name().equals(SWITCH) || wakers && event.name().equals(WAKING)) && (all || has(event.specificContext()))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether stacks of this event are read. */
    public static boolean reads(String event) {
        return event.equals(SWITCH) || event.equals(WAKING);
    }

    private static boolean has(@Nullable StructClass context) {
        if (context == null) {
            return false;
        }
        for (Side side : Side.values()) {
            if (context.members().stream().anyMatch(member -> member.name().equals(side.field))) {
                return true;
            }
        }
        return false;
    }

    /** What to ask a trace for. */
    public EventSelection selection() {
        return selection;
    }

    /** What the present event tells; null for a notice of lost events. */
    public @Nullable Fact fact(EventCursor cursor) {
        return cursor.kind() == EventCursor.LOST ? null : facts[cursor.kind()];
    }

    /** The id of the thread that leaves, is woken, begins or executes. */
    public static int thread(EventCursor cursor) {
        return (int) cursor.integer(THREAD);
    }

    /** Of a thread that begins: the id of its process. */
    public static int process(EventCursor cursor) {
        return (int) cursor.integer(PROCESS);
    }
}
