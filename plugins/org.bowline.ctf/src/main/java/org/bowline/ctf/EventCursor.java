/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf;

/**
 * Walks the wanted events of a trace in time order, over all its streams. The cursor is the event: its accessors speak of the present
 * event until the next call of {@link #next()}. Moving on allocates nothing.
 *
 * <p>Events of one stream come in recorded order; equal times of several streams in the order of the streams. A lost-events notice comes
 * as an event of kind {@link #LOST} between the events where the loss happened. Not thread-safe; several cursors of a trace may be used by
 * several threads.
 */
public interface EventCursor extends AutoCloseable {
    /** The kind of a notice that events were lost in this stream: from {@link #timeNanos()} to {@link #lostUntilNanos()}. */
    int LOST = -1;

    /**
     * Moves to the next wanted event or notice.
     *
     * @return false at the end of the trace
     * @throws TraceReadException if the trace is broken here and was opened as strict
     */
    boolean next() throws TraceReadException;

    /**
     * The time of the last event in the packets that were read to their ends so far, wanted or not, ns since the epoch: at the end of the trace
     * its last event's. {@link Long#MIN_VALUE} if there is none, or if the trace has no clock.
     */
    long lastEventNanos();

    /** Which request of the selection this event answers, or {@link #LOST}. */
    int kind();

    /** Time of the event, ns since the epoch (clock offset included); not before the previous event of the same stream. */
    long timeNanos();

    /** The raw clock value of the event, in cycles. */
    long cycles();

    /** The cpu_id of the packet context, or −1. */
    int cpu();

    /** Index of the stream (data stream instance), into {@link org.bowline.ctf.trace.CtfTrace#streams()}. */
    int stream();

    /** Index of the event's class, into {@link org.bowline.ctf.metadata.TraceMetadata#eventClasses()}. */
    int eventClassIndex();

    /** For a {@link #LOST} notice: the end of the interval in which events were lost, ns since the epoch. */
    long lostUntilNanos();

    /** For a {@link #LOST} notice: how many events were lost, or −1 if unknown (whole packets, or a broken packet). */
    long lostCount();

    /** Whether this event carries the field of this slot (the class has it, and its variant or optional is chosen). */
    boolean has(int slot);

    /** An integer, enumeration or boolean; 0 if absent. An unsigned 64-bit value comes as its bits. */
    long integer(int slot);

    /** A floating-point number; 0 if absent. */
    double real(int slot);

    /** A string, or an array or sequence of text, up to its NUL; allocates unless the text was seen recently. Empty if absent. */
    String text(int slot);

    /** Number of elements of an array or sequence, of bytes of a string or blob; 0 if absent. */
    int length(int slot);

    /** Integer element of an array or sequence, or byte of a string or blob; 0 if absent or out of range. */
    long element(int slot, int index);

    /** Decodes all scopes of the present event, in order, for dumps and tests; slower and may allocate. Not for {@link #LOST}. */
    void visit(FieldVisitor visitor) throws TraceReadException;

    /** Fraction of the trace that was read, 0 to 1, by bytes. */
    double progress();

    @Override
    void close();
}
