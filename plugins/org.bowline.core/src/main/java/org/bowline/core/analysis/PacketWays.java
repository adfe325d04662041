/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import static org.bowline.core.figures.Duration.duration;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntPredicate;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import org.jspecify.annotations.Nullable;

import org.bowline.core.figures.Quantile;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.timeline.Timeline;

/**
 * How long the packets that ended waits in the range were on their way between hosts, and how closely that can be known: a packet's sending and its arrival are of two clocks. Where these may be off against each other by half of what a packet takes or more,
 * the time for one way says little; that for both ways together, and for the wait, which is of one clock, stay as they are (docs/adr/0195). Immutable. O(segments of the range); 8 bytes a wait, of no more than {@value #MOST} of each
 * pair of hosts.
 */
public final class PacketWays {
    /** Those of an analysis. */
    public static final Result<PacketWays> RESULT = Result.of(PacketWays::new);
    /** Ways of which the median is taken, evenly spread over the waits of two hosts. */
    private static final int MOST = 1 << 14;

    private final Analysis analysis;
    private final Map<Pair, Ways> ways = new TreeMap<>();

    private record Pair(int one, int other) implements Comparable<Pair> {
        static Pair of(int a, int b) {
            return new Pair(Math.min(a, b), Math.max(a, b));
        }

        @Override
        public int compareTo(Pair with) {
            return one == with.one ? Integer.compare(other, with.other) : Integer.compare(one, with.one);
        }
    }

    /** Values, of which only each second, fourth and so on is kept when there are many. */
    private static final class Ways {
        private final LongArrayList values = new LongArrayList();
        private long seen;
        private long stride = 1;
        /** From the first packet's sending to the last one's arrival. */
        private long from = Long.MAX_VALUE;
        private long to = Long.MIN_VALUE;
        /** Not known before it is asked for. */
        private volatile long median = -1;

        void add(long sent, long arrived) {
            from = Math.min(from, Math.min(sent, arrived));
            to = Math.max(to, arrived);
            add(Math.max(0, arrived - sent));
        }

        private void add(long nanos) {
            if ((seen++ & stride - 1) == 0) {
                if (values.size() == MOST) {
                    for (int i = 0; i < MOST / 2; i++) {
                        values.set(i, values.getLong(2 * i));
                    }
                    values.size(MOST / 2);
                    stride *= 2;
                }
                values.add(nanos);
            }
        }

        /** When all were added. */
        long median() {
            if (median < 0) {
                median = PacketWays.median(values);
            }
            return median;
        }
    }

    private PacketWays(Analysis analysis) {
        this.analysis = analysis;
        Timeline timeline = analysis.timeline();
        if (timeline.hostCount() > 1) {
            PacketWaits waits = analysis.get(PacketWaits.RESULT);
            int host = Timeline.NONE;
            @Nullable Ways[] ofHost = {}; // by the host of the sender
            for (int thread = 0; thread < timeline.threadCount(); thread++) {
                if (timeline.host(thread) != host) {
                    host = timeline.host(thread);
                    ofHost = new Ways[timeline.hostCount()];
                }
                add(thread, waits, ofHost);
                if ((thread & 255) == 0) {
                    analysis.progress().check();
                }
            }
        }
    }

    private void add(int thread, PacketWaits waits, @Nullable Ways[] ofHost) {
        Timeline timeline = analysis.timeline();
        int host = timeline.host(thread);
        for (int wait = waits.first(thread); wait < waits.end(thread); wait++) {
            int from = timeline.host(waits.sender(wait));
            int segment = waits.segment(wait);
            if (from != host && timeline.end(thread, segment) <= analysis.toNanos()) {
                Ways some = ofHost[from];
                if (some == null) {
                    some = ways.computeIfAbsent(Pair.of(from, host), pair -> new Ways());
                    ofHost[from] = some;
                }
                some.add(timeline.packetSent(timeline.link(segment)), timeline.end(thread, segment));
            }
        }
    }

