/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf;

import org.bowline.ctf.metadata.IntegerClass;
import org.bowline.ctf.metadata.Scope;

/** Receives the fields of one event in the order in which they were recorded. Names are as babeltrace2 prints them. */
public interface FieldVisitor {
    /** A scope that the event has begins. */
    void beginScope(Scope scope);

    /** The scope ends. */
    void endScope(Scope scope);

    /** A structure begins; {@code name} is empty within arrays. */
    void beginStruct(String name);

    /** The structure ends. */
    void endStruct();

    /** An array or sequence of {@code length} elements begins. */
    void beginArray(String name, int length);

    /** The array ends. */
    void endArray();

    /** A variant's or optional's content follows as a single field of the same name; an absent optional has none. */
    void option(String name, String optionName);

    /** An integer, enumeration, boolean or bit array of the given class; unsigned 64-bit values come as bits. */
    void integer(String name, long value, IntegerClass type);

    /** A variable-length integer. */
    void variableInteger(String name, long value, boolean signed);

    /** A floating-point number; {@code bits} is 32 or 64. */
    void real(String name, double value, int bits);

    /** Text. */
    void text(String name, String value);

    /** A blob. */
    void blob(String name, byte[] bytes);

    /** An optional without content. */
    void absent(String name);
}
