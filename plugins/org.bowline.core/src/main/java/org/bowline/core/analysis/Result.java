/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.List;
import java.util.function.Function;

import org.bowline.core.model.Caveat;

/**
 * Something that can be asked of an {@link Analysis}. The result itself is the key: an analysis computes equal ones once, so a result with
 * parameters is a record, and one without is a constant.
 *
 * @param <T> what comes out; immutable, as all who ask get the same one
 */
public interface Result<T> {
    /**
     * Computes it, from other results of the analysis or from the timeline; asks {@link Analysis#progress()} whether to stop. Must not ask for
     * itself.
     */
    T compute(Analysis analysis);

    /** What this result, and none of those that it is computed from, does not know. */
    default List<Caveat> caveats(Analysis analysis) {
        return List.of();
    }

    /** Whether it is of the wait-for graph as it is shown, so that it is another one if {@linkplain Merging threads are merged} in it. */
    default boolean isOfGraph() {
        return false;
    }

    /** A result without caveats of its own. */
    static <T> Result<T> of(Function<Analysis, T> compute) {
        return of(compute, value -> List.of());
    }

    /** A result with caveats of its own. */
    static <T> Result<T> of(Function<Analysis, T> compute, Function<T, List<Caveat>> caveats) {
        return of(compute, caveats, false);
    }

    /** A result of the graph that is shown, without caveats of its own. */
    static <T> Result<T> ofGraph(Function<Analysis, T> compute) {
        return ofGraph(compute, value -> List.of());
    }

    /** A result of the graph that is shown, with caveats of its own. */
    static <T> Result<T> ofGraph(Function<Analysis, T> compute, Function<T, List<Caveat>> caveats) {
        return of(compute, caveats, true);
    }

    private static <T> Result<T> of(Function<Analysis, T> compute, Function<T, List<Caveat>> caveats, boolean ofGraph) {
        return new Result<>() {
            @Override
            public T compute(Analysis analysis) {
                return compute.apply(analysis);
            }

            @Override
            public List<Caveat> caveats(Analysis analysis) {
                return caveats.apply(analysis.get(this));
            }

            @Override
            public boolean isOfGraph() {
                return ofGraph;
            }
        };
    }
}
