/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.ArrayList;
import java.util.List;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.Words;
import org.bowline.core.sync.PacketLog;
import org.bowline.core.time.ClockMap;

/**
 * Waits that were ended by packets of which no sending is known, and why it is not: the sender was not recorded at all, or not at that time, or its
 * trace lacks the event. A host is known by the addresses from which it sent; one that lost all that it sent, by those at which it received.
 */
final class UnmatchedPackets {
    private static final int NOBODY = -1;

    private final List<HostLog> logs;
    private final ClockMap clocks;
    private final long[] whileNotRecorded;
    private final long[] lost;
    private long ofStrangers;
    private long unknown;
    private @Nullable List<LongOpenHashSet> senders;
    private @Nullable List<LongOpenHashSet> receivers;

    UnmatchedPackets(List<HostLog> logs, ClockMap clocks) {
        this.logs = logs;
        this.clocks = clocks;
        whileNotRecorded = new long[logs.size()];
        lost = new long[logs.size()];
    }

    /**
     * Counts a wait.
     *
     * @param host the host of the waiting thread
     * @param packet the packet that ended it, in that host's log; negative if it is not known
     */
    void add(int host, int packet) {
        PacketLog log = logs.get(host).packets;
        long address = packet < 0 ? 0 : log.addressHash(log.origin(packet), true);
        if (address == 0) {
            unknown++;
            return;
        }
        int sender = sender(host, address);
        if (sender == NOBODY) {
            ofStrangers++;
        } else if (isRecorded(sender, clocks.toReference(host, log.nanos(packet)))) {
            lost[sender]++;
        } else {
            whileNotRecorded[sender]++;
        }
    }

    void addCaveats(TimelineBuilder builder) {
        for (int host = 0; host < lost.length; host++) {
            String name = logs.get(host).host;
            if (lost[host] > 0) {
                builder.caveat(Caveat.of(Severity.INFO, name, "lost-sending", lost[host],
                        text(lost[host], "that " + name + " sent, though its trace does not have the sending")));
            }
            if (whileNotRecorded[host] > 0) {
                builder.caveat(Caveat.of(Severity.INFO, name, "unrecorded-sending", whileNotRecorded[host],
                        text(whileNotRecorded[host], "that " + name + " sent while it was not recorded")));
            }
        }
        if (ofStrangers > 0) {
            builder.caveat(Caveat.of(Severity.INFO, "", "unmatched-packets", ofStrangers,
                    text(ofStrangers, ofStrangers == 1 ? "from an address that no host here is seen to use"
                            : "from addresses that no host here is seen to use")));
        }
        if (unknown > 0) {
            builder.caveat(Caveat.of(Severity.INFO, "", "unknown-sender", unknown,
                    text(unknown, unknown == 1 ? "whose sender the traces do not tell" : "whose senders the traces do not tell")));
        }
    }

    private static String text(long waits, String which) {
        return Words.count(waits, "wait was ended by a packet " + which + "; it leads",
                "waits were ended by packets " + which + "; they lead")
                + " to the network.";
    }

    /** Who sent a packet: the host itself, if it uses the address, as a loopback address is used by all; else the first one that does. */
    private int sender(int host, long address) {
        if (senders == null || receivers == null) {
            senders = addresses(true);
            receivers = addresses(false);
        }
        for (List<LongOpenHashSet> owners : List.of(senders, receivers)) {
            if (owners.get(host).contains(address)) {
                return host;
            }
            for (int other = 0; other < owners.size(); other++) {
                if (owners.get(other).contains(address)) {
                    return other;
                }
            }
        }
        return NOBODY;
    }

    /** Hashes of the addresses from which each host sent, or at which it received. */
    private List<LongOpenHashSet> addresses(boolean sent) {
        List<LongOpenHashSet> result = new ArrayList<>();
        for (HostLog host : logs) {
            LongOpenHashSet addresses = new LongOpenHashSet();
            PacketLog log = host.packets;
            for (int i = 0; i < log.size(); i++) {
                boolean onTheWay = sent ? log.isForwarded(i) : log.isFollowed(i); // not from here, or not to here
                if (log.isSent(i) == sent && !onTheWay && log.isAddressed(i)) {
                    addresses.add(log.addressHash(i, sent));
                }
            }
            result.add(addresses);
        }
        return result;
    }

    private boolean isRecorded(int host, long nanos) {
        long[] bounds = logs.get(host).recordings;
        for (int i = 0; i < bounds.length; i += 2) {
            if (nanos >= clocks.toReference(host, bounds[i]) && nanos <= clocks.toReference(host, bounds[i + 1])) {
                return true;
            }
        }
        return false;
    }
}
