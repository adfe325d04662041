/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.bowline.core.figures.Duration;
import org.bowline.core.figures.Percent;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.VertexKind;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.Timeline;

/** Counts, per host, what a wait-for graph does not know; makes its statistics and caveats. */
final class Tally {
    private final Timeline timeline;
    private final boolean[] chosen;
    private final long[] waits;
    private final long[] waitNanos;
    private final long[] unknown;
    private final long[] unknownNanos;
    private final long[] open;
    private final long[] openNanos;
    private final long[] unknownStateNanos;
    private final long[] threadNanos;
    private final long[] requestsWithoutIssuer;
    private final long[] framesWithoutSender;
    private final long[] bytesWithoutSender;
    private long cycles;
    private long lockCycles;
    private long cycleNanos;

    Tally(Timeline timeline, boolean[] chosen) {
        this.timeline = timeline;
        this.chosen = chosen;
        int hosts = timeline.hostCount();
        waits = new long[hosts];
        waitNanos = new long[hosts];
        unknown = new long[hosts];
        unknownNanos = new long[hosts];
        open = new long[hosts];
        openNanos = new long[hosts];
        unknownStateNanos = new long[hosts];
        threadNanos = new long[hosts];
        requestsWithoutIssuer = new long[hosts];
        framesWithoutSender = new long[hosts];
        bytesWithoutSender = new long[hosts];
    }

    void life(int thread, long from, long to) {
        if (chosen[thread]) {
            threadNanos[timeline.host(thread)] += to - from;
        }
    }

    void unknownState(int thread, long from, long to) {
        unknownStateNanos[timeline.host(thread)] += to - from;
    }

    /** A chosen thread's wait for a vertex, or for nothing known (negative), clipped to the range. */
    void wait(int thread, int segment, int vertex, long from, long to) {
        int host = timeline.host(thread);
        waits[host]++;
        waitNanos[host] += to - from;
        if (timeline.isOpen(thread, segment)) {
            open[host]++;
            openNanos[host] += to - from;
        } else if (vertex < 0 || timeline.kind(vertex) == VertexKind.UNKNOWN) {
            unknown[host]++;
            unknownNanos[host] += to - from;
        }
    }

    /** A cycle came or went; since the last time, cycles added up to this time. */
    void cycles(int change, long nanos) {
        cycles += Math.max(change, 0);
        cycleNanos += nanos;
    }

    /** Those that came until now were counted elsewhere. */
    void forgetCycles() {
        cycles = 0;
        lockCycles = 0;
        cycleNanos = 0;
    }

    /** In the cycle that came last somebody waits for who held a lock. */
    void cycleOfLocks() {
        lockCycles++;
    }

    void requestWithoutIssuer(int host) {
        requestsWithoutIssuer[host]++;
    }

    void frameWithoutSender(int host, long bytes) {
        framesWithoutSender[host]++;
        bytesWithoutSender[host] += bytes;
    }

    /** All numbers, so that those of several windows can be added; an array of its own. */
    long[] sums() {
        long[] sums = new long[perHost().size() * waits.length + 3];
        int at = 0;
        for (long[] numbers : perHost()) {
            System.arraycopy(numbers, 0, sums, at, numbers.length);
            at += numbers.length;
        }
        sums[at] = cycles;
        sums[at + 1] = lockCycles;
        sums[at + 2] = cycleNanos;
        return sums;
    }

    /** Adds what {@link #sums} gave. */
    void add(long[] sums) {
        int at = 0;
        for (long[] numbers : perHost()) {
            for (int host = 0; host < numbers.length; host++) {
                numbers[host] += sums[at++];
            }
        }
        cycles += sums[at];
        lockCycles += sums[at + 1];
        cycleNanos += sums[at + 2];
    }

    private List<long[]> perHost() {
        return List.of(waits, waitNanos, unknown, unknownNanos, open, openNanos, unknownStateNanos, threadNanos, requestsWithoutIssuer,
                framesWithoutSender, bytesWithoutSender);
    }

    WaitForStatistics statistics() {
        return new WaitForStatistics(sum(waits), sum(waitNanos), sum(unknown), sum(unknownNanos), sum(open), sum(openNanos), cycles,
                cycleNanos,
                sum(unknownStateNanos), sum(threadNanos));
    }

