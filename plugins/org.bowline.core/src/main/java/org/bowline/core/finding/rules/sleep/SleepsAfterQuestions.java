/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.sleep;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.model.Words.count;

import java.util.BitSet;

import it.unimi.dsi.fastutil.ints.IntArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.rules.waits.Sent;
import org.bowline.core.finding.rules.waits.WaitsInParts;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.SetAside;

/** Sleeps before which a thread has asked somebody over the network: they may be waits for an answer, with a time limit. */
final class SleepsAfterQuestions {
    private int sleeps;
    private int asking;
    private long sleepNanos;
    private long askingNanos;

    private SleepsAfterQuestions() {}

    /**
     * A sentence with a space before it, if most of the sleeps of some threads are such; else empty. O(packets + segments of the threads in the range).
     *
     * @param limited whether these are known to have a time limit
     */
    static String sentence(Analysis analysis, IntArrayList threads, WaitsInParts parts, boolean limited) {
        Timeline timeline = analysis.timeline();
        if (timeline.packetCount() == 0) {
            return "";
        }
        Sent asked = Sent.of(timeline,
                packet -> timeline.packetOpener(packet) == Timeline.Opener.SENDER && !timeline.packetIsEmpty(packet));
        SleepsAfterQuestions sum = new SleepsAfterQuestions();
        threads.forEach(thread -> sum.add(analysis, thread, asked.of(thread), parts.of(thread).parts()));
        return sum.asking < SetAside.FEW || 2 * sum.askingNanos < sum.sleepNanos ? ""
                : " Before " + sum.asking + " of " + count(sum.sleeps, limited ? "wait" : "sleep") + ", " + duration(sum.askingNanos)
                        + " of "
                        + duration(sum.sleepNanos) + ", " + (threads.size() == 1 ? "it has" : "they have")
                        + " asked somebody over the network: perhaps "
                        + (limited ? "they are for an answer." : "these are waits for an answer, with a time limit.");
    }

    /** @param inParts which waits go on at once, and so are no sleeps */
    private void add(Analysis analysis, int thread, Sent.Next next, BitSet inParts) {
        Timeline timeline = analysis.timeline();
        long awakeSince = Long.MIN_VALUE;
        int first = timeline.firstSegment(thread);
        int end = timeline.endSegment(thread, analysis.toNanos());
        for (int s = first; s < end; s++) {
            if (timeline.state(s) != ThreadState.BLOCKED) {
                continue;
            }
            if (timeline.cause(s) == Cause.TIMER && !timeline.isHeld(s) && !inParts.get(s - first)
                    && timeline.end(thread, s) > analysis.fromNanos()) {
                boolean asks = next.between(awakeSince, timeline.start(s));
                long nanos = Math.min(timeline.end(thread, s), analysis.toNanos()) - Math.max(timeline.start(s), analysis.fromNanos());
                sleeps++;
                sleepNanos += nanos;
                asking += asks ? 1 : 0;
                askingNanos += asks ? nanos : 0;
            }
            awakeSince = timeline.end(thread, s);
        }
    }
}
