/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.metadata.TraceMetadata;

/** What LTTng calls the system calls that work on sockets; an event of a cursor as one of them. */
public final class SocketVocabulary {
    /** What a system call does with a descriptor. */
    public enum Call {
        /** Takes what another end has sent; only sockets can. */
        RECEIVE("recvfrom", "recvmsg", "recvmmsg", "recvmmsg_time32", "recv"),
        /** Takes what is there to be read, from a socket or anything else. */
        READ("read", "readv"),
        /** Sends to another end; only sockets can. */
        SEND("sendto", "sendmsg", "sendmmsg", "send"),
        /** Writes, to a socket or anything else. */
        WRITE("write", "writev", "sendfile", "sendfile64"),
        /** Makes a new descriptor of a connection that another end asked for. */
        ACCEPT("accept", "accept4"),
        /** Asks another end for a connection. */
        CONNECT("connect"),
        /** Makes a new descriptor. */
        SOCKET("socket"),
        /** Gives a descriptor back. */
        CLOSE("close");

        @SuppressWarnings("ImmutableEnumChecker") // nobody writes to it
        private final String[] names;

        Call(String... names) {
            this.names = names;
        }
    }

    // slots
    private static final int DESCRIPTOR = 0;
    private static final int TARGET = 1;
    private static final int RESULT = 2;
    private static final String[] FIELDS = {"fd", "out_fd", "ret"};
    private static final String[] PREFIXES = {"", "compat_"};
    private static final String ENTRY = "syscall_entry_";
    private static final String EXIT = "syscall_exit_";

    private final EventSelection selection;
    /** By kind of the selection, and whether it is the return of the call. */
    private final Call[] calls;
    private final boolean[] returns;

    /** Asks for all of them. */
    public SocketVocabulary() {
        EventSelection.Builder builder = EventSelection.builder();
        List<Call> ofKind = new ArrayList<>();
        List<Boolean> isReturn = new ArrayList<>();
        for (Call call : Call.values()) {
            for (String name : call.names) {
                for (String prefix : PREFIXES) {
                    builder.add(prefix + ENTRY + name, FIELDS);
                    builder.add(prefix + EXIT + name, FIELDS);
                    ofKind.add(call);
                    ofKind.add(call);
                    isReturn.add(false);
                    isReturn.add(true);
                }
            }
        }
        selection = builder.build();
        calls = ofKind.toArray(Call[]::new);
        returns = new boolean[calls.length];
        for (int i = 0; i < returns.length; i++) {
            returns[i] = isReturn.get(i);
        }
    }

    /** Whether a trace declares calls that take and calls that send, with entry and return. */
    public static boolean isIn(TraceMetadata metadata) {
        Set<String> declared = new HashSet<>();
        metadata.eventClasses().forEach(event -> declared.add(event.name()));
        return has(declared, Call.RECEIVE, Call.READ) && has(declared, Call.SEND, Call.WRITE);
    }

    private static boolean has(Set<String> declared, Call... calls) {
        for (Call call : calls) {
            for (String name : call.names) {
                for (String prefix : PREFIXES) {
                    if (declared.contains(prefix + ENTRY + name) && declared.contains(prefix + EXIT + name)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /** What to ask a trace for. */
    public EventSelection selection() {
        return selection;
    }

    /** What the present event is of; null for a notice of lost events. */
    public @Nullable Call call(EventCursor cursor) {
        return cursor.kind() == EventCursor.LOST ? null : calls[cursor.kind()];
    }

    /** Whether it is the return of the call, else its begin. */
    public boolean isReturn(EventCursor cursor) {
        return returns[cursor.kind()];
    }

    /** Of the begin of a call: the descriptor that it is for, of one with two that it writes to; −1 if there is none. */
    public static int descriptor(EventCursor cursor) {
        int slot = cursor.has(TARGET) ? TARGET : DESCRIPTOR;
        return cursor.has(slot) ? (int) cursor.integer(slot) : -1;
    }

    /** Of the return of a call: what it returned, below 0 for an error; −1 if that was not recorded. */
    public static long result(EventCursor cursor) {
        return cursor.has(RESULT) ? cursor.integer(RESULT) : -1;
    }
}
