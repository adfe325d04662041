/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.open;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;

import org.eclipse.tracecompass.tmf.core.event.ITmfEventField;
import org.eclipse.tracecompass.tmf.core.event.TmfEventField;

import org.bowline.ctf.FieldVisitor;
import org.bowline.ctf.metadata.IntegerClass;
import org.bowline.ctf.metadata.Scope;

/**
 * The fields of one event as Trace Compass has them: the payload's by their names, those of the contexts as {@code context._name}, arrays and structures as fields with fields.
 * Headers and the packet's context are left out, as there.
 */
final class FieldTree implements FieldVisitor {
    private record Open(String name, List<ITmfEventField> fields) {}

    private final Deque<Open> open = new ArrayDeque<>();
    private boolean skipped;
    private boolean context;

    FieldTree() {
        open.push(new Open(ITmfEventField.ROOT_FIELD_ID, new ArrayList<>()));
    }

    ITmfEventField root() {
        return new TmfEventField(ITmfEventField.ROOT_FIELD_ID, null, open.getLast().fields().toArray(new ITmfEventField[0]));
    }

    @Override
    public void beginScope(Scope scope) {
        skipped = scope == Scope.PACKET_HEADER || scope == Scope.PACKET_CONTEXT || scope == Scope.EVENT_HEADER;
        context = scope == Scope.COMMON_CONTEXT || scope == Scope.SPECIFIC_CONTEXT;
    }

    @Override
    public void endScope(Scope scope) {
        skipped = false;
        context = false;
    }

    @Override
    public void beginStruct(String name) {
        open.push(new Open(named(name), new ArrayList<>()));
    }

    @Override
    public void endStruct() {
        close();
    }

    @Override
    public void beginArray(String name, int length) {
        open.push(new Open(named(name), new ArrayList<>()));
    }

    @Override
    public void endArray() {
        close();
    }

    private void close() {
        Open done = open.pop();
        if (!skipped) {
            List<ITmfEventField> fields = done.fields();
            String text = String.join(", ", fields.stream().map(ITmfEventField::getFormattedValue).toList());
            open.peek().fields().add(new TmfEventField(done.name(), '[' + text + ']', fields.toArray(new ITmfEventField[0])));
        }
    }

    /** Elements of arrays have no names: they are told by their number. */
    private String named(String name) {
        String shown = name.isEmpty() ? "[" + open.peek().fields().size() + "]" : name;
        return context && open.size() == 1 ? "context._" + shown : shown;
    }

    private void add(String name, Object value) {
        if (!skipped) {
            open.peek().fields().add(new TmfEventField(named(name), value, null));
        }
    }

    @Override
    public void option(String name, String optionName) {
        // the content follows under the same name
    }

    @Override
    public void integer(String name, long value, IntegerClass type) {
        add(name, value);
    }

    @Override
    public void variableInteger(String name, long value, boolean signed) {
        add(name, value);
    }

    @Override
    public void real(String name, double value, int bits) {
        add(name, value);
    }

    @Override
    public void text(String name, String value) {
        add(name, value);
    }

    @Override
    public void blob(String name, byte[] bytes) {
        add(name, HexFormat.of().formatHex(bytes));
    }

    @Override
    public void absent(String name) {
        // an optional without content is no field
    }
}
