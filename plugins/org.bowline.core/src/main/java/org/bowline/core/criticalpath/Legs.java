/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.criticalpath;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;

/** The legs of a path in time order, as structure of arrays; each ends where the next starts. */
final class Legs {
    private final LongArrayList starts = new LongArrayList();
    private final IntArrayList threads = new IntArrayList();
    /** State, cause and kind, a byte each. */
    private final IntArrayList codes = new IntArrayList();
    private final IntArrayList targets = new IntArrayList();
    private final IntArrayList links = new IntArrayList();

    /** Appends a leg, or lets the last one go on if it is alike. */
    void add(long startNanos, int thread, ThreadState state, Cause cause, LegKind kind, int target, int link) {
        int code = state.ordinal() | cause.ordinal() << 8 | kind.ordinal() << 16;
        int last = starts.size() - 1;
        if (last >= 0 && threads.getInt(last) == thread && codes.getInt(last) == code && targets.getInt(last) == target
                && links.getInt(last) == link) {
            return;
        }
        starts.add(startNanos);
        threads.add(thread);
        codes.add(code);
        targets.add(target);
        links.add(link);
    }

    void trim() {
        starts.trim();
        threads.trim();
        codes.trim();
        targets.trim();
        links.trim();
    }

    int size() {
        return starts.size();
    }

    long start(int leg) {
        return starts.getLong(leg);
    }

    int thread(int leg) {
        return threads.getInt(leg);
    }

    ThreadState state(int leg) {
        return ThreadState.of(codes.getInt(leg) & 0xff);
    }

    Cause cause(int leg) {
        return Cause.of(codes.getInt(leg) >> 8 & 0xff);
    }

    LegKind kind(int leg) {
        return LegKind.of(codes.getInt(leg) >> 16);
    }

    int target(int leg) {
        return targets.getInt(leg);
    }

    int link(int leg) {
        return links.getInt(leg);
    }
}
