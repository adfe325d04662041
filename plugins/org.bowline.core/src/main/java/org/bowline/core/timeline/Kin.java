/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import org.bowline.core.model.Words;

/** Which threads are told together as they bear one name: those of a host whose names are the same without the number at the end. */
public final class Kin {
    private Kin() {}

    /** What is the same of a thread and of those that are told together with it, and of no other: a key, not for people to read. O(length of the name). */
    public static String of(Timeline timeline, int thread) {
        return timeline.host(thread) + ":" + Words.stem(timeline.name(thread));
    }
}
