/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import org.bowline.core.event.RecordedFacts;
import org.bowline.core.trace.OpenTrace.Domain;

/**
 * What the traces of a host can tell.
 *
 * @param kernel whether there is a kernel trace
 * @param userSpace whether there is a user-space trace
 * @param facts what the kernel trace has
 */
public record Recorded(boolean kernel, boolean userSpace, Set<RecordedFacts.Sort> facts) implements Serializable {
    /** Copies the set. */
    public Recorded {
        facts = facts.isEmpty() ? Set.of() : Set.copyOf(EnumSet.copyOf(facts));
    }

    /** One per host, by the metadata of its traces: cheap, no event is read. */
    static List<Recorded> of(Experiment experiment) {
        List<Recorded> recorded = new ArrayList<>();
        for (HostTraces host : experiment.hosts()) {
            boolean user = host.traces().stream().anyMatch(trace -> trace.domain() == Domain.USER);
            List<OpenTrace> kernels = host.traces().stream().filter(trace -> trace.domain() == Domain.KERNEL).toList();
            recorded.add(new Recorded(!kernels.isEmpty(), user, RecordedFacts.of(kernels.stream().map(OpenTrace::ctf).toList())));
        }
        return List.copyOf(recorded);
    }

    /**
     * Whether they tell who ended a wait: they have wake-ups, and interrupts, without which the interrupted thread seems to have woken whom the
     * interrupt woke.
     */
    public boolean tellsWakers() {
        return facts.contains(RecordedFacts.Sort.INTERRUPTS) && hasWakeUps();
    }

    /** Whether they have wake-ups: without them nothing tells who waits for whom. */
    public boolean hasWakeUps() {
        return facts.contains(RecordedFacts.Sort.WAKINGS) || facts.contains(RecordedFacts.Sort.WAKE_UPS);
    }

    /** Whether those of any host have them; true where no kernel trace is known, so that it is not known what was recorded. */
    public static boolean haveWakeUps(List<Recorded> hosts) {
        return hosts.stream().noneMatch(Recorded::kernel) || hosts.stream().anyMatch(Recorded::hasWakeUps);
    }
}
