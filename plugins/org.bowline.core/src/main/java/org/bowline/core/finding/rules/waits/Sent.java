/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.waits;

import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;

import org.bowline.core.analysis.Result;
import org.bowline.core.timeline.Timeline;

/** When threads sent packets that arrived, or when these did. Immutable. */
public final class Sent {
    /** All packets of the recording, when they were sent: several rules ask for them. */
    public static final Result<Sent> ALL = Result.of(analysis -> of(analysis.timeline(), packet -> true));

    private final TimesByThread times;

    private Sent(TimesByThread times) {
        this.times = times;
    }

    /**
     * Looks at all packets of a timeline once.
     *
     * @param counts which packets count
     */
    public static Sent of(Timeline timeline, IntPredicate counts) {
        return of(timeline, counts, timeline::packetSent);
    }

    /** The same, with the times at which the packets arrived. */
    public static Sent arrived(Timeline timeline, IntPredicate counts) {
        return of(timeline, counts, timeline::packetReceived);
    }

    private static Sent of(Timeline timeline, IntPredicate counts, IntToLongFunction when) {
        return new Sent(new TimesByThread(timeline.threadCount(), times -> each(timeline, counts, when, times)));
    }

    /** Tells when packets that count were sent, or arrived, and by which threads they were sent. */
    public static void each(Timeline timeline, IntPredicate counts, IntToLongFunction when, TimesByThread.Sink times) {
        for (int packet = 0; packet < timeline.packetCount(); packet++) {
            int sender = timeline.packetSender(packet);
            if (sender != Timeline.NONE && !timeline.isIdle(sender) && counts.test(packet)) {
                times.add(sender, when.applyAsLong(packet));
            }
        }
    }

    /** Whether a thread sent any. */
    public boolean any(int thread) {
        return times.first(thread) < times.end(thread);
    }

    /** For questions about a thread, whose times do not go back. */
    public Next of(int thread) {
        return new Next(times.first(thread), times.end(thread));
    }

    /** What a thread sends next. */
    public final class Next {
        private final int end;
        private int at;

        private Next(int first, int end) {
            this.end = end;
            at = first;
        }

        /** When it sent what was found last. */
        public long time() {
            return times.at(at);
        }

        /**
         * Whether the thread sent something between two times: who waits for a packet without having asked waits for work, and is nobody's client.
         *
         * @param from not before that of the question before
         */
        public boolean between(long from, long to) {
            while (at < end && times.at(at) < from) {
                at++;
            }
            return at < end && times.at(at) <= to;
        }
    }
}