    /** The median time from a packet's sending to the end of the wait that it ended, between a host and all others, ns; 0 if there is none. */
    public long medianNanos(int host) {
        List<Ways> ofHost = new ArrayList<>();
        ways.forEach((pair, some) -> {
            if (pair.one == host || pair.other == host) {
                ofHost.add(some);
            }
        });
        if (ofHost.size() == 1) {
            return ofHost.get(0).median();
        }
        LongArrayList all = new LongArrayList();
        ofHost.forEach(some -> all.addAll(some.values));
        return median(all);
    }

    private static long median(LongArrayList values) {
        long[] sorted = values.toLongArray();
        Arrays.sort(sorted);
        return sorted.length == 0 ? 0 : Math.max(1, Quantile.of(sorted, 50));
    }

    /** The most by which the clocks of two hosts may be off against each other in a stretch of time, ns; {@link Long#MAX_VALUE} if that is not known, 0 if the clocks were not compared. */
    public static long errorNanos(Analysis analysis, int oneHost, int otherHost, long fromNanos, long toNanos) {
        SyncResult sync = analysis.sync();
        if (sync == null) {
            return 0;
        }
        long one = errorNanos(sync, oneHost, fromNanos, toNanos);
        long other = errorNanos(sync, otherHost, fromNanos, toNanos);
        return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
    }

    /** The same while these packets were on their way. */
    private long errorNanos(Pair pair, Ways some) {
        return errorNanos(analysis, pair.one, pair.other, some.from, some.to);
    }

    private static long errorNanos(SyncResult sync, int host, long from, long to) {
        return host == sync.referenceHost() ? 0
                : sync.clocks().clock(host).maxErrorNanos(sync.clocks().fromReference(host, from), sync.clocks().fromReference(host, to));
    }

    /** Those two of some hosts whose clocks may be off by half of what packets take, or more: of what is told as 10 ms for one way it is then not even known whether it is 5 or 15. */
    private Map<Pair, Ways> doubtful(IntPredicate hosts) {
        Map<Pair, Ways> doubtful = new TreeMap<>();
        ways.forEach((pair, some) -> {
            if (hosts.test(pair.one) && hosts.test(pair.other) && errorNanos(pair, some) >= some.median() / 2) {
                doubtful.put(pair, some);
            }
        });
        return doubtful;
    }

    private String clause(Pair pair, Ways some) {
        long error = errorNanos(pair, some);
        return "the clocks of " + analysis.timeline().hostName(pair.one) + " and " + analysis.timeline().hostName(pair.other)
                + " may be off against each other by " + (error == Long.MAX_VALUE ? "an unknown time" : duration(error))
                + ", and packets take " + duration(some.median()) + " at the median";
    }

    /**
     * A clause for each two of some hosts whose clocks may be off by half of what packets take between them, or more: {@code the clocks of A and B may be off against each other by 13.2 ms, and packets take 13.7 ms at the median}.
     *
     * @param hosts by number
     */
    public List<String> doubts(IntPredicate hosts) {
        List<String> doubts = new ArrayList<>();
        doubtful(hosts).forEach((pair, some) -> doubts.add(clause(pair, some)));
        return doubts;
    }

    /**
     * The same as caveats of a result that tells how long packets were on their way; each is one of the host that is not the reference.
     *
     * @param hosts by number: those between which it tells that
     */
    public List<Caveat> caveats(IntPredicate hosts) {
        SyncResult sync = analysis.sync();
        List<Caveat> caveats = new ArrayList<>();
        doubtful(hosts).forEach((pair, some) -> {
            String clause = clause(pair, some);
            int host = sync != null && pair.other == sync.referenceHost() ? pair.one : pair.other;
            caveats.add(new Caveat(Severity.INFO, analysis.timeline().hostName(host), "way-within-clock-error", some.seen,
                    analysis.fromNanos(),
                    analysis.toNanos(), Character.toUpperCase(clause.charAt(0)) + clause.substring(1)
                            + ". So how long a single packet was on its way, and when a path goes from one host to the other, is an estimate;"
                            + " waits, and the time for both ways together, do not depend on it."));
        });
        return caveats;
    }
}
