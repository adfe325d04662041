/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.recording;

import java.util.Set;

import org.bowline.core.model.Caveat;
import org.bowline.core.trace.Experiment;

/** What was recorded and cannot be read, as files were damaged after that: another recording would not lack it, and another copy may have it. */
final class Damage {
    private static final Set<String> KINDS = Set.of("broken-packet", "truncated", "other-trace", "impossible-cpu", "impossible-thread",
            "impossible-time", "impossible-clock", "unrecorded-processors");

    private Damage() {}

    static boolean is(Caveat caveat) {
        return KINDS.contains(caveat.kind()) || Experiment.isLeftOut(caveat);
    }
}
