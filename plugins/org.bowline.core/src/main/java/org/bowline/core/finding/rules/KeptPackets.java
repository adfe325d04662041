/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.IntArrays;
import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;

/**
 * Packets that a kernel keeps back until the other side has acknowledged what was sent before (Nagle's algorithm), as connections tell: data leaves long after the data before it, nothing has been asked in between, and an acknowledgement has just come. Whatever the thread
 * that sends does meanwhile: one of a pool has the next request. O(packets × log packets of a connection).
 */
final class KeptPackets {
    /** An acknowledgement that came so shortly before is what the packet waited for. */
    private static final long SAME_NANOS = 1_000_000;
    /** Of the packets that leave so late so many do so right after an acknowledgement; else the program takes its time. */
    private static final double LEAST_AFTER_ACKNOWLEDGEMENT = 0.8;

    /** Takes such a packet. */
    @FunctionalInterface
    interface Visitor {
        /**
         * A packet.
         *
         * @param before the one with data that was sent before it, the same way
         * @param asker the thread that sent the last data the other way; {@link Timeline#NONE} if there is none, or it is not known
         */
        void packet(int packet, int before, int asker);
    }

    private final Timeline timeline;
    private final long leastNanos;
    /** The packets of each connection. */
    private final int[] packets;
    private final int[] first;

    KeptPackets(Timeline timeline, long leastNanos) {
        this.timeline = timeline;
        this.leastNanos = leastNanos;
        int count = timeline.packetCount();
        first = new int[count + 2];
        for (int packet = 0; packet < count; packet++) {
            if (timeline.packetConnection(packet) != Timeline.NONE) {
                first[timeline.packetConnection(packet) + 2]++;
            }
        }
        for (int i = 2; i < first.length; i++) {
            first[i] += first[i - 1];
        }
        packets = new int[first[count + 1]];
        for (int packet = 0; packet < count; packet++) {
            if (timeline.packetConnection(packet) != Timeline.NONE) {
                packets[first[timeline.packetConnection(packet) + 1]++] = packet;
            }
        }
    }

    /**
     * Visits them by connection and side, in the order in which they were sent.
     *
     * @throws org.bowline.core.progress.CancelledException if it was to stop
     */
    void each(Visitor visitor, Progress progress) {
        for (int connection = 0; connection < timeline.packetCount(); connection++) {
            if (first[connection + 1] - first[connection] > 2) {
                for (Timeline.Opener side : new Timeline.Opener[] {Timeline.Opener.SENDER, Timeline.Opener.RECEIVER}) {
                    progress.check();
                    int[] some = Arrays.copyOfRange(packets, first[connection], first[connection + 1]);
                    IntArrays.stableSort(some, (a, b) -> Long.compare(at(side, a), at(side, b)));
                    int late = visit(some, side, null);
                    int after = late == 0 ? 0 : visit(some, side, (packet, before, asker) -> {});
                    if (after > 0 && after >= LEAST_AFTER_ACKNOWLEDGEMENT * late) {
                        visit(some, side, visitor);
                    }
                }
            }
        }
    }

    /** When a packet leaves one side of its connection, or comes there. */
    private long at(Timeline.Opener side, int packet) {
        return timeline.packetOpener(packet) == side ? timeline.packetSent(packet) : timeline.packetReceived(packet);
    }

    /**
     * One side of a connection.
     *
     * @param some its packets, in the order in which they leave that side or come there
     * @param visitor null if all that leaves late counts, and not only what leaves after an acknowledgement
     * @return how many there are
     */
    private int visit(int[] some, Timeline.Opener side, @Nullable Visitor visitor) {
        int found = 0;
        int before = Timeline.NONE;
        int asked = Timeline.NONE;
        int acknowledged = Timeline.NONE;
        for (int packet : some) {
            if (timeline.packetOpener(packet) != side) {
                asked = timeline.packetHasData(packet) ? packet : asked;
                acknowledged = timeline.packetAcknowledges(packet) ? packet : acknowledged;
                continue;
            }
            if (!timeline.packetHasData(packet)) {
                continue;
            }
            if (before != Timeline.NONE && isLate(packet, before, asked)
                    && (visitor == null || isAfter(packet, acknowledged))) {
                found++;
                if (visitor != null) {
                    visitor.packet(packet, before, asked == Timeline.NONE ? Timeline.NONE : timeline.packetSender(asked));
                }
            }
            before = packet;
        }
        return found;
    }

    /** Whether a packet leaves right after another one that acknowledges has come. */
    private boolean isAfter(int packet, int acknowledges) {
        return acknowledges != Timeline.NONE && timeline.packetSent(packet) - timeline.packetReceived(acknowledges) <= SAME_NANOS;
    }

    private boolean isLate(int packet, int before, int asked) {
        return timeline.packetSent(packet) - timeline.packetSent(before) >= leastNanos
                && (asked == Timeline.NONE || timeline.packetReceived(asked) <= timeline.packetSent(before));
    }
}
