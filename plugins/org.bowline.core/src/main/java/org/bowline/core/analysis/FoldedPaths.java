/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.jspecify.annotations.Nullable;

import org.bowline.core.criticalpath.PathNames;
import org.bowline.core.criticalpath.PathPart;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.LabelStatistics;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.Timeline;

/**
 * The paths of intervals as texts and pictures tell of them: what the threads of a {@linkplain Pools pool} do on them is one part, whichever of them does it. One
 * request is served by one worker and the next by another, so that of each worker alone neither a share nor a difference would tell anything. Tables for programs
 * have each thread by its own name.
 */
public final class FoldedPaths {
    /** The end of a heading, if a pool is one part. */
    public static final String NOTE = "a pool is one part, --unfold shows its threads";

    /** What threads are called; null if no pool of threads with different names is on the paths, or each thread is to be shown by itself. */
    private static final Result<@Nullable PathNames> FOLDED = Result.of(FoldedPaths::fold);
    private static final Result<List<LabelStatistics>> LABELS = Result.of(analysis -> {
        IntervalPaths paths = analysis.intervals();
        return paths == null ? List.of() : isFolded(analysis) ? paths.labels(names(analysis)) : paths.labels();
    });

    private FoldedPaths() {}

    /** Whether any thread is called by its pool's name. */
    public static boolean isFolded(Analysis analysis) {
        return analysis.get(FOLDED) != null;
    }

    /** What threads and devices are called; workers of the kernel are one. */
    public static PathNames names(Analysis analysis) {
        PathNames folded = analysis.get(FOLDED);
        return folded == null ? PathNames.stable(analysis.timeline()) : folded;
    }

    /** How long the intervals of each label took, and where. */
    public static List<LabelStatistics> labels(Analysis analysis) {
        return analysis.get(LABELS);
    }

    /** What threads and devices are called in {@link #labels}. */
    static PathNames namesOfLabels(Analysis analysis) {
        return isFolded(analysis) ? names(analysis) : PathNames.exact(analysis.timeline());
    }

    private static @Nullable PathNames fold(Analysis analysis) {
        IntervalPaths paths = analysis.intervals();
        if (paths == null || !FirstLook.folds(analysis) || !isAnyAlike(analysis.timeline(), paths)) {
            return null;
        }
        Timeline timeline = analysis.timeline();
        @Nullable String[] called = new String[timeline.threadCount()];
        for (IntArrayList pool : Pools.of(analysis).all()) {
            String name = Pools.name(timeline, pool);
            pool.forEach(thread -> called[thread] = name);
        }
        if (!isAnyRenamed(timeline, paths, called)) {
            return null;
        }
        PathNames each = PathNames.stable(timeline);
        return new PathNames(timeline, vertex -> {
            String name = vertex < called.length ? called[vertex] : null;
            return name == null ? each.of(vertex) : name;
        });
    }

    private static boolean isAnyRenamed(Timeline timeline, IntervalPaths paths, @Nullable String[] called) {
        return paths.paths().stream().flatMap(path -> path.parts().stream()).mapToInt(PathPart::thread)
                .anyMatch(thread -> called[thread] != null && !timeline.name(thread).equals(called[thread]));
    }

    /** Whether the names of any two threads on the paths differ in a number only: where none do, no pool changes a name, and none has to be found. */
    private static boolean isAnyAlike(Timeline timeline, IntervalPaths paths) {
        Map<String, String> byStem = new HashMap<>();
        boolean[] seen = new boolean[timeline.threadCount()];
        for (IntervalPaths.OfInterval path : paths.paths()) {
            for (PathPart part : path.parts()) {
                int thread = part.thread();
                if (seen[thread]) {
                    continue;
                }
                seen[thread] = true;
                String name = timeline.name(thread);
                String known = byStem.putIfAbsent(Kin.of(timeline, thread), name);
                if (known != null && !known.equals(name)) {
                    return true;
                }
            }
        }
        return false;
    }
}
