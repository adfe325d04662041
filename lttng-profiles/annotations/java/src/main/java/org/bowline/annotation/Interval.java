/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.annotation;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A unit of work: a request, a transaction. From its making to {@link #close}, on the same thread or another.
 *
 * <pre>{@code
 * private static final Label GET = Label.of("GET");
 *
 * try (Interval request = Interval.start(GET)) {
 *     ...
 * }
 * }</pre>
 *
 * <p>A thread that takes it over calls {@link #enter}. While intervals are not recorded, {@link #start} gives one shared object whose methods do nothing.
 * Thread-safe; ends once, however often it is closed.
 */
public final class Interval implements AutoCloseable {
    private static final Interval NONE = new Interval(0);
    private static final VarHandle ID;

    static {
        try {
            ID = MethodHandles.lookup().findVarHandle(Interval.class, "id", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** 0: not recorded, or ended. */
    private volatile long id;

    private Interval(long id) {
        this.id = id;
    }

    /**
     * Begins a unit of work with an id that no other has, on this host or others. The calling thread works for it.
     *
     * @param label its sort
     */
    public static Interval start(Label label) {
        if (!Native.isRecorded(Native.INTERVAL_BEGIN)) {
            return NONE;
        }
        long id = Native.newId();
        Native.intervalBegin(id, label.address);
        return new Interval(id);
    }

    /**
     * Begins a unit of work with an id of its own, as one that came with a message.
     *
     * @param id not 0, and no other that is open on any host; all 64 bits count
     * @param label its sort
     * @throws IllegalArgumentException if the id is 0
     */
    public static Interval start(long id, Label label) {
        if (id == 0) {
            throw new IllegalArgumentException("an interval's id must not be 0: that means none");
        }
        if (Native.isRecorded(Native.INTERVAL_BEGIN)) {
            Native.intervalBegin(id, label.address);
        }
        return new Interval(id);
    }

    /**
     * As {@link #start(Label)}, of a unit of work that tells how much it is.
     *
     * @param label its sort
     * @param size 0 or more, in bytes, rows, or whatever its time should grow with: of the same kind for all of a label
     * @throws IllegalArgumentException if the size is negative
     */
    public static Interval start(Label label, long size) {
        check(size);
        if (!Native.isRecorded(Native.INTERVAL_BEGIN)) {
            return NONE;
        }
        long id = Native.newId();
        Native.intervalBeginSized(id, label.address, size);
        return new Interval(id);
    }

    /**
     * As {@link #start(long, Label)}, of a unit of work that tells how much it is.
     *
     * @param id not 0, and no other that is open on any host; all 64 bits count
     * @param label its sort
     * @param size see {@link #start(Label, long)}
     * @throws IllegalArgumentException if the id is 0, or the size is negative
     */
    public static Interval start(long id, Label label, long size) {
        check(size);
        if (id == 0) {
            throw new IllegalArgumentException("an interval's id must not be 0: that means none");
        }
        if (Native.isRecorded(Native.INTERVAL_BEGIN)) {
            Native.intervalBeginSized(id, label.address, size);
        }
        return new Interval(id);
    }

    private static void check(long size) {
        if (size < 0) {
            throw new IllegalArgumentException("an interval's size must be 0 or more: size=" + size);
        }
    }

    /** A unit of work that began elsewhere, in another process or on another host; 0 gives one whose methods do nothing. */
    public static Interval begunElsewhere(long id) {
        return id == 0 ? NONE : new Interval(id);
    }

    /** Its id, for a message to others that work for it; 0 if it is not recorded, or has ended. */
    public long id() {
        return id;
    }

    /** The calling thread works for it from now on; for none if it has ended. */
    public void enter() {
        if (Native.isRecorded(Native.INTERVAL_SWITCH)) {
            Native.intervalSwitch(id);
        }
    }

    /** The calling thread works for no unit of work from now on. */
    public static void leave() {
        if (Native.isRecorded(Native.INTERVAL_SWITCH)) {
            Native.intervalSwitch(0);
        }
    }

    /** It is complete. */
    @Override
    public void close() {
        if (id == 0) {
            return;
        }
        long ended = (long) ID.getAndSet(this, 0L);
        if (ended != 0 && Native.isRecorded(Native.INTERVAL_END)) {
            Native.intervalEnd(ended);
        }
    }
}
