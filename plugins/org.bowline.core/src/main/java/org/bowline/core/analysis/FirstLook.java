/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import org.jspecify.annotations.Nullable;

import org.bowline.core.waitfor.SetAside;

/** What texts and pictures show at first: the work, and not what ran beside it. Tables for programs have everything. */
public final class FirstLook {
    /** Whether what is set aside is to be shown, too. */
    public static final Parameter<Boolean> SHOW_ALL = Parameter.flag("show-all",
            "Count and show also what is set aside: threads of the tracer and of the kernel, threads that only wait, edges to the unknown, edges of fewer than "
                    + SetAside.FEW + " waits. No pool is folded then.");
    /** Whether each thread of a pool is to be shown by itself. */
    public static final Parameter<Boolean> UNFOLD = Parameter.flag("unfold",
            "Show each thread of a pool by itself, as csv and json always do. Default: threads of one host and name that mostly wait for the same are one line, 'nginx ×4'.");

    private FirstLook() {}

    /** What is left out; null if nothing is. */
    public static @Nullable SetAside leaves(Analysis analysis) {
        return analysis.isOfWork() ? analysis.aside() : null;
    }

    /** The vertices of the graph that are one line; none if each is to be shown by itself. Threads that are one vertex of it are one line in any case. */
    public static Pools pools(Analysis analysis) {
        return folds(analysis) ? Pools.ofGraph(analysis) : Pools.none(analysis);
    }

    /** The threads that are one line where threads are told of: also those that are one vertex of the {@linkplain Merging#view merged} graph. */
    public static Pools poolsOfThreads(Analysis analysis) {
        return folds(analysis) ? Pools.of(analysis).with(Merging.view(analysis).graph().groups()) : Pools.none(analysis);
    }

    static boolean folds(Analysis analysis) {
        return analysis.isOfWork() && !analysis.question().get(UNFOLD);
    }

    /** Whether a vertex is left out. */
    public static boolean leaves(Analysis analysis, int vertex) {
        SetAside aside = leaves(analysis);
        return aside != null && aside.isAside(vertex);
    }

    /** Whether an edge of the analysis's graph is left out. */
    public static boolean leavesEdge(Analysis analysis, int edge) {
        SetAside aside = leaves(analysis);
        return aside != null && aside.isAside(analysis.graph(), edge);
    }
}
