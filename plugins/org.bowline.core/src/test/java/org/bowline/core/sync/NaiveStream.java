/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.util.ArrayList;
import java.util.List;

import org.bowline.core.sync.MatchSink.Order;

/** What a {@link Stream} must find, in plain lists: every segment is compared with every other. */
final class NaiveStream {
    private static final int PATIENCE = 4;

    private static final class Segment {
        final long start;
        final long end;
        final int host;
        final int packet;
        final boolean relayed;
        boolean matched;

        Segment(long start, long end, int host, int packet, boolean relayed) {
            this.start = start;
            this.end = end;
            this.host = host;
            this.packet = packet;
            this.relayed = relayed;
        }
    }

    private final MatchSink sink;
    private final List<Segment> sends = new ArrayList<>();
    private final List<Segment> receives = new ArrayList<>();

    NaiveStream(MatchSink sink) {
        this.sink = sink;
    }

    private static void insert(List<Segment> list, Segment segment) {
        int at = list.size();
        while (at > 0 && list.get(at - 1).end > segment.end) {
            at--;
        }
        list.add(at, segment);
    }

    void send(int host, int packet, long from, long to) {
        boolean relayed = false;
        for (Segment receive : receives) {
            if (receive.end > from) {
                if (receive.start >= to || relayed) {
                    break;
                }
                relayed = receive.host == host;
            }
        }
        sink.sent(host, packet, relayed);
        Segment own = new Segment(from, to, host, packet, relayed);
        insert(sends, own);
        for (Segment receive : receives) {
            if (receive.end > from && receive.end <= to && receive.host != host) {
                boolean first = !receive.matched || isFirst(own, receive.end);
                sink.pair(host, packet, receive.host, receive.packet, order(first, own), receive.matched);
                receive.matched = true;
            }
        }
    }

    void receive(int host, int packet, long from, long to) {
        Segment own = new Segment(from, to, host, packet, false);
        insert(receives, own);
        int misses = 0;
        for (Segment send : sends) {
            if (send.end >= to && misses < PATIENCE) {
                if (send.start >= to) {
                    misses++;
                } else {
                    sink.pair(send.host, send.packet, host, packet, order(send.host != host && isFirst(send, to), send), own.matched);
                    own.matched = true;
                }
            }
        }
    }

    private static Order order(boolean first, Segment send) {
        return !first ? Order.NONE : send.relayed ? Order.RELAYED : Order.CERTAIN;
    }

    private boolean isFirst(Segment of, long byteEnd) {
        int misses = 0;
        for (Segment send : sends) {
            if (send.end >= byteEnd && misses < PATIENCE) {
                if (send.start >= byteEnd) {
                    misses++;
                } else if (send.host == of.host && send.packet < of.packet) {
                    return false;
                }
            }
        }
        return true;
    }
}
