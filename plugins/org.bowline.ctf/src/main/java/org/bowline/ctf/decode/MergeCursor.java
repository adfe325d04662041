/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.FieldVisitor;
import org.bowline.ctf.TraceReadException;

/**
 * Streams of a trace in time order: a binary heap of streams by their present event's time. As long as the first stream stays before
 * the second it is read without touching the heap; a change costs O(log streams).
 */
public final class MergeCursor implements EventCursor {
    private static final String NOT_ON_EVENT = "the cursor is not on an event";

    private final StreamReader[] heap;
    private int size;
    private boolean started;
    private @Nullable StreamReader current;
    /** Time and stream of the second in the heap. */
    private long secondTime;
    private int secondIndex;
    private final long totalBytes;
    private final StreamReader[] all;
    private final TextCache texts = new TextCache();

    /**
     * A cursor at the begin.
     *
     * @param first number of the first of the streams among all of the trace
     */
    public MergeCursor(List<DataStream> streams, int first, TraceLayout layout, Caveats caveats) {
        all = new StreamReader[streams.size()];
        long bytes = 0;
        for (int i = 0; i < all.length; i++) {
            all[i] = new StreamReader(streams.get(i), first + i, layout, caveats);
            bytes += streams.get(i).bytes();
        }
        heap = new StreamReader[all.length];
        totalBytes = bytes;
    }

    @Override
    public boolean next() throws TraceReadException {
        StreamReader reader = current;
        if (reader == null) {
            return start();
        }
        if (reader.advance()) {
            long time = reader.timeNanos();
            if (time < secondTime || (time == secondTime && reader.index() < secondIndex)) {
                return true;
            }
            sink();
            return true;
        }
        heap[0] = heap[--size];
        if (size == 0) {
            current = null;
            return false;
        }
        sink();
        return true;
    }

    private boolean start() throws TraceReadException {
        if (started) {
            return false;
        }
        started = true;
        for (StreamReader reader : all) {
            if (reader.advance()) {
                int i = size++;
                while (i > 0 && before(reader, heap[(i - 1) >>> 1])) {
                    heap[i] = heap[(i - 1) >>> 1];
                    i = (i - 1) >>> 1;
                }
                heap[i] = reader;
            }
        }
        if (size == 0) {
            return false;
        }
        sink();
        return true;
    }

    /** Puts the first of the heap in its place and finds the first two. */
    private void sink() {
        StreamReader reader = heap[0];
        int i = 0;
        while (true) {
            int child = 2 * i + 1;
            if (child >= size) {
                break;
            }
            if (child + 1 < size && before(heap[child + 1], heap[child])) {
                child++;
            }
            if (!before(heap[child], reader)) {
                break;
            }
            heap[i] = heap[child];
            i = child;
        }
        heap[i] = reader;
        current = heap[0];
        if (size < 2) {
            secondTime = Long.MAX_VALUE;
            secondIndex = Integer.MAX_VALUE;
            return;
        }
        StreamReader second = size > 2 && before(heap[2], heap[1]) ? heap[2] : heap[1];
        secondTime = second.timeNanos();
        secondIndex = second.index();
    }

    private static boolean before(StreamReader one, StreamReader other) {
        return one.timeNanos() < other.timeNanos() || (one.timeNanos() == other.timeNanos() && one.index() < other.index());
    }

    private StreamReader reader() {
        StreamReader reader = current;
        if (reader == null) {
            throw new IllegalStateException(NOT_ON_EVENT);
        }
        return reader;
    }

    @Override
    public long lastEventNanos() {
        long last = Long.MIN_VALUE;
        for (StreamReader reader : all) {
            last = Math.max(last, reader.lastEventNanos());
        }
        return last;
    }

    @Override
    public int kind() {
        EventLayout event = reader().event();
        return event == null ? LOST : event.kind;
    }

    @Override
    public long timeNanos() {
        return reader().timeNanos();
    }

    @Override
    public long cycles() {
        return reader().cycles();
    }

    @Override
    public int cpu() {
        return reader().cpu();
    }

    @Override
    public int stream() {
        return reader().index();
    }

    @Override
    public int eventClassIndex() {
        EventLayout event = reader().event();
        return event == null ? LOST : event.classIndex;
    }

    @Override
    public long lostUntilNanos() {
        return reader().lostUntilNanos();
    }

    @Override
    public long lostCount() {
        return reader().lostCount();
    }

    /** The field of a slot where it is present, else null. */
    private static @Nullable Field field(StreamReader reader, int slot) {
        EventLayout event = reader.event();
        if (event == null || slot < 0 || slot >= event.fields.length) {
            return null;
        }
        long[] anchors = reader.machine().anchors;
        Field field = event.fields[slot];
        while (field != null && anchors[field.anchor()] < 0) {
            field = field.next();
        }
        return field;
    }

