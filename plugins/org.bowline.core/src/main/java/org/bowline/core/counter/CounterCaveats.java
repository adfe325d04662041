/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.counter;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.bowline.core.event.Counter;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.Timeline;

/** What is not known of counters, counted for each host and put into words. */
public final class CounterCaveats {
    private final Timeline timeline;
    private final long[] absent;
    private final long[] back;
    private final long[] zero;
    private final Set<Counter>[] zeros;
    private final Set<Counter>[] known;

    @SuppressWarnings({"unchecked", "rawtypes"}) // arrays of sets
    CounterCaveats(Timeline timeline) {
        this.timeline = timeline;
        int hosts = timeline.hostCount();
        absent = new long[hosts];
        back = new long[hosts];
        zero = new long[hosts];
        zeros = new Set[hosts];
        known = new Set[hosts];
        for (int host = 0; host < hosts; host++) {
            zeros[host] = EnumSet.noneOf(Counter.class);
            known[host] = EnumSet.noneOf(Counter.class);
        }
    }

    /** A host has the counters that one of its threads has. */
    void knows(CounterLane lane) {
        for (Counter counter : Counter.values()) {
            if (lane.has(counter)) {
                known[lane.host()].add(counter);
            }
        }
    }

    boolean isKnown(int host, Counter counter) {
        return known[host].contains(counter);
    }

    /** A counter of a thread: so many readings do not have it, so many are below the one before. */
    void add(int host, Counter counter, long without, long wentBack) {
        absent[host] += without;
        back[host] += wentBack;
    }

    /** A counter of a thread always says 0. */
    void zero(int host, Counter counter) {
        zero[host]++;
        zeros[host].add(counter);
    }

    void into(List<Caveat> caveats) {
        for (int host = 0; host < absent.length; host++) {
            String name = timeline.hostName(host);
            if (zero[host] > 0) {
                caveats.add(Caveat.of(Severity.WARNING, name, "counter-reads-zero", zero[host],
                        "Of " + Words.count(zero[host], "counter of a thread", "counters of threads") + " every reading is 0 ("
                                + zeros[host].stream().map(Counter::label).collect(Collectors.joining(", "))
                                + "): LTTng could not open it, perhaps for want of file descriptors (ulimit -n). It is left out."));
            }
            if (back[host] > 0) {
                caveats.add(Caveat.of(Severity.WARNING, name, "counter-went-back", back[host], Words.count(back[host],
                        "reading of a counter is smaller than the one before.", "readings of counters are smaller than the ones before.")
                        + " What was counted from the one to the other is not known and left out; another thread with the same number may have begun."));
            }
            if (absent[host] > 0) {
                caveats.add(Caveat.of(Severity.INFO, name, "counter-missing", absent[host], Words.count(absent[host],
                        "reading of a counter is", "readings of counters are")
                        + " missing from events of tags and requests that have it elsewhere. Where a thread changed its module or request with such an event, it is not known for which of the two it counted."
                        + " Record all events of a program with the same counters: profile counters of lttng-profiles/bowline-record."));
            }
            if (known[host].stream().anyMatch(Counter::isHardware)) {
                caveats.add(Caveat.of(Severity.INFO, name, "counters-of-user-space", 0,
                        "Counters of the processor count what threads do in user space, not in the kernel. If more is counted at a time than the processor has counters for, as by other programs, the kernel takes"
                                + " turns and all figures are too small; LTTng does not record whether it did."));
            } else if (!known[host].isEmpty()) {
                caveats.add(Caveat.of(Severity.INFO, name, "counters-of-kernel-only", 0,
                        "No counter of the processor was recorded, so nothing is known of instructions, cycles and misses: the machine has none for programs, as most virtual machines, or the recording does not ask for them. "
                                + Words.list(known[host].stream().map(Counter::label).toList(), "and")
                                + (known[host].size() == 1 ? " is the kernel's own." : " are the kernel's own.")));
            }
        }
    }

    /** It is not known which thread recorded some events. */
    public static Caveat withoutThread(String host, long events) {
        return Caveat.of(Severity.WARNING, host, "counters-without-thread", events, Words.count(events, "event with counters is",
                "events with counters are")
                + " left out, as it is not known which thread recorded them. Record them with the context vtid, and a kernel trace at the same time.");
    }
}
