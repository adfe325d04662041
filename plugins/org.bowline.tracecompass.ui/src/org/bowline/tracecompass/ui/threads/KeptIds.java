/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

import org.jspecify.annotations.Nullable;

/**
 * Which rows are kept in sight, by the trace that they are of, which it does not hold.
 *
 * @param <T> a trace
 */
final class KeptIds<T> {
    /** More would leave no room for the others; the first one goes then. */
    static final int MOST = 6;

    private final Map<T, List<Long>> kept = new WeakHashMap<>();

    /** The rows of a trace, the last that was kept at the end; none of no trace. */
    List<Long> of(@Nullable T trace) {
        return trace == null ? List.of() : kept.getOrDefault(trace, List.of());
    }

    /** Keeps a row, which is the last one then, or does not any more. */
    void keep(T trace, long id, boolean keep) {
        List<Long> ids = new ArrayList<>(of(trace));
        ids.remove(Long.valueOf(id));
        if (keep) {
            ids.add(id);
        }
        kept.put(trace, List.copyOf(ids.subList(Math.max(0, ids.size() - MOST), ids.size())));
    }

    void keepNone(@Nullable T trace) {
        kept.remove(trace);
    }
}
