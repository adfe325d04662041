/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.List;

/**
 * Two recordings of one host look like two hosts: after a restart its clock is another one. Nothing tells them for sure from two hosts of one name,
 * so it is said as a question.
 */
final class RecordedTwice {
    private RecordedTwice() {}

    /**
     * A sentence on a host that no packet links to the others, with a space before; empty if no other one has its name, or was recorded at
     * the same time by the clocks as recorded.
     *
     * @param starts by host, when its recording begins, its own time
     * @param ends by host, when it ends
     */
    static String sentence(List<HostTraces> hosts, int host, long[] starts, long[] ends) {
        String hostname = hostname(hosts.get(host));
        for (int other = 0; other < hosts.size() && !hostname.isEmpty(); other++) {
            boolean apart = ends[other] < starts[host] || ends[host] < starts[other];
            if (other != host && apart && hostname.equals(hostname(hosts.get(other)))) {
                return " The traces of " + hosts.get(host).name() + " and " + hosts.get(other).name()
                        + " tell one host name, and times that"
                        + " do not overlap: if this is one host that was recorded twice, analyse the recordings one by one, or compare them.";
            }
        }
        return "";
    }

    /** What the traces of a host call it; empty if they do not tell, or a person named it. */
    private static String hostname(HostTraces host) {
        return host.traces().stream().map(trace -> trace.metadata().environment("hostname"))
                .filter(name -> !name.isEmpty() && (host.name().equals(name) || host.name().startsWith(name + '-'))).findFirst().orElse("");
    }
}
