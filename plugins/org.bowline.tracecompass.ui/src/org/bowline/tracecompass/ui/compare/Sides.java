/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.bowline.tracecompass.core.compare.RunSource;

/**
 * Two sets of runs that are compared.
 *
 * @param base what is compared with
 * @param fresh NEW
 */
record Sides(List<RunSource> base, List<RunSource> fresh) {
    static final Sides NONE = new Sides(List.of(), List.of());

    /** Copies the lists. */
    Sides {
        base = List.copyOf(base);
        fresh = List.copyOf(fresh);
    }

    List<RunSource> of(boolean ofNew) {
        return ofNew ? fresh : base;
    }

    boolean isNothing() {
        return base.isEmpty() && fresh.isEmpty();
    }

    /** Whether there is something on each side. */
    boolean isComplete() {
        return !base.isEmpty() && !fresh.isEmpty();
    }

    boolean has(RunSource one) {
        return base.contains(one) || fresh.contains(one);
    }

    Sides with(boolean ofNew, List<RunSource> side) {
        return ofNew ? new Sides(base, side) : new Sides(side, fresh);
    }

    Sides swapped() {
        return new Sides(fresh, base);
    }

    /** With that one on a side if it was not there, else without it. */
    Sides toggled(boolean ofNew, RunSource one) {
        List<RunSource> side = new ArrayList<>(of(ofNew));
        if (!side.remove(one)) {
            side.add(one);
        }
        return with(ofNew, side);
    }

    /** With that one on neither side. */
    Sides without(RunSource gone) {
        return new Sides(base.stream().filter(one -> !one.equals(gone)).toList(), fresh.stream().filter(one -> !one.equals(gone)).toList());
    }

    /** What is on a side, by name. */
    String names(boolean ofNew) {
        return of(ofNew).stream().map(RunSource::name).collect(Collectors.joining(", "));
    }
}
