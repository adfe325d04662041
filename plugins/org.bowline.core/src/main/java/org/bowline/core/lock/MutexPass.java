/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.lock;

import java.util.Arrays;

import org.bowline.core.column.IntColumn;
import org.bowline.core.model.ThreadState;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.LockEvents.Kind;
import org.bowline.core.timeline.Timeline;

/**
 * Finds holds and waits by what programs say of their mutexes. The library writes an event <em>after</em> the call, so a thread may be seen to get a mutex before its
 * last holder is seen to give it back: a hold ends when another one begins. Waiting for a condition gives a mutex back without an event: who sleeps while another
 * thread gets the mutex had given it back when it fell asleep.
 */
final class MutexPass extends LockPass {
    private final int[] holder;
    private final long[] begin;
    /** How often the holder has got it without giving it back (recursive mutexes). */
    private final int[] depth;
    /** Whose event of giving it back is still to come, though somebody else has got it. */
    private final int[] late;
    /** Whether the thread's mutex was held by another when it asked. */
    private final boolean[] heldThen;

    MutexPass(Timeline timeline, LockTable locks, IntColumn lockOf, LockRecorder recorder) {
        super(timeline, locks, lockOf, recorder);
        int count = locks.size();
        holder = new int[count];
        Arrays.fill(holder, NONE);
        begin = new long[count];
        depth = new int[count];
        late = new int[count];
        Arrays.fill(late, NONE);
        heldThen = new boolean[timeline.threadCount()];
    }

    void run(Progress progress) {
        for (int i = 0; i < events.size(); i++) {
            if ((i & LockTable.POLL_MASK) == 0) {
                progress.check();
            }
            Kind kind = events.kind(i);
            int thread = events.thread(i);
            long now = events.nanos(i);
            if (kind == Kind.PROGRAMS_LOST) {
                losses.add(thread, now, events.address(i));
            } else if (kind.ordinal() <= Kind.RELEASED.ordinal() && !losses.isLost(timeline.host(thread), now)) {
                forgetWhatWasLost(lockOf.get(i));
                switch (kind) {
                    case REQUEST -> request(lockOf.get(i), thread, now);
                    case ACQUIRED -> acquired(lockOf.get(i), thread, now);
                    case RELEASED -> released(lockOf.get(i), thread, now);
                    default -> queue.remove(thread);
                }
            }
        }
        for (int lock = 0; lock < holder.length; lock++) {
            forgetWhatWasLost(lock);
            if (holder[lock] != NONE) {
                end(lock, Math.min(timeline.endNanos(), timeline.threadEnd(holder[lock])), LockHistory.CUT_OFF);
            }
            queue.clear(lock, timeline.endNanos(), recorder);
        }
    }

    private void forgetWhatWasLost(int lock) {
        long lost = losses.first(locks.host(lock), lock);
        if (lost == Long.MAX_VALUE) {
            return;
        }
        if (holder[lock] != NONE) {
            end(lock, lost, LockHistory.CUT_OFF);
        }
        late[lock] = NONE;
        queue.clear(lock, lost, recorder);
    }

    private void request(int lock, int thread, long now) {
        queue.add(lock, thread, now);
        heldThen[thread] = holder[lock] != NONE && holder[lock] != thread;
    }

    private void acquired(int lock, int thread, long now) {
        boolean asked = queue.lockOf(thread) == lock;
        long since = asked ? queue.since(thread) : now;
        queue.remove(thread);
        boolean slept = asked && recorder.slept(lock, thread, since, now);
        boolean contended = slept || (asked && heldThen[thread]);
        recorder.acquisitions.add(lock, thread, since, now,
                (contended ? LockHistory.CONTENDED : 0) | queue.order(lock, since));
        if (holder[lock] == thread && !slept) {
            depth[lock]++;
            return;
        }
        if (holder[lock] == thread) {
            end(lock, since, LockHistory.END_ESTIMATED); // who waits for it does not have it
        } else if (holder[lock] != NONE) {
            takeFrom(lock, now);
        }
        holder[lock] = thread;
        begin[lock] = now;
        depth[lock] = 1;
    }

    /** Another thread has the mutex at a time: since when does its holder not? */
    private void takeFrom(int lock, long now) {
        int from = holder[lock];
        int segment = timeline.segmentAt(from, now);
        if (segment != Timeline.NONE && timeline.state(segment) == ThreadState.BLOCKED) {
            end(lock, Math.max(begin[lock], timeline.start(segment)), LockHistory.END_ESTIMATED);
        } else {
            end(lock, now, 0);
            late[lock] = from;
        }
    }

    private void released(int lock, int thread, long now) {
        if (holder[lock] == thread) {
            depth[lock]--;
            if (depth[lock] == 0) {
                end(lock, now, 0);
            }
            return;
        }
        if (late[lock] == thread) {
            late[lock] = NONE;
            return;
        }
        if (holder[lock] != NONE) {
            takeFrom(lock, now);
            late[lock] = NONE;
        }
        // it got it back from waiting for a condition: since when nobody knows, but who waits now waits for this thread
        int first = queue.first(lock);
        if (first != NONE) {
            recorder.hold(lock, thread, Math.max(free[lock], queue.since(first)), now, LockHistory.BEGIN_ESTIMATED);
        }
        free[lock] = now;
    }

    private void end(int lock, long now, int flags) {
        recorder.hold(lock, holder[lock], begin[lock], now, flags);
        free[lock] = Math.max(now, begin[lock]);
        holder[lock] = NONE;
    }
}
