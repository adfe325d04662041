/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.event.RecordedFacts.Sort;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.trace.Recorded;

/**
 * What the traces can tell at all. Where disk requests were not recorded nobody is seen to wait for a disk, and a limit on that would be kept by every
 * run.
 *
 * @param hosts names of the hosts
 * @param recorded what the traces of each can tell; empty where that is not known
 * @param waits whether any kernel trace tells what threads did; else only lengths of intervals are known
 */
record Sight(List<String> hosts, List<Recorded> recorded, boolean waits) {
    /** Of traces of which it is not known what they can tell. */
    static final Sight NOT_KNOWN = new Sight(List.of(), List.of());

    /** With a kernel trace. */
    Sight(List<String> hosts, List<Recorded> recorded) {
        this(hosts, recorded, true);
    }

    /** Copies the lists. */
    Sight {
        hosts = List.copyOf(hosts);
        recorded = List.copyOf(recorded);
    }

    static Sight of(Analysis analysis) {
        List<String> hosts = new ArrayList<>();
        List<Recorded> known = new ArrayList<>();
        for (int host = 0; host < analysis.timeline().hostCount(); host++) {
            hosts.add(analysis.timeline().hostName(host));
            Recorded recorded = analysis.recorded(host);
            if (recorded != null) {
                known.add(recorded);
            }
        }
        return new Sight(hosts, known, analysis.knowsWaits());
    }

    /**
     * Why time in a state, or in waits with a cause, would not be seen; nothing if it would.
     *
     * @param what label of a cause or state
     * @param host where; null for all hosts
     */
    String blind(String what, @Nullable String host) {
        for (int i = 0; i < Math.min(hosts.size(), recorded.size()); i++) {
            String missing = host == null || host.equals(hosts.get(i)) ? missing(what, recorded.get(i)) : "";
            if (!missing.isEmpty()) {
                return "the recording of host " + hosts.get(i) + " has no " + missing;
            }
        }
        return "";
    }

    private static String missing(String what, Recorded recorded) {
        Set<Sort> facts = recorded.facts();
        boolean wakeUps = facts.contains(Sort.WAKINGS) || facts.contains(Sort.WAKE_UPS);
        if (!recorded.kernel()) {
            return "kernel trace";
        }
        if (!facts.contains(Sort.REASONS_TO_LEAVE)) {
            return "scheduling events that say whether a thread waits (sched_switch with prev_state), so nothing is known of threads and waits";
        }
        boolean byCause = !what.equals(Cause.UNKNOWN.label())
                && List.of(Cause.values()).stream().anyMatch(cause -> cause.label().equals(what));
        if (!wakeUps && (byCause || what.equals(ThreadState.RUNNABLE.label()))) {
            return "wake-ups, so nothing tells who ended a wait, and when (profile waits-minimal)";
        }
        if (byCause && !facts.contains(Sort.INTERRUPTS)) {
            return "interrupts, so it is not known which waits they ended (profile waits-minimal)";
        }
        return what.equals(Cause.DISK.label()) && !facts.contains(Sort.DISK_REQUESTS)
                ? "disk requests, so no wait is seen to be for a disk (profile waits-disk)" : "";
    }
}
