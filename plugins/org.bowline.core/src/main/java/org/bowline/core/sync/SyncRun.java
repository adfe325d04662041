/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import org.jspecify.annotations.Nullable;

import org.bowline.core.column.LongColumn;
import org.bowline.core.model.IntPair;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.time.ClockMap;
import org.bowline.core.time.ClockTransform;
import org.bowline.core.time.HostClock;
import org.bowline.core.time.PiecewiseTransform;

/** One synchronisation, from the logs to the result. */
final class SyncRun {
    /** An address is a host's own if it originates one in so many of the packets that it sends from there; on their way through its devices they may be seen often. */
    private static final int LEAST_OWN = 8;
    private static final int POLL_MASK = (1 << 16) - 1;

    private final List<PacketLog> logs;
    /** The same, but that hosts without a time have no packets. */
    private final List<PacketLog> timed;
    private final String[] names;
    private final long[] start;
    private final long[] end;
    private final ClockSync.Options options;
    private final BooleanSupplier cancelled;
    private final Runnable matched;
    private final int hosts;
    private final SyncCaveats caveats;

    /** What one pass of matching found. */
    private final class Pass implements MatchSink {
        final Matches matches = new Matches(logs);
        /** Messages of hosts a < b at [a · hosts + b]. */
        final @Nullable PairMessages[] messages = new PairMessages[hosts * hosts];
        /** Receives with several candidates, and the candidates but the first. */
        final LongColumn ambiguousReceive = new LongColumn();
        final LongColumn ambiguousSend = new LongColumn();
        /** Packets routers sent on, and their receives. */
        final LongColumn relayedSend = new LongColumn();
        final LongColumn relayedReceive = new LongColumn();
        /** By host and source address, how many packets the host sent of its own, and how many it had received before. */
        final Long2IntOpenHashMap ownSends = new Long2IntOpenHashMap();
        final Long2IntOpenHashMap relayedSends = new Long2IntOpenHashMap();
        final Waiting waiting;

        Pass(long[] offset, long horizonNanos, boolean inStep) {
            // the tables of the matcher go with it
            PacketMatcher matcher = new PacketMatcher(timed, this, horizonNanos, inStep);
            MergedOrder order = new MergedOrder(timed, offset);
            for (long read = 0; order.advance(); read++) {
                poll(read);
                matcher.add(order.host(), order.packet(), order.nanos());
            }
            matcher.finish();
            waiting = matcher.waiting();
            addRelayed();
        }

        @Override
        public void sent(int host, int packet, boolean relayed) {
            long address = logs.get(host).addressHash(packet, true);
            if (address != 0) {
                (relayed ? relayedSends : ownSends).addTo(address + host, 1);
            }
        }

        @Override
        public void pair(int sendHost, int sendPacket, int receiveHost, int receivePacket, Order order, boolean another) {
            if (another) {
                ambiguousReceive.add(id(receiveHost, receivePacket));
                ambiguousSend.add(id(sendHost, sendPacket));
            } else {
                matches.set(receiveHost, receivePacket, sendHost, sendPacket);
            }
            if (order == Order.CERTAIN) {
                message(sendHost, sendPacket, receiveHost, receivePacket);
            } else if (order == Order.RELAYED) {
                // Who owns which address is known at the end.
                relayedSend.add(id(sendHost, sendPacket));
                relayedReceive.add(id(receiveHost, receivePacket));
            }
        }

        private void message(int sendHost, int sendPacket, int receiveHost, int receivePacket) {
            boolean firstSent = sendHost < receiveHost;
            int at = firstSent ? sendHost * hosts + receiveHost : receiveHost * hosts + sendHost;
            PairMessages pair = messages[at];
            if (pair == null) {
                pair = new PairMessages();
                messages[at] = pair;
            }
            long sent = logs.get(sendHost).nanos(sendPacket);
            long received = logs.get(receiveHost).nanos(receivePacket);
            pair.add(firstSent, firstSent ? sent : received, firstSent ? received : sent);
        }

