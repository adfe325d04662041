/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.offcpu;

import java.util.ArrayList;
import java.util.List;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import org.jspecify.annotations.Nullable;

import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

/**
 * In which system call threads were blocked. Told in order of time for each thread, of all hosts one after the other; then safe for many readers. 8 bytes per wait and more.
 */
public final class SystemCallLog {
    /** Of recordings without system calls. */
    public static final SystemCallLog NONE = new SystemCallLog();

    private static final int UNKNOWN = -1;

    private final List<String> names = new ArrayList<>();
    private final Object2IntOpenHashMap<String> numbers = new Object2IntOpenHashMap<>();
    /** By thread: the call that it is in, and since when. */
    private final Int2IntOpenHashMap present = new Int2IntOpenHashMap();
    private final Int2LongOpenHashMap since = new Int2LongOpenHashMap();
    /** By segment. */
    private final Int2IntOpenHashMap calls = new Int2IntOpenHashMap();
    /** By segment: the call that the thread was in which ended the wait. */
    private final Int2IntOpenHashMap wakerCalls = new Int2IntOpenHashMap();
    private final @Nullable WakeUps wakeUps;

    /** Nothing was told yet; what wakers are in is not to be kept. */
    public SystemCallLog() {
        this(null);
    }

    /**
     * Nothing was told yet.
     *
     * @param wakeUps when threads ended the waits of others, for the calls that they were in; null if these are not to be kept
     */
    public SystemCallLog(@Nullable WakeUps wakeUps) {
        this.wakeUps = wakeUps;
        wakerCalls.defaultReturnValue(UNKNOWN);
        numbers.defaultReturnValue(UNKNOWN);
        present.defaultReturnValue(UNKNOWN);
        calls.defaultReturnValue(UNKNOWN);
    }

    /** A thread calls the kernel. */
    public void begun(long timeNanos, int thread, String call) {
        int number = numbers.putIfAbsent(call, names.size());
        if (number == UNKNOWN) {
            number = names.size();
            names.add(call);
        }
        present.put(thread, number);
        since.put(thread, timeNanos);
    }

    /** The call returns: whatever the thread waited for meanwhile it did in the call. */
    public void returned(Timeline timeline, long timeNanos, int thread) {
        int call = present.remove(thread);
        if (call != UNKNOWN) {
            mark(timeline, thread, since.get(thread), timeNanos, call);
        }
    }

    /** Events of the host were lost, so that calls may have returned and others begun. */
    public void lost(Timeline timeline, int host) {
        present.keySet().removeIf(thread -> timeline.host(thread) == host);
    }

    /** The recording of the host ended in the calls that have not returned. */
    public void ended(Timeline timeline, int host) {
        present.int2IntEntrySet().forEach(entry -> {
            int thread = entry.getIntKey();
            if (timeline.host(thread) == host) {
                mark(timeline, thread, since.get(thread), timeline.threadEnd(thread), entry.getIntValue());
            }
        });
        lost(timeline, host);
    }

    private void mark(Timeline timeline, int thread, long from, long to, int call) {
        if (wakeUps != null) {
            wakeUps.each(thread, from, to, segment -> wakerCalls.put(segment, call));
        }
        int first = timeline.segmentAt(thread, from);
        for (int segment = first; segment != Timeline.NONE && segment < timeline.endSegment(thread) && timeline.start(segment) < to;
                segment++) {
            if (timeline.state(segment) == ThreadState.BLOCKED && timeline.start(segment) >= from) {
                calls.put(segment, call);
            }
        }
    }

    /** Whether no wait is known to be in any. */
    public boolean isEmpty() {
        return calls.isEmpty();
    }

    /** The call that the thread was in which ended the wait of a blocked segment, when it did; empty if it was in none, or that is not known. */
    public String ofWaker(int segment) {
        int call = wakerCalls.get(segment);
        return call == UNKNOWN ? "" : names.get(call);
    }

    /** The call in which the thread of a blocked segment waited; empty if that is not known, or it was in none. */
    public String of(int segment) {
        int call = calls.get(segment);
        return call == UNKNOWN ? "" : names.get(call);
    }
}
