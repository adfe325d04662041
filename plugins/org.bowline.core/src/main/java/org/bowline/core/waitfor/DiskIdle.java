/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import org.jspecify.annotations.Nullable;

import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * What idle disks wait for: the threads that give them work. A disk's idle time is the time of the range in which its host was
 * recorded, without the union of [issued, completed) of its requests; each thread gets the share of its number of requests in the range (largest remainder, so the shares add up exactly).
 */
final class DiskIdle implements DeviceIdle {
    /** A disk that holds threads up for less than a hundredth of the range is trimmed from all knots (the paper's share). */
    private static final int NOTICEABLE = 100;

    private final Timeline timeline;
    private final long from;
    private final long to;
    private final Tally tally;
    private final int threads;
    /** The requests in the range, by disk. */
    private final @Nullable IntArrayList[] requests;

    DiskIdle(Timeline timeline, long from, long to, Tally tally) {
        this.timeline = timeline;
        this.from = from;
        this.to = to;
        this.tally = tally;
        threads = timeline.threadCount();
        requests = new IntArrayList[timeline.vertexCount() - threads];
        for (int request = 0; request < timeline.requestCount(); request++) {
            if (inRange(request)) {
                int disk = timeline.requestDisk(request) - threads;
                IntArrayList list = requests[disk];
                if (list == null) {
                    list = new IntArrayList();
                    requests[disk] = list;
                }
                list.add(request);
            }
        }
    }

    @Override
    public boolean addOrigins(EdgeList edges, boolean[] origins) {
        long[] weights = weights(edges);
        long noticeable = timeline.recordedNanos(from, to) / NOTICEABLE;
        boolean more = false;
        for (int disk = 0; disk < requests.length; disk++) {
            IntArrayList list = requests[disk];
            for (int i = 0; list != null && weights[disk] > 0 && weights[disk] >= noticeable && i < list.size(); i++) {
                int issuer = timeline.requestIssuer(list.getInt(i));
                if (hasIssuer(list.getInt(i)) && !origins[issuer]) {
                    origins[issuer] = true;
                    more = true;
                }
            }
        }
        return more;
    }

    @Override
    public void addTo(EdgeList edges) {
        long[] weights = weights(edges);
        for (int disk = 0; disk < requests.length; disk++) {
            IntArrayList list = requests[disk];
            if (weights[disk] > 0 && list != null) {
                share(disk + threads, list, edges);
            }
        }
    }

    /** How much waits for each disk. No sum is more than the threads' lives. */
    private long[] weights(EdgeList edges) {
        long[] weights = new long[requests.length];
        for (int edge = 0; edge < edges.size(); edge++) {
            int target = edges.targetOf(edge);
            if (target >= threads && timeline.kind(target) == VertexKind.DISK) {
                weights[target - threads] += edges.weightOf(edge);
            }
        }
        return weights;
    }

    private boolean inRange(int request) {
        long issued = timeline.requestIssued(request);
        return issued < to && Math.max(timeline.requestCompleted(request), issued + 1) > from;
    }

    /** A request made in an interrupt on an idle CPU was nobody's. */
    private boolean hasIssuer(int request) {
        int issuer = timeline.requestIssuer(request);
        return issuer != Timeline.NONE && !timeline.isIdle(issuer);
    }

    private void share(int disk, IntArrayList requests, EdgeList edges) {
        Int2IntOpenHashMap count = new Int2IntOpenHashMap();
        int total = 0;
        for (int i = 0; i < requests.size(); i++) {
            if (hasIssuer(requests.getInt(i))) {
                count.addTo(timeline.requestIssuer(requests.getInt(i)), 1);
                total++;
            } else {
                tally.requestWithoutIssuer(timeline.host(disk));
            }
        }
        if (total == 0) {
            return;
        }
        long idle = to - from - busyOrUnrecorded(disk, requests);
        int[] issuers = count.keySet().toIntArray();
        Arrays.sort(issuers);
        long[] remainder = new long[issuers.length];
        long[] share = new long[issuers.length];
        long left = idle;
        for (int i = 0; i < issuers.length; i++) {
            // idle × n / total in parts: the remainder of the first division and n are both below 2^31
            int n = count.get(issuers[i]);
            long rest = idle % total * n;
            share[i] = idle / total * n + rest / total;
            remainder[i] = rest % total;
            left -= share[i];
        }
        int[] order = new int[issuers.length];
        Arrays.setAll(order, i -> i);
        IntArrays.quickSort(order,
                (a, b) -> remainder[a] != remainder[b] ? Long.compare(remainder[b], remainder[a]) : Integer.compare(a, b));
        for (int i = 0; i < left; i++) {
            share[order[i]]++;
        }
        for (int i = 0; i < issuers.length; i++) {
            edges.add(edges.edge(disk, issuers[i]), share[i], share[i], share[i], count.get(issuers[i]));
        }
    }

    /** For how long the disk had a request, or nothing is known of it. */
    private long busyOrUnrecorded(int disk, IntArrayList requests) {
        TimeUnion union = new TimeUnion(from, to);
        union.addUnrecorded(timeline, timeline.host(disk));
        for (int i = 0; i < requests.size(); i++) {
            union.add(timeline.requestIssued(requests.getInt(i)), timeline.requestCompleted(requests.getInt(i)));
        }
        return union.nanos();
    }
}
