/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.criticalpath;

import java.util.Comparator;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;

/**
 * What parts of different paths have in common.
 *
 * @param host name of the host
 * @param thread what the thread is called, see {@link PathNames}
 * @param state what it did
 * @param cause what it waited for, if blocked
 * @param kind how the legs came to be
 * @param target what the vertex is called that was waited for; empty if there is none
 */
public record PathSort(String host, String thread, ThreadState state, Cause cause, LegKind kind, String target) {
    /** By the words first, then in the order of states, causes and kinds. */
    public static final Comparator<PathSort> ORDER = Comparator.comparing(PathSort::host).thenComparing(PathSort::thread)
            .thenComparing(PathSort::state).thenComparing(PathSort::cause).thenComparing(PathSort::kind).thenComparing(PathSort::target);

    /** That of a part. */
    public static PathSort of(PathNames names, PathPart part) {
        return new PathSort(names.host(part.thread()), names.of(part.thread()), part.state(), part.cause(), part.kind(),
                names.of(part.target()));
    }
}
