/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata.tsdl;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.Scope;
import org.bowline.ctf.metadata.StructClass;
import org.bowline.ctf.metadata.fields.FieldStack;
import org.bowline.ctf.metadata.text.MetadataText;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Reference;

/**
 * TSDL's rules for names of fields. A reference with an absolute prefix ({@code stream.event.header.id}) goes to that scope; any other goes
 * to the enclosing structures, innermost first, then to the scopes recorded earlier, latest first.
 */
final class FieldContext {
    private final MetadataText text;
    private final FieldStack stack;
    private final Set<String> clocks = new LinkedHashSet<>();

    private FieldContext(MetadataText text, FieldStack stack) {
        this.text = text;
        this.stack = stack;
    }

    FieldContext(MetadataText text, Scope scope, Map<Scope, StructClass> earlier) {
        this(text, new FieldStack(text, scope, earlier));
    }

    /** A context that only checks types: every reference is taken as good. */
    static FieldContext unbound(MetadataText text) {
        return new FieldContext(text, FieldStack.unbound(text));
    }

    /** The scope that is being built; null if types are only checked. */
    @Nullable
    Scope scope() {
        return stack.scope();
    }

    /** The structures that are being built. */
    FieldStack stack() {
        return stack;
    }

    /** Names of the clocks that integers are mapped to. */
    Set<String> clocks() {
        return clocks;
    }

    /** A name without the one underscore that TSDL's writers put before it. */
    static String unescaped(String name) {
        return name.startsWith("_") ? name.substring(1) : name;
    }

    /** Finds the integer that a length or tag refers to. */
    FieldStack.Found find(Reference reference) throws TraceReadException {
        List<String> path = new ArrayList<>(reference.path().size());
        for (String name : reference.path()) {
            path.add(unescaped(name));
        }
        FieldStack.Found found = absolute(reference.path(), path);
        if (found == null) {
            found = stack.inEnclosing(path);
        }
        if (found == null) {
            found = stack.inEarlierScopes(path);
        }
        if (found == null) {
            throw text.error(reference.position(), "no integer field '" + reference + "' is recorded before the field that needs it");
        }
        return found;
    }

    private FieldStack.@Nullable Found absolute(List<String> written, List<String> path) throws TraceReadException {
        if (path.size() >= 4) {
            Scope root = switch (written.get(0) + "." + written.get(1) + "." + written.get(2)) {
                case "trace.packet.header" -> Scope.PACKET_HEADER;
                case "stream.packet.context" -> Scope.PACKET_CONTEXT;
                case "stream.event.header" -> Scope.EVENT_HEADER;
                case "stream.event.context" -> Scope.COMMON_CONTEXT;
                default -> null;
            };
            if (root != null) {
                return stack.inScope(root, path.subList(3, path.size()));
            }
        }
        if (path.size() >= 3 && written.get(0).equals("event")) {
            Scope root = switch (written.get(1)) {
                case "context" -> Scope.SPECIFIC_CONTEXT;
                case "fields" -> Scope.PAYLOAD;
                default -> null;
            };
            if (root != null) {
                return stack.inScope(root, path.subList(2, path.size()));
            }
        }
        return null;
    }
}