    @Override
    public boolean has(int slot) {
        StreamReader reader = reader();
        long quick = reader.quick(slot);
        return quick != QuickField.NONE && reader.machine().anchors[QuickField.anchor(quick)] >= 0 || field(reader, slot) != null;
    }

    @Override
    public long integer(int slot) {
        StreamReader reader = reader();
        long quick = reader.quick(slot);
        Machine present = reader.machine();
        long anchor = present.anchors[QuickField.anchor(quick)];
        long position = QuickField.position(quick, anchor);
        if (anchor >= 0 && QuickField.isInteger(present.bytes, quick, position)) {
            return QuickField.integer(present.bytes, quick, position);
        }
        return slowInteger(reader, slot);
    }

    private static long slowInteger(StreamReader reader, int slot) {
        Field field = field(reader, slot);
        if (field == null || field.shape() != Field.Shape.INTEGER) {
            return 0;
        }
        Machine machine = reader.machine();
        return Bits.read(machine.bytes, field.form(), machine.anchors[field.anchor()] + field.delta());
    }

    @Override
    public double real(int slot) {
        StreamReader reader = reader();
        Field field = field(reader, slot);
        if (field == null || field.shape() != Field.Shape.REAL) {
            return 0;
        }
        Machine machine = reader.machine();
        return Bits.real(Bits.read(machine.bytes, field.form(), machine.anchors[field.anchor()] + field.delta()), Bits.size(field.form()));
    }

    @Override
    public String text(int slot) {
        StreamReader reader = reader();
        long quick = reader.quick(slot);
        Machine present = reader.machine();
        long anchor = present.anchors[QuickField.anchor(quick)];
        long position = QuickField.position(quick, anchor);
        if (anchor >= 0 && QuickField.isText(present.bytes, quick, position)) {
            String known = texts.shortText(present.bytes, (int) (position >>> 3), QuickField.isBounded(quick));
            if (known != null) {
                return known;
            }
        }
        return slowText(reader, slot);
    }

    private String slowText(StreamReader reader, int slot) {
        Field field = field(reader, slot);
        if (field == null) {
            return "";
        }
        Machine machine = reader.machine();
        int at = (int) ((machine.anchors[field.anchor()] + field.delta()) >>> 3);
        int unit = field.encoding().unitBytes();
        int limit;
        if (field.shape() == Field.Shape.STRING) {
            limit = (int) (reader.limit() >>> 3);
        } else if (field.shape() == Field.Shape.TEXT) {
            limit = at + (int) count(field, machine);
        } else {
            return "";
        }
        int nul = Bits.indexOfNul(machine.bytes, at, limit, unit);
        return texts.text(machine.bytes, at, (nul < 0 ? limit : nul) - at, field.encoding());
    }

    private static long count(Field field, Machine machine) {
        return field.count() >= 0 ? field.count() : machine.registers[field.countRegister()];
    }

    @Override
    public int length(int slot) {
        StreamReader reader = reader();
        Field field = field(reader, slot);
        if (field == null) {
            return 0;
        }
        Machine machine = reader.machine();
        return switch (field.shape()) {
            case INTEGER, REAL -> 0;
            case STRING -> {
                int at = (int) ((machine.anchors[field.anchor()] + field.delta()) >>> 3);
                yield Bits.indexOfNul(machine.bytes, at, (int) (reader.limit() >>> 3), field.encoding().unitBytes()) - at;
            }
            case TEXT, ARRAY, OPAQUE -> (int) Math.min(count(field, machine), Integer.MAX_VALUE);
        };
    }

    @Override
    public long element(int slot, int index) {
        StreamReader reader = reader();
        Field field = field(reader, slot);
        if (field == null || index < 0) {
            return 0;
        }
        Machine machine = reader.machine();
        long position = machine.anchors[field.anchor()] + field.delta();
        return switch (field.shape()) {
            case STRING -> index < length(slot) ? machine.bytes.get((int) (position >>> 3) + index) & 0xFF : 0;
            case TEXT, ARRAY ->
                    index < count(field, machine) ? Bits.read(machine.bytes, field.form(), position + index * field.stride()) : 0;
            case INTEGER, REAL, OPAQUE -> 0;
        };
    }

    @Override
    public void visit(FieldVisitor visitor) throws TraceReadException {
        StreamReader reader = reader();
        if (reader.event() == null) {
            throw new IllegalStateException(NOT_ON_EVENT);
        }
        FieldWalker.walk(reader, visitor);
    }

    @Override
    public double progress() {
        long read = 0;
        for (StreamReader reader : all) {
            read += reader.bytesRead();
        }
        return totalBytes == 0 ? 1 : (double) read / totalBytes;
    }

    @Override
    public void close() {
        current = null;
        size = 0;
        started = true;
    }
}
