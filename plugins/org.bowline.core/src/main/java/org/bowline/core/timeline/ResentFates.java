/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.jspecify.annotations.Nullable;

import org.bowline.core.order.Bisection;
import org.bowline.core.progress.Progress;
import org.bowline.core.sync.PacketLog;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.time.ClockMap;

/**
 * What became of what hosts sent before they sent it again, as the traces of the hosts tell that it was sent to. O(packets) if anything was sent again; a bit for each packet of a host that did.
 */
final class ResentFates {
    private static final int CHECK_EVERY = 1 << 14;

    private final List<HostLog> logs;
    private final Connections connections;
    /** By host, the packets that were sent again, and which were the same sent again; of these those that arrived. */
    private final BitSet[] sent;
    private final BitSet[] arrived;
    /** Those that seem to have arrived twice: what was sent before was late, and is taken for what was sent again. */
    private final BitSet[] twice;
    /** By connection that was asked for twice, when it was granted, and when it was told at the side that had asked, in reference time. */
    private final Int2ObjectOpenHashMap<LongArrayList> granted = new Int2ObjectOpenHashMap<>();
    private final Int2ObjectOpenHashMap<LongArrayList> told = new Int2ObjectOpenHashMap<>();

    ResentFates(List<HostLog> logs, SyncResult sync, ClockMap clocks, Connections connections, Progress progress) {
        this.logs = logs;
        this.connections = connections;
        sent = new BitSet[logs.size()];
        arrived = new BitSet[logs.size()];
        twice = new BitSet[logs.size()];
        Arrays.setAll(sent, host -> new BitSet());
        Arrays.setAll(arrived, host -> new BitSet());
        Arrays.setAll(twice, host -> new BitSet());
        for (int host = 0; host < logs.size(); host++) {
            addSent(host, logs.get(host).resent);
        }
        if (Arrays.stream(sent).allMatch(BitSet::isEmpty)) {
            return;
        }
        for (int host = 0; host < logs.size(); host++) {
            PacketLog log = logs.get(host).packets;
            for (int i = 0; i < log.size(); i++) {
                if (i % CHECK_EVERY == 0) {
                    progress.check();
                }
                int send = log.isSent(i) || log.isFollowed(i) ? SegmentLog.NONE : sync.matches().sendingPacket(host, i);
                if (send != SegmentLog.NONE && sent[sync.matches().sendingHost(host, i)].get(send)) {
                    BitSet ofSender = arrived[sync.matches().sendingHost(host, i)];
                    twice[sync.matches().sendingHost(host, i)].set(send, ofSender.get(send));
                    ofSender.set(send);
                }
                if (log.connects(i) && isAtAnEnd(log, i) && connections.opener(host, log, i) == Timeline.Opener.RECEIVER) {
                    LongArrayList times = (log.isSent(i) ? granted : told).get(connections.number(host, log, i));
                    if (times != null) {
                        times.add(clocks.toReference(host, log.nanos(i)));
                    }
                }
            }
        }
        granted.values().forEach(times -> times.sort(null));
        told.values().forEach(times -> times.sort(null));
    }

    /** Whether a packet is where it was first sent, or last received. */
    private static boolean isAtAnEnd(PacketLog log, int packet) {
        return log.isSent(packet) ? !log.isHop(packet) : !log.isFollowed(packet);
    }

    private void addSent(int host, Resent resent) {
        for (int i = 0; i < resent.size(); i++) {
            sent[host].set(resent.before(i));
            sent[host].set(resent.again(i));
            int connection = resent.opens(i) ? connections.number(host, logs.get(host).packets, resent.before(i)) : Timeline.NONE;
            if (connection != Timeline.NONE) {
                granted.computeIfAbsent(connection, key -> new LongArrayList());
                told.computeIfAbsent(connection, key -> new LongArrayList());
            }
        }
    }

    /**
     * What became of one.
     *
     * @param before when it was sent before, in reference time
     * @param again when it was sent again
     */
    ResentFate of(int host, int i, long before, long again) {
        Resent resent = logs.get(host).resent;
        if (!arrived[host].get(resent.before(i)) && !twice[host].get(resent.again(i))) {
            return arrived[host].get(resent.again(i)) ? ResentFate.LOST : ResentFate.UNKNOWN;
        }
        int connection = resent.opens(i) ? connections.number(host, logs.get(host).packets, resent.before(i)) : Timeline.NONE;
        if (!isWithin(granted.get(connection), before, again)) {
            return ResentFate.ARRIVED;
        }
        return isWithin(told.get(connection), before, again) ? ResentFate.UNKNOWN : ResentFate.GRANTED;
    }

    /** Whether one of some times, ascending, is after one time and before another. */
    private static boolean isWithin(@Nullable LongArrayList times, long from, long to) {
        int first = times == null ? 0 : Bisection.firstAbove(times, from);
        return times != null && first < times.size() && times.getLong(first) < to;
    }
}
