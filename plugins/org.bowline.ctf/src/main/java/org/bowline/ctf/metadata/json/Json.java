/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata.json;

import java.util.List;
import java.util.Map;

/** JSON values, each with the position of its first byte. Integers are exact over the signed and the unsigned 64 bits. */
final class Json {
    private Json() {}

    /** A value. */
    sealed interface Value permits Obj, Arr, Str, Int, Real, Bool, Null {
        int position();
    }

    /** An object, in the order of the text. */
    record Obj(int position, Map<String, Value> members) implements Value {}

    /** An array. */
    record Arr(int position, List<Value> values) implements Value {}

    /** A string. */
    record Str(int position, String text) implements Value {}

    /** An integer from −2⁶³ to 2⁶⁴−1; one that is not negative but has the highest bit set is unsigned. */
    record Int(int position, long bits, boolean negative) implements Value {
        boolean isBig() {
            return !negative && bits < 0;
        }

        @Override
        public String toString() {
            return negative ? Long.toString(bits) : Long.toUnsignedString(bits);
        }
    }

    /** A number with a fraction or exponent, or an integer of more than 64 bits; nothing in CTF needs its value. */
    record Real(int position) implements Value {}

    /** True or false. */
    record Bool(int position, boolean value) implements Value {}

    /** Null. */
    record Null(int position) implements Value {}
}
