/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.store;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import org.bowline.core.time.Rational;

/** Reads fields one after the other. Whatever does not fit is an {@link IllegalArgumentException}. */
final class FieldReader {
    private static final int LARGEST_SCALE = 1_000;
    private static final int LONGEST_INTEGER = 1 << 12;

    private final ByteBuffer buffer;

    FieldReader(byte[] bytes) {
        buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static IllegalArgumentException misfit() {
        return new IllegalArgumentException("this is not a stored analysis");
    }

    private ByteBuffer next(int bytes) {
        if (buffer.remaining() < bytes) {
            throw misfit();
        }
        return buffer;
    }

    long number() {
        return next(Long.BYTES).getLong();
    }

    /** A number from {@code least} on, below a limit. */
    int whole(int least, int limit) {
        long value = number();
        if (value < least || value >= limit) {
            throw misfit();
        }
        return (int) value;
    }

    boolean flag() {
        byte value = next(1).get();
        if (value != 0 && value != 1) {
            throw misfit();
        }
        return value == 1;
    }

    <T> T ordinal(T[] values) {
        byte ordinal = next(1).get();
        if (ordinal < 0 || ordinal >= values.length) {
            throw misfit();
        }
        return values[ordinal];
    }

    String text() {
        return new String(raw(buffer.remaining()), StandardCharsets.UTF_8);
    }

    BigInteger integer() {
        byte[] bytes = raw(LONGEST_INTEGER);
        if (bytes.length == 0) {
            throw misfit();
        }
        return new BigInteger(bytes);
    }

    BigDecimal decimal() {
        int scale = whole(-LARGEST_SCALE, LARGEST_SCALE + 1);
        return new BigDecimal(integer(), scale);
    }

    Rational fraction() {
        return new Rational(integer(), integer());
    }

    /** A list; every element takes at least a byte, so that no list is longer than what is left. */
    <T> List<T> list(Function<FieldReader, T> element) {
        int size = whole(0, Math.addExact(buffer.remaining(), 1));
        List<T> list = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            list.add(element.apply(this));
        }
        return list;
    }

    private byte[] raw(int longest) {
        int length = whole(0, Math.addExact(Math.min(longest, buffer.remaining()), 1));
        ByteBuffer from = next(length);
        byte[] bytes = new byte[length];
        from.get(bytes);
        return bytes;
    }

    /** Nothing may be left. */
    void end() {
        if (buffer.hasRemaining()) {
            throw misfit();
        }
    }
}
