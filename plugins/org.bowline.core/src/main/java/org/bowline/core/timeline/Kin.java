/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import org.bowline.core.model.IntPair;
import org.bowline.core.model.Words;

/** Which threads belong together: as they are of one process, or bear one name, so that they are told together: those of a host whose names are the same without the number at the end. */
public final class Kin {
    private Kin() {}

    /** Whether two vertices are threads of one process, which the trace tells. O(1). */
    public static boolean areOfOneProcess(Timeline timeline, int thread, int other) {
        return isThread(timeline, thread) && isThread(timeline, other) && timeline.pid(thread) > 0
                && timeline.pid(thread) == timeline.pid(other) && timeline.host(thread) == timeline.host(other);
    }

    /** The process of a thread, and of no thread of another one: a key, of use only where the trace tells the process. O(1). */
    public static long process(Timeline timeline, int thread) {
        return IntPair.of(timeline.host(thread), timeline.pid(thread));
    }

    private static boolean isThread(Timeline timeline, int vertex) {
        return vertex >= 0 && vertex < timeline.threadCount();
    }

    /** What is the same of a thread and of those that are told together with it, and of no other: a key, not for people to read. O(length of the name). */
    public static String of(Timeline timeline, int thread) {
        return timeline.host(thread) + ":" + Words.stem(timeline.name(thread));
    }
}
