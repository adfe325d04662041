/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.LossCaveats;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.Timeline;

/**
 * How busy the processors of a host were in a range.
 *
 * @param cpus how many there are
 * @param unrecorded of how many of them nothing was recorded: all else is of the others
 * @param runningNanos time for which threads other than the idle ones were on a processor, interrupts and polling included, all processors together
 * @param waitingNanos time for which threads wanted a processor and had none, all threads together
 * @param knownNanos for how long it is known what processors did, all together: while the host was recorded, but for the time in which events were lost
 */
public record HostLoad(int cpus, int unrecorded, long runningNanos, long waitingNanos, long knownNanos) {
    private static final int THREADS_BETWEEN_CHECKS = 256;

    /** The share of the processors' time in which they ran threads. */
    public double load() {
        return share(runningNanos);
    }

    /** How many threads a processor wanted to run and did not, on average. */
    public double queue() {
        return share(waitingNanos);
    }

    /** What some time on the processors is of theirs. */
    public double share(long nanos) {
        return knownNanos == 0 ? 0 : (double) nanos / knownNanos;
    }

    /** Of how many processors something was recorded. */
    public int recorded() {
        return cpus - unrecorded;
    }

    /** In a sentence: {@code The 2 processors of A are}. */
    public String phrase(String host) {
        String which = unrecorded == 0 ? "" : "recorded ";
        return recorded() == 1 ? "The " + which + "processor of " + host + " is"
                : "The " + recorded() + ' ' + which + "processors of " + host + " are";
    }

    /** One per host. One pass over the threads' totals, and one over all segments for the processors. */
    static List<HostLoad> of(Timeline timeline, long from, long to, List<ThreadTotals> totals, Progress progress) {
        long[] running = new long[timeline.hostCount()];
        long[] idle = new long[timeline.hostCount()];
        BitSet[] cpus = cpus(timeline, from, to, running, idle, progress);
        long[] waiting = new long[timeline.hostCount()];
        for (ThreadTotals total : totals) {
            int host = timeline.host(total.thread());
            if (!timeline.isIdle(total.thread())) {
                running[host] += total.onCpu();
                waiting[host] += total.nanos(ThreadState.RUNNABLE) + total.nanos(ThreadState.PREEMPTED);
            }
        }
        List<HostLoad> loads = new ArrayList<>();
        for (int host = 0; host < cpus.length; host++) {
            int unrecorded = Math.toIntExact(caveats(timeline, host, "unrecorded-processors").mapToLong(Caveat::count).sum());
            int seen = Math.max(1, cpus[host].cardinality());
            boolean whole = LossCaveats.of(timeline, host).findAny().isEmpty();
            loads.add(new HostLoad(seen + unrecorded, unrecorded, running[host], waiting[host],
                    whole ? seen * timeline.recordedNanos(host, from, to) : running[host] + idle[host]));
        }
        return loads;
    }

    private static Stream<Caveat> caveats(Timeline timeline, int host, String kind) {
        return timeline.caveats().stream().filter(caveat -> caveat.kind().equals(kind) && caveat.host().equals(timeline.hostName(host)));
    }

    /**
     * The processors of each host: those on which something ran, or an idle thread was seen, at any time of the recording. Idle threads alone
     * will not do: one that never got to run, as its processor was busy all the time, is in no event. Adds for how long threads polled: they wait, and their processor is busy; and for how long processors were idle.
     */
    private static BitSet[] cpus(Timeline timeline, long from, long to, long[] running, long[] idleNanos, Progress progress) {
        BitSet[] cpus = new BitSet[timeline.hostCount()];
        Arrays.setAll(cpus, host -> new BitSet());
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (thread % THREADS_BETWEEN_CHECKS == 0) {
                progress.check();
            }
            BitSet ofHost = cpus[timeline.host(thread)];
            boolean idle = timeline.isIdle(thread);
            int on = -1; // known already
            int last = timeline.endSegment(thread);
            for (int s = timeline.firstSegment(thread); s < last; s++) {
                boolean spins = timeline.isSpin(s);
                int cpu = timeline.cpu(s);
                if (cpu >= 0 && cpu != on && (idle || spins || timeline.state(s).isOnCpu())) {
                    on = cpu;
                    ofHost.set(cpu);
                }
                if (spins || idle && timeline.state(s).isOnCpu()) {
                    (idle ? idleNanos : running)[timeline.host(thread)] += Math.max(0,
                            Math.min(to, timeline.end(thread, s)) - Math.max(from, timeline.start(s)));
                }
            }
        }
        return cpus;
    }
}
