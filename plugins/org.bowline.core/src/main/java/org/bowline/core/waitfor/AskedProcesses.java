/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.BitSet;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * Processes whose answers, over connections that others opened, end {@value RepeatedWaits#LEAST_OF_GROUP} waits or more of other processes. That their threads wait for each other while they start, or while nobody asks them, does not tell when the work
 * is; their answers do. Unless others wait for these answers for less than a {@value RepeatedWaits#LITTLE}th of the range, as who only looks at what goes on, or the process computes {@value #LATER} times as much after the range as in it, as where it does
 * later what it was asked to do.
 */
final class AskedProcesses {
    /** Stopping takes a server as long as some of its work; doing later what it was asked to do takes longer than being asked. */
    private static final int LATER = 5;

    private final Timeline timeline;
    private final PairedWaits waits;
    private final LongOpenHashSet processes = new LongOpenHashSet();

    AskedProcesses(Timeline timeline, PairedWaits waits) {
        this.timeline = timeline;
        this.waits = waits;
        Long2IntOpenHashMap answers = new Long2IntOpenHashMap();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (timeline.pid(thread) >= 0 && waits.answers(thread) > 0
                    && answers.addTo(Kin.process(timeline, thread), waits.answers(thread)) + waits.answers(thread)
                            >= RepeatedWaits.LEAST_OF_GROUP) {
                processes.add(Kin.process(timeline, thread));
            }
        }
    }

    /** Whether both of a pair are threads of one of these processes. */
    boolean areWithinOne(int pair) {
        int one = waits.first(pair);
        int other = waits.second(pair);
        return !processes.isEmpty() && waits.areThreads(pair) && timeline.pid(one) >= 0
                && Kin.process(timeline, one) == Kin.process(timeline, other)
                && processes.contains(Kin.process(timeline, one));
    }

    /**
     * Looks which of them their answers tell nothing of, and forgets them. O(segments of the programs in the range), if any are asked.
     *
     * @param found where the answers are
     * @param pairs those that are within one of these processes and would tell when the work is
     * @return whether there were any
     */
    boolean forget(RepeatedWaits found, BitSet pairs) {
        Long2ObjectOpenHashMap<Use> uses = new Long2ObjectOpenHashMap<>();
        pairs.stream().filter(this::areWithinOne)
                .forEach(pair -> uses.computeIfAbsent(Kin.process(timeline, waits.first(pair)), key -> new Use(found)));
        for (int thread = 0; thread < timeline.threadCount() && !uses.isEmpty(); thread++) {
            if (waits.isProgram(thread)) {
                addAnswers(thread, found, uses);
                addWork(thread, found, uses);
            }
        }
        long range = found.toNanos() - found.fromNanos();
        uses.values()
                .removeIf(use -> found.isFound() && use.awaited.nanos() * RepeatedWaits.LITTLE >= range && use.later <= LATER * use.within);
        processes.removeAll(uses.keySet());
        return !uses.isEmpty();
    }

    /** What one of them has to do with a range. */
    private static final class Use {
        /** When others wait for its answers. */
        private final TimeUnion awaited;
        /** For how long it computes in it, ns. */
        private long within;
        /** And after it. */
        private long later;

        Use(RepeatedWaits found) {
            awaited = new TimeUnion(found.fromNanos(), found.toNanos());
        }
    }

    private void addAnswers(int thread, RepeatedWaits found, Long2ObjectOpenHashMap<Use> uses) {
        int first = Math.max(timeline.firstSegment(thread), timeline.segmentAt(thread, found.fromNanos()));
        int end = timeline.endSegment(thread, found.toNanos());
        for (int s = first; s < end; s++) {
            Use use = timeline.state(s) == ThreadState.BLOCKED && isAnswered(timeline, thread, s)
                    ? uses.get(Kin.process(timeline, timeline.target(s)))
                    : null;
            if (use != null) {
                use.awaited.add(timeline.start(s), timeline.end(thread, s));
            }
        }
    }

    private void addWork(int thread, RepeatedWaits found, Long2ObjectOpenHashMap<Use> uses) {
        Use use = uses.get(Kin.process(timeline, thread));
        if (use != null) {
            use.within += BusyThreads.onCpu(timeline, thread, found.fromNanos(), found.toNanos());
            use.later += BusyThreads.onCpu(timeline, thread, found.toNanos(), timeline.endNanos());
        }
    }

    /** Whether what ended a wait is an answer of another process: it came over a connection that the side of whoever waited opened. */
    static boolean isAnswered(Timeline timeline, int thread, int segment) {
        int target = timeline.target(segment);
        return timeline.cause(segment) == Cause.NETWORK && timeline.link(segment) != Timeline.NONE
                && timeline.packetOpener(timeline.link(segment)) == Timeline.Opener.RECEIVER && target >= 0
                && target < timeline.threadCount()
                && (timeline.host(target) != timeline.host(thread) || timeline.pid(target) != timeline.pid(thread));
    }
}
