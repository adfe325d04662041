/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import java.util.ArrayList;
import java.util.List;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.metadata.TraceMetadata;

/** Begin and return of all system calls that a kernel trace declares, as LTTng since 2.6 and perf name them. */
public final class SystemCallVocabulary {
    private static final String[] ENTRIES = {"syscall_entry_", "compat_syscall_entry_", "syscalls:sys_enter_"};
    private static final String[] EXITS = {"syscall_exit_", "compat_syscall_exit_", "syscalls:sys_exit_"};
    private static final String RETURN = "";

    private final EventSelection selection;
    /** By kind of the selection: the call that begins; empty if it returns. */
    private final List<String> names = new ArrayList<>();

    /** Asks for all that the trace declares. */
    public SystemCallVocabulary(TraceMetadata metadata) {
        EventSelection.Builder builder = EventSelection.builder();
        for (EventClass event : metadata.eventClasses()) {
            String call = after(ENTRIES, event.name());
            boolean isReturn = call.isEmpty() && !after(EXITS, event.name()).isEmpty();
            if (!call.isEmpty() || isReturn) {
                int kind = builder.add(event.name());
                while (names.size() <= kind) {
                    names.add(RETURN);
                }
                names.set(kind, call);
            }
        }
        selection = builder.build();
    }

    private static String after(String[] starts, String name) {
        for (String start : starts) {
            if (name.startsWith(start)) {
                return name.substring(start.length());
            }
        }
        return "";
    }

    /** Whether the trace declares any. */
    public boolean isEmpty() {
        return names.isEmpty();
    }

    /** What to ask a trace for. */
    public EventSelection selection() {
        return selection;
    }

    /** The call that begins with the present event; empty if it is a return. */
    public String begins(EventCursor cursor) {
        return names.get(cursor.kind());
    }
}
