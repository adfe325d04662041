/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.column;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.nio.ByteBuffer;

/**
 * What a column is in a stream of objects: its kind, its size and its elements, little more than their bytes. Elements go through a buffer, so a column in a file is never on the heap as a whole, neither where it is written nor
 * where it is read: there it is a new column, with a room of its own.
 */
final class Packed implements Externalizable {
    private static final int BUFFER = 1 << 16;

    private Object column;

    /** For the stream that reads it. */
    public Packed() {
        column = new LongColumn();
    }

    Packed(Object column) {
        this.column = column;
    }

    private enum Kind {
        LONGS, INTS, SHORTS, BYTES
    }

    @Override
    public void writeExternal(ObjectOutput out) throws IOException {
        byte[] bytes = new byte[BUFFER];
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        if (column instanceof LongColumn longs) {
            head(Kind.LONGS, longs.size(), out);
            for (int i = 0; i < longs.size(); i++) {
                buffer.putLong(longs.get(i));
                flush(buffer, bytes, Long.BYTES, out);
            }
        } else if (column instanceof IntColumn ints) {
            head(Kind.INTS, ints.size(), out);
            for (int i = 0; i < ints.size(); i++) {
                buffer.putInt(ints.get(i));
                flush(buffer, bytes, Integer.BYTES, out);
            }
        } else if (column instanceof ShortColumn shorts) {
            head(Kind.SHORTS, shorts.size(), out);
            for (int i = 0; i < shorts.size(); i++) {
                buffer.putShort(shorts.get(i));
                flush(buffer, bytes, Short.BYTES, out);
            }
        } else {
            ByteColumn ofBytes = (ByteColumn) column;
            head(Kind.BYTES, ofBytes.size(), out);
            for (int i = 0; i < ofBytes.size(); i++) {
                buffer.put(ofBytes.get(i));
                flush(buffer, bytes, Byte.BYTES, out);
            }
        }
        out.write(bytes, 0, buffer.position());
    }

    private static void head(Kind kind, int size, ObjectOutput out) throws IOException {
        out.writeByte(kind.ordinal());
        out.writeInt(size);
    }

    private static void flush(ByteBuffer buffer, byte[] bytes, int next, ObjectOutput out) throws IOException {
        if (buffer.remaining() < next) {
            out.write(bytes, 0, buffer.position());
            buffer.clear();
        }
    }

    @Override
    public void readExternal(ObjectInput in) throws IOException {
        Kind kind = Kind.values()[in.readByte()];
        int size = in.readInt();
        byte[] read = new byte[BUFFER];
        ByteBuffer buffer = ByteBuffer.wrap(read).limit(0);
        switch (kind) {
            case LONGS -> {
                LongColumn longs = LongColumn.zeros(size);
                for (int i = 0; i < size; i++) {
                    fill(buffer, read, (long) (size - i) * Long.BYTES, in);
                    longs.set(i, buffer.getLong());
                }
                column = longs;
            }
            case INTS -> {
                IntColumn ints = IntColumn.zeros(size);
                for (int i = 0; i < size; i++) {
                    fill(buffer, read, (long) (size - i) * Integer.BYTES, in);
                    ints.set(i, buffer.getInt());
                }
                column = ints;
            }
            case SHORTS -> {
                ShortColumn shorts = ShortColumn.zeros(size);
                for (int i = 0; i < size; i++) {
                    fill(buffer, read, (long) (size - i) * Short.BYTES, in);
                    shorts.set(i, buffer.getShort());
                }
                column = shorts;
            }
            case BYTES -> {
                ByteColumn bytes = ByteColumn.zeros(size);
                for (int i = 0; i < size; i++) {
                    fill(buffer, read, size - i, in);
                    bytes.set(i, buffer.get());
                }
                column = bytes;
            }
        }
    }

    /** Reads on if nothing is left; never beyond the column. */
    private static void fill(ByteBuffer buffer, byte[] bytes, long left, ObjectInput in) throws IOException {
        if (!buffer.hasRemaining()) {
            int length = (int) Math.min(bytes.length, left);
            in.readFully(bytes, 0, length);
            buffer.position(0).limit(length);
        }
    }

    /** The column in place of this. */
    private Object readResolve() {
        return column;
    }
}
