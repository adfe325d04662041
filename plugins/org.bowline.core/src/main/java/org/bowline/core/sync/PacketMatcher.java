/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Finds which packet received is which packet sent, while packets come in any interleaving of the hosts. TCP segments with data are matched by their bytes ({@link Stream}),
 * all others as wholes ({@link KeyTable}). What has waited longer than the horizon is dropped. O(1) to O(log n) a packet.
 *
 * <p>Datagrams without an IP identification are all alike and not matched at all.
 *
 * <p>Three things could pair wrongly, and bound clocks wrongly: a packet sent twice (only a host's first send certainly precedes a receive), a packet that a router sends on
 * (its send bounds nothing, as the packet's other receives may come earlier), and one that crosses several virtual devices of one host (there a receive never
 * belongs to a later send). Where the trace tells that a packet received {@linkplain PacketLog#follow was sent} by the same host, or came to it before, it is not matched. What was sent is, at each interface: which sending is the first must not depend on that.
 */
final class PacketMatcher {
    private static final int LEAST_SWEEP = 256;

    private final List<PacketLog> logs;
    private final MatchSink sink;
    private final Waiting waiting;
    private final boolean inStep;
    private final KeyTable keys;
    private final List<Stream> streams = new ArrayList<>();
    private int[] buckets = new int[256];
    /** By host, the stream of each of its flows, as far as it was looked for and is not gone. */
    private final @Nullable Stream[][] known;
    private long sinceSweep;

    /**
     * @param logs the packets
     * @param sink gets the pairs
     * @param horizonNanos how long a packet waits; {@link Long#MAX_VALUE}: for ever
     * @param inStep whether packets come by their true times, about
     */
    PacketMatcher(List<PacketLog> logs, MatchSink sink, long horizonNanos, boolean inStep) {
        this.logs = logs;
        this.sink = sink;
        this.inStep = inStep;
        waiting = new Waiting(horizonNanos);
        keys = new KeyTable(logs, sink, waiting);
        Arrays.fill(buckets, -1);
        known = new Stream[logs.size()][];
        for (int host = 0; host < known.length; host++) {
            known[host] = new Stream[logs.get(host).flows()];
        }
    }

    void add(int host, int packet, long nowNanos) {
        PacketLog log = logs.get(host);
        if (log.needsNoMatch(packet)) {
            return;
        }
        if (log.carriesStreamBytes(packet)) {
            streamOf(log, host, packet).add(log, host, packet, nowNanos, inStep);
        } else if (log.isIdentified(packet)) {
            keys.add(host, packet, nowNanos);
        }
        // A sweep looks at all that is held; as many packets come between two sweeps, so that each pays for a constant number of looks.
        if (waiting.expires() && ++sinceSweep >= LEAST_SWEEP && sinceSweep >= waiting.held() / 2) {
            sinceSweep = 0;
            keys.sweep(nowNanos);
            int kept = 0;
            for (int i = 0; i < streams.size(); i++) {
                if (!streams.get(i).sweep(nowNanos)) {
                    streams.set(kept++, streams.get(i));
                } else {
                    streams.get(i).eachFlow((of, flow) -> known[of][flow] = null);
                }
            }
            if (kept < streams.size()) {
                streams.subList(kept, streams.size()).clear();
                link();
            }
        }
    }

    /** All packets have come. */
    void finish() {
        keys.finish();
        streams.forEach(Stream::finish);
    }

    private Stream streamOf(PacketLog log, int host, int packet) {
        int flow = log.flow(packet);
        Stream found = known[host][flow];
        if (found == null) {
            found = search(log, host, packet);
            found.addFlow(host, flow);
            known[host][flow] = found;
        }
        return found;
    }

    private Stream search(PacketLog log, int host, int packet) {
        long hash = log.flowHash(packet);
        for (int at = buckets[bucket(hash)]; at >= 0; at = streams.get(at).next) {
            Stream stream = streams.get(at);
            if (stream.flowHash == hash && PacketLog.sameFlow(log, packet, logs.get(stream.sampleHost), stream.samplePacket)) {
                return stream;
            }
        }
        Stream stream = new Stream(hash, host, packet, waiting, sink);
        streams.add(stream);
        if (streams.size() > buckets.length / 2) {
            buckets = new int[2 * buckets.length];
            link();
        } else {
            stream.next = buckets[bucket(hash)];
            buckets[bucket(hash)] = streams.size() - 1;
        }
        return stream;
    }

    private int bucket(long hash) {
        return (int) (hash >>> 20) & (buckets.length - 1);
    }

    private void link() {
        Arrays.fill(buckets, -1);
        for (int i = 0; i < streams.size(); i++) {
            int bucket = bucket(streams.get(i).flowHash);
            streams.get(i).next = buckets[bucket];
            buckets[bucket] = i;
        }
    }

    Waiting waiting() {
        return waiting;
    }
}
