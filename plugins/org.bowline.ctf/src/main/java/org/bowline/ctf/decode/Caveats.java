/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.bowline.ctf.ReadCaveat;
import org.bowline.ctf.TraceReadException;

/**
 * Collects what had to be left out or repaired. Several cursors that meet the same packet count it once. Thread-safe.
 */
public final class Caveats {
    /** Packet number of what does not belong to a packet. */
    static final int WHOLE_FILE = -1;

    private record Place(ReadCaveat.Kind kind, Path file) {}

    private static final class Tally {
        private final Map<Integer, Long> byPacket = new HashMap<>();
        private long fromNanos = Long.MAX_VALUE;
        private long toNanos = Long.MIN_VALUE;
        private int lastPacket = WHOLE_FILE;
        private long lastBit = -1;
        private final String text;

        Tally(String text) {
            this.text = text;
        }
    }

    private final boolean strict;
    /** In the order in which they were met. */
    private final Map<Place, Tally> tallies = new LinkedHashMap<>();
    /** How many of them had been met when the trace was open. */
    private int atOpening;

    /** @param strict what is broken is an error */
    public Caveats(boolean strict) {
        this.strict = strict;
    }

    /**
     * Counts something.
     *
     * @param packet number of the packet in its file, or {@link #WHOLE_FILE}
     * @param fromNanos begin of the affected time; {@link Long#MIN_VALUE} when unknown
     * @param toNanos end; {@link Long#MAX_VALUE} when unknown
     * @param text the sentence for the first of its kind in this file
     */
    public synchronized void add(ReadCaveat.Kind kind, Path file, int packet, long count, long fromNanos, long toNanos, String text) {
        Tally tally = tallies.computeIfAbsent(new Place(kind, file), place -> new Tally(text));
        tally.byPacket.merge(packet, count, Math::max);
        tally.fromNanos = Math.min(tally.fromNanos, fromNanos);
        tally.toNanos = Math.max(tally.toNanos, toNanos);
    }

    /** Notes something about a whole file. */
    public synchronized void add(ReadCaveat.Kind kind, Path file, String text) {
        Tally tally = tallies.computeIfAbsent(new Place(kind, file), place -> new Tally(text));
        tally.byPacket.merge(WHOLE_FILE, 1L, Long::sum);
        tally.fromNanos = Long.MIN_VALUE;
        tally.toNanos = Long.MAX_VALUE;
    }

    /** Counts an event whose time is before that of the event before it. */
    synchronized void backward(Path file, int packet, long bit, long time, long before) {
        Tally tally = tallies.computeIfAbsent(new Place(ReadCaveat.Kind.TIME_BACKWARD, file),
                place -> new Tally("Time goes backward in " + file
                        + ", packet " + packet + ": by " + (before - time)
                        + " ns at first. Such events keep their place and take the time of the event "
                        + "before them; durations near them are too short or too long."));
        if (bit > tally.lastBit || packet > tally.lastPacket) {
            // the same packet read by another cursor is not counted again
            tally.lastBit = bit;
            tally.lastPacket = packet;
            tally.byPacket.merge(packet, 1L, Long::sum);
        }
        tally.fromNanos = Math.min(tally.fromNanos, time);
        tally.toNanos = Math.max(tally.toNanos, before);
    }

    /** Counts a broken packet, or throws it if reading is strict. */
    void broken(ReadCaveat.Kind kind, Path file, int packet, long offsetBytes, long fromNanos, long toNanos, String wrong)
            throws TraceReadException {
        TraceReadException exception = TraceReadException.of(file, packet < 0 ? TraceReadException.UNKNOWN : packet, offsetBytes, wrong,
                strict ? "without the option strict this part is left out and the rest is read"
                        : "what could not be read was left out, the rest was read; times near it may lack events",
                null);
        if (strict) {
            throw exception;
        }
        add(kind, file, packet, 1, fromNanos, toNanos, String.valueOf(exception.getMessage()));
    }

    /** The trace is open: what comes now is met by cursors. */
    public synchronized void opened() {
        atOpening = tallies.size();
    }

    /** All so far: those met at opening in that order; then those of cursors by file, as cursors may be read side by side. */
    public synchronized List<ReadCaveat> list() {
        List<Place> places = new ArrayList<>(tallies.keySet());
        places.subList(atOpening, places.size()).sort(Comparator.comparing(Place::file).thenComparing(Place::kind));
        List<ReadCaveat> all = new ArrayList<>();
        for (Place place : places) {
            Tally tally = Objects.requireNonNull(tallies.get(place));
            long count = 0;
            for (long each : tally.byPacket.values()) {
                count = each < 0 || count < 0 ? -1 : count + each;
            }
            all.add(new ReadCaveat(place.kind, place.file, count, tally.fromNanos == Long.MAX_VALUE ? Long.MIN_VALUE : tally.fromNanos,
                    tally.toNanos == Long.MIN_VALUE ? Long.MAX_VALUE : tally.toNanos, tally.text));
        }
        return all;
    }
}
