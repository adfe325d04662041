/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.network;

import org.jspecify.annotations.Nullable;

import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.ConnectionPackets;
import org.bowline.core.timeline.Timeline;

/**
 * Packets that a kernel keeps back until the other side has acknowledged what was sent before (Nagle's algorithm), as connections tell: data leaves long after the data before it, nothing has been asked in between, an acknowledgement has just come, and within a host the thread that sends has not just begun to run. Whatever the thread
 * that sends does meanwhile: one of a pool has the next request. O(packets).
 */
final class KeptPackets {
    /** An acknowledgement that came so shortly before is what the packet waited for. */
    private static final long SAME_NANOS = 1_000_000;
    /** Of the packets that leave so late so many do so right after an acknowledgement; else the program takes its time. */
    private static final double LEAST_AFTER_ACKNOWLEDGEMENT = 0.8;

    private static final int MOST_LOOKED_AT = 64;

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

    KeptPackets(Timeline timeline, long leastNanos) {
        this.timeline = timeline;
        this.leastNanos = leastNanos;
    }

    /**
     * Visits them by side and connection, in the order in which they were sent.
     *
     * @throws org.bowline.core.progress.CancelledException if it was to stop
     */
    void each(Visitor visitor, Progress progress) {
        new Side(Timeline.Opener.SENDER, Timeline.Opener.RECEIVER).each(visitor, progress);
        new Side(Timeline.Opener.RECEIVER, Timeline.Opener.SENDER).each(visitor, progress);
    }

    /** What one side of each connection sends, and what comes there. */
    private final class Side {
        private final ConnectionPackets sent;
        private final ConnectionPackets come;

        Side(Timeline.Opener side, Timeline.Opener other) {
            sent = ConnectionPackets.bySending(timeline, side, timeline::packetHasData);
            come = ConnectionPackets.byArrival(timeline, other,
                    packet -> timeline.packetHasData(packet) || timeline.packetAcknowledges(packet));
        }

        void each(Visitor visitor, Progress progress) {
            for (int connection = 0; connection < timeline.packetCount(); connection++) {
                if (sent.end(connection) - sent.first(connection) > 1) {
                    progress.check();
                    each(connection, visitor);
                }
            }
        }

        private void each(int connection, Visitor visitor) {
            int late = visit(connection, null);
            int after = late == 0 ? 0 : visit(connection, (packet, before, asker) -> {});
            if (after > 0 && after >= LEAST_AFTER_ACKNOWLEDGEMENT * late) {
                visit(connection, visitor);
            }
        }

        /**
         * One connection.
         *
         * @param visitor null if all that leaves late counts, and not only what leaves after an acknowledgement
         * @return how many there are
         */
        private int visit(int connection, @Nullable Visitor visitor) {
            int found = 0;
            int before = Timeline.NONE;
            int asked = Timeline.NONE;
            int acknowledged = Timeline.NONE;
            int next = come.first(connection);
            for (int i = sent.first(connection); i < sent.end(connection); i++) {
                int packet = sent.packet(i);
                for (; next < come.end(connection)
                        && timeline.packetReceived(come.packet(next)) <= timeline.packetSent(packet); next++) {
                    int one = come.packet(next);
                    asked = timeline.packetHasData(one) ? one : asked;
                    acknowledged = timeline.packetAcknowledges(one) ? one : acknowledged;
                }
                if (before != Timeline.NONE && isLate(packet, before, asked)
                        && (visitor == null || isAfter(packet, acknowledged) && !isJustGiven(packet))) {
                    found++;
                    if (visitor != null) {
                        visitor.packet(packet, before, asked == Timeline.NONE ? Timeline.NONE : timeline.packetSender(asked));
                    }
                }
                before = packet;
            }
            return found;
        }
    }

    /** Whether a packet leaves right after another one that acknowledges has come. */
    private boolean isAfter(int packet, int acknowledges) {
        return acknowledges != Timeline.NONE && timeline.packetSent(packet) - timeline.packetReceived(acknowledges) <= SAME_NANOS;
    }

    /** Whether a thread has just begun to run when its packet leaves through the loopback interface, where all comes so soon after an acknowledgement: it gives it to the kernel then. */
    private boolean isJustGiven(int packet) {
        if (timeline.packetFrame(packet) != Timeline.NONE) {
            return false;
        }
        int sender = timeline.packetSender(packet);
        long sent = timeline.packetSent(packet);
        int segment = sender < 0 || sender >= timeline.threadCount() ? Timeline.NONE : timeline.segmentAt(sender, sent);
        int first = segment == Timeline.NONE ? 0 : Math.max(timeline.firstSegment(sender), segment - MOST_LOOKED_AT);
        boolean runs = segment != Timeline.NONE && timeline.state(segment) != ThreadState.BLOCKED;
        for (int s = segment - 1; runs && s >= first && timeline.end(sender, s) >= sent - SAME_NANOS; s--) {
            if (timeline.state(s) == ThreadState.BLOCKED) {
                return true;
            }
        }
        return false;
    }

    private boolean isLate(int packet, int before, int asked) {
        return timeline.packetSent(packet) - timeline.packetSent(before) >= leastNanos
                && (asked == Timeline.NONE || timeline.packetReceived(asked) <= timeline.packetSent(before));
    }
}
