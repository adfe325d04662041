/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongUnaryOperator;

/** Hosts with known clocks that exchange packets; what each host records becomes its log, and who sent what stays known. */
final class SimulatedNetwork {
    /** True times are ns from here; hosts count from about the present day. */
    static final long EPOCH = 1_795_198_437_000_000_000L;

    record Event(long hostNanos, boolean sent, int protocol, boolean addressed, int source, int destination, int sourcePort,
            int destinationPort, long sequence, long ack,
            int flags, int payload, int ipId, int mark) {}

    final List<List<Event>> events = new ArrayList<>();
    final List<LongUnaryOperator> clocks = new ArrayList<>();
    /** Receive mark to mark of the send that caused it. */
    final Map<Integer, Integer> truth = new HashMap<>();
    /** Mark of a packet to the mark of what it was at the interface before of its host. */
    final Map<Integer, Integer> before = new HashMap<>();
    final Random random;
    long begin;
    long end;
    private int marks;
    private int ids;

    SimulatedNetwork(long seed) {
        random = new Random(seed);
    }

    /** Adds a host with a clock of an offset and a rate. */
    int host(long offsetNanos, double ppm) {
        return host(t -> EPOCH + offsetNanos + t + Math.round(t * ppm / 1e6));
    }

    /** Adds a host with any rising clock. */
    int host(LongUnaryOperator clock) {
        events.add(new ArrayList<>());
        clocks.add(clock);
        return events.size() - 1;
    }

    int record(int host, long trueNanos, boolean sent, int source, int destination, int sourcePort, int destinationPort, long sequence,
            long ack, int flags, int payload,
            int ipId) {
        begin = marks == 0 ? trueNanos : Math.min(begin, trueNanos);
        end = marks == 0 ? trueNanos : Math.max(end, trueNanos);
        int mark = marks++;
        events.get(host)
                .add(new Event(clocks.get(host).applyAsLong(trueNanos), sent, PacketLog.TCP, true, source, destination, sourcePort,
                        destinationPort, sequence, ack,
                        flags, payload, ipId, mark));
        return mark;
    }

    /** Whether all packets of the hosts count as recorded. */
    boolean whole;
    /** Of this host none was recorded; −1 for no host. */
    int without = -1;

    /** By host, how many packets came in without headers. */
    final Map<Integer, Integer> headerless = new HashMap<>();

    /** One packet of a connection, sent and received once. Returns when it was received. */
    long message(int from, int to, long trueNanos, long delayNanos, long sequence, long ack, int payload) {
        int id = ids++ & 0xffff;
        int send = record(from, trueNanos, true, from, to, 1000 + from, 1000 + to, sequence, ack, 24, payload, id);
        int receive = record(to, trueNanos + delayNanos, false, from, to, 1000 + from, 1000 + to, sequence, ack, 24, payload, id);
        truth.put(receive, send);
        return trueNanos + delayNanos;
    }

    /** Requests and responses one after the other; delays have a least value and a long tail. */
    void conversation(int client, int server, long fromNanos, long toNanos, long gapNanos, long forthNanos, long backNanos) {
        long t = fromNanos;
        long request = random.nextInt() & 0xffffffffL;
        long response = random.nextInt() & 0xffffffffL;
        while (t < toNanos) {
            t = message(client, server, t, delay(forthNanos), request, response, 512);
            request = (request + 512) & 0xffffffffL;
            t = message(server, client, t + 20_000 + random.nextInt(200_000), delay(backNanos), response, request, 256);
            response = (response + 256) & 0xffffffffL;
            message(client, server, t + 1_000, delay(forthNanos), request, response, 0);
            t += 1_000 + (long) (gapNanos * 2 * random.nextDouble());
        }
    }

    long delay(long least) {
        return least + (long) (least * -Math.log(1 - random.nextDouble()));
    }

    List<PacketLog> logs() {
        List<PacketLog> logs = new ArrayList<>();
        for (List<Event> host : events) {
            host.sort(Comparator.comparingLong(Event::hostNanos).thenComparingInt(Event::mark));
            PacketLog log = new PacketLog();
            for (int i = 0; i < headerless.getOrDefault(logs.size(), 0); i++) {
                log.addHeaderless();
            }
            Map<Integer, Integer> indices = new HashMap<>();
            for (Event e : host) {
                int index = log.add(e.hostNanos, e.sent, e.protocol, e.addressed, 4, 0, 0x0a000000L + e.source, 0,
                        0x0a000000L + e.destination,
                        e.sourcePort, e.destinationPort, e.sequence,
                        e.ack, e.flags, e.payload, e.ipId, e.mark);
                indices.put(e.mark, index);
                Integer earlier = before.get(e.mark);
                if (earlier != null) {
                    log.follow(index, indices.get(earlier));
                }
            }
            logs.add(log);
        }
        return logs;
    }

    String[] names() {
        String[] names = new String[events.size()];
        for (int i = 0; i < names.length; i++) {
            names[i] = "host" + (char) ('A' + i);
        }
        return names;
    }

    SyncResult synchronise(ClockSync.Options options) {
        return synchronise(options, false);
    }

    /** @param lettingGo whether what tells packets apart is let go as soon as they are matched */
    SyncResult synchronise(ClockSync.Options options, boolean lettingGo) {
        long[] from = new long[events.size()];
        long[] to = new long[events.size()];
        for (int h = 0; h < from.length; h++) {
            from[h] = clocks.get(h).applyAsLong(begin);
            to[h] = clocks.get(h).applyAsLong(end);
        }
        List<PacketLog> logs = logs();
        boolean[] wholePackets = new boolean[logs.size()];
        Arrays.fill(wholePackets, whole);
        if (without >= 0) {
            wholePackets[without] = false;
        }
        return ClockSync.run(logs, names(), from, to, options, () -> false, () -> {
            if (lettingGo) {
                logs.forEach(PacketLog::letGoKeys);
            }
        }, wholePackets);
    }

    /** Greatest of |estimate − truth| − bound over the trace and a tenth beyond: not above 0 if the bound holds. */
    long worstExcess(SyncResult result, int host) {
        long worst = Long.MIN_VALUE;
        long margin = (end - begin) / 10;
        for (int i = 0; i <= 1000; i++) {
            long t = begin - margin + (end - begin + 2 * margin) / 1000 * i;
            long hostNanos = clocks.get(host).applyAsLong(t);
            long reference = clocks.get(result.referenceHost()).applyAsLong(t);
            long error = Math.abs(result.clocks().toReference(host, hostNanos) - reference);
            worst = Math.max(worst, error - result.clocks().clock(host).errorNanos(hostNanos));
        }
        return worst;
    }

    /** Number of receives whose match is another than the truth. */
    long wrongMatches(SyncResult result) {
        List<PacketLog> logs = logs();
        long wrong = 0;
        for (int h = 0; h < logs.size(); h++) {
            for (int p = 0; p < logs.get(h).size(); p++) {
                if (!logs.get(h).isSent(p)) {
                    int expected = truth.getOrDefault(logs.get(h).ref(p), -1);
                    int host = result.matches().sendingHost(h, p);
                    int found = host < 0 ? -1 : logs.get(host).ref(result.matches().sendingPacket(h, p));
                    wrong += found == expected ? 0 : 1;
                }
            }
        }
        return wrong;
    }
}
