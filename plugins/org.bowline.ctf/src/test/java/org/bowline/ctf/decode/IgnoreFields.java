/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import org.bowline.ctf.FieldVisitor;
import org.bowline.ctf.metadata.IntegerClass;
import org.bowline.ctf.metadata.Scope;

/** Visits to see that visiting works. */
enum IgnoreFields implements FieldVisitor {
    ALL;

    @Override
    public void beginScope(Scope scope) {}

    @Override
    public void endScope(Scope scope) {}

    @Override
    public void beginStruct(String name) {}

    @Override
    public void endStruct() {}

    @Override
    public void beginArray(String name, int length) {}

    @Override
    public void endArray() {}

    @Override
    public void option(String name, String optionName) {}

    @Override
    public void integer(String name, long value, IntegerClass type) {}

    @Override
    public void variableInteger(String name, long value, boolean signed) {}

    @Override
    public void real(String name, double value, int bits) {}

    @Override
    public void text(String name, String value) {}

    @Override
    public void blob(String name, byte[] bytes) {}

    @Override
    public void absent(String name) {}
}
