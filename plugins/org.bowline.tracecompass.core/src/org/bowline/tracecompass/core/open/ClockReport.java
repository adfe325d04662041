/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.open;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.osgi.util.NLS;

import org.bowline.core.sync.SyncResult;
import org.bowline.report.text.TimeFormat;

/** How well the clocks of an experiment are known, in one line for people. */
public final class ClockReport {
    private ClockReport() {}

    /** The qualities and error bounds of all hosts; of a single host, that there was nothing to do. */
    public static String of(SyncResult sync) {
        List<SyncResult.Host> hosts = sync.hosts();
        if (hosts.size() == 1) {
            return NLS.bind(Messages.clock_one, hosts.get(0).name());
        }
        List<String> parts = new ArrayList<>();
        for (int host = 0; host < hosts.size(); host++) {
            SyncResult.Host each = hosts.get(host);
            if (host == sync.referenceHost()) {
                parts.add(NLS.bind(Messages.clock_reference, each.name()));
            } else if (errorNanos(each) == Long.MAX_VALUE) {
                parts.add(NLS.bind(Messages.clock_unbounded, each.name(), each.quality().label()));
            } else {
                parts.add(NLS.bind(Messages.clock_bounded,
                        new Object[] {each.name(), each.quality().label(), TimeFormat.duration(errorNanos(each))}));
            }
        }
        return NLS.bind(Messages.clock_all, hosts.size(), String.join(", ", parts));
    }

    /** Where its packets are. */
    private static long errorNanos(SyncResult.Host host) {
        SyncResult.Packets packets = host.packets();
        return packets == null ? host.midTraceErrorNanos() : packets.maxErrorNanos();
    }
}
