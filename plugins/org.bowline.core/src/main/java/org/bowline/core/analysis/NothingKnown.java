/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.bowline.core.event.RecordedFacts;
import org.bowline.core.model.Caveat;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.OpenTrace;
import org.bowline.core.trace.Recorded;

/** Why an experiment tells nothing about waits, for the user: the caveats know more than that there is nothing. */
public final class NothingKnown {
    /** By kind of caveat, the most telling first. */
    private static final List<Map.Entry<String, String>> REASONS = List.of(
            Map.entry("unreadable-trace", "the only scheduling events may be in a trace that cannot be read"),
            Map.entry("unreadable-archive", "the only scheduling events may be in an archive that cannot be read"),
            Map.entry("missing-metadata", "the only scheduling events may be in a trace that cannot be read"),
            Map.entry("unreadable-directory", "the only scheduling events may be below a directory that cannot be looked into"),
            Map.entry("impossible-clock", "the times of the scheduling events are beyond what can be told"),
            Map.entry("impossible-time", "the times of the scheduling events are beyond what can be told"));

    /** What is wrong with a kernel trace of which no event could be read, the most telling first. */
    private static final List<String> DAMAGES = List.of("other-trace", "broken-packet", "truncated", "discarded-packets",
            "discarded-events",
            "index-ignored", "foreign-file");

    private NothingKnown() {}

    /**
     * A sentence without its begin and its full stop, and what to do.
     *
     * @param experiment the traces; it names those that hold nothing
     * @param caveats all that is known to be wrong
     */
    public static String why(Experiment experiment, List<Caveat> caveats) {
        for (Map.Entry<String, String> reason : REASONS) {
            for (Caveat caveat : caveats) {
                if (caveat.kind().equals(reason.getKey())) {
                    return "nothing is known about waits, as " + reason.getValue() + ". " + caveat.text();
                }
            }
        }
        List<Recorded> recorded = experiment.recorded();
        List<OpenTrace> kernels = new ArrayList<>();
        List<OpenTrace> scheduled = new ArrayList<>();
        for (int host = 0; host < recorded.size(); host++) {
            List<OpenTrace> ofHost = experiment.hosts().get(host).traces().stream()
                    .filter(trace -> trace.domain() == OpenTrace.Domain.KERNEL).toList();
            kernels.addAll(ofHost);
            if (recorded.get(host).facts().contains(RecordedFacts.Sort.SWITCHES)) {
                scheduled.addAll(ofHost);
            }
        }
        if (!scheduled.isEmpty()) {
            return "nothing is known about waits, as no scheduling event could be read from " + named("the kernel trace", scheduled) + ". "
                    + damage(caveats);
        }
        return (kernels.isEmpty()
                ? "there is no kernel trace with scheduling events beside " + named("the trace", experiment.hosts().stream()
                        .flatMap(host -> host.traces().stream()).toList())
                : "there are no scheduling events in " + named("the kernel trace", kernels))
                + ", so nothing is known about waits. Record them with the profile waits-network of lttng-profiles/bowline-record; bowline info"
                + " lists what is there. How long intervals of the whole recording take is known without them";
    }

    private static String named(String what, List<OpenTrace> traces) {
        return traces.size() == 1 ? what + ' ' + traces.get(0).displayPath()
                : what + "s " + traces.get(0).displayPath() + " and " + (traces.size() - 1) + " more";
    }

    private static String damage(List<Caveat> caveats) {
        for (String kind : DAMAGES) {
            for (Caveat caveat : caveats) {
                if (caveat.kind().equals(kind)) {
                    return caveat.text();
                }
            }
        }
        return "Its files hold no events: copy the recording again, as a whole, or see whether the session was started";
    }
}
