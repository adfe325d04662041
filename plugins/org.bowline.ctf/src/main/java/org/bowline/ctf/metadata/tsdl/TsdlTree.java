/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata.tsdl;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.metadata.TextEncoding;

/**
 * TSDL as it is written: what the parser hands to the resolver. Every node has the position of its first byte in the text. Names are
 * still names: of types, of clocks, of the fields that lengths and tags refer to.
 */
final class TsdlTree {
    private TsdlTree() {}

    /** What stands at the top level: a block, or a declaration. */
    sealed interface Item permits Block, Declaration {}

    /** {@code kind { statements };}. */
    record Block(int position, String kind, List<Statement> statements) implements Item {}

    /** What stands in a block. */
    sealed interface Statement permits Assignment, TypeAssignment, Local {}

    /** {@code left = value;}. */
    record Assignment(int position, String left, Value value) implements Statement {}

    /** {@code left := type;}. */
    record TypeAssignment(int position, String left, TypeNode type) implements Statement {}

    /** A declaration within a block. */
    record Local(Declaration declaration) implements Statement {}

    /** The right side of an assignment. */
    sealed interface Value permits Numeral, Text, Name {}

    /** An integer of 64 bits; a value that is not negative but has the highest bit set is unsigned. */
    record Numeral(long bits, boolean negative) implements Value {
        boolean isBig() {
            return !negative && bits < 0;
        }

        @Override
        public String toString() {
            return negative ? Long.toString(bits) : Long.toUnsignedString(bits);
        }
    }

    /** A string in quotes. */
    record Text(String text) implements Value {}

    /** A word or words with dots. */
    record Name(String text) implements Value {}

    /** What declares types or fields. */
    sealed interface Declaration extends Item permits Alias, Typedef, Fields {}

    /** {@code typealias target := name;}. */
    record Alias(int position, TypeNode target, Declarator declarator, String name) implements Declaration {}

    /** {@code typedef type names;}. */
    record Typedef(int position, TypeNode type, List<Declarator> declarators) implements Declaration {}

    /** {@code type names;}; without names it declares a struct, variant or enum by its own name. */
    record Fields(int position, TypeNode type, List<Declarator> declarators) implements Declaration {}

    /** A field's or type's name with C's ornaments; the dimensions as written, from left to right. */
    record Declarator(int position, String name, int pointers, List<Dimension> dimensions) {}

    /** {@code [length]} or {@code [reference]}. */
    record Dimension(int position, long length, @Nullable Reference reference) {}

    /** The dotted name of another field. */
    record Reference(int position, List<String> path) {
        @Override
        public String toString() {
            return String.join(".", path);
        }
    }

    /** A type specifier. */
    sealed interface TypeNode permits IntegerType, FloatType, StringType, StructType, VariantType, EnumType, NamedType {
        int position();
    }

    /** How the bytes of a number are ordered. */
    enum Order {
        /** As the trace block says. */
        NATIVE,
        /** Low byte first. */
        LITTLE,
        /** High byte first. */
        BIG
    }

    /** {@code integer { … }}; the clock is the name in {@code map = clock.NAME.value}. */
    record IntegerType(int position, int size, int alignment, boolean signed, Order order, int base, TextEncoding encoding,
            @Nullable String clock) implements TypeNode {}

    /** {@code floating_point { … }}. */
    record FloatType(int position, int size, int alignment, Order order) implements TypeNode {}

    /** {@code string} or {@code string { encoding = …; }}. */
    record StringType(int position, TextEncoding encoding) implements TypeNode {}

    /** {@code struct name { body } align(n)}; the name may be empty, the body is null if only named. */
    record StructType(int position, String name, @Nullable List<Declaration> body, int alignment) implements TypeNode {}

    /** {@code variant name <tag> { body }}. */
    record VariantType(int position, String name, @Nullable Reference tag, @Nullable List<Declaration> body) implements TypeNode {}

    /** {@code enum name : container { body }}. */
    record EnumType(int position, String name, @Nullable TypeNode container, @Nullable List<Enumerator> body) implements TypeNode {}

    /** {@code label}, {@code label = low} or {@code label = low ... high}; null where not written. */
    record Enumerator(int position, String label, @Nullable Numeral low, @Nullable Numeral high) {}

    /** A type by its alias, C's words for numbers included ({@code unsigned long}, {@code uint32_t}). */
    record NamedType(int position, String name) implements TypeNode {}
}