        /** What routers sent on counts where it reached its destination. */
        private void addRelayed() {
            for (int i = 0; i < relayedSend.size(); i++) {
                poll(i);
                int host = hostOf(relayedReceive.get(i));
                int packet = packetOf(relayedReceive.get(i));
                long address = logs.get(host).addressHash(packet, false) + host;
                if (address != host && LEAST_OWN * ownSends.get(address) > relayedSends.get(address)) {
                    message(hostOf(relayedSend.get(i)), packetOf(relayedSend.get(i)), host, packet);
                }
            }
        }
    }

    SyncRun(List<PacketLog> logs, String[] names, long[] start, long[] end, ClockSync.Options options, BooleanSupplier cancelled,
            Runnable matched, boolean[] wholePackets) {
        this.logs = logs;
        this.names = names;
        this.start = start;
        this.end = end;
        this.options = options;
        this.cancelled = cancelled;
        this.matched = matched;
        hosts = logs.size();
        timed = IntStream.range(0, hosts).mapToObj(host -> options.timeless().contains(host) ? new PacketLog() : logs.get(host)).toList();
        caveats = new SyncCaveats(logs, names, start, end, options, wholePackets, this::poll);
        for (int host = 0; host < hosts; host++) {
            // Packets belong to the trace, whatever the caller says about its ends.
            PacketLog log = logs.get(host);
            if (log.size() > 0) {
                start[host] = Math.min(start[host], log.nanos(0));
                end[host] = Math.max(end[host], log.nanos(log.size() - 1));
            }
        }
    }

    /** Asks now and then whether to stop. */
    private void poll(long count) {
        if ((count & POLL_MASK) == 0 && cancelled.getAsBoolean()) {
            throw new CancelledException();
        }
    }

    private static long id(int host, int packet) {
        return ((long) host << 32) | packet;
    }

    private static int hostOf(long id) {
        return IntPair.first(id);
    }

    private static int packetOf(long id) {
        return IntPair.second(id);
    }

    SyncResult run() {
        SyncResult.Coarse coarse = new SyncResult.Coarse(false, false, 0, Collections.nCopies(hosts, 0L), 0, Long.MAX_VALUE, false);
        if (options.coarse() && hosts > 1) {
            coarse = new CoarseOffsets(timed, options.coarseSlopePpm(), cancelled).find(options.driftLimitPpm());
        }
        long[] offset = coarse.offsetNanos().stream().mapToLong(Long::longValue).toArray();
        Pass near = near(offset, coarse);
        if (near == null) {
            coarse = new SyncResult.Coarse(coarse.ran(), coarse.complete(), coarse.packetsRead(), coarse.offsetNanos(),
                    coarse.peakUnmatched(), Long.MAX_VALUE, true);
        }
        Pass pass = near != null ? near : new Pass(offset, Long.MAX_VALUE, false);
        matched.run();
        PairRelation[] relations = new PairRelation[hosts * hosts];
        SyncGraph graph = new SyncGraph(names);
        // no pair needs anything of another
        long[] errors = new long[relations.length];
        IntStream.range(0, relations.length).filter(pair -> pass.messages[pair] != null).parallel()
                .forEach(pair -> relations[pair] = relate(pair, java.util.Objects.requireNonNull(pass.messages[pair]), errors));
        for (int pair = 0; pair < relations.length; pair++) {
            PairRelation relation = relations[pair];
            if (relation != null && relation.estimate() != null) {
                graph.link(pair / hosts, pair % hosts, errors[pair]);
            }
        }
        int reference = options.referenceHost() == ClockSync.Options.ANY ? graph.bestRoot(options.timeless()) : options.referenceHost();
        SyncGraph.Tree tree = graph.tree(reference);
        keepOnly(tree, pass, relations);
        ClockMap clocks = clocks(tree, relations);
        resolveAmbiguous(pass, clocks);
        long[] to = new long[hosts];
        long[] from = new long[hosts];
        long[] loopback = new long[hosts];
        count(pass.matches, clocks, tree, to, from, loopback);
        new HopMatches(logs, pass.matches).resolve(this::poll);
        List<SyncResult.Host> results = new ArrayList<>();
        SyncQuality[] quality = qualities(tree, relations, pass);
        SyncResult.@Nullable Packets[] packets = packets(tree, relations, pass, clocks);
        for (int host = 0; host < hosts; host++) {
            long error = clocks.clock(host).errorNanos(start[host] + (end[host] - start[host]) / 2);
            results.add(new SyncResult.Host(names[host], quality[host], tree.neighbour().get(host), pieces(clocks, host), to[host],
                    from[host], loopback[host], error, packets[host]));
        }
        Waiting waiting = pass.waiting;
        if (waiting.passedOverCount() > 0) {
            caveats.tooManyAlike(waiting.passedOverCount());
        }
        return new SyncResult(reference, results, clocks, caveats.all(), coarse, Math.max(waiting.peakUnmatched(), coarse.peakUnmatched()),
                waiting.peakHeld(), pass.matches, evidence(tree, relations, pass));
    }