    List<Caveat> caveats(long fromNanos, long toNanos) {
        List<Caveat> result = new ArrayList<>();
        addRecordings(fromNanos, toNanos, result);
        for (int host = 0; host < timeline.hostCount(); host++) {
            String name = timeline.hostName(host);
            if (unknownStateNanos[host] > 0) {
                result.add(new Caveat(Severity.WARNING, name, "unknown-state", unknownStateNanos[host], fromNanos, toNanos,
                        String.format(Locale.ROOT,
                                "It is not known what the threads did for %s of their time (%s): events were lost, or a thread's first"
                                        + " event had not come yet. This time does not count as waiting, so weights are lower bounds.",
                                Percent.percent((double) unknownStateNanos[host] / threadNanos[host]),
                                Duration.duration(unknownStateNanos[host]))));
            }
            if (unknown[host] > 0) {
                result.add(new Caveat(Severity.INFO, name, "unknown-target", unknown[host], fromNanos, toNanos,
                        String.format(Locale.ROOT,
                                "The trace does not tell what ended %d of %s (%s of %s); %s to `unknown`.",
                                unknown[host], Words.count(waits[host], "wait"), Duration.duration(unknownNanos[host]),
                                Duration.duration(waitNanos[host]),
                                unknown[host] == 1 ? "it leads" : "they lead")));
            }
            if (open[host] > 0) {
                result.add(new Caveat(Severity.INFO, name, "open-wait", open[host], fromNanos, toNanos,
                        String.format(Locale.ROOT,
                                "%s (%s) %s to `unknown`, and %s part of any knot.",
                                Words.count(open[host], "wait"), Duration.duration(openNanos[host]),
                                (open[host] == 1 ? "was" : "were") + " still open at the end of the trace; "
                                        + (open[host] == 1 ? "it leads" : "they lead"),
                                open[host] == 1 ? "is not" : "are not")));
            }
            if (requestsWithoutIssuer[host] > 0) {
                result.add(new Caveat(Severity.INFO, name, "request-without-issuer", requestsWithoutIssuer[host], fromNanos, toNanos,
                        Words.count(requestsWithoutIssuer[host], "block request has no known issuer; its",
                                "block requests have no known issuer; their")
                                + " disk's idle time is shared out among the threads whose requests are known."));
            }
            if (framesWithoutSender[host] > 0) {
                result.add(new Caveat(Severity.INFO, name, "frame-without-sender", framesWithoutSender[host], fromNanos, toNanos,
                        Words.count(framesWithoutSender[host], "packet", "packets") + " (" + bytesWithoutSender[host]
                                + " bytes) " + (framesWithoutSender[host] == 1 ? "was" : "were")
                                + " sent by the kernel for no thread that is known; the idle time of the network interface is shared out among"
                                + " the threads that are known to send."));
            }
        }
        if (cycles > 0) {
            result.add(new Caveat(Severity.INFO, "", "wait-cycle", cycles, fromNanos, toNanos,
                    String.format(Locale.ROOT,
                            "Threads waited for each other in a circle %s (%s in all), %s; a chain of waits stops where it would meet a"
                                    + " thread again.",
                            Words.times(cycles), Duration.duration(cycleNanos), whyCycles())));
        }
        return result;
    }

    private String whyCycles() {
        String locks = "through holders of locks, as programs tell of taking a lock and giving it back only after the call";
        String others = "through wake-ups in interrupts, polling, or the clocks' error";
        return lockCycles == 0 ? others
                : lockCycles == cycles ? locks : lockCycles + " of them " + locks + ", the others " + others;
    }

    /** Hosts that were recorded at different times, and times at which none was. */
    private void addRecordings(long fromNanos, long toNanos, List<Caveat> result) {
        int latest = Timeline.NONE;
        int earliest = Timeline.NONE;
        for (int host = 0; host < timeline.hostCount(); host++) {
            if (timeline.recordedNanos(host, fromNanos, toNanos) > 0) {
                latest = latest == Timeline.NONE || start(host) > start(latest) ? host : latest;
                earliest = earliest == Timeline.NONE || end(host) < end(earliest) ? host : earliest;
            }
        }
        if (latest != Timeline.NONE && start(latest) >= end(earliest)) {
            result.add(new Caveat(Severity.WARNING, "", "recordings-apart", 1, fromNanos, toNanos,
                    timeline.hostName(earliest) + " and " + timeline.hostName(latest)
                            + " were not recorded at the same time: no wait leads from one to the other, and shares are of the time in"
                            + " which any host was recorded. Record all hosts at one time, or analyse them one by one."));
        }
        long unrecorded = toNanos - fromNanos - timeline.recordedNanos(fromNanos, toNanos);
        if (unrecorded > 0) {
            result.add(new Caveat(Severity.WARNING, "", "unrecorded-time", unrecorded, fromNanos, toNanos,
                    "For " + Duration.duration(unrecorded) + " of the range of " + Duration.duration(toNanos - fromNanos)
                            + " no host was recorded: shares, and the threshold, are of the other "
                            + Duration.duration(toNanos - fromNanos - unrecorded) + "."));
        }
    }

    private long start(int host) {
        return timeline.recordingStart(host, 0);
    }

    private long end(int host) {
        return timeline.recordingEnd(host, timeline.recordings(host) - 1);
    }

    private static long sum(long[] values) {
        long sum = 0;
        for (long value : values) {
            sum += value;
        }
        return sum;
    }
}
