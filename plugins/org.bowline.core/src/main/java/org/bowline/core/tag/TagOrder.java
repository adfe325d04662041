/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.tag;

import java.util.Arrays;
import java.util.function.IntPredicate;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;

/** Paths that have times, in the order in which people read a tree. Scratch for one group of paths after the other, without recursion. */
final class TagOrder {
    /** Down to this depth every path has a row. */
    static final int ALL_DEPTH = 64;

    private final TagPaths paths;
    private final long[] inclusive;
    private final int[] children;
    /** A row, or something below it that has one. */
    private final boolean[] isThere;

    TagOrder(TagPaths paths) {
        this.paths = paths;
        inclusive = new long[paths.size()];
        children = new int[paths.size()];
        isThere = new boolean[paths.size()];
    }

    /** For the next group. */
    void clear() {
        Arrays.fill(inclusive, 0);
        Arrays.fill(children, 0);
        Arrays.fill(isThere, false);
    }

    /** Adds time of a path itself; with 0 the path is there all the same. */
    void add(int path, long nanos) {
        inclusive[path] += nanos;
        isThere[path] = true;
    }

    /** After all were added: a path has the time of those below, too; the root that of all. */
    void sum() {
        for (int path = paths.size() - 1; path > TagPaths.UNTAGGED; path--) {
            if (isThere[path]) {
                int parent = paths.parent(path);
                inclusive[parent] += inclusive[path];
                children[parent]++;
                isThere[parent] = true;
            }
        }
    }

    /** Time on a path and on those below. */
    long nanos(int path) {
        return inclusive[path];
    }

    /**
     * The paths, each after the one above it; siblings by time, then in the order in which they came; untagged and unknown last.
     *
     * @param hasOwn whether a path has figures of its own; one that has none and one path below it is left out from {@link #ALL_DEPTH} on
     */
    int[] inOrder(IntPredicate hasOwn) {
        IntArrayList there = new IntArrayList();
        for (int path = 0; path < isThere.length; path++) {
            if (isThere[path]) {
                there.add(path);
            }
        }
        int[] byTime = there.toIntArray();
        IntArrays.mergeSort(byTime, (a, b) -> Long.compare(inclusive[b], inclusive[a]));
        int[] firstChild = new int[paths.size()];
        int[] sibling = new int[paths.size()];
        Arrays.fill(firstChild, -1);
        for (int i = byTime.length - 1; i >= 0; i--) {
            int path = byTime[i];
            if (path > TagPaths.UNKNOWN) {
                sibling[path] = firstChild[paths.parent(path)];
                firstChild[paths.parent(path)] = path;
            }
        }
        IntArrayList result = new IntArrayList();
        IntArrayList open = new IntArrayList();
        open.add(firstChild[TagPaths.UNTAGGED]);
        while (!open.isEmpty()) {
            int path = open.popInt();
            if (path < 0) {
                continue;
            }
            open.add(sibling[path]);
            open.add(firstChild[path]);
            if (hasOwn.test(path) || children[path] > 1 || paths.depth(path) <= ALL_DEPTH) {
                result.add(path);
            }
        }
        for (int pseudo = TagPaths.UNTAGGED; pseudo <= TagPaths.UNKNOWN; pseudo++) {
            if (hasOwn.test(pseudo)) {
                result.add(pseudo);
            }
        }
        return result.toIntArray();
    }
}
