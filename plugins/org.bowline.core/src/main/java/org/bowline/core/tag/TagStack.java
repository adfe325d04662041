/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.tag;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import org.jspecify.annotations.Nullable;

/** Which modules a thread is in. O(1) an event, but for a pop that leaves several at once. */
final class TagStack {
    private int[] paths = new int[16];
    private int depth;
    /** How often each path is in the stack: made when a pop does not fit, as only then somebody searches. */
    private @Nullable Int2IntOpenHashMap counts;
    private long strayPops;
    private long skippedPops;

    /** The innermost module. */
    int present() {
        return depth == 0 ? TagPaths.UNTAGGED : paths[depth - 1];
    }

    /** Pops of what the thread was not in. */
    long strayPops() {
        return strayPops;
    }

    /** Pops that left more than one, as the inner ones had no pop of their own. */
    long skippedPops() {
        return skippedPops;
    }

    /**
     * Applies an event.
     *
     * @param path of the event; of a pop {@link TagPaths#UNKNOWN} for whatever is the innermost
     */
    void apply(TagChange change, int path) {
        switch (change) {
            case PUSH -> push(path);
            case POP -> pop(path);
            case SWITCH -> {
                clear();
                if (path != TagPaths.UNTAGGED) {
                    push(path);
                }
            }
            case LOSS -> {
                clear();
                push(TagPaths.UNKNOWN);
            }
        }
    }

    private void clear() {
        depth = 0;
        counts = null;
    }

    private void push(int path) {
        if (depth == paths.length) {
            paths = Arrays.copyOf(paths, 2 * depth);
        }
        paths[depth++] = path;
        if (counts != null) {
            counts.addTo(path, 1);
        }
    }

    private int take() {
        int path = paths[--depth];
        if (counts != null) {
            counts.addTo(path, -1);
        }
        return path;
    }

    private void pop(int path) {
        if (present() == TagPaths.UNKNOWN && depth > 0) {
            return; // what was entered while events were lost
        }
        if (depth > 0 && (path == TagPaths.UNKNOWN || path == paths[depth - 1])) {
            take();
            return;
        }
        if (depth == 0 || !holds(path)) {
            strayPops++;
            return;
        }
        skippedPops++;
        while (take() != path) {
            // its pop did not come, or will come too late
        }
    }

    private boolean holds(int path) {
        Int2IntOpenHashMap known = counts;
        if (known == null) {
            known = new Int2IntOpenHashMap();
            for (int i = 0; i < depth; i++) {
                known.addTo(paths[i], 1);
            }
            counts = known;
        }
        return known.get(path) > 0;
    }
}
