/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;

import org.bowline.core.timeline.Timeline;

/** When threads sent packets that arrived, or when these did. Immutable. */
final class Sent {
    /** Of a thread in order of time, by thread. */
    private final long[] times;
    /** Where those of each thread begin, and at the end how many there are. */
    private final int[] first;

    private Sent(long[] times, int[] first) {
        this.times = times;
        this.first = first;
    }

    /**
     * Looks at all packets of a timeline once.
     *
     * @param counts which packets count
     */
    static Sent of(Timeline timeline, IntPredicate counts) {
        return of(timeline, counts, timeline::packetSent);
    }

    /** The same, with the times at which the packets arrived. */
    static Sent arrived(Timeline timeline, IntPredicate counts) {
        return of(timeline, counts, timeline::packetReceived);
    }

    private static Sent of(Timeline timeline, IntPredicate counts, IntToLongFunction when) {
        int threads = timeline.threadCount();
        int[] senders = new int[timeline.packetCount()];
        int[] first = new int[threads + 2]; // one more than stays: where the next one of a thread goes
        for (int packet = 0; packet < senders.length; packet++) {
            int sender = timeline.packetSender(packet);
            senders[packet] = sender != Timeline.NONE && !timeline.isIdle(sender) && counts.test(packet) ? sender : Timeline.NONE;
            if (senders[packet] != Timeline.NONE) {
                first[sender + 2]++;
            }
        }
        for (int thread = 2; thread < first.length; thread++) {
            first[thread] += first[thread - 1];
        }
        long[] times = new long[first[threads + 1]];
        for (int packet = 0; packet < senders.length; packet++) {
            if (senders[packet] != Timeline.NONE) {
                times[first[senders[packet] + 1]++] = when.applyAsLong(packet);
            }
        }
        for (int thread = 0; thread < threads; thread++) {
            Arrays.sort(times, first[thread], first[thread + 1]);
        }
        return new Sent(times, first);
    }

    /** Whether a thread sent any. */
    boolean any(int thread) {
        return first[thread] < first[thread + 1];
    }

    /** For questions about a thread, whose times do not go back. */
    Next of(int thread) {
        return new Next(first[thread], first[thread + 1]);
    }

    /** What a thread sends next. */
    final class Next {
        private final int end;
        private int at;

        private Next(int first, int end) {
            this.end = end;
            at = first;
        }

        /** When it sent what was found last. */
        long time() {
            return times[at];
        }

        /**
         * Whether the thread sent something between two times: who waits for a packet without having asked waits for work, and is nobody's client.
         *
         * @param from not before that of the question before
         */
        boolean between(long from, long to) {
            while (at < end && times[at] < from) {
                at++;
            }
            return at < end && times[at] <= to;
        }
    }
}
