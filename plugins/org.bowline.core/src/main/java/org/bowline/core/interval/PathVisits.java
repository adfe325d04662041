/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.criticalpath.LegKind;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;

/**
 * When threads had to do with a request: each from its first leg on the request's critical path to its last one.
 *
 * <p>Whoever was asked on behalf of the request had nothing to do with it before: it was woken by who worked for the request until then. But where the path leads from a thread that begins to wait to
 * one that is in the midst of something else, as the holder of a lock, that one was not asked, and nor is who waits for it in turn: of these the waits before their first leg kept the request waiting,
 * too, so their visit begins when the path went over to the first of them.
 *
 * <p>A path can be told in stretches, one after the other: what those before have to say of a stretch is only since when nobody was asked. O(legs), or O(threads) for a stretch that was summed up.
 */
final class PathVisits {
    private static final long ASKED = Long.MAX_VALUE;

    private int firstThread = Timeline.NONE;
    private long firstStart;
    private boolean firstIsHandedOver;
    private int lastThread = Timeline.NONE;
    /** Since when whoever is on the path was not asked, as far as these legs tell. */
    private long unaskedFrom = ASKED;
    /** Whether the path came to the thread whose it is: what was before says nothing of what comes after. */
    private boolean wasOwn;
    private final Int2LongOpenHashMap begins = new Int2LongOpenHashMap();
    /** Those of them that begin before the path came to the thread whose it is. */
    private final IntOpenHashSet early = new IntOpenHashSet();
    private final Int2LongOpenHashMap ends = new Int2LongOpenHashMap();

    /** Those of a stretch of a path. */
    static PathVisits of(CriticalPath path) {
        PathVisits visits = new PathVisits();
        for (int leg = 0; leg < path.size(); leg++) {
            visits.add(path, leg);
        }
        return visits;
    }

    private void add(CriticalPath path, int leg) {
        int thread = path.thread(leg);
        long start = path.start(leg);
        if (leg == 0) {
            firstThread = thread;
            firstStart = start;
            firstIsHandedOver = isHandedOver(path, leg);
        }
        if (thread == path.thread()) {
            unaskedFrom = ASKED;
            wasOwn = true;
        } else if (leg > 0 && thread != lastThread && !isHandedOver(path, leg)) {
            unaskedFrom = Math.min(unaskedFrom, start);
        }
        // a packet on its way stands in the row of who will get it, who may have something else to do until then
        if (path.kind(leg) != LegKind.NETWORK_TRANSIT && !begins.containsKey(thread)) {
            begins.put(thread, Math.min(unaskedFrom, start));
            if (!wasOwn) {
                early.add(thread);
            }
        }
        ends.put(thread, path.end(leg));
        lastThread = thread;
    }

    /**
     * Goes on with the stretch that follows.
     *
     * @param own the thread whose path it is
     */
    void add(PathVisits next, int own) {
        long since = unaskedFrom;
        if (lastThread == Timeline.NONE) {
            firstThread = next.firstThread;
            firstStart = next.firstStart;
            firstIsHandedOver = next.firstIsHandedOver;
        } else if (next.firstThread != own && next.firstThread != lastThread && !next.firstIsHandedOver) {
            since = Math.min(since, next.firstStart);
        }
        for (Int2LongMap.Entry entry : next.begins.int2LongEntrySet()) {
            int thread = entry.getIntKey();
            if (!begins.containsKey(thread)) {
                boolean isEarly = next.early.contains(thread);
                begins.put(thread, isEarly ? Math.min(since, entry.getLongValue()) : entry.getLongValue());
                if (isEarly && !wasOwn) {
                    early.add(thread);
                }
            }
        }
        ends.putAll(next.ends);
        unaskedFrom = next.wasOwn ? next.unaskedFrom : Math.min(since, next.unaskedFrom);
        wasOwn |= next.wasOwn;
        lastThread = next.lastThread;
    }

    /** The visits of a whole path. Until it comes to the thread whose it is, nobody was asked. */
    void addTo(OpenSpans.Builder visits, long fromNanos) {
        for (Int2LongMap.Entry entry : begins.int2LongEntrySet()) {
            int thread = entry.getIntKey();
            visits.add(thread, early.contains(thread) ? Math.min(fromNanos, entry.getLongValue()) : entry.getLongValue(), ends.get(thread));
        }
    }

    /** Whether a leg's thread begins there: it was started, woken, or sent a packet. */
    private static boolean isHandedOver(CriticalPath path, int leg) {
        Timeline timeline = path.timeline();
        int thread = path.thread(leg);
        long begin = path.start(leg);
        if (path.kind(leg) == LegKind.NETWORK_TRANSIT || timeline.threadStart(thread) == begin) {
            return true;
        }
        int before = timeline.segmentAt(thread, begin - 1);
        return before != Timeline.NONE && timeline.state(before) == ThreadState.BLOCKED && timeline.end(thread, before) == begin;
    }
}
