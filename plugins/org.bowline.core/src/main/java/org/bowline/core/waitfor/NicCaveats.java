/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

import org.bowline.core.figures.BitRate;
import org.bowline.core.figures.Duration;
import org.bowline.core.figures.Percent;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.timeline.LossCaveats;
import org.bowline.core.timeline.Timeline;

/** What a wait-for graph does not know of network interfaces. */
final class NicCaveats {
    private NicCaveats() {}

    static List<Caveat> of(Timeline timeline, long from, long to, NicCapacities told, NicUse[] uses) {
        List<Caveat> caveats = new ArrayList<>();
        Set<String> unknown = new TreeSet<>(told.names());
        Set<String> there = new TreeSet<>();
        for (NicUse use : uses) {
            String host = timeline.hostName(timeline.host(use.vertex()));
            String name = timeline.vertexName(use.vertex());
            unknown.remove(name);
            unknown.remove(host + ":" + name);
            there.add(host + ":" + name);
            if (use.known() == NicUse.Known.TOLD) {
                addAbove(use, host, name, from, to, caveats);
            } else if (use.counts()) {
                caveats.add(new Caveat(Severity.WARNING, host, "nic-capacity-unknown", use.waitsNanos(), from, to,
                        "What " + name + " can send is not known. " + BitRate.text(use.capacityBits())
                                + (use.known() == NicUse.Known.SEEN
                                        ? ", the highest rate that was seen, is taken for it, so its waits are upper bounds."
                                        : " is assumed; it was never given more than " + BitRate.text(use.seenBits()) + ".")
                                + " Threads waited for it for " + Duration.duration(use.waitsNanos()) + " by that; --nic-capacity " + name
                                + "=RATE tells it."));
            }
            if (use.counts() && timeline.caveats().stream().anyMatch(c -> LossCaveats.is(c) && c.host().equals(host))) {
                caveats.add(new Caveat(Severity.INFO, host, "nic-lost-events", use.frames(), from, to,
                        "Events were lost: " + name + " may have sent more than what is known of, and then it was busy for longer."));
            }
        }
        for (String name : unknown) {
            caveats.add(Caveat.of(Severity.WARNING, "", "nic-not-found", 1,
                    "--nic-capacity tells of " + name + ", but " + (there.isEmpty()
                            ? "the recording does not tell of any network interface that sent something (net_dev_queue, profile waits-network)."
                            : "what sent something out of its host is " + String.join(", ", there) + ".")));
        }
        return caveats;
    }

    /** A capacity that cannot be. */
    private static void addAbove(NicUse use, String host, String name, long from, long to, List<Caveat> caveats) {
        double share = use.bytes() * 8.0 / (use.capacityBits() * ((use.busyNanos() + use.idleNanos()) / 1e9));
        if (share > 1) {
            caveats.add(new Caveat(Severity.WARNING, host, "nic-above-capacity", use.bytes(), from, to,
                    String.format(Locale.ROOT, "%s was given %s of what it can send at %s in this time: the capacity that was told is"
                            + " too low, or what was queued last was sent later.",
                            name, Percent.percent(share), BitRate.text(use.capacityBits()))));
        }
    }
}
