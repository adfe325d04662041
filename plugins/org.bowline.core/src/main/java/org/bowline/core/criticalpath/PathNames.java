/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.criticalpath;

import java.util.function.IntFunction;

import org.bowline.core.model.Words;
import org.bowline.core.timeline.Timeline;

/**
 * What threads and devices are called where the paths of many intervals are told of together: what has one name there is one part.
 *
 * @param timeline that of the paths
 * @param names of its vertices
 */
public record PathNames(Timeline timeline, IntFunction<String> names) {
    /** Each by its own name, so that short-lived threads and pools of one name make one part. */
    public static PathNames exact(Timeline timeline) {
        return new PathNames(timeline, timeline::vertexName);
    }

    /** The same, but that workers of the kernel, which come and go, are one. */
    public static PathNames stable(Timeline timeline) {
        return new PathNames(timeline, vertex -> Words.stable(timeline.vertexName(vertex)));
    }

    /** The name of a vertex; empty if there is none. */
    public String of(int vertex) {
        return vertex == Timeline.NONE ? "" : names.apply(vertex);
    }

    /** The name of a vertex's host. */
    public String host(int vertex) {
        return timeline.hostName(timeline.host(vertex));
    }
}
