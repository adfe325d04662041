/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.time;

import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

import com.google.common.collect.Table;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.ITimeGraphEntry;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.model.TimeGraphEntry;
import org.jspecify.annotations.Nullable;

import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.threads.EntryIds;

/**
 * The rows that Trace Compass has built for a data provider, by number and by thread. Safe for many threads.
 *
 * @param <P> a data provider
 */
final class BuiltRows<P> {
    private final Table<P, Long, TimeGraphEntry> table;
    private final Supplier<? extends @Nullable P> provider;
    private final Supplier<@Nullable Timeline> timeline;

    /**
     * Of a view.
     *
     * @param table all rows of the view; guarded by itself
     * @param provider whose rows are asked for; gives null if there is none
     * @param timeline whose threads they are; gives null if it is not known yet
     */
    BuiltRows(Table<P, Long, TimeGraphEntry> table, Supplier<? extends @Nullable P> provider, Supplier<@Nullable Timeline> timeline) {
        this.table = table;
        this.provider = provider;
        this.timeline = timeline;
    }

    /** The thread of a row, or {@link Timeline#NONE}. */
    int thread(@Nullable ITimeGraphEntry entry) {
        Timeline of = timeline.get();
        return of == null || !(entry instanceof TimeGraphEntry row) ? Timeline.NONE : EntryIds.thread(of, row.getEntryModel().getId());
    }

    /** The row of a thread; null if it is not built. */
    @Nullable
    TimeGraphEntry ofThread(int thread) {
        Timeline of = timeline.get();
        return of == null ? null : ofId(EntryIds.ofThread(of, thread));
    }

    /** The row of a number; null if it is not built. */
    @Nullable
    TimeGraphEntry ofId(long id) {
        P of = timeline.get() == null ? null : provider.get();
        if (of == null) {
            return null;
        }
        synchronized (table) {
            return table.get(of, id);
        }
    }

    /** All of them. */
    Collection<TimeGraphEntry> all() {
        P of = provider.get();
        if (of == null) {
            return List.of();
        }
        synchronized (table) {
            return List.copyOf(table.row(of).values());
        }
    }
}
