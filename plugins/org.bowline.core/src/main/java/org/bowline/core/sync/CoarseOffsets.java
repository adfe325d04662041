/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.CancelledException;

/**
 * The coarse step: reads the beginnings of the logs until packets both ways link all hosts, and gives the offsets by which the logs are best read together. Then each packet
 * waits for its counterpart as long as it travelled, and not as long as the clocks are apart.
 *
 * <p>The hosts are parts of a weighted union-find; a pair of hosts is united by the first exchange both ways, as its offset is then bounded. How to read the beginnings is not
 * known before: by the recorded times, if the clocks are about right, or from the traces' starts, if these were at about one time. Both are tried, on growing
 * budgets of packets.
 *
 * <p>Giraldeau and Dagenais (TPDS 27(8), 2016), partial coarse synchronisation. They read on until the slope between two clocks is known to one percent as well, which is an option here ({@link SlopeCheck}): for the order of reading,
 * offsets are enough.
 */
final class CoarseOffsets {
    private static final long FIRST_BUDGET = 128;
    /** Beyond a tenth of the packets the step costs more than it gives. */
    private static final int SHARE = 10;
    private static final long LEAST_LIMIT = 20_000;
    /** Room for the network's own delays and a time-out or two. */
    private static final long SLACK_NANOS = 2_000_000_000L;

    private final List<PacketLog> logs;
    private final int slopePpm;
    private final BooleanSupplier cancelled;
    private long packetsRead;
    private long peakUnmatched;

    /** @param slopePpm to how many parts per million the slope between the clocks of a pair is to be known before it is united; 0: the first exchange both ways is enough */
    CoarseOffsets(List<PacketLog> logs, int slopePpm, BooleanSupplier cancelled) {
        this.logs = logs;
        this.slopePpm = slopePpm;
        this.cancelled = cancelled;
    }

    /** One reading of the beginnings in one order. */
    private final class Attempt implements MatchSink {
        final int hosts = logs.size();
        final int[] parent = new int[hosts];
        final int[] rank = new int[hosts];
        /** Added to a host's time gives its parent's. */
        final long[] toParent = new long[hosts];
        /** Bounds of the offset of a pair a < b: time of b minus time of a. */
        final long[][] least = new long[hosts][hosts];
        final long[][] most = new long[hosts][hosts];
        /** If the slope counts: of a pair a < b at [a · hosts + b]. */
        final @Nullable SlopeCheck[] slopes = new SlopeCheck[slopePpm > 0 ? hosts * hosts : 0];
        int parts = hosts;
        /** Pairs with packets both ways. */
        int twoWay;
        long widest;

        Attempt() {
            for (int h = 0; h < hosts; h++) {
                parent[h] = h;
                rank[h] = 1;
                for (int other = 0; other < hosts; other++) {
                    least[h][other] = Long.MIN_VALUE;
                    most[h][other] = Long.MAX_VALUE;
                }
            }
        }

        int root(int host) {
            int at = host;
            while (parent[at] != at) {
                // Path halving.
                int up = parent[at];
                toParent[at] += toParent[up];
                parent[at] = parent[up];
                at = parent[at];
            }
            return at;
        }

        long toRoot(int host) {
            long sum = 0;
            for (int at = host; parent[at] != at; at = parent[at]) {
                sum += toParent[at];
            }
            return sum;
        }

        /** Unites two hosts, given the time of b minus the time of a. */
        void unite(int a, int b, long offset) {
            int rootA = root(a);
            int rootB = root(b);
            if (rootA == rootB) {
                return;
            }
            // time(rootA) = time(a) + toRoot(a); time(b) = time(a) + offset.
            long rootBMinusRootA = offset + toRoot(b) - toRoot(a);
            parts--;
            if (rank[rootA] < rank[rootB]) {
                parent[rootA] = rootB;
                toParent[rootA] = rootBMinusRootA;
                rank[rootB] += rank[rootA];
            } else {
                parent[rootB] = rootA;
                toParent[rootB] = -rootBMinusRootA;
                rank[rootA] += rank[rootB];
            }
        }

        @Override
        public void sent(int host, int packet, boolean relayed) {
            // only pairs tell offsets
        }

        @Override
        public void pair(int sendHost, int sendPacket, int receiveHost, int receivePacket, Order order, boolean another) {
            if (order != Order.CERTAIN) {
                return;
            }
            int a = Math.min(sendHost, receiveHost);
            int b = Math.max(sendHost, receiveHost);
            long difference = logs.get(receiveHost).nanos(receivePacket) - logs.get(sendHost).nanos(sendPacket);
            boolean wasTwoWay = isTwoWay(a, b);
            if (sendHost == a) {
                most[a][b] = Math.min(most[a][b], difference);
            } else {
                least[a][b] = Math.max(least[a][b], -difference);
            }
            if (!wasTwoWay && isTwoWay(a, b)) {
                twoWay++;
            }
            if (root(a) != root(b) && isSlopeKnown(a, b, sendHost, sendPacket, receiveHost, receivePacket)) {
                uniteTwoWay(a, b);
            }
        }

        private boolean isTwoWay(int a, int b) {
            return least[a][b] != Long.MIN_VALUE && most[a][b] != Long.MAX_VALUE;
        }

        /** Whether it tells more than another one: links more hosts; or, where they are not linked by what is known of the slopes, knows offsets of more pairs. */
        boolean isBetterThan(Attempt other) {
            return parts < other.parts || slopePpm > 0 && parts == other.parts && twoWay > other.twoWay;
        }

