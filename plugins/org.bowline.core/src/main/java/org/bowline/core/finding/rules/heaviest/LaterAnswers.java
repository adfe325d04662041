/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.heaviest;

import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Result;
import org.bowline.core.finding.rules.waits.Deeds;
import org.bowline.core.finding.rules.waits.HandOvers;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * Waits for an answer while another one is open that comes later: who asks several at a time, and does nothing before it has all answers, waits until the last one, however soon the others come. So it is where a thread does nothing that
 * another one notices between two waits, and answers over two connections that its side opened end them: it had asked for the second one before the first wait. Not where the second one itself waits for the first one.
 */
final class LaterAnswers {
    /** Those of the range. O(segments + packets). */
    static final Result<LaterAnswers> RESULT = Result.of(LaterAnswers::new);

    private final Analysis analysis;
    private final Timeline timeline;
    /** For how long one thread so waits for another one. */
    private final Long2LongOpenHashMap nanos = new Long2LongOpenHashMap();
    /** Who waits for whom at all. */
    private final LongOpenHashSet waits = new LongOpenHashSet();

    private LaterAnswers(Analysis analysis) {
        this.analysis = analysis;
        timeline = analysis.timeline();
        if (timeline.packetCount() == 0) {
            return;
        }
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            analysis.progress().check();
            addWaits(thread);
        }
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            analysis.progress().check();
            addLater(thread);
        }
    }

    private void addWaits(int thread) {
        for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
            if (timeline.state(s) == ThreadState.BLOCKED) {
                int by = timeline.cause(s) == Cause.THREAD ? timeline.target(s)
                        : timeline.cause(s) == Cause.NETWORK && timeline.link(s) != Timeline.NONE ? timeline.packetSender(timeline.link(s))
                                : Timeline.NONE;
                if (by != Timeline.NONE) {
                    waits.add(key(thread, by));
                }
            }
        }
    }

    private void addLater(int thread) {
        Deeds.OfThread deeds = null; // made when somebody asks, which is seldom
        int before = Timeline.NONE; // the last wait, if an answer ended it
        int last = timeline.endSegment(thread, analysis.toNanos());
        for (int s = HandOvers.firstSegment(timeline, thread, analysis.fromNanos()); s < last; s++) {
            if (timeline.state(s) != ThreadState.BLOCKED) {
                before = timeline.state(s) == ThreadState.UNKNOWN ? Timeline.NONE : before;
                continue;
            }
            int answer = isAnswer(s) ? s : Timeline.NONE;
            if (before != Timeline.NONE && answer != Timeline.NONE && areOfTwo(before, answer)) {
                deeds = deeds == null ? analysis.get(Deeds.RESULT).of(thread) : deeds;
                if (!deeds.between(timeline.end(thread, before), timeline.start(s))) {
                    long begin = Math.max(timeline.start(before), analysis.fromNanos());
                    long end = Math.min(timeline.end(thread, before), analysis.toNanos());
                    nanos.addTo(key(thread, timeline.packetSender(timeline.link(before))), Math.max(0, end - begin));
                }
            }
            before = answer;
        }
    }

    private boolean isAnswer(int wait) {
        int packet = timeline.cause(wait) == Cause.NETWORK ? timeline.link(wait) : Timeline.NONE;
        return packet != Timeline.NONE && timeline.packetOpener(packet) == Timeline.Opener.RECEIVER && timeline.packetHasData(packet)
                && timeline.packetConnection(packet) != Timeline.NONE && timeline.packetSender(packet) != Timeline.NONE;
    }

    /** Whether two threads gave two answers over two connections, and the second one does not wait for the first. */
    private boolean areOfTwo(int first, int second) {
        int one = timeline.packetSender(timeline.link(first));
        int other = timeline.packetSender(timeline.link(second));
        return one != other && timeline.packetConnection(timeline.link(first)) != timeline.packetConnection(timeline.link(second))
                && !waits.contains(key(other, one));
    }

    private static long key(int thread, int other) {
        return (long) thread << Integer.SIZE | other;
    }

    /** For how long the waits of an edge are such. */
    long nanos(WaitForGraph graph, int edge) {
        int source = graph.source(edge);
        if (nanos.isEmpty() || graph.isIdle(edge) || source >= timeline.threadCount() || graph.groups().of(source) != null) {
            return 0;
        }
        long sum = 0;
        for (int target : graph.groups().members(graph.target(edge))) {
            sum += nanos.get(key(source, target));
        }
        return Math.min(sum, graph.directNanos(edge));
    }
}
