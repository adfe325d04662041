/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.column;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.order.Bisection;

/**
 * A growable row of {@code long}: 8 bytes each on the heap, or beyond its share in a mapped file. Whoever reads or writes an element does not notice where it is but by the time that it takes. Elements are read and written in O(1).
 *
 * <p>Grown by one thread, and written by one, or different elements by different ones; once written and handed over safely, read by any number of them.
 */
public final class LongColumn implements Serializable {
    private static final int FIRST = 16;
    private static final int MASK = Room.CHUNK - 1;
    private static final long[] NOTHING = {};

    private final Room room = new Room();
    /** Null as soon as they are in the file. */
    private long @Nullable [] heap = NOTHING;
    private LongBuffer[] chunks = {};
    private int size;
    private int capacity;

    /** An empty column. */
    public LongColumn() {}

    /** A column of a number of elements, each of which is 0. */
    public static LongColumn zeros(int size) {
        LongColumn column = new LongColumn();
        column.grow(size, size);
        column.size = size;
        return column;
    }

    /** A column of the elements of an array, which must not be changed afterwards. */
    public static LongColumn of(long... elements) {
        LongColumn column = new LongColumn();
        column.heap = elements;
        column.capacity = elements.length;
        column.size = elements.length;
        return column;
    }

    /** Number of elements. */
    public int size() {
        return size;
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** An element. */
    public long get(int index) {
        long[] near = heap;
        return near != null ? near[index] : chunks[index >>> Room.SHIFT].get(index & MASK);
    }

    /** Changes an element. */
    public void set(int index, long value) {
        long[] near = heap;
        if (near != null) {
            near[index] = value;
        } else {
            chunks[index >>> Room.SHIFT].put(index & MASK, value);
        }
    }

    /**
     * Appends an element.
     *
     * @throws NoRoomException if neither the heap nor the disk has room for it
     */
    public void add(long value) {
        if (size == capacity) {
            grow(Math.addExact(size, 1), Math.max(FIRST, (int) Math.min(Integer.MAX_VALUE - 8, size + (size >> 1) + 1L)));
        }
        set(size++, value);
    }

    /**
     * Appends a number of elements, each of which is 0.
     *
     * @throws NoRoomException if neither the heap nor the disk has room for them
     */
    public void addZeros(int count) {
        int to = Math.addExact(size, count);
        int used = capacity; // beyond it the heap is new, and 0
        if (to > capacity) {
            grow(to, (int) Math.max(to, Math.min(Integer.MAX_VALUE - 8, size + (size >> 1) + 1L)));
        }
        long[] near = heap;
        if (near != null) {
            Arrays.fill(near, size, Math.max(size, Math.min(to, used)), 0);
        } else {
            for (int i = size; i < to; i++) {
                set(i, 0);
            }
        }
        size = to;
    }

    /**
     * A column of the elements at some positions, in the order of these.
     *
     * @param order as of {@link Ascending#order}
     * @throws NoRoomException if neither the heap nor the disk has room for it
     */
    public LongColumn inOrder(IntColumn order) {
        LongColumn sorted = zeros(order.size());
        for (int i = 0; i < order.size(); i++) {
            sorted.set(i, get(order.get(i)));
        }
        return sorted;
    }

    /** Gives back what the heap holds for elements that may come. */
    public void trim() {
        long[] near = heap;
        if (near != null && near.length > size) {
            heap = Arrays.copyOf(near, size);
            capacity = size;
            room.onHeap(this, (long) size * Long.BYTES);
        }
    }

    /** Lets go of all elements: what they took of the heap can be taken by other columns at once, and by all others when it is collected. It is an empty column then. */
    public void letGo() {
        room.leaveHeap();
        heap = NOTHING;
        chunks = new LongBuffer[0];
        size = 0;
        capacity = 0;
    }

    /** Forgets all elements but the first ones. */
    public void truncate(int newSize) {
        if (newSize > size) {
            throw new IllegalArgumentException("there are only " + size + " elements, and not " + newSize);
        }
        size = newSize;
    }

    /** The first position in [from, to) whose value is greater; {@code to} if there is none. The elements between must ascend. O(log n). */
    public int firstAbove(int from, int to, long value) {
        long[] near = heap;
        if (near != null) {
            return Bisection.firstAbove(near, from, to, value);
        }
        return Bisection.first(from, to, i -> get(i) > value);
    }

    /** All elements; of a column on the heap whose array they fill it is this array, which must not be changed. */
    public long[] toArray() {
        long[] near = heap;
        if (near != null) {
            return near.length == size ? near : Arrays.copyOf(near, size);
        }
        long[] all = new long[size];
        for (int at = 0; at < size; at += Room.CHUNK) {
            chunks[at >>> Room.SHIFT].get(0, all, at, Math.min(Room.CHUNK, size - at));
        }
        return all;
    }

    /** Sorts the elements, if they are on the heap; else does nothing and returns false. */
    boolean sortOnHeap() {
        long[] near = heap;
        if (near != null) {
            Arrays.sort(near, 0, size);
        }
        return near != null;
    }

    /** Makes room for {@code least} elements; on the heap for {@code wanted}. */
    private void grow(int least, int wanted) {
        long[] near = heap;
        if (near != null) {
            if (room.onHeap(this, (long) wanted * Long.BYTES)) {
                heap = Arrays.copyOf(near, wanted);
                capacity = wanted;
                return;
            }
            extend(least);
            for (int at = 0; at < size; at += Room.CHUNK) {
                chunks[at >>> Room.SHIFT].put(0, near, at, Math.min(Room.CHUNK, size - at));
            }
            heap = null;
            room.leaveHeap();
        } else {
            extend(least);
        }
    }

    private void extend(int least) {
        int more = (int) ((least - 1L >> Room.SHIFT) + 1 - chunks.length);
        if (more <= 0) {
            return; // nothing was asked for
        }
        List<ByteBuffer> added = room.grow(more, Long.BYTES);
        int before = chunks.length;
        chunks = Arrays.copyOf(chunks, before + added.size());
        for (int i = 0; i < added.size(); i++) {
            chunks[before + i] = added.get(i).asLongBuffer();
        }
        capacity = (int) Math.min(Integer.MAX_VALUE, (long) chunks.length << Room.SHIFT);
    }

    /** In a stream of objects it is its elements. */
    private Object writeReplace() {
        return new Packed(this);
    }
}
