/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import org.jspecify.annotations.Nullable;

import org.bowline.core.waitfor.SetAside;

/** What texts and pictures show at first: the work, and not what ran beside it. Tables for programs have everything. */
public final class FirstLook {
    /** Whether what is set aside is to be shown, too. */
    public static final Parameter<Boolean> SHOW_ALL = Parameter.flag("show-all",
            "Count and show also what is set aside: threads of the tracer and of the kernel, threads that only wait, edges to the unknown, edges of fewer than "
                    + SetAside.FEW + " waits.");

    private FirstLook() {}

    /** What is left out; null if nothing is. */
    public static @Nullable SetAside leaves(Analysis analysis) {
        return analysis.question().get(SHOW_ALL) ? null : analysis.aside();
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
