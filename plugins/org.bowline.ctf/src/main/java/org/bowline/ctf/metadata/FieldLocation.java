/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Where an earlier field is: resolved by the parser to an absolute path. A path goes through structures by member name, and through
 * variants, optionals and arrays without a component of its own (the present option, content, element). Names are as written in the
 * metadata after removal of TSDL's leading underscore.
 */
public record FieldLocation(Scope scope, List<String> path) {
    /** Copies the list. */
    public FieldLocation {
        path = List.copyOf(path);
    }

    // written out because the record's own are linked at run time, which takes longer than compiling a kernel trace's metadata

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof FieldLocation location && scope == location.scope && path.equals(location.path);
    }

    @Override
    public int hashCode() {
        return 31 * scope.ordinal() + path.hashCode();
    }
}
