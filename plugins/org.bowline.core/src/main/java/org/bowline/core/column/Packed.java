/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.column;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.io.StreamCorruptedException;
import java.util.function.IntToLongFunction;

/**
 * What a column is in a stream of objects: its kind, its size and its elements, in the form of which a sample takes the fewest bytes. Elements go through a buffer, so a column in a file is never on the heap as a whole, neither where
 * it is written nor where it is read: there it is a new column, with a room of its own.
 */
final class Packed implements Externalizable {
    private static final int BUFFER = 1 << 16;
    /** Of the largest number in seven bits a byte. */
    private static final int LONGEST = 10;
    private static final int SAMPLES = 1 << 12;

    private Object column;

    /** For the stream that reads it. */
    public Packed() {
        column = new LongColumn();
    }

    Packed(Object column) {
        this.column = column;
    }

    private enum Kind {
        LONGS(Long.BYTES), INTS(Integer.BYTES), SHORTS(Short.BYTES), BYTES(Byte.BYTES);

        final int width;

        Kind(int width) {
            this.width = width;
        }
    }

    /** How numbers are written. */
    private enum Coding {
        /** As they are. */
        PLAIN,
        /** Seven bits a byte, as many bytes as it takes, with the sign in the lowest bit: small numbers. */
        SMALL,
        /** The same of what each has more than the one before: numbers near their neighbours, like times. */
        NEAR;

        /** How many bytes a number takes that comes after another one. */
        int bytes(long before, long value, int width) {
            return switch (this) {
                case PLAIN -> width;
                case SMALL -> length(folded(value));
                case NEAR -> length(folded(value - before));
            };
        }
    }

    /** The sign in the lowest bit, so that small negative numbers are small, too. */
    private static long folded(long value) {
        return value << 1 ^ value >> 63;
    }

    private static int length(long folded) {
        return Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(folded) + 6) / 7);
    }

    /** What takes the fewest bytes of a sample of neighbours. */
    private static Coding best(IntToLongFunction elements, int size, int width) {
        long[] bytes = new long[Coding.values().length];
        int step = Math.max(1, size / SAMPLES);
        for (int i = 1; i < size; i += step) {
            for (Coding coding : Coding.values()) {
                bytes[coding.ordinal()] += coding.bytes(elements.applyAsLong(i - 1), elements.applyAsLong(i), width);
            }
        }
        Coding best = Coding.PLAIN;
        for (Coding coding : Coding.values()) {
            best = bytes[coding.ordinal()] < bytes[best.ordinal()] ? coding : best;
        }
        return best;
    }

    /** Numbers to a stream, in blocks, each with its length before it. */
    private static final class Writer {
        private final ObjectOutput out;
        private final Coding coding;
        private final int width;
        private final byte[] bytes = new byte[BUFFER];
        private int at;
        private long before;

        Writer(ObjectOutput out, Kind kind, int size, IntToLongFunction elements) throws IOException {
            this.out = out;
            width = kind.width;
            coding = best(elements, size, width);
            out.writeByte(kind.ordinal());
            out.writeByte(coding.ordinal());
            out.writeInt(size);
        }

        void put(long value) throws IOException {
            if (at > BUFFER - LONGEST) {
                flush();
            }
            if (coding == Coding.PLAIN) {
                for (int shift = (width - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
                    bytes[at++] = (byte) (value >> shift);
                }
                return;
            }
            long rest = folded(coding == Coding.NEAR ? value - before : value);
            before = value;
            while ((rest & ~0x7fL) != 0) {
                bytes[at++] = (byte) (rest | 0x80);
                rest >>>= 7;
            }
            bytes[at++] = (byte) rest;
        }

        void flush() throws IOException {
            if (at > 0) {
                out.writeInt(at);
                out.write(bytes, 0, at);
                at = 0;
            }
        }
    }

    /** Numbers from a stream; never reads beyond the column. */
    private static final class Reader {
        private final ObjectInput in;
        private final Coding coding;
        private final int width;
        private final byte[] bytes = new byte[BUFFER];
        private int at;
        private int limit;
        private long before;

        Reader(ObjectInput in, Kind kind, Coding coding) {
            this.in = in;
            this.coding = coding;
            width = kind.width;
        }

        long next() throws IOException {
            if (at == limit) {
                limit = in.readInt();
                if (limit < 1 || limit > BUFFER) {
                    throw new StreamCorruptedException("a block of " + limit + " bytes");
                }
                in.readFully(bytes, 0, limit);
                at = 0;
            }
            if (coding == Coding.PLAIN) {
                long value = bytes[at++];
                for (int i = 1; i < width; i++) {
                    value = value << Byte.SIZE | bytes[at++] & 0xff;
                }
                return value;
            }
            long folded = 0;
            byte part;
            int shift = 0;
            do {
                part = bytes[at++];
                folded |= (part & 0x7fL) << shift;
                shift += 7;
            } while (part < 0);
            long value = folded >>> 1 ^ -(folded & 1);
            before = coding == Coding.NEAR ? before + value : value;
            return before;
        }
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
        if (column instanceof LongColumn longs) {
            Writer writer = new Writer(out, Kind.LONGS, longs.size(), longs::get);
            for (int i = 0; i < longs.size(); i++) {
                writer.put(longs.get(i));
            }
            writer.flush();
        } else if (column instanceof IntColumn ints) {
            Writer writer = new Writer(out, Kind.INTS, ints.size(), ints::get);
            for (int i = 0; i < ints.size(); i++) {
                writer.put(ints.get(i));
            }
            writer.flush();
        } else if (column instanceof ShortColumn shorts) {
            Writer writer = new Writer(out, Kind.SHORTS, shorts.size(), shorts::get);
            for (int i = 0; i < shorts.size(); i++) {
                writer.put(shorts.get(i));
            }
            writer.flush();
        } else {
            ByteColumn bytes = (ByteColumn) column;
            Writer writer = new Writer(out, Kind.BYTES, bytes.size(), bytes::get);
            for (int i = 0; i < bytes.size(); i++) {
                writer.put(bytes.get(i));
            }
            writer.flush();
        }
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException {
        Kind kind = Kind.values()[in.readByte()];
        Coding coding = Coding.values()[in.readByte()];
        int size = in.readInt();
        Reader reader = new Reader(in, kind, coding);
        switch (kind) {
            case LONGS -> {
                LongColumn longs = LongColumn.zeros(size);
                for (int i = 0; i < size; i++) {
                    longs.set(i, reader.next());
                }
                column = longs;
            }
            case INTS -> {
                IntColumn ints = IntColumn.zeros(size);
                for (int i = 0; i < size; i++) {
                    ints.set(i, (int) reader.next());
                }
                column = ints;
            }
            case SHORTS -> {
                ShortColumn shorts = ShortColumn.zeros(size);
                for (int i = 0; i < size; i++) {
                    shorts.set(i, (short) reader.next());
                }
                column = shorts;
            }
            case BYTES -> {
                ByteColumn bytes = ByteColumn.zeros(size);
                for (int i = 0; i < size; i++) {
                    bytes.set(i, (byte) reader.next());
                }
                column = bytes;
            }
        }
    }

    /** The column in place of this. */
    private Object readResolve() {
        return column;
    }
}
