/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.stream.Stream;

import org.bowline.core.model.Caveat;

/** Which caveats of a timeline tell that events of the kernel are missing, and when: what threads did then is unknown. Two of a host may be of the same time. */
public final class LossCaveats {
    /** Of the files of processors that begin later than others, as a flight recorder's do; nothing was lost later. */
    public static final String LATE = "late-begin";
    /** Of all other losses. */
    public static final String LOST = "lost-events";

    private LossCaveats() {}

    /** Whether a caveat is one. */
    public static boolean is(Caveat caveat) {
        return caveat.kind().equals(LOST) || caveat.kind().equals(LATE);
    }

    /** Those of a host. */
    public static Stream<Caveat> of(Timeline timeline, int host) {
        return timeline.caveats().stream().filter(caveat -> is(caveat) && caveat.host().equals(timeline.hostName(host)));
    }
}
