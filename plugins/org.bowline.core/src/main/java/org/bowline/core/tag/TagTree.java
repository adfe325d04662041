/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.tag;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import it.unimi.dsi.fastutil.longs.LongArrays;

import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;

/** Makes rows of cells: adds up what is below each path, and puts the paths into the order of a tree. O(cells × log + groups × paths). */
final class TagTree {
    /** Down to this depth every path has a row. */
    static final int ALL_DEPTH = TagOrder.ALL_DEPTH;

    private final TagPaths paths;
    private final TagSums sums;
    private final boolean byCpu;
    private final List<TagTimes> rows = new ArrayList<>();

    // of the present group; by path
    private final TagOrder order;
    private final int[] firstCell;
    private final int[] nextCell;

    TagTree(TagPaths paths, TagSums sums, boolean byCpu, Progress progress) {
        this.paths = paths;
        this.sums = sums;
        this.byCpu = byCpu;
        order = new TagOrder(paths);
        firstCell = new int[paths.size()];
        nextCell = new int[sums.cells()];
        long[] keys = new long[sums.cells()];
        for (int cell = 0; cell < keys.length; cell++) {
            keys[cell] = (long) sums.host(cell) << 32 | (byCpu ? sums.cpu(cell) + 1L & 0xffff_ffffL : 0);
        }
        int[] cells = new int[keys.length];
        Arrays.setAll(cells, i -> i);
        LongArrays.radixSortIndirect(cells, keys, true);
        for (int i = 0; i < cells.length;) {
            int end = i;
            while (end < cells.length && keys[cells[end]] == keys[cells[i]]) {
                end++;
            }
            progress.check();
            group(cells, i, end);
            i = end;
        }
    }

    List<TagTimes> rows() {
        return rows;
    }

    /** The cells [from … end) of a host, or of one of its processors. */
    private void group(int[] cells, int from, int end) {
        order.clear();
        Arrays.fill(firstCell, -1);
        boolean wall = false;
        for (int i = end - 1; i >= from; i--) {
            int cell = cells[i];
            int path = sums.path(cell);
            nextCell[cell] = firstCell[path];
            firstCell[path] = cell;
            wall |= sums.value(cell, TagTimes.WALL) > 0;
        }
        int counted = wall ? TagTimes.WALL : ThreadState.RUNNING.ordinal();
        for (int i = from; i < end; i++) {
            order.add(sums.path(cells[i]), sums.value(cells[i], counted));
        }
        order.sum();
        int first = cells[from];
        int cpu = byCpu ? sums.cpu(first) : TagTimes.ALL;
        for (int path : order.inOrder(one -> firstCell[one] >= 0)) {
            rows.add(row(sums.host(first), cpu, path, wall));
        }
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
        long total = order.nanos(TagPaths.UNTAGGED);
        long counted = own[wall ? TagTimes.WALL : ThreadState.RUNNING.ordinal()];
        boolean pseudo = path <= TagPaths.UNKNOWN;
        return new TagTimes(host, cpu, path, own, pseudo ? counted : order.nanos(path),
                pseudo ? total : order.nanos(paths.parent(path)), total, entries, bytes, wall);
    }
}
