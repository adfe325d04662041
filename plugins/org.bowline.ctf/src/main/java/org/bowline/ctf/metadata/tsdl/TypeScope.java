/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata.tsdl;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.metadata.FieldClass;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Dimension;
import org.bowline.ctf.metadata.tsdl.TsdlTree.TypeNode;

/**
 * The type names that a lexical scope declares. Structures, variants and enumerations have name spaces of their own: their names are kept
 * with the keyword and a space before them, which no alias has.
 */
final class TypeScope {
    private final @Nullable TypeScope outer;
    private @Nullable Map<String, Definition> names;

    TypeScope(@Nullable TypeScope outer) {
        this.outer = outer;
    }

    /** What a name stands for: a type, the dimensions that a typedef adds, and where the names in it are looked up. */
    static final class Definition {
        final TypeNode type;
        final List<Dimension> dimensions;
        final TypeScope scope;
        /** The finished class if it is the same wherever it is used, and how many classes it consists of. */
        @Nullable FieldClass memo;
        int memoClasses;

        Definition(TypeNode type, List<Dimension> dimensions, TypeScope scope) {
            this.type = type;
            this.dimensions = dimensions;
            this.scope = scope;
        }
    }

    /** Declares a name; false if this very scope has it already. */
    boolean declare(String name, Definition definition) {
        if (names == null) {
            names = new HashMap<>();
        }
        return names.putIfAbsent(name, definition) == null;
    }

    /** The innermost definition of a name, or null. O(depth of nesting). */
    @Nullable
    Definition find(String name) {
        for (TypeScope scope = this; scope != null; scope = scope.outer) {
            Definition found = scope.names == null ? null : scope.names.get(name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
