/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.io.Serializable;

import org.bowline.core.sync.PacketLog;

/** What a {@link HostRecorder} has recorded of one host, in host time. */
public final class HostLog implements Serializable {
    final String host;
    final long startNanos;
    final long endNanos;
    /** Begin and end of each recording; none if nothing is known of any thread. */
    final long[] recordings;
    final ThreadTable threads;
    final SegmentLog segments;
    final Resources resources;
    final BlockRequests requests;
    /** Each with the vertex in whose context it was recorded. */
    final PacketLog packets;
    final Resent resent;
    final int[] initialThreads;
    final LostIntervals lost;
    final Counts counts;
    final FutexLog futexes;
    final FrameLog frames;
    /** Processors on which threads ran, of which nothing was recorded. */
    final int[] unseen;

    /**
     * What was counted while recording.
     *
     * @param wakings wake-ups
     * @param waitsWithoutWaker waits that ended without a wake-up
     * @param contradictions switches that contradict those before
     * @param repeated switches that were recorded twice
     * @param impossibleCpus facts of CPUs that cannot be
     * @param impossibleThreads facts of threads that cannot be
     * @param impossibleTimes facts at times that cannot be
     * @param repairs interrupts whose ends were missing
     * @param silences times in which no processor recorded anything for very long
     * @param silentNanos how long these were
     */
    record Counts(long wakings, long waitsWithoutWaker, long contradictions, long repeated, long impossibleCpus,
            long impossibleThreads, long impossibleTimes, long repairs, long silences, long silentNanos) implements Serializable {}

    HostLog(String host, long startNanos, long endNanos, long[] recordings, ThreadTable threads, SegmentLog segments, Resources resources,
            BlockRequests requests,
            PacketLog packets, Resent resent, int[] initialThreads, LostIntervals lost, Counts counts,
            FutexLog futexes, FrameLog frames, int[] unseen) {
        this.host = host;
        this.startNanos = startNanos;
        this.endNanos = endNanos;
        this.recordings = recordings;
        this.threads = threads;
        this.segments = segments;
        this.resources = resources;
        this.requests = requests;
        this.packets = packets;
        this.resent = resent;
        this.initialThreads = initialThreads;
        this.lost = lost;
        this.counts = counts;
        this.futexes = futexes;
        this.frames = frames;
        this.unseen = unseen;
    }

    /** The packets that the host's threads sent and received. */
    public PacketLog packets() {
        return packets;
    }

    /** Whether it is known what any thread of the host did. O(segments) at worst. */
    public boolean knowsThreads() {
        for (int i = 0; i < segments.size(); i++) {
            if (segments.start(i) < segments.end(i)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the host's traces have a time at all. */
    public boolean isTimed() {
        return startNanos <= endNanos;
    }

    /** Whether the host's traces have a time, and no event is known to be missing. */
    public boolean isWhole() {
        return isTimed() && lost.count() == 0;
    }

    /** Since when no event is missing, and nothing has interrupted the recording; {@link Long#MIN_VALUE} for always. */
    long wholeSince() {
        return Math.max(lost.last(), recordings.length > 2 ? recordings[recordings.length - 2] : Long.MIN_VALUE);
    }

    /** Begin of the host's traces, host time; {@link Long#MAX_VALUE} if they have none. */
    public long startNanos() {
        return startNanos;
    }

    /** End of the host's traces, host time; {@link Long#MIN_VALUE} if they have none. */
    public long endNanos() {
        return endNanos;
    }

    /** Number of wake-ups. */
    public long wakings() {
        return counts.wakings();
    }
}
