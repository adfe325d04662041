/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.progress;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;

/** One part in the progress of a whole whose parts, all of them equal, are computed side by side. Safe for many threads. */
public final class PartProgress implements Progress {
    private final Progress whole;
    private final PartProgress[] parts;
    private final AtomicBoolean failed;
    private volatile double fraction;

    private PartProgress(Progress whole, PartProgress[] parts, AtomicBoolean failed) {
        this.whole = whole;
        this.parts = parts;
        this.failed = failed;
    }

    /**
     * The parts of a whole.
     *
     * @param count how many
     * @param failed whether one of them has failed, so that the others need not go on
     */
    public static PartProgress[] of(Progress whole, int count, AtomicBoolean failed) {
        PartProgress[] parts = new PartProgress[count];
        Arrays.setAll(parts, part -> new PartProgress(whole, parts, failed));
        return parts;
    }

    @Override
    public void report(String task, double done) {
        fraction = done;
        double sum = 0;
        for (PartProgress part : parts) {
            sum += part.fraction;
        }
        whole.report(task, sum / parts.length);
    }

    @Override
    public boolean isCancelled() {
        return failed.get() || whole.isCancelled();
    }
}
