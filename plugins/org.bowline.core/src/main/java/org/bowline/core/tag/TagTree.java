/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.tag;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.longs.LongArrays;

import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;

/** Makes rows of cells: adds up what is below each path, and puts the paths into the order of a tree. O(cells × log + groups × paths). */
final class TagTree {
    /** Down to this depth every path has a row. */
    static final int ALL_DEPTH = 64;

    private final TagPaths paths;
    private final TagSums sums;
    private final boolean byCpu;
    private final List<TagTimes> rows = new ArrayList<>();

    // of the present group; by path
    private final long[] inclusive;
    private final int[] children;
    private final int[] firstCell;
    private final int[] nextCell;
    /** A row, or something below it that has one. */
    private final boolean[] isThere;

    TagTree(TagPaths paths, TagSums sums, boolean byCpu, Progress progress) {
        this.paths = paths;
        this.sums = sums;
        this.byCpu = byCpu;
        inclusive = new long[paths.size()];
        children = new int[paths.size()];
        firstCell = new int[paths.size()];
        isThere = new boolean[paths.size()];
        nextCell = new int[sums.cells()];
        long[] keys = new long[sums.cells()];
        for (int cell = 0; cell < keys.length; cell++) {
            keys[cell] = (long) sums.host(cell) << 32 | (byCpu ? sums.cpu(cell) + 1L & 0xffff_ffffL : 0);
        }
        int[] order = new int[keys.length];
        Arrays.setAll(order, i -> i);
        LongArrays.radixSortIndirect(order, keys, true);
        for (int i = 0; i < order.length;) {
            int end = i;
            while (end < order.length && keys[order[end]] == keys[order[i]]) {
                end++;
            }
            progress.check();
            group(order, i, end);
            i = end;
        }
    }

    List<TagTimes> rows() {
        return rows;
    }

    /** The cells order[from … end) of a host, or of one of its processors. */
    private void group(int[] order, int from, int end) {
        Arrays.fill(inclusive, 0);
        Arrays.fill(children, 0);
        Arrays.fill(firstCell, -1);
        Arrays.fill(isThere, false);
        boolean wall = false;
        for (int i = end - 1; i >= from; i--) {
            int cell = order[i];
            int path = sums.path(cell);
            nextCell[cell] = firstCell[path];
            firstCell[path] = cell;
            isThere[path] = true;
            wall |= sums.value(cell, TagTimes.WALL) > 0;
        }
        int counted = wall ? TagTimes.WALL : ThreadState.RUNNING.ordinal();
        for (int path = paths.size() - 1; path >= 0; path--) {
            for (int cell = firstCell[path]; cell >= 0; cell = nextCell[cell]) {
                inclusive[path] += sums.value(cell, counted);
            }
            if (isThere[path] && path != TagPaths.UNTAGGED) {
                int parent = paths.parent(path);
                inclusive[parent] += inclusive[path];
                children[parent]++;
                isThere[parent] = true;
            }
        }
        int first = order[from];
        int cpu = byCpu ? sums.cpu(first) : TagTimes.ALL;
        for (int path : inOrder()) {
            rows.add(row(sums.host(first), cpu, path, wall));
        }
    }

    /** The paths of the group, each after the one above it; siblings by time, then in the order in which they came; untagged and unknown last. */
    private int[] inOrder() {
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
            if (firstCell[path] >= 0 || children[path] > 1 || paths.depth(path) <= ALL_DEPTH) {
                result.add(path);
            }
        }
        for (int pseudo = TagPaths.UNTAGGED; pseudo <= TagPaths.UNKNOWN; pseudo++) {
            if (firstCell[pseudo] >= 0) {
                result.add(pseudo);
            }
        }
        return result.toIntArray();
    }

    private TagTimes row(int host, int cpu, int path, boolean wall) {
        long[] own = new long[TagTimes.CLASSES];
        long entries = 0;
        long bytes = 0;
        for (int cell = firstCell[path]; cell >= 0; cell = nextCell[cell]) {
            for (int i = 0; i < own.length; i++) {
                own[i] += sums.value(cell, i);
            }
            entries += sums.value(cell, TagSums.ENTRIES);
            long more = sums.value(cell, TagSums.BYTES);
            bytes = bytes + more < 0 ? Long.MAX_VALUE : bytes + more;
        }
        long total = inclusive[TagPaths.UNTAGGED];
        long counted = own[wall ? TagTimes.WALL : ThreadState.RUNNING.ordinal()];
        boolean pseudo = path <= TagPaths.UNKNOWN;
        return new TagTimes(host, cpu, path, own, pseudo ? counted : inclusive[path], pseudo ? total : inclusive[paths.parent(path)], total,
                entries, bytes, wall);
    }
}
