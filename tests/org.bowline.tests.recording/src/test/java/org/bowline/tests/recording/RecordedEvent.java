/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.recording;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.FieldVisitor;
import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.IntegerClass;
import org.bowline.ctf.metadata.Scope;
import org.bowline.ctf.trace.CtfTrace;
import org.bowline.testkit.Folders;

/**
 * An event of a recording.
 *
 * @param name its name
 * @param tid the thread, from the context vtid; −1 without
 * @param payload its fields with their types: {@code id:u64=7 label:text=GET}; numbers in the base that the trace declares
 */
record RecordedEvent(String name, long tid, String payload) {

    /** All events of the traces below a folder, in the order of their times within each trace. */
    static List<RecordedEvent> read(Path folder) {
        List<RecordedEvent> events = new ArrayList<>();
        for (Path directory : Folders.traces(folder)) {
            try (CtfTrace trace = CtfTrace.open(directory, ReadOptions.STRICT);
                    EventCursor cursor = trace.cursor(EventSelection.everything())) {
                while (cursor.next()) {
                    if (cursor.kind() == EventCursor.LOST) {
                        throw new AssertionError("events were lost in " + directory);
                    }
                    Payload payload = new Payload();
                    cursor.visit(payload);
                    events.add(new RecordedEvent(trace.metadata().eventClasses().get(cursor.eventClassIndex()).name(), payload.tid,
                            payload.text.toString().strip()));
                }
            } catch (TraceReadException e) {
                throw new AssertionError(e);
            }
        }
        return events;
    }

    @Override
    public String toString() {
        return name + " " + payload;
    }

    /** Takes down an event's payload and thread id. */
    private static final class Payload implements FieldVisitor {
        private final StringBuilder text = new StringBuilder();
        private boolean inPayload;
        private long tid = -1;

        @Override
        public void beginScope(Scope scope) {
            inPayload = scope == Scope.PAYLOAD;
        }

        @Override
        public void endScope(Scope scope) {
            inPayload = false;
        }

        @Override
        public void beginStruct(String name) {
            // its members come by themselves
        }

        @Override
        public void endStruct() {
            // as above
        }

        @Override
        public void beginArray(String name, int length) {
            add(name, "array", length);
        }

        @Override
        public void endArray() {
            // its elements came by themselves
        }

        @Override
        public void option(String name, String optionName) {
            add(name, "option", optionName);
        }

        @Override
        public void integer(String name, long value, IntegerClass type) {
            if (name.equals("vtid")) {
                tid = value;
            }
            add(name, (type.signed() ? "s" : "u") + type.size(), type.base() == 16 ? "0x" + Long.toHexString(value)
                    : type.signed() ? Long.toString(value) : Long.toUnsignedString(value));
        }

        @Override
        public void variableInteger(String name, long value, boolean signed) {
            add(name, "variable", value);
        }

        @Override
        public void real(String name, double value, int bits) {
            add(name, "real", value);
        }

        @Override
        public void text(String name, String value) {
            add(name, "text", value);
        }

        @Override
        public void blob(String name, byte[] bytes) {
            add(name, "blob", bytes.length);
        }

        @Override
        public void absent(String name) {
            add(name, "absent", "");
        }

        private void add(String name, String type, Object value) {
            if (inPayload) {
                text.append(name).append(':').append(type).append('=').append(value).append(' ');
            }
        }
    }
}
