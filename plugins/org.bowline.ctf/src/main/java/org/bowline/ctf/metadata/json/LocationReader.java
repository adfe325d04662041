/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata.json;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.Scope;
import org.bowline.ctf.metadata.fields.FieldStack;

/**
 * Resolves CTF 2's field locations. With an origin, the path starts at that scope's structure. Without, it starts at the structure around
 * the field that needs the location; each leading {@code null} goes one structure further out, and a name that is not found there is looked
 * for further out. Drafts wrote an array whose first element is the scope.
 */
final class LocationReader {
    private static final int MAX_PARTS = 64;

    private final JsonReader json;

    LocationReader(JsonReader json) {
        this.json = json;
    }

    /** The field that is meant; null if the stack is unbound. */
    FieldStack.@Nullable Found read(Json.Value written, FieldStack stack) throws TraceReadException {
        Scope origin = null;
        List<Json.Value> elements;
        if (written instanceof Json.Arr draft) {
            elements = new ArrayList<>(draft.values());
            if (!elements.isEmpty()) {
                origin = scope(elements.remove(0));
            }
        } else {
            Json.Obj object = json.object(written, "a field location");
            Json.Value writtenOrigin = JsonReader.optional(object, "origin");
            if (writtenOrigin != null) {
                origin = scope(writtenOrigin);
            }
            elements = json.array(json.need(object, "path"), "\"path\"");
        }
        int up = 0;
        List<String> path = new ArrayList<>();
        if (elements.size() > MAX_PARTS) {
            throw json.error(written, "a path of more than " + MAX_PARTS + " parts");
        }
        for (Json.Value element : elements) {
            if (!(element instanceof Json.Null)) {
                path.add(json.string(element, "an element of a path"));
            } else if (path.isEmpty() && origin == null) {
                up++;
            } else if (!path.isEmpty()) {
                path.remove(path.size() - 1);
            } else {
                throw json.error(element, "the path leads out of its origin");
            }
        }
        if (path.isEmpty()) {
            throw json.error(written, "the path of the field location is empty");
        }
        if (stack.scope() == null) {
            return null;
        }
        FieldStack.Found found = find(origin, up, path, stack);
        if (found == null) {
            throw json.error(written, "no integer field '" + String.join(".", path) + "' is recorded before the field that needs it");
        }
        return found;
    }

    private static FieldStack.@Nullable Found find(@Nullable Scope origin, int up, List<String> path, FieldStack stack)
            throws TraceReadException {
        if (origin != null) {
            return stack.inScope(origin, path);
        }
        return up > 0 ? stack.inEnclosing(up, path) : stack.inEnclosing(path);
    }

    private Scope scope(Json.Value written) throws TraceReadException {
        return switch (json.string(written, "the origin")) {
            case "packet-header" -> Scope.PACKET_HEADER;
            case "packet-context" -> Scope.PACKET_CONTEXT;
            case "event-record-header" -> Scope.EVENT_HEADER;
            case "event-record-common-context" -> Scope.COMMON_CONTEXT;
            case "event-record-specific-context" -> Scope.SPECIFIC_CONTEXT;
            case "event-record-payload" -> Scope.PAYLOAD;
            default -> throw json.error(written, "unknown origin of a field location");
        };
    }
}
