/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.store;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

import org.bowline.core.time.Rational;

/** Writes fields one after the other, as {@link FieldReader} reads them. */
final class FieldWriter {
    private ByteBuffer buffer = ByteBuffer.allocate(1 << 12).order(ByteOrder.LITTLE_ENDIAN);

    /** How an element of a list is written. */
    interface Element<T> {
        void write(FieldWriter out, T element);
    }

    private ByteBuffer room(int bytes) {
        if (buffer.remaining() < bytes) {
            int length = Math.max(Math.addExact(buffer.position(), bytes), (int) Math.min(Integer.MAX_VALUE - 8, 2L * buffer.capacity()));
            buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN).put(buffer.flip());
        }
        return buffer;
    }

    void number(long value) {
        room(Long.BYTES).putLong(value);
    }

    void flag(boolean value) {
        room(1).put((byte) (value ? 1 : 0));
    }

    void ordinal(Enum<?> value) {
        room(1).put((byte) value.ordinal());
    }

    void text(String text) {
        raw(text.getBytes(StandardCharsets.UTF_8));
    }

    void integer(BigInteger value) {
        raw(value.toByteArray());
    }

    void decimal(BigDecimal value) {
        number(value.scale());
        integer(value.unscaledValue());
    }

    void fraction(Rational value) {
        integer(value.numerator());
        integer(value.denominator());
    }

    <T> void list(List<? extends T> elements, Element<T> how) {
        number(elements.size());
        for (T element : elements) {
            how.write(this, element);
        }
    }

    private void raw(byte[] bytes) {
        number(bytes.length);
        room(bytes.length).put(bytes);
    }

    byte[] bytes() {
        return Arrays.copyOf(buffer.array(), buffer.position());
    }
}
