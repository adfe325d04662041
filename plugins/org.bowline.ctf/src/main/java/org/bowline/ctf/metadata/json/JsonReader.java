/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata.json;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.text.MetadataText;

/** Takes members of JSON objects as what they must be, or says what and where they are instead. */
final class JsonReader {
    private final MetadataText text;

    JsonReader(MetadataText text) {
        this.text = text;
    }

    TraceReadException error(Json.Value value, String wrong) {
        return text.error(value.position(), wrong);
    }

    Json.Obj object(Json.Value value, String what) throws TraceReadException {
        if (value instanceof Json.Obj object) {
            return object;
        }
        throw error(value, what + " must be an object");
    }

    Json.Value need(Json.Obj object, String name) throws TraceReadException {
        Json.Value value = object.members().get(name);
        if (value == null) {
            throw error(object, "the object lacks \"" + name + "\"");
        }
        return value;
    }

    static Json.@Nullable Value optional(Json.Obj object, String name) {
        return object.members().get(name);
    }

    Json.@Nullable Obj optionalObject(Json.Obj object, String name) throws TraceReadException {
        Json.Value value = optional(object, name);
        return value == null ? null : object(value, "\"" + name + "\"");
    }

    String string(Json.Obj object, String name) throws TraceReadException {
        return string(need(object, name), "\"" + name + "\"");
    }

    String string(Json.Value value, String what) throws TraceReadException {
        if (value instanceof Json.Str string) {
            return string.text();
        }
        throw error(value, what + " must be a string");
    }

    String string(Json.Obj object, String name, String otherwise) throws TraceReadException {
        Json.Value value = optional(object, name);
        return value == null ? otherwise : string(value, "\"" + name + "\"");
    }

    List<Json.Value> array(Json.Value value, String what) throws TraceReadException {
        if (value instanceof Json.Arr array) {
            return array.values();
        }
        throw error(value, what + " must be an array");
    }

    List<Json.Value> array(Json.Obj object, String name) throws TraceReadException {
        Json.Value value = optional(object, name);
        return value == null ? List.of() : array(value, "\"" + name + "\"");
    }

    Json.Int integer(Json.Value value, String what) throws TraceReadException {
        if (value instanceof Json.Int integer) {
            return integer;
        }
        throw error(value, what + " must be an integer of 64 bits");
    }

    /** An unsigned number of 64 bits. */
    long unsigned(Json.Obj object, String name, long otherwise) throws TraceReadException {
        Json.Value value = optional(object, name);
        if (value == null) {
            return otherwise;
        }
        Json.Int integer = integer(value, "\"" + name + "\"");
        if (integer.negative()) {
            throw error(value, "\"" + name + "\" must be a number from 0");
        }
        return integer.bits();
    }

    /** A number within bounds, both inclusive and not negative. */
    long bounded(Json.Value value, String name, long least, long most) throws TraceReadException {
        Json.Int integer = integer(value, "\"" + name + "\"");
        if (integer.isBig() || integer.bits() < least || integer.bits() > most) {
            throw error(value, "\"" + name + "\" is " + integer + "; " + least + " to " + most + " are possible");
        }
        return integer.bits();
    }
}
