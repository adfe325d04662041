/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata;

import java.util.Set;

/** CTF 2's static- and dynamic-length blob: as many bytes as {@link #length} says; byte aligned. */
public record BlobClass(Length length, String mediaType, Set<Role> roles) implements FieldClass {
    /** Copies the set. */
    public BlobClass {
        roles = Set.copyOf(roles);
    }

    @Override
    public int alignment() {
        return 8;
    }
}
