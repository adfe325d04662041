/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import org.jspecify.annotations.Nullable;

import org.bowline.core.column.IntColumn;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * What idle disks wait for: the threads that give them work. A disk's idle time is the time of the range in which its host was
 * recorded, without the union of [issued, completed) of its requests; each thread gets the share of its number of requests in the range, or of the bytes of these (largest remainder, so the shares add up exactly).
 */
final class DiskIdle implements DeviceIdle {
    private final Timeline timeline;
    private final long from;
    private final long to;
    private final DiskShare by;
    private final Tally tally;
    private final int threads;
    /** The requests in the range, by disk. */
    private final @Nullable IntColumn[] requests;

    DiskIdle(Timeline timeline, long from, long to, DiskShare by, Tally tally) {
        this.timeline = timeline;
        this.from = from;
        this.to = to;
        this.by = by;
        this.tally = tally;
        threads = timeline.threadCount();
        requests = new IntColumn[timeline.vertexCount() - threads];
        for (int request = 0; request < timeline.requestCount(); request++) {
            if (inRange(request)) {
                int disk = timeline.requestDisk(request) - threads;
                IntColumn list = requests[disk];
                if (list == null) {
                    list = new IntColumn();
                    requests[disk] = list;
                }
                list.add(request);
            }
        }
    }

    @Override
    public boolean addOrigins(EdgeList edges, boolean[] origins) {
        long[] weights = weights(edges);
        Noticed noticed = Noticed.of(timeline, from, to);
        boolean more = false;
        for (int disk = 0; disk < requests.length; disk++) {
            IntColumn list = requests[disk];
            for (int i = 0; list != null && noticed.test(weights[disk]) && i < list.size(); i++) {
                int issuer = timeline.requestIssuer(list.get(i));
                if (hasIssuer(list.get(i)) && !origins[issuer]) {
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
            IntColumn list = requests[disk];
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

    private void share(int disk, IntColumn requests, EdgeList edges) {
        Int2IntOpenHashMap count = new Int2IntOpenHashMap();
        Int2LongOpenHashMap bytes = new Int2LongOpenHashMap();
        long total = 0;
        for (int i = 0; i < requests.size(); i++) {
            if (hasIssuer(requests.get(i))) {
                count.addTo(timeline.requestIssuer(requests.get(i)), 1);
                bytes.addTo(timeline.requestIssuer(requests.get(i)), timeline.requestBytes(requests.get(i)));
                total += timeline.requestBytes(requests.get(i));
            } else {
                tally.requestWithoutIssuer(timeline.host(disk));
            }
        }
        if (count.isEmpty()) {
            return;
        }
        boolean byBytes = by == DiskShare.BYTES && total > 0; // of flushes alone, and where the trace tells no sizes, requests count
        long idle = to - from - busyOrUnrecorded(disk, requests);
        int[] issuers = count.keySet().toIntArray();
        Arrays.sort(issuers);
        long[] parts = new long[issuers.length];
        Arrays.setAll(parts, i -> byBytes ? bytes.get(issuers[i]) : count.get(issuers[i]));
        long[] share = Shares.of(idle, parts);
        for (int i = 0; i < issuers.length; i++) {
            edges.add(edges.edge(disk, issuers[i]), share[i], share[i], share[i], count.get(issuers[i]));
        }
    }

    /** For how long the disk had a request, or nothing is known of it. */
    private long busyOrUnrecorded(int disk, IntColumn requests) {
        TimeUnion union = new TimeUnion(from, to);
        union.addUnrecorded(timeline, timeline.host(disk));
        for (int i = 0; i < requests.size(); i++) {
            union.add(timeline.requestIssued(requests.get(i)), timeline.requestCompleted(requests.get(i)));
        }
        return union.nanos();
    }
}