        private boolean isSlopeKnown(int a, int b, int sendHost, int sendPacket, int receiveHost, int receivePacket) {
            if (slopePpm == 0) {
                return true;
            }
            SlopeCheck slope = slopes[a * hosts + b];
            if (slope == null) {
                slope = new SlopeCheck(slopePpm);
                slopes[a * hosts + b] = slope;
            }
            long sent = logs.get(sendHost).nanos(sendPacket);
            long received = logs.get(receiveHost).nanos(receivePacket);
            return sendHost == a ? slope.add(true, sent, received) : slope.add(false, received, sent);
        }

        /** Unites two hosts if there were packets both ways. */
        private void uniteTwoWay(int a, int b) {
            if (isTwoWay(a, b)) {
                widest = Math.max(widest, Math.abs(most[a][b] - least[a][b]));
                unite(a, b, least[a][b] + (most[a][b] - least[a][b]) / 2);
            }
        }

        /** At last, hosts of which less is known than was asked for: with packets both ways first, then with packets one way only, of which the fastest took no time at all. */
        void uniteRest() {
            for (int a = 0; a < hosts; a++) {
                for (int b = a + 1; b < hosts; b++) {
                    if (root(a) != root(b)) {
                        uniteTwoWay(a, b);
                    }
                }
            }
            for (int a = 0; a < hosts; a++) {
                for (int b = a + 1; b < hosts; b++) {
                    if (least[a][b] != Long.MIN_VALUE || most[a][b] != Long.MAX_VALUE) {
                        if (root(a) != root(b)) {
                            widest = Math.max(widest, SLACK_NANOS);
                        }
                        unite(a, b, least[a][b] != Long.MIN_VALUE ? least[a][b] : most[a][b]);
                    }
                }
            }
        }

        void read(long[] seed, long budget) {
            PacketMatcher matcher = new PacketMatcher(logs, this, Long.MAX_VALUE, false);
            MergedOrder order = new MergedOrder(logs, seed);
            for (long read = 0; read < budget && parts > 1 && order.advance(); read++) {
                matcher.add(order.host(), order.packet(), order.nanos());
                packetsRead++;
                if ((read & 0xffff) == 0 && cancelled.getAsBoolean()) {
                    throw new CancelledException();
                }
            }
            peakUnmatched = Math.max(peakUnmatched, matcher.waiting().peakUnmatched());
        }
    }

    // Complex: widens its search step by step and keeps the best attempt.
    /**
     * Finds the offsets.
     *
     * @param driftLimitPpm how fast offsets change, parts per million
     */
    SyncResult.Coarse find(int driftLimitPpm) {
        int hosts = logs.size();
        long total = 0;
        long first = Long.MAX_VALUE;
        long span = 0;
        for (PacketLog log : logs) {
            total += log.size();
            if (log.size() > 0) {
                first = Math.min(first, log.nanos(0));
                span = Math.max(span, log.nanos(log.size() - 1) - log.nanos(0));
            }
        }
        long[] recorded = new long[hosts];
        long[] fromStart = new long[hosts];
        for (int h = 0; h < hosts; h++) {
            fromStart[h] = logs.get(h).size() == 0 ? 0 : first - logs.get(h).nanos(0);
        }
        long limit = Math.max(LEAST_LIMIT, total / SHARE);
        Attempt best = null;
        long[] bestSeed = recorded;
        for (long budget = FIRST_BUDGET; packetsRead < limit && (best == null || best.parts > 1); budget *= 4) {
            for (long[] seed : new long[][] {recorded, fromStart}) {
                Attempt attempt = new Attempt();
                attempt.read(seed, Math.min(budget, limit));
                if (best == null || attempt.isBetterThan(best)) {
                    best = attempt;
                    bestSeed = seed;
                }
                if (attempt.parts == 1) {
                    break;
                }
            }
            if (budget >= total) {
                break;
            }
        }
        if (best == null) {
            best = new Attempt();
        }
        best.uniteRest();
        boolean complete = best.parts == 1 || !shareFlows(best);
        List<Long> offsets = new ArrayList<>();
        for (int h = 0; h < hosts; h++) {
            int root = best.root(h);
            // Hosts that are linked are read by the offsets found, parts among each other as seen at first.
            offsets.add(best.toRoot(h) + bestSeed[root]);
        }
        long horizon = Long.MAX_VALUE;
        if (complete) {
            horizon = SLACK_NANOS + 2 * best.widest * hosts + 2 * (span / 1_000_000) * driftLimitPpm;
        }
        return new SyncResult.Coarse(true, complete, packetsRead, offsets, peakUnmatched, horizon, false);
    }

    /** Whether hosts of different parts took part in one connection. O(packets), memory by connections; only asked when the coarse step did not link all hosts. */
    private boolean shareFlows(Attempt attempt) {
        if (logs.size() > Long.SIZE) {
            return true;
        }
        Long2LongMap partsOfFlow = new Long2LongOpenHashMap();
        for (int h = 0; h < logs.size(); h++) {
            long part = 1L << attempt.root(h);
            PacketLog log = logs.get(h);
            for (int packet = 0; packet < log.size(); packet++) {
                if ((packet & 0xffff) == 0 && cancelled.getAsBoolean()) {
                    throw new CancelledException();
                }
                long flow = log.flowHash(packet);
                long parts = partsOfFlow.get(flow);
                if ((parts & ~part) != 0) {
                    return true;
                }
                if (parts == 0) {
                    partsOfFlow.put(flow, part);
                }
            }
        }
        return false;
    }
}
