/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

import org.junit.jupiter.api.Test;

class BitsTest {
    private static ByteBuffer buffer(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Test
    void everySizeAtEveryBitIsReadInBothOrders() {
        long seed = Seeds.seed();
        Random random = new Random(seed);
        for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
            for (boolean reversed : new boolean[] {false, true}) {
                for (int size = 1; size <= 64; size++) {
                    for (int offset = 0; offset < 24; offset++) {
                        long value = random.nextLong() >>> (64 - size);
                        BitWriter out = new BitWriter(order);
                        out.integer(random.nextLong(), offset, order, false).integer(value, size, order, reversed);
                        for (boolean more : new boolean[] {false, true}) {
                            // nothing behind the field, then enough for the fast path
                            byte[] bytes = more ? BitWriter.join(out.toBytes(), new byte[16]) : out.toBytes();
                            boolean aligned = offset % 8 == 0;
                            int unsigned = Bits.form(size, false, order, reversed, aligned);
                            int signed = Bits.form(size, true, order, reversed, aligned);
                            String what = order + " " + reversed + " size " + size + " at " + offset + Seeds.hint(seed);
                            assertThat(Bits.read(buffer(bytes), unsigned, offset)).as(what).isEqualTo(value);
                            assertThat(Bits.read(buffer(bytes), signed, offset)).as(what).isEqualTo(value << (64 - size) >> (64 - size));
                        }
                    }
                }
            }
        }
    }

    @Test
    void anIntegerThatEndsBehindTheBufferIsRefused() {
        for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
            assertThatThrownBy(() -> Bits.read(buffer(new byte[4]), Bits.form(13, false, order, false, false), 20))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> Bits.read(buffer(new byte[8]), Bits.form(64, false, order, false, false), 1))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void leb128KeepsItsValueAndItsLength() {
        long seed = Seeds.seed();
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            long value = random.nextLong() >> random.nextInt(64);
            for (boolean signed : new boolean[] {false, true}) {
                BitWriter out = BitWriter.littleEndian().leb128(value, signed);
                byte[] bytes = out.toBytes();
                assertThat(Bits.read(buffer(bytes), Bits.variableForm(signed), 0)).as("%d%s", value, Seeds.hint(seed)).isEqualTo(value);
                assertThat(Bits.leb128Length(buffer(bytes), 0, bytes.length)).isEqualTo(bytes.length);
                assertThat(Bits.leb128Length(buffer(bytes), 0, bytes.length - 1)).isEqualTo(-1);
            }
        }
    }

    @Test
    void aLeb128IntegerWithoutEndIsRefused() {
        byte[] bytes = new byte[100];
        java.util.Arrays.fill(bytes, (byte) 0x80);
        assertThat(Bits.leb128Length(buffer(bytes), 0, bytes.length)).isEqualTo(-1);
    }

    @Test
    void theFirstNulIsFoundWhereverItIs() {
        long seed = Seeds.seed();
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(40)];
            for (int k = 0; k < bytes.length; k++) {
                // bytes of 0x80 and 0x01 are what the word trick could trip over
                bytes[k] = new byte[] {1, (byte) 0x80, (byte) 0xFF, 'a', 'a', 'a', 'a', 0}[random.nextInt(random.nextBoolean() ? 7 : 8)];
            }
            int start = bytes.length == 0 ? 0 : random.nextInt(bytes.length);
            int expected = -1;
            for (int k = start; k < bytes.length && expected < 0; k++) {
                expected = bytes[k] == 0 ? k : -1;
            }
            assertThat(Bits.indexOfNul(buffer(bytes), start, bytes.length)).as(Seeds.hint(seed)).isEqualTo(expected);
        }
    }

    @Test
    void aWideNulIsAWholeUnit() {
        byte[] bytes = {'a', 0, 0, 'b', 0, 0};
        assertThat(Bits.indexOfNul(buffer(bytes), 0, 6, 2)).isEqualTo(4);
        assertThat(Bits.indexOfNul(buffer(bytes), 0, 5, 2)).isEqualTo(-1);
    }

    @Test
    void realsOfAllSizesComeOut() {
        assertThat(Bits.real(0x3C00, 16)).isEqualTo(1.0);
        assertThat(Bits.real(0xC000, 16)).isEqualTo(-2.0);
        assertThat(Bits.real(0x7BFF, 16)).isEqualTo(65504.0);
        assertThat(Bits.real(0x0001, 16)).isEqualTo(0x1p-24);
        assertThat(Bits.real(0x7C00, 16)).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(Bits.real(0x7E00, 16)).isNaN();
        assertThat(Bits.real(Float.floatToRawIntBits(3.5f), 32)).isEqualTo(3.5);
        assertThat(Bits.real(Double.doubleToRawLongBits(-0.1), 64)).isEqualTo(-0.1);
    }
}
