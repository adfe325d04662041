/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata;

import java.nio.ByteOrder;
import java.util.List;
import java.util.Set;

/**
 * A fixed-size integer, and what is recorded like one: enumeration, boolean, bit array, bit map.
 *
 * @param form how to print it
 * @param size bits, 1 to 64
 * @param alignment bits
 * @param signed two's complement
 * @param byteOrder order of the bytes; within a byte, bits go from the low end (little endian) or the high end (big endian)
 * @param reversedBits the bit order within bytes is the other one (CTF 2 only)
 * @param base preferred base for display: 2, 8, 10 or 16
 * @param encoding text of arrays of such integers; NONE for numbers
 * @param mappings labels of an enumeration or bit map; empty otherwise
 * @param roles what the value means to the reader
 */
public record IntegerClass(Form form, int size, int alignment, boolean signed, ByteOrder byteOrder, boolean reversedBits, int base,
        TextEncoding encoding, List<Mapping> mappings, Set<Role> roles) implements FieldClass {
    /** How the bits are meant. */
    public enum Form {
        /** A number. */
        NUMBER,
        /** A number with labels. */
        ENUMERATION,
        /** True if not zero. */
        BOOLEAN,
        /** Bits without a number's meaning. */
        BIT_ARRAY,
        /** Bits with labels. */
        BIT_MAP
    }

    /** Copies the collections. */
    public IntegerClass {
        mappings = List.copyOf(mappings);
        roles = Set.copyOf(roles);
    }

    /** The same with other roles. */
    public IntegerClass withRoles(Set<Role> newRoles) {
        return new IntegerClass(form, size, alignment, signed, byteOrder, reversedBits, base, encoding, mappings, newRoles);
    }
}
