/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.ctf.metadata.TextEncoding;

/** The quick way of reading must give what the plain one gives. */
class QuickFieldTest {
    private static ByteBuffer random(Random random, int size) {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static Field field(Field.Shape shape, int anchor, long delta, int form, TextEncoding encoding, long count) {
        return new Field(shape, anchor, delta, form, encoding, count, -1, 8, null);
    }

    @Test
    void anIntegerIsWhatBitsReadThere() {
        long seed = Seeds.seed();
        Random random = new Random(seed);
        int quickOnes = 0;
        for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
            for (boolean signed : new boolean[] {false, true}) {
                for (int size = 1; size <= 64; size++) {
                    for (int delta = 0; delta < 24; delta++) {
                        boolean aligned = delta % 8 == 0;
                        int form = Bits.form(size, signed, order, false, aligned);
                        long quick = QuickField.of(field(Field.Shape.INTEGER, 7, delta, form, TextEncoding.NONE, 1));
                        if (quick == QuickField.NONE) {
                            assertThat(size).as("only what may need a ninth byte is left out").isGreaterThan(57);
                            continue;
                        }
                        quickOnes++;
                        ByteBuffer bytes = random(random, 32);
                        long anchor = 8L * random.nextInt(8);
                        long position = QuickField.position(quick, anchor);
                        String what = order + " signed " + signed + " size " + size + " at " + delta + Seeds.hint(seed);
                        assertThat(QuickField.anchor(quick)).isEqualTo(7);
                        assertThat(position).isEqualTo(anchor + delta);
                        assertThat(QuickField.isInteger(bytes, quick, position)).isTrue();
                        assertThat(QuickField.isText(bytes, quick, position)).isFalse();
                        assertThat(QuickField.integer(bytes, quick, position)).as(what).isEqualTo(Bits.read(bytes, form, position));
                    }
                }
            }
        }
        assertThat(quickOnes).isGreaterThan(5000);
    }

    @Test
    void whatDoesNotFitIsLeftToTheField() {
        int form = Bits.form(32, false, ByteOrder.LITTLE_ENDIAN, false, true);
        assertThat(QuickField.of(null)).isEqualTo(QuickField.NONE);
        assertThat(QuickField.of(field(Field.Shape.INTEGER, 1 << 12, 0, form, TextEncoding.NONE, 1))).isEqualTo(QuickField.NONE);
        assertThat(QuickField.of(field(Field.Shape.INTEGER, 0, 1L << 31, form, TextEncoding.NONE, 1))).isEqualTo(QuickField.NONE);
        assertThat(QuickField.of(field(Field.Shape.INTEGER, 0, 0, Bits.variableForm(true), TextEncoding.NONE, 1)))
                .isEqualTo(QuickField.NONE);
        assertThat(QuickField.of(field(Field.Shape.INTEGER, 0, 0, Bits.form(8, false, ByteOrder.LITTLE_ENDIAN, true, true),
                TextEncoding.NONE, 1))).isEqualTo(QuickField.NONE);
        assertThat(QuickField.of(field(Field.Shape.STRING, 0, 0, 0, TextEncoding.UTF16LE, -1))).isEqualTo(QuickField.NONE);
        assertThat(QuickField.of(field(Field.Shape.TEXT, 0, 0, 0, TextEncoding.UTF8, 15))).isEqualTo(QuickField.NONE);
    }

    @Test
    void nearTheEndOfTheBytesNothingIsQuick() {
        ByteBuffer bytes = random(new Random(1), 32);
        long integer = QuickField.of(
                field(Field.Shape.INTEGER, 0, 0, Bits.form(8, false, ByteOrder.LITTLE_ENDIAN, false, true), TextEncoding.NONE, 1));
        long text = QuickField.of(field(Field.Shape.TEXT, 0, 0, 0, TextEncoding.UTF8, 16));
        assertThat(QuickField.isInteger(bytes, integer, 8 * 24)).isTrue();
        assertThat(QuickField.isInteger(bytes, integer, 8 * 25)).isFalse();
        assertThat(QuickField.isText(bytes, text, 8 * 16)).isTrue();
        assertThat(QuickField.isText(bytes, text, 8 * 17)).isFalse();
    }

    @Test
    void aShortTextIsTheDecodedBytesUpToTheFirstNul() {
        long seed = Seeds.seed();
        Random random = new Random(seed);
        TextCache texts = new TextCache();
        for (int i = 0; i < 50_000; i++) {
            byte[] bytes = new byte[40];
            random.nextBytes(bytes);
            int at = random.nextInt(24);
            for (int k = 0; k < bytes.length; k++) {
                // few letters, so that texts come again; 0x80 and 0x01 are what the word trick could trip over
                bytes[k] = new byte[] {1, (byte) 0x80, (byte) 0xC3, 'a', 'a', 'b', 'b', 0}[random.nextInt(random.nextBoolean() ? 7 : 8)];
            }
            ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            int length = 0;
            while (length < 16 && bytes[at + length] != 0) {
                length++;
            }
            String expected = TextCache.decode(buffer, at, length, TextEncoding.UTF8);
            assertThat(texts.shortText(buffer, at, true)).as(Seeds.hint(seed)).isEqualTo(expected);
            assertThat(texts.text(buffer, at, length, TextEncoding.UTF8)).as(Seeds.hint(seed)).isEqualTo(expected);
            String toNul = texts.shortText(buffer, at, false);
            if (length == 16) {
                assertThat(toNul).as("longer than two longs").isNull();
            } else {
                assertThat(toNul).as(Seeds.hint(seed)).isEqualTo(expected);
            }
        }
    }
}
