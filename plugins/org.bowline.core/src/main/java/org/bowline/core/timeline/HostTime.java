/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/** The time of one host: when its traces begin, that of the present fact, and where nothing was recorded between. O(1) per fact; nanoseconds. */
final class HostTime {
    /** An idle kernel, too, wakes somebody more often: in such a time the clock was set, or the machine slept. */
    static final long SILENCE_NANOS = 600_000_000_000L;
    /** Of a clock that is wrong all times may look silent, and each costs memory for each thread: more are not told. */
    static final int MOST_SILENCES = 1_000;

    private long startNanos;
    private long now;
    private boolean started;
    /** Begin and end of each time between two recordings. */
    private final LongArrayList pauses = new LongArrayList();
    private long impossible;
    private long silences;
    private long silentNanos;

    /** @param startNanos begin of the host's traces, {@link Long#MAX_VALUE} if it is not known */
    HostTime(long startNanos) {
        this.startNanos = startNanos == Long.MAX_VALUE ? startNanos : possible(startNanos);
    }

    /** The nearest time that there can be. */
    static long possible(long nanos) {
        return Math.max(-HostRecorder.LATEST_NANOS, Math.min(HostRecorder.LATEST_NANOS, nanos));
    }

    /** Goes on to the time of a fact; an earlier one is taken as simultaneous with the one before. */
    void see(long toldNanos) {
        long nanos = possible(toldNanos);
        impossible += nanos == toldNanos ? 0 : 1;
        if (!started) {
            started = true;
            startNanos = Math.min(startNanos, nanos);
            now = nanos;
        } else if (nanos > now) {
            now = nanos;
        }
    }

    /** Whether for very long nobody has recorded anything before a fact of this time. */
    boolean isSilentUntil(long nanos) {
        return started && silences < MOST_SILENCES && possible(nanos) - now > SILENCE_NANOS;
    }

    /** Nothing is known of the time from the present fact until then, in which nobody has recorded anything. */
    void silent(long untilNanos) {
        silences++;
        silentNanos += possible(untilNanos) - now;
    }

    /** Nothing is known of the time from the present fact until then, which is later. */
    void paused(long untilNanos) {
        pauses.add(now);
        pauses.add(untilNanos);
        now = untilNanos;
    }

    /** Whether there was a fact. */
    boolean hasStarted() {
        return started;
    }

    /** Begin of the host's traces, or of the first fact if that is earlier. */
    long startNanos() {
        return startNanos;
    }

    /** The time of the present fact. */
    long now() {
        return now;
    }

    /** End of the traces, or the last fact if that is later. */
    long end(long traceEndNanos) {
        long traceEnd = traceEndNanos == Long.MIN_VALUE ? traceEndNanos : possible(traceEndNanos);
        return started ? Math.max(now, traceEnd) : traceEnd;
    }

    /** Whether there was a time between two recordings. */
    boolean hasPaused() {
        return !pauses.isEmpty();
    }

    /** End of the last time between two recordings, of which there is one. */
    long pausedUntil() {
        return pauses.getLong(pauses.size() - 1);
    }

    /** Begin and end of each recording, up to the end of the last. */
    long[] recordings(long endNanos) {
        long[] bounds = new long[pauses.size() + 2];
        bounds[0] = startNanos;
        pauses.getElements(0, bounds, 1, pauses.size());
        bounds[bounds.length - 1] = endNanos;
        return bounds;
    }

    /** Facts that told a time that there cannot be. */
    long impossible() {
        return impossible;
    }

    /** How often nobody recorded anything for very long. */
    long silences() {
        return silences;
    }

    /** For how long, all together. */
    long silentNanos() {
        return silentNanos;
    }
}
