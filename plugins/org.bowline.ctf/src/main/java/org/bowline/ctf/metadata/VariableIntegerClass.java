/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata;

import java.util.List;
import java.util.Set;

/**
 * An integer in LEB128 form, byte aligned (CTF 2).
 *
 * @param signed two's complement
 * @param base preferred base for display
 * @param mappings labels; empty for plain numbers
 * @param roles what the value means to the reader
 */
public record VariableIntegerClass(boolean signed, int base, List<Mapping> mappings, Set<Role> roles) implements FieldClass {
    /** Copies the collections. */
    public VariableIntegerClass {
        mappings = List.copyOf(mappings);
        roles = Set.copyOf(roles);
    }

    @Override
    public int alignment() {
        return 8;
    }
}
