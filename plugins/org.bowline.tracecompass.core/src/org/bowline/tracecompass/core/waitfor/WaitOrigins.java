/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.waitfor;

import java.util.Set;
import java.util.function.IntPredicate;

import org.jspecify.annotations.Nullable;

import org.bowline.core.timeline.Timeline;

/**
 * Whose waits start the chains of a wait-for graph: those of some hosts and processes, or of all threads. The chains run on through any
 * thread; so the graph tells what the chosen ones wait for in the end.
 *
 * @param hosts all threads of these hosts
 * @param processes and all threads of these processes
 */
public record WaitOrigins(Set<String> hosts, Set<Process> processes) {
    /** All threads. */
    public static final WaitOrigins ALL = new WaitOrigins(Set.of(), Set.of());

    /**
     * A process.
     *
     * @param host its host's name
     * @param pid its id
     */
    public record Process(String host, int pid) {}

    /** Copies the sets. */
    public WaitOrigins {
        hosts = Set.copyOf(hosts);
        processes = Set.copyOf(processes);
    }

    /** Whether these are all threads. */
    public boolean isAll() {
        return hosts.isEmpty() && processes.isEmpty();
    }

    /** Which threads are chosen; null for all. */
    public @Nullable IntPredicate in(Timeline timeline) {
        if (isAll()) {
            return null;
        }
        return thread -> {
            String host = timeline.hostName(timeline.host(thread));
            return hosts.contains(host) || processes.contains(new Process(host, timeline.pid(thread)));
        };
    }
}
