/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.util.List;
import java.util.function.LongConsumer;

import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/**
 * Whether a host exchanged packets with another one, as far as its own packets tell: by addresses, so that packets count that match none of the other side, because their traces are of other times or something
 * between the hosts has changed them.
 */
final class Apart {
    private final LongOpenHashSet[] own;
    private final LongOpenHashSet[] peers;
    private final boolean[] unknown;

    /**
     * Takes down who has which addresses. O(packets).
     *
     * @param poll told of progress, so that it can be cancelled
     */
    Apart(List<PacketLog> logs, LongConsumer poll) {
        own = new LongOpenHashSet[logs.size()];
        peers = new LongOpenHashSet[logs.size()];
        unknown = new boolean[logs.size()];
        for (int host = 0; host < logs.size(); host++) {
            own[host] = new LongOpenHashSet();
            peers[host] = new LongOpenHashSet();
            PacketLog log = logs.get(host);
            for (int packet = 0; packet < log.size(); packet++) {
                poll.accept(packet);
                if (log.isWithinHost(packet) || log.isForwarded(packet)) {
                    continue; // containers of hosts that have nothing to do with each other have the same addresses; and what is sent on has those of others
                }
                long from = log.addressHash(packet, true);
                long to = log.addressHash(packet, false);
                if (from == 0) {
                    unknown[host] = true;
                } else if (from != to && !log.isLoopback(packet)) {
                    own[host].add(log.isSent(packet) ? from : to);
                    peers[host].add(log.isSent(packet) ? to : from);
                }
            }
        }
    }

    /** Whether all packets of a host have known addresses, and none is from or to an address that another host has. */
    boolean is(int host) {
        if (unknown[host]) {
            return false;
        }
        for (int other = 0; other < own.length; other++) {
            if (other != host && (meet(own[host], own[other]) || meet(peers[host], own[other]) || meet(own[host], peers[other]))) {
                return false;
            }
        }
        return true;
    }

    /** Whether a host and another one exchanged packets with the same third party, which is none of the hosts. */
    boolean shares(int host) {
        for (long address : peers[host]) {
            boolean isOwn = false;
            boolean isPeer = false;
            for (int other = 0; other < peers.length; other++) {
                isOwn |= own[other].contains(address) && !peers[other].contains(address); // else a bridge's copy is sent on
                isPeer |= other != host && peers[other].contains(address);
            }
            if (isPeer && !isOwn) {
                return true;
            }
        }
        return false;
    }

    private static boolean meet(LongOpenHashSet a, LongOpenHashSet b) {
        if (a.size() > b.size()) {
            return meet(b, a);
        }
        for (long address : a) {
            if (b.contains(address)) {
                return true;
            }
        }
        return false;
    }
}