    /** The packets matched up to the horizon; null if it was too near, so that nothing of it is kept while they are matched once more. */
    private @Nullable Pass near(long[] offset, SyncResult.Coarse coarse) {
        Pass pass = new Pass(offset, coarse.horizonNanos(), coarse.complete());
        return coarse.horizonNanos() != Long.MAX_VALUE && pass.waiting.lostMatches() ? null : pass;
    }

    /** Lets go the messages of pairs over which no clock is carried, and chooses the lines of the others. */
    private void keepOnly(SyncGraph.Tree tree, Pass pass, PairRelation[] relations) {
        boolean[] used = new boolean[hosts * hosts];
        for (int host = 0; host < hosts; host++) {
            int neighbour = tree.neighbour().get(host);
            if (neighbour >= 0) {
                used[Math.min(host, neighbour) * hosts + Math.max(host, neighbour)] = true;
            }
        }
        for (int pair = 0; pair < used.length; pair++) {
            PairMessages messages = pass.messages[pair];
            if (messages != null && !used[pair]) {
                messages.letGo();
                pass.messages[pair] = null;
            }
        }
        IntStream.range(0, used.length).filter(pair -> used[pair]).parallel()
                .forEach(pair -> relations[pair] = relations[pair].likely(cancelled));
    }

    /** The relation of a pair, but for the choice of its line, and its error in the middle of the time of interest. */
    private PairRelation relate(int pair, PairMessages messages, long[] errors) {
        messages.sort();
        int a = pair / hosts;
        int b = pair % hosts;
        // Of interest is the time both traces cover, told apart by the middle message; if there is none, all of the first one.
        int middle = messages.size() / 2;
        long offset = Math.subtractExact(messages.y(middle), messages.x(middle));
        long first = Math.max(start[a], Math.subtractExact(start[b], offset));
        long last = Math.min(end[a], Math.subtractExact(end[b], offset));
        if (last <= first) {
            first = start[a];
            last = end[a];
        }
        PairRelation relation = PairRelation.possible(messages, options.driftLimitPpm(), first, last, cancelled);
        errors[pair] = relation.errorAt(first + (last - first) / 2);
        return relation;
    }

