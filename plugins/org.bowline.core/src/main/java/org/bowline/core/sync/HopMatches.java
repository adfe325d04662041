/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.util.List;
import java.util.function.LongConsumer;

/**
 * Who first sent what crossed several interfaces on its way: of containers, bridges, tunnels and routers. Each interface's part of the way is known: within a host from its log, between hosts from the matches. O(packets times the hosts on their way).
 */
final class HopMatches {
    /** No packet lives longer: IP's default time to live. Traces that contradict themselves may lead in a circle. */
    private static final int MOST_HOSTS = 64;

    private final List<PacketLog> logs;
    private final Matches matches;

    /** @param matches of what came from elsewhere with what may have gone there */
    HopMatches(List<PacketLog> logs, Matches matches) {
        this.logs = logs;
        this.matches = matches;
    }

    /** Gives each received packet the one that was first sent; one of which only a part of the way is known, the first of that part. */
    void resolve(LongConsumer poll) {
        if (logs.stream().noneMatch(PacketLog::hasHops)) {
            return;
        }
        for (int host = 0; host < logs.size(); host++) {
            PacketLog log = logs.get(host);
            for (int packet = 0; packet < log.size(); packet++) {
                poll.accept(packet);
                if (!log.isSent(packet)) {
                    resolve(host, packet);
                }
            }
        }
    }

    private void resolve(int receiver, int received) {
        int host = receiver;
        int packet = logs.get(host).origin(received);
        int sender = Matches.NONE;
        int send = Matches.NONE;
        int ways = 0;
        for (; ways < MOST_HOSTS && !logs.get(host).isSent(packet); ways++) {
            int before = matches.sendingPacket(host, packet);
            if (before == Matches.NONE) {
                break;
            }
            host = matches.sendingHost(host, packet);
            packet = logs.get(host).origin(before);
            sender = host;
            send = before;
        }
        if (logs.get(host).isSent(packet)) {
            sender = host;
            send = packet;
        }
        if (ways > 1 || matches.isPassedOn(receiver, logs.get(receiver).origin(received))) { // the way to its first interface here may be known by now
            matches.passedOn(receiver, received);
        }
        if (send != Matches.NONE) {
            matches.set(receiver, received, sender, send);
        }
    }
}
