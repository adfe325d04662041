/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.util.Arrays;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;

import org.bowline.core.timeline.Timeline;

/**
 * What idle network interfaces wait for: the threads that give them something to send. The idle time is the time of the range in which the host was recorded, without that in which the
 * interface sent ({@link NicModel}); each thread gets the share of its bytes, as in the paper. What the kernel sent on nobody's behalf makes the interface busy and has no share.
 */
final class NicIdle implements DeviceIdle {
    private final Timeline timeline;
    private final NicModel model;
    private final NicUse[] uses;
    private final Noticed noticed;
    private final Tally tally;

    NicIdle(Timeline timeline, long from, long to, NicModel model, NicUse[] uses, Tally tally) {
        this.timeline = timeline;
        this.model = model;
        this.uses = uses;
        this.tally = tally;
        noticed = Noticed.of(timeline, from, to);
    }

    @Override
    public boolean addOrigins(EdgeList edges, boolean[] origins) {
        boolean more = false;
        for (int nic = 0; nic < uses.length; nic++) {
            if (noticed.test(weight(edges, nic))) {
                for (int frame = timeline.firstFrame(nic); frame < timeline.endFrame(nic); frame++) {
                    if (model.isIn(frame) && hasSender(frame) && !origins[timeline.frameSender(frame)]) {
                        origins[timeline.frameSender(frame)] = true;
                        more = true;
                    }
                }
            }
        }
        return more;
    }

    @Override
    public void addTo(EdgeList edges) {
        long[] weights = new long[uses.length];
        Arrays.setAll(weights, nic -> weight(edges, nic));
        for (int nic = 0; nic < uses.length; nic++) {
            if (weights[nic] > 0) {
                share(nic, edges);
            }
        }
    }

    private boolean hasSender(int frame) {
        int sender = timeline.frameSender(frame);
        return sender != Timeline.NONE && !timeline.isIdle(sender);
    }

    /** How much waits for an interface. */
    private long weight(EdgeList edges, int nic) {
        long weight = 0;
        for (int edge = 0; uses[nic].counts() && edge < edges.size(); edge++) {
            weight += edges.targetOf(edge) == timeline.nicVertex(nic) ? edges.weightOf(edge) : 0;
        }
        return weight;
    }

    private void share(int nic, EdgeList edges) {
        Int2LongOpenHashMap bytes = new Int2LongOpenHashMap();
        Int2IntOpenHashMap frames = new Int2IntOpenHashMap();
        for (int frame = timeline.firstFrame(nic); frame < timeline.endFrame(nic); frame++) {
            if (model.isIn(frame) && hasSender(frame)) {
                bytes.addTo(timeline.frameSender(frame), timeline.frameBytes(frame));
                frames.addTo(timeline.frameSender(frame), 1);
            } else if (model.isIn(frame)) {
                tally.frameWithoutSender(timeline.host(timeline.nicVertex(nic)), timeline.frameBytes(frame));
            }
        }
        int[] senders = bytes.keySet().toIntArray();
        if (senders.length == 0) {
            return;
        }
        Arrays.sort(senders);
        long[] parts = new long[senders.length];
        Arrays.setAll(parts, i -> bytes.get(senders[i]));
        long[] shares = Shares.of(uses[nic].idleNanos(), parts);
        for (int i = 0; i < senders.length; i++) {
            edges.add(edges.edge(timeline.nicVertex(nic), senders[i]), shares[i], shares[i], shares[i], frames.get(senders[i]));
        }
    }
}
