/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.lock;

import java.util.Arrays;

import org.bowline.core.column.IntColumn;
import org.bowline.core.timeline.LockEvents;
import org.bowline.core.timeline.Timeline;

/** What the passes over the events of locks have in common: who waits for which, since when each is free, and what was lost. */
abstract class LockPass {
    static final int NONE = LockHistory.NONE;

    final Timeline timeline;
    final LockTable locks;
    final LockEvents events;
    final IntColumn lockOf;
    final LockRecorder recorder;
    final Queue queue;
    final Losses losses;
    /** When the lock was last given back. */
    final long[] free;

    LockPass(Timeline timeline, LockTable locks, IntColumn lockOf, LockRecorder recorder) {
        this.timeline = timeline;
        this.locks = locks;
        events = timeline.locks();
        this.lockOf = lockOf;
        this.recorder = recorder;
        queue = new Queue(locks.size(), timeline.threadCount());
        losses = new Losses(timeline.hostCount(), locks.size());
        free = new long[locks.size()];
        Arrays.fill(free, Long.MIN_VALUE);
    }
}
