/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.Arrays;

import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;

/** What a wait is for, where the timeline leaves it open: the request's disk, or what the host's waits for something unknown lead to. Who waits until a thread of the kernel has finished a request waits for its disk. */
final class WaitTargets {
    private final Timeline timeline;
    private final int[] unknownOfHost;

    WaitTargets(Timeline timeline) {
        this.timeline = timeline;
        unknownOfHost = new int[timeline.hostCount()];
        Arrays.fill(unknownOfHost, Timeline.NONE);
        for (int vertex = timeline.vertexCount() - 1; vertex >= timeline.threadCount(); vertex--) {
            if (timeline.kind(vertex) == VertexKind.UNKNOWN) {
                unknownOfHost[timeline.host(vertex)] = vertex;
            }
        }
    }

    /** The vertex that a blocked segment waits for; {@link Timeline#NONE} if it is unknown and the timeline has no vertex for that. */
    int of(int thread, int segment) {
        int request = timeline.awaitedRequest(segment);
        int target = request == Timeline.NONE ? timeline.target(segment) : timeline.requestDisk(request);
        // the idle thread is never a cause (rule 4): who really woke the thread is not known
        boolean known = target != Timeline.NONE && !(target < timeline.threadCount() && timeline.isIdle(target));
        return known ? target : unknownOfHost[timeline.host(thread)];
    }
}
