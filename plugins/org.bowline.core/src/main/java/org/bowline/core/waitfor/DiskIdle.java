/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import org.jspecify.annotations.Nullable;

import org.bowline.core.column.IntColumn;
import org.bowline.core.figures.Duration;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * What idle disks wait for: the threads that give them work. A disk's idle time is the time of the range in which its host was
 * recorded, without that in which it is busy: the union of [issued, completed) of its requests or, where it is told what it can do, as long as what it did takes at that, if that is less. Each thread gets the share of its number of requests in the range, or of the bytes of these (largest remainder, so the shares add up exactly).
 */
final class DiskIdle implements DeviceIdle {
    private final Timeline timeline;
    private final long from;
    private final long to;
    private final DeviceRules rules;
    private final Tally tally;
    private final int threads;
    /** The requests in the range, by disk. */
    private final @Nullable IntColumn[] requests;

    DiskIdle(Timeline timeline, long from, long to, DeviceRules rules, Tally tally) {
        this.timeline = timeline;
        this.from = from;
        this.to = to;
        this.rules = rules;
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
        boolean byBytes = rules.diskShare() == DiskShare.BYTES && total > 0; // of flushes alone, and where the trace tells no sizes, requests count
        long idle = recorded(disk) - Math.min(served(disk, requests), needed(disk, requests));
        int[] issuers = count.keySet().toIntArray();
        Arrays.sort(issuers);
        long[] parts = new long[issuers.length];
        Arrays.setAll(parts, i -> byBytes ? bytes.get(issuers[i]) : count.get(issuers[i]));
        long[] share = Shares.of(idle, parts);
        for (int i = 0; i < issuers.length; i++) {
            edges.add(edges.edge(disk, issuers[i]), share[i], share[i], share[i], count.get(issuers[i]));
        }
    }

    /** For how much of the range the disk's host was recorded. */
    private long recorded(int disk) {
        TimeUnion union = new TimeUnion(from, to);
        union.addRecorded(timeline, timeline.host(disk));
        return union.nanos();
    }

    /** For how long the disk had a request, as far as its host was recorded. */
    private long served(int disk, IntColumn requests) {
        TimeUnion union = new TimeUnion(from, to);
        union.addUnrecorded(timeline, timeline.host(disk));
        for (int i = 0; i < requests.size(); i++) {
            union.add(timeline.requestIssued(requests.get(i)), timeline.requestCompleted(requests.get(i)));
        }
        return union.nanos() - (to - from - recorded(disk));
    }

    /** For how long the disk would have to work for what it did in the range if it did nothing else and all that it can, ns; the most there is if nothing is told of it. Of a request that is partly in the range a part counts. */
    private long needed(int disk, IntColumn requests) {
        DiskCapacities.Capacity capacity = rules.disks().of(timeline.hostName(timeline.host(disk)), timeline.vertexName(disk));
        if (capacity == null) {
            return Long.MAX_VALUE;
        }
        double bytes = 0;
        double count = 0;
        for (int i = 0; i < requests.size(); i++) {
            long issued = timeline.requestIssued(requests.get(i));
            long completed = Math.max(timeline.requestCompleted(requests.get(i)), issued + 1);
            double part = (Math.min(completed, to) - Math.max(issued, from)) / (double) (completed - issued);
            bytes += part * timeline.requestBytes(requests.get(i));
            count += part;
        }
        return Math.round(capacity.nanos(bytes, count));
    }

    /** What cannot be of what is told of disks. */
    List<Caveat> caveats() {
        List<Caveat> caveats = new ArrayList<>();
        Set<String> unknown = new TreeSet<>(rules.disks().names());
        Set<String> there = new TreeSet<>();
        for (int i = 0; i < requests.length; i++) {
            IntColumn list = requests[i];
            if (list == null) {
                continue;
            }
            int disk = i + threads;
            String host = timeline.hostName(timeline.host(disk));
            String name = timeline.vertexName(disk);
            unknown.remove(name);
            unknown.remove(host + ":" + name);
            there.add(host + ":" + name);
            long served = served(disk, list);
            long needed = needed(disk, list);
            if (needed != Long.MAX_VALUE && needed > served) {
                caveats.add(new Caveat(Severity.WARNING, host, "disk-above-capacity", list.size(), from, to,
                        name + " had requests for " + Duration.duration(served) + ", and what it did then takes "
                                + Duration.duration(needed)
                                + " at what it can do as --disk-capacity tells it: that is too low. It counts as busy while it had requests."));
            }
        }
        for (String name : unknown) {
            caveats.add(Caveat.of(Severity.WARNING, "", "disk-not-found", 1,
                    "--disk-capacity tells of " + name + ", but " + (there.isEmpty()
                            ? "no disk had a request in this time (block_rq_issue and block_rq_complete, profile waits-disk)."
                            : "the disks that had a request in this time are " + String.join(", ", there) + ".")));
        }
        return caveats;
    }
}
