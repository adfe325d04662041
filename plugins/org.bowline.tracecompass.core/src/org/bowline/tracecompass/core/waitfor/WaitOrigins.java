/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.waitfor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;

import org.eclipse.osgi.util.NLS;
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

    /** What these are called, for people: {@code host C}, {@code w1-server (B:256)}; hosts first. O(threads × processes). */
    public List<String> names(Timeline timeline) {
        List<String> names = new ArrayList<>(hosts.stream().sorted().map(host -> NLS.bind(Messages.Origins_Host, host)).toList());
        processes.stream().sorted(Comparator.comparing(Process::host).thenComparingInt(Process::pid))
                .forEach(process -> names.add(name(timeline, process) + " (" + process.host() + ':' + process.pid() + ')'));
        return names;
    }

    private static String name(Timeline timeline, Process process) {
        String name = "";
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (timeline.pid(thread) == process.pid() && !timeline.isIdle(thread)
                    && (name.isEmpty() || timeline.tid(thread) == process.pid())
                    && timeline.hostName(timeline.host(thread)).equals(process.host())) {
                name = timeline.name(thread);
            }
        }
        return name.isEmpty() ? Messages.Origins_Unknown : name;
    }
}
