/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.variance;

import java.util.Arrays;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import org.jspecify.annotations.Nullable;

import org.bowline.core.criticalpath.LegKind;
import org.bowline.core.criticalpath.PathNames;
import org.bowline.core.criticalpath.PathPart;
import org.bowline.core.criticalpath.PathSort;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;

/** The nodes of the parts of critical paths. Paths have many parts and few sorts of them, so the names of each sort are looked up once. */
final class PartNodes {
    private static final int STATES = ThreadState.values().length;
    private static final int CAUSES = Cause.values().length;
    private static final int KINDS = LegKind.values().length;

    private final PathNames names;
    private final SplitTree<PathVariance.Node> tree;
    /** By thread. */
    private final int[] threads;
    /** By what was done: nodes by thread and target. */
    private final @Nullable Long2IntOpenHashMap[] did = new Long2IntOpenHashMap[STATES * CAUSES * KINDS];

    PartNodes(PathNames names, SplitTree<PathVariance.Node> tree) {
        this.names = names;
        this.tree = tree;
        threads = new int[names.timeline().threadCount()];
        Arrays.fill(threads, CallTree.NONE);
    }

    /** The node of a part, below that of its thread. */
    int of(PathPart part) {
        int sort = (part.kind().ordinal() * CAUSES + part.cause().ordinal()) * STATES + part.state().ordinal();
        Long2IntOpenHashMap nodes = did[sort];
        if (nodes == null) {
            nodes = new Long2IntOpenHashMap();
            nodes.defaultReturnValue(CallTree.NONE);
            did[sort] = nodes;
        }
        long key = (long) part.thread() << Integer.SIZE | part.target() & 0xffff_ffffL;
        int node = nodes.get(key);
        if (node == CallTree.NONE) {
            node = tree.child(thread(part.thread()), PathVariance.node(PathSort.of(names, part)));
            nodes.put(key, node);
        }
        return node;
    }

    private int thread(int thread) {
        if (threads[thread] == CallTree.NONE) {
            threads[thread] = tree.child(0, PathVariance.thread(names, thread));
        }
        return threads[thread];
    }
}