    private ClockMap clocks(SyncGraph.Tree tree, PairRelation[] relations) {
        List<HostClock> clocks = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            clocks.add(HostClock.asRecorded(start[host], end[host]));
        }
        for (int host : tree.order()) {
            int neighbour = tree.neighbour().get(host);
            if (neighbour < 0) {
                clocks.set(host, HostClock.reference(start[host], end[host]));
                continue;
            }
            PairRelation relation = relations[Math.min(host, neighbour) * hosts + Math.max(host, neighbour)];
            // A relation leads from the lower index to the higher one.
            boolean forward = host < neighbour;
            HostClock onward = clocks.get(neighbour);
            PiecewiseTransform estimate = java.util.Objects.requireNonNull(relation.estimate());
            PiecewiseTransform hop = forward ? estimate : estimate.inverted();
            List<PiecewiseTransform> low = null;
            List<PiecewiseTransform> high = null;
            PiecewiseTransform below = relation.low();
            PiecewiseTransform above = relation.high();
            if (below != null && above != null && onward.low() != null && onward.high() != null) {
                low = new ArrayList<>();
                high = new ArrayList<>();
                low.add(forward ? below : above.invertedToLower());
                high.add(forward ? above : below.invertedToUpper());
                low.addAll(onward.low());
                high.addAll(onward.high());
            }
            clocks.set(host, new HostClock(hop.then(onward.estimate()), low, high, start[host], end[host]));
        }
        return ClockMap.of(clocks);
    }

    /** Where the packets are, for each host whose clock is carried over a neighbour: within those of the neighbour, as far as they overlap. */
    private SyncResult.@Nullable Packets[] packets(SyncGraph.Tree tree, PairRelation[] relations, Pass pass, ClockMap clocks) {
        SyncResult.@Nullable Packets[] packets = new SyncResult.Packets[hosts];
        for (int host : tree.order()) {
            int neighbour = tree.neighbour().get(host);
            if (neighbour < 0) {
                continue;
            }
            int at = Math.min(host, neighbour) * hosts + Math.max(host, neighbour);
            PairMessages messages = java.util.Objects.requireNonNull(pass.messages[at]);
            long from = Long.MAX_VALUE;
            long to = Long.MIN_VALUE;
            for (int i = 0; i < messages.size(); i++) {
                poll(i);
                long time = host < neighbour ? messages.x(i) : messages.y(i);
                from = Math.min(from, time);
                to = Math.max(to, time);
            }
            SyncResult.Packets onward = packets[neighbour];
            if (onward != null) {
                PiecewiseTransform hop = java.util.Objects.requireNonNull(relations[at].estimate());
                long onwardFrom = host < neighbour ? hop.inverse(onward.fromNanos()) : hop.apply(onward.fromNanos());
                long onwardTo = host < neighbour ? hop.inverse(onward.toNanos()) : hop.apply(onward.toNanos());
                if (Math.max(from, onwardFrom) <= Math.min(to, onwardTo)) {
                    from = Math.max(from, onwardFrom);
                    to = Math.min(to, onwardTo);
                }
            }
            HostClock clock = clocks.clock(host);
            packets[host] = new SyncResult.Packets(from, to, clock.maxErrorNanos(from, to), clock.errorGrowthPerSecond());
        }
        return packets;
    }

    private List<ClockEvidence> evidence(SyncGraph.Tree tree, PairRelation[] relations, Pass pass) {
        List<ClockEvidence> evidence = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            int neighbour = tree.neighbour().get(host);
            if (neighbour >= 0) {
                int at = Math.min(host, neighbour) * hosts + Math.max(host, neighbour);
                evidence.add(new EvidenceCollector(java.util.Objects.requireNonNull(pass.messages[at]), relations[at], host < neighbour,
                        cancelled)
                        .collect(host, neighbour, start[host], end[host]));
            }
        }
        return evidence;
    }

    private SyncQuality[] qualities(SyncGraph.Tree tree, PairRelation[] relations, Pass pass) {
        SyncQuality[] quality = new SyncQuality[hosts];
        java.util.Arrays.fill(quality, SyncQuality.ABSENT);
        for (int host : tree.order()) {
            int neighbour = tree.neighbour().get(host);
            if (neighbour < 0) {
                quality[host] = SyncQuality.ACCURATE;
                continue;
            }
            int at = Math.min(host, neighbour) * hosts + Math.max(host, neighbour);
            PairRelation relation = relations[at];
            quality[host] = quality[neighbour].worse(relation.quality());
            caveats.explain(host, neighbour, relation, java.util.Objects.requireNonNull(pass.messages[at]));
        }
        for (int host = 0; host < hosts; host++) {
            if (quality[host] == SyncQuality.ABSENT) {
                quality[host] = explainAbsent(host, relations);
            }
        }
        return quality;
    }

    private SyncQuality explainAbsent(int host, PairRelation[] relations) {
        if (options.timeless().contains(host)) {
            caveats.timeless(host);
            return SyncQuality.ABSENT;
        }
        for (int other = 0; other < hosts; other++) {
            PairRelation relation = relations[Math.min(host, other) * hosts + Math.max(host, other)];
            if (other != host && relation != null && relation.quality() == SyncQuality.FAILED) {
                caveats.explainFailed(host, other, relation.outliers());
                return SyncQuality.FAILED;
            }
        }
        caveats.explainAbsent(host);
        return SyncQuality.ABSENT;
    }

    /** Gives each receive with several candidates the latest send before it on the reference clock; the earliest if none is before it. */
    private void resolveAmbiguous(Pass pass, ClockMap clocks) {
        long[] resent = new long[hosts];
        for (int i = 0; i < pass.ambiguousReceive.size(); i++) {
            poll(i);
            long receive = pass.ambiguousReceive.get(i);
            long send = pass.ambiguousSend.get(i);
            int host = hostOf(receive);
            int packet = packetOf(receive);
            int bestHost = pass.matches.sendingHost(host, packet);
            int bestPacket = pass.matches.sendingPacket(host, packet);
            long received = clocks.toReference(host, logs.get(host).nanos(packet));
            long best = clocks.toReference(bestHost, logs.get(bestHost).nanos(bestPacket));
            long sent = clocks.toReference(hostOf(send), logs.get(hostOf(send)).nanos(packetOf(send)));
            boolean better = sent <= received ? best > received || sent > best : best > received && sent < best;
            PacketLog sender = logs.get(bestHost);
            if (bestHost == hostOf(send) && sender.origin(bestPacket) != sender.origin(packetOf(send))) {
                resent[host]++;
            }
            if (better) {
                pass.matches.set(host, packet, hostOf(send), packetOf(send));
            }
        }
        for (int host = 0; host < hosts; host++) {
            if (resent[host] > 0) {
                caveats.ambiguous(host, resent[host]);
            }
        }
    }

    private void count(Matches matches, ClockMap clocks, SyncGraph.Tree tree, long[] to, long[] from, long[] loopback) {
        for (int host = 0; host < hosts; host++) {
            PacketLog log = logs.get(host);
            long violated = 0;
            for (int packet = 0; packet < log.size(); packet++) {
                poll(packet);
                int sender = log.isHop(packet) ? SyncResult.NONE : matches.sendingHost(host, packet);
                if (sender == host || log.arrivesFromHere(packet)) {
                    loopback[host]++;
                } else if (sender >= 0) {
                    to[host]++;
                    from[sender]++;
                    boolean both = tree.distance().get(host) != SyncGraph.NO_LINK && tree.distance().get(sender) != SyncGraph.NO_LINK;
                    if (both && clocks.toReference(sender, logs.get(sender).nanos(matches.sendingPacket(host, packet)))
                            > clocks.toReference(host, log.nanos(packet))) {
                        violated++;
                    }
                }
            }
            if (log.unidentified() > 0) {
                caveats.unidentified(host, log.unidentified());
            }
            if (violated > 0) {
                caveats.orderViolated(host, violated, to[host]);
            }
        }
    }

    private static List<SyncResult.Piece> pieces(ClockMap clocks, int host) {
        List<SyncResult.Piece> pieces = new ArrayList<>();
        for (int piece = 0; piece < clocks.pieces(host); piece++) {
            long from = clocks.pieceFromNanos(host, piece);
            long to = clocks.pieceToNanos(host, piece);
            ClockTransform line = clocks.transform(host, piece).rebased(from);
            pieces.add(new SyncResult.Piece(from, clocks.isIdentity(host) ? java.math.BigDecimal.valueOf(from) : line.referenceBase(),
                    line.slope(), clocks.maxErrorNanos(host, piece),
                    from, to, clocks.toReference(host, from), clocks.toReference(host, to)));
        }
        return pieces;
    }
}
