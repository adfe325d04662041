/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata;

import java.util.List;

/**
 * Fields one after the other.
 *
 * @param members in order
 * @param alignment bits: the greatest of the members' alignments and the declared minimum
 */
public record StructClass(List<Member> members, int alignment) implements FieldClass {
    /** A named field; the name is without TSDL's leading underscore. */
    public record Member(String name, FieldClass type) {}

    /** Copies the list. */
    public StructClass {
        members = List.copyOf(members);
    }
}
