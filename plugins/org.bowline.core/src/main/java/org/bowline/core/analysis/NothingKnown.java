/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.List;
import java.util.Map;

import org.bowline.core.model.Caveat;

/** Why an experiment tells nothing about waits, for the user: the caveats know more than that there is nothing. */
public final class NothingKnown {
    /** By kind of caveat, the most telling first. */
    private static final List<Map.Entry<String, String>> REASONS = List.of(
            Map.entry("unreadable-trace", "the only scheduling events may be in a trace that cannot be read"),
            Map.entry("unreadable-archive", "the only scheduling events may be in an archive that cannot be read"),
            Map.entry("missing-metadata", "the only scheduling events may be in a trace that cannot be read"),
            Map.entry("impossible-clock", "the times of the scheduling events are beyond what can be told"),
            Map.entry("impossible-time", "the times of the scheduling events are beyond what can be told"));

    private NothingKnown() {}

    /** A sentence without its begin and its full stop, and what to do. */
    public static String why(List<Caveat> caveats) {
        for (Map.Entry<String, String> reason : REASONS) {
            for (Caveat caveat : caveats) {
                if (caveat.kind().equals(reason.getKey())) {
                    return "nothing is known about waits, as " + reason.getValue() + ". " + caveat.text();
                }
            }
        }
        return "there is no kernel trace with scheduling events, so nothing is known about waits. Record one with the profile waits-network of"
                + " lttng-profiles/bowline-record; bowline info lists what is there. How long intervals of the whole recording take is known without"
                + " one";
    }
}
