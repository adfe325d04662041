/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import org.bowline.core.column.IntColumn;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

/** The waits in the range that packets ended of which it is known who sent them, by thread and in order of time: what several rules look at. Immutable. O(segments of the range); 8 bytes for each such wait. */
public final class PacketWaits {
    /** Those of an analysis. */
    public static final Result<PacketWaits> RESULT = Result.of(PacketWaits::new);

    /** Where those of each thread begin, and at the end how many there are. */
    private final int[] first;
    private final IntColumn segments = new IntColumn();
    private final IntColumn senders = new IntColumn();

    private PacketWaits(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        first = new int[timeline.threadCount() + 1];
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (timeline.packetCount() > 0 && timeline.threadEnd(thread) > analysis.fromNanos()) {
                add(analysis, thread);
            }
            first[thread + 1] = segments.size();
            if ((thread & 255) == 0) {
                analysis.progress().check();
            }
        }
    }

    private void add(Analysis analysis, int thread) {
        Timeline timeline = analysis.timeline();
        int last = timeline.endSegment(thread, analysis.toNanos());
        int at = timeline.segmentAt(thread, analysis.fromNanos());
        for (int s = at == Timeline.NONE ? timeline.firstSegment(thread) : at; s < last; s++) {
            int packet = timeline.state(s) == ThreadState.BLOCKED && timeline.cause(s) == Cause.NETWORK ? timeline.link(s) : Timeline.NONE;
            int sender = packet == Timeline.NONE ? Timeline.NONE : timeline.packetSender(packet);
            if (sender != Timeline.NONE) {
                segments.add(s);
                senders.add(sender);
            }
        }
    }

    /** The first one of a thread. */
    public int first(int thread) {
        return first[thread];
    }

    /** One past the last one of a thread. */
    public int end(int thread) {
        return first[thread + 1];
    }

    /** The segment of one. */
    public int segment(int wait) {
        return segments.get(wait);
    }

    /** Who sent the packet that ended one. */
    public int sender(int wait) {
        return senders.get(wait);
    }
}
