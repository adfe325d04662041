/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.io.Serializable;
import java.util.BitSet;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

import org.bowline.core.column.IntColumn;
import org.bowline.core.column.LongColumn;

/**
 * The block requests of one host, from the queue to completion; found again by device and first sector. Host time. One that is on its way
 * when another of the same place is made was completed unseen: at that time at the latest. (Two reads of one place at a time are rare; the
 * disk is as busy then, and which of them a completion belongs to makes no difference to who waits for what.)
 */
final class BlockRequests implements Serializable {
    static final int NONE = -1;
    /** Not yet issued or completed. */
    static final long PENDING = Long.MIN_VALUE;
    /** A flush has no sectors; the kernel completes it with this one. */
    private static final long FLUSH_SECTOR = -1;

    private final Int2ObjectOpenHashMap<Long2IntOpenHashMap> pending = new Int2ObjectOpenHashMap<>();
    final IntColumn disk = new IntColumn();
    final IntColumn issuer = new IntColumn();
    final LongColumn queued = new LongColumn();
    final LongColumn issued = new LongColumn();
    final LongColumn completed = new LongColumn();
    /** Those that write or flush. */
    final BitSet writes = new BitSet();
    /** How long each was when it was given to the disk. */
    final LongColumn whole = new LongColumn();
    /** Of that, what is not done yet. */
    private final LongColumn sectors = new LongColumn();

    int size() {
        return disk.size();
    }

    /** Lets go of all requests. */
    void letGo() {
        disk.letGo();
        issuer.letGo();
        queued.letGo();
        issued.letGo();
        completed.letGo();
        whole.letGo();
        sectors.letGo();
    }

    void queue(long nanos, int device, int diskResource, long sector, long count, int thread) {
        add(nanos, device, diskResource, sector, count, thread);
    }

    void issue(long nanos, int device, int diskResource, long sector, long count, int thread) {
        int request = pendingOf(device).get(key(sector, count));
        if (request == NONE || issued.get(request) != PENDING) {
            request = add(nanos, device, diskResource, sector, count, thread);
        }
        issued.set(request, nanos);
        // requests that were merged into it since made it longer
        sectors.set(request, Math.max(count, sectors.get(request)));
        whole.set(request, sectors.get(request));
    }

    void writes(int device, long sector, long count) {
        int request = pendingOf(device).get(key(sector, count));
        if (request != NONE) {
            writes.set(request);
        }
    }

    void requeue(int device, long sector, long count) {
        int request = pendingOf(device).get(key(sector, count));
        if (request != NONE) {
            issued.set(request, PENDING);
        }
    }

    /** The request that is done, or NONE if none was issued here; the last part of a request in parts finishes it. */
    int complete(long nanos, int device, long sector, long count) {
        Long2IntOpenHashMap ofDevice = pendingOf(device);
        long key = key(sector, count);
        int request = ofDevice.get(key);
        if (request == NONE || issued.get(request) == PENDING) {
            return NONE;
        }
        ofDevice.remove(key);
        completed.set(request, nanos);
        long rest = sectors.get(request) - count;
        if (key != FLUSH_SECTOR && count > 0 && rest > 0) {
            sectors.set(request, rest);
            ofDevice.putIfAbsent(sector + count, request);
        }
        return request;
    }

    private int add(long nanos, int device, int diskResource, long sector, long count, int thread) {
        int request = disk.size();
        disk.add(diskResource);
        issuer.add(thread);
        queued.add(nanos);
        issued.add(PENDING);
        completed.add(PENDING);
        sectors.add(count);
        whole.add(count);
        int displaced = pendingOf(device).put(key(sector, count), request);
        if (displaced != NONE && issued.get(displaced) != PENDING) {
            completed.set(displaced, nanos);
        }
        return request;
    }

    private static long key(long sector, long count) {
        return count == 0 ? FLUSH_SECTOR : sector;
    }

    private Long2IntOpenHashMap pendingOf(int device) {
        Long2IntOpenHashMap map = pending.get(device);
        if (map == null) {
            map = new Long2IntOpenHashMap();
            map.defaultReturnValue(NONE);
            pending.put(device, map);
        }
        return map;
    }
}
