/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.List;

import org.bowline.core.figures.Duration;
import org.bowline.core.spin.SpinUse;

/** What is asked of threads that poll, or are woken for nothing. */
public final class Spins {
    private static final long USUAL_NANOS = 50_000;

    /** How long a thread may run between two sleeps and still have done nothing, ns. */
    public static final Parameter<Long> SHORTER_THAN = Parameter.once("shorter-than", "TIME",
            "A candidate runs for less than this between two sleeps: a time like 50us (the usual), 1ms.", () -> USUAL_NANOS,
            Spins::read);

    /** The threads that polled or were woken in vain in the range, as their programs told or as it looks. */
    public static final Result<List<SpinUse>> USES = Result
            .of(analysis -> SpinUse.of(analysis.timeline(), analysis.get(Locks.HISTORY), analysis.fromNanos(), analysis.toNanos(),
                    analysis.question().get(SHORTER_THAN), analysis.progress()));

    private Spins() {}

    private static long read(String text) {
        long nanos = Duration.parse(text).orElseThrow(() -> new IllegalArgumentException("is not a time; write one like 50us or 1ms"));
        if (nanos == 0) {
            throw new IllegalArgumentException("is too short: no thread runs for less; write a time like 50us or 1ms");
        }
        return nanos;
    }
}
