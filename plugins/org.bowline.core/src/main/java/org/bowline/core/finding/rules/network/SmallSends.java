/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.network;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongLinkedOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntRBTreeSet;
import it.unimi.dsi.fastutil.longs.LongLinkedOpenHashSet;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.PacketWaits;
import org.bowline.core.figures.Samples;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.heaviest.WaitEvidence;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.model.IntPair;
import org.bowline.core.model.ThreadState;
import org.bowline.core.order.Bisection;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * A small packet that leaves while the thread that sent it has been waiting for a while: the kernel has kept it, as Nagle's algorithm does until what was sent before is acknowledged. Neither end does
 * anything meanwhile, and the network has nothing to carry. Large packets wait for room, in a window or at the other side, and are no such case; nor are acknowledgements alone, for which a sender waits that has no room: whoever does not read sends them late. O(segments of the range).
 */
public final class SmallSends implements Rule {
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.1,
            "share of the range in which both ends wait so");
    private static final Setting<Long> MIN_WAIT = Setting.duration("min-wait", 20_000_000,
            "packets count that leave so long after their thread began to wait; acknowledgements are delayed by 40 ms or more");
    private static final Setting<Long> MIN_TIMES = Setting.count("min-times", 3, 1, "such packets of a thread to another one");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.3, "from this share on it is critical");
    /** Frames of fewer bytes are not full. */
    private static final int SMALL = 1000;
    /** Of the packets that leave late so many are small; else a window is what they wait for. */
    private static final double LEAST_SMALL = 0.8;
    /** A packet that was lost before is no such case; so close to that time is the same one. */
    private static final long SAME_NANOS = 1_000_000;
    private static final RuleInfo INFO = new RuleInfo("small-sends", "Small sends that wait",
            "scheduling events with wake-ups, and packets of both ends (profile waits-network)",
            "Small packets of a thread that carry data leave min-wait or more after it began to wait, min-times, while another thread waits for them. Or they "
                    + "leave so long after the piece before on their connection, with nothing asked in between, and within 1 ms of an acknowledgement, as "
                    + "four in five that leave so late do. At least one does for min-share of the range.",
            "The kernel keeps a small piece back while another one is not acknowledged (Nagle's algorithm), and the other side acknowledges late, as it has nothing to send along: 40 ms or more a time, in which nobody does anything.",
            "Give all of a message to the kernel at once (one write, writev, or a buffer), or set TCP_NODELAY on the socket; TCP_QUICKACK at the other side helps where the sender cannot be changed.",
            List.of(MIN_SHARE, MIN_WAIT, MIN_TIMES, CRITICAL));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        if (analysis.timeline().packetCount() == 0) {
            return RuleOutcome.notApplicable("there is no packet of which the traces have both the sending and the arrival");
        }
        Map<String, Kept> byName = new LinkedHashMap<>();
        for (Kept kept : byPair(analysis, settings).values()) {
            if (kept.lengths.size() >= settings.get(MIN_TIMES) && kept.lengths.size() >= LEAST_SMALL * (kept.lengths.size() + kept.large)) {
                byName.merge(Kin.of(analysis.timeline(), kept.sender), kept, Kept::with);
            }
        }
        List<Finding> findings = new ArrayList<>();
        double most = 0;
        for (Kept kept : byName.values()) {
            double share = (double) kept.nanos(analysis) / analysis.rangeNanos();
            most = Math.max(most, share);
            if (share >= settings.get(MIN_SHARE)) {
                findings.add(finding(analysis, kept, share, settings));
            }
        }
        return RuleOutcome.of(findings, most == 0 ? "no thread's small packets leave again and again only after it has begun to wait"
                : "small packets leave late while both ends wait for at most " + percent(most) + " of the range");
    }

    /** By sender and who waits. */
    private static Map<Long, Kept> byPair(Analysis analysis, RuleSettings settings) {
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        PacketWaits waits = analysis.get(PacketWaits.RESULT);
        LongWaits longWaits = new LongWaits(timeline, settings.get(MIN_WAIT));
        Map<Long, Kept> byPair = new LinkedHashMap<>();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (!roles.isProgram(thread) || !analysis.isChosen(thread)) {
                continue;
            }
            analysis.progress().check();
            for (int wait = waits.first(thread); wait < waits.end(thread); wait++) {
                int sender = waits.sender(wait);
                if (sender == thread || !roles.isProgram(sender)) {
                    continue;
                }
                int segment = waits.segment(wait);
                int packet = timeline.link(segment);
                if (!timeline.packetIsEmpty(packet) && longWaits.mayBeLate(sender, packet)
                        && isLate(timeline, packet, settings.get(MIN_WAIT))) {
                    byPair.computeIfAbsent(IntPair.of(sender, thread), pair -> new Kept(sender)).add(timeline, thread, segment, packet);
                }
            }
        }
        addByConnection(analysis, settings, byPair);
        return byPair;
    }

    /** Adds what connections tell: whoever sends may have the next request, and whoever waits may wait for others, too. */
    private static void addByConnection(Analysis analysis, RuleSettings settings, Map<Long, Kept> byPair) {
        Timeline timeline = analysis.timeline();
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        IntOpenHashSet known = new IntOpenHashSet(); // by what the threads do
        byPair.values().forEach(kept -> known.addAll(kept.packets));
        new KeptPackets(timeline, settings.get(MIN_WAIT)).each((packet, before, asker) -> {
            int sender = timeline.packetSender(packet);
            long sent = timeline.packetSent(packet);
            if (sent >= analysis.fromNanos() && sent <= analysis.toNanos() && isOf(timeline, roles, sender) && isOf(timeline, roles, asker)
                    && analysis.isChosen(asker) && !isSentAgain(timeline, sender, sent)) {
                byPair.computeIfAbsent(IntPair.of(sender, asker), pair -> new Kept(sender)).addOfConnection(analysis, asker, before,
                        packet, known.contains(packet));
            }
        }, analysis.progress());
    }

    private static boolean isOf(Timeline timeline, ThreadRoles roles, int thread) {
        return thread >= 0 && thread < timeline.threadCount() && roles.isProgram(thread);
    }

    /** The waits of threads that last so long that a packet may leave late in them: few, so that of most packets it is soon told that they are not late. Looked for when a thread is first asked for. */
    private static final class LongWaits {
        private final Timeline timeline;
        private final long leastNanos;
        private final @Nullable IntArrayList[] ofThreads;

        LongWaits(Timeline timeline, long leastNanos) {
            this.timeline = timeline;
            this.leastNanos = leastNanos;
            ofThreads = new IntArrayList[timeline.threadCount()];
        }

        /** Whether such a wait of a thread begins so long before it sends a packet, and ends after that. */
        boolean mayBeLate(int thread, int packet) {
            if (leastNanos <= 0) {
                return true; // who does not wait at all is late
            }
            IntArrayList waits = ofThreads[thread];
            if (waits == null) {
                waits = find(thread);
                ofThreads[thread] = waits;
            }
            if (waits.isEmpty()) {
                return false;
            }
            long sent = timeline.packetSent(packet);
            IntArrayList all = waits;
            int next = Bisection.first(0, all.size(), i -> timeline.start(all.getInt(i)) > sent - leastNanos);
            return next > 0 && timeline.end(thread, all.getInt(next - 1)) > sent;
        }

        private IntArrayList find(int thread) {
            IntArrayList waits = new IntArrayList();
            for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                if (timeline.state(s) == ThreadState.BLOCKED && timeline.end(thread, s) - timeline.start(s) > leastNanos) {
                    waits.add(s);
                }
            }
            return waits;
        }
    }

    /** Whether a packet leaves so long after its thread began to wait, and for the first time. */
    private static boolean isLate(Timeline timeline, int packet, long leastNanos) {
        long sent = timeline.packetSent(packet);
        int sender = timeline.packetSender(packet);
        return sent - waitsSince(timeline, sender, sent) >= leastNanos && !isSentAgain(timeline, sender, sent);
    }

    /** Whether a packet is known to be small; through the loopback interface by what it carries. */
    private static boolean isSmall(Timeline timeline, int packet) {
        int frame = timeline.packetFrame(packet);
        return frame == Timeline.NONE ? timeline.packetIsSmall(packet) : timeline.frameBytes(frame) < SMALL;
    }

    /** Since when a thread waits at a time; that time if it does not. */
    private static long waitsSince(Timeline timeline, int thread, long nanos) {
        int segment = timeline.segmentAt(thread, nanos);
        return segment != Timeline.NONE && timeline.state(segment) == ThreadState.BLOCKED ? timeline.start(segment) : nanos;
    }

    private static boolean isSentAgain(Timeline timeline, int thread, long nanos) {
        int next = Bisection.first(0, timeline.resentCount(), i -> timeline.resentThread(i) > thread
                || timeline.resentThread(i) == thread && timeline.resentAgain(i) > nanos - SAME_NANOS);
        return next < timeline.resentCount() && timeline.resentThread(next) == thread && timeline.resentAgain(next) < nanos + SAME_NANOS;
    }

    private static Finding finding(Analysis analysis, Kept kept, double share, RuleSettings settings) {
        int[] senders = kept.senders.toIntArray();
        int[] waiters = kept.byWaiter.keySet().toIntArray();
        boolean one = senders.length == 1;
        Finding.Builder finding = Finding.of(INFO, Severity.ofShare(share, settings.get(CRITICAL)), share).wins(share)
                .subject(analysis.stableName(senders[0]))
                .summary("Small pieces that " + PoolNames.list(analysis, senders) + (one ? " sends" : " send") + " are kept back by "
                        + (one ? "its" : "their") + " kernel while " + PoolNames.list(analysis, waiters)
                        + (waiters.length == 1 ? " waits" : " wait") + " for them: " + kept.packets() + " leave "
                        + duration((kept.byConnection ? kept.gaps : kept.lengths).median())
                        + (kept.byConnection ? " after the piece before, when that is acknowledged; for "
                                : " after the sender has begun to wait itself; for ")
                        + duration(kept.nanos(analysis)) + ", " + percent(share)
                        + (kept.byConnection ? " of the range, at least one is kept back so. Nagle's"
                                : " of the range, both ends wait so. Nagle's")
                        + " algorithm does that: a small piece waits until the one before it is acknowledged, which the other side"
                        + " may delay. Without these waits the work would be at most " + percent(share) + " shorter (an estimate).");
        kept.pairs.forEach(pair -> addEvidence(analysis.graph(), IntPair.first(pair), IntPair.second(pair), kept, finding));
        finding.estimate(); // why the kernel keeps them is not recorded
        return finding.restsOn(analysis.doubts(analysis.timeline().host(senders[0]))).build();
    }

    /** The waits for one who sends, as the graph has them; if it has none, as in a range in which none ends, what is kept back of all. */
    private static void addEvidence(WaitForGraph graph, int waiter, int sender, Kept kept, Finding.Builder finding) {
        int edge = graph.edge(graph.groups().vertex(waiter), graph.groups().vertex(sender));
        boolean single = edge != Timeline.NONE && graph.source(edge) == waiter && graph.target(edge) == sender
                && graph.directNanos(edge) > 0;
        finding.evidence(new Evidence.Edge(waiter, sender, single ? WaitEvidence.nanos(graph, edge) : kept.byWaiter.get(waiter),
                single ? graph.waits(edge) : kept.times.get(waiter), "what is sent is kept back"));
    }

    /** What the kernel keeps back of threads of one name. */
    private static final class Kept {
        private final int sender;
        private final IntRBTreeSet senders = new IntRBTreeSet();
        /** Who waits for whom of them, in the order in which they were met. */
        private final LongLinkedOpenHashSet pairs = new LongLinkedOpenHashSet();
        private final Int2LongLinkedOpenHashMap byWaiter = new Int2LongLinkedOpenHashMap();
        /** How many packets each of them waits for. */
        private final Int2IntOpenHashMap times = new Int2IntOpenHashMap();
        private final Samples lengths = new Samples();
        private final Samples bytes = new Samples();
        /** How long after the piece before they left, as far as connections tell. */
        private final Samples gaps = new Samples();
        private final List<long[]> stretches = new ArrayList<>();
        private final IntOpenHashSet packets = new IntOpenHashSet();
        private long large;
        /** Whether there are some of which a connection tells more than what the threads at both ends do. */
        private boolean byConnection;

        Kept(int sender) {
            this.sender = sender;
            senders.add(sender);
        }

        private long pair(int waiter) {
            return IntPair.of(waiter, sender);
        }

        /** Adds a packet that ended a wait, and left late. */
        void add(Timeline timeline, int waiter, int wait, int packet) {
            if (!isSmall(timeline, packet)) {
                large++;
                return;
            }
            packets.add(packet);
            long sent = timeline.packetSent(packet);
            long since = waitsSince(timeline, sender, sent);
            long from = Math.max(since, timeline.start(wait));
            pairs.add(pair(waiter));
            byWaiter.addTo(waiter, Math.max(0, sent - from));
            times.addTo(waiter, 1);
            addOne(timeline, packet, from, sent, sent - since);
        }

        /**
         * Adds a packet that left after an acknowledgement.
         *
         * @param known whether it is known by what the threads do
         */
        void addOfConnection(Analysis analysis, int asker, int before, int packet, boolean known) {
            Timeline timeline = analysis.timeline();
            if (!isSmall(timeline, packet)) {
                large += known ? 0 : 1;
                return;
            }
            long sent = timeline.packetSent(packet);
            gaps.add(sent - timeline.packetSent(before));
            if (known) {
                return;
            }
            long waits = waitsSince(timeline, sender, sent);
            long since = Math.max(analysis.fromNanos(),
                    waits == sent ? timeline.packetSent(before) : Math.max(waits, timeline.packetSent(before)));
            byConnection = true;
            pairs.add(pair(asker));
            byWaiter.addTo(asker, sent - since);
            times.addTo(asker, 1);
            addOne(timeline, packet, since, sent, sent - since);
        }

        private void addOne(Timeline timeline, int packet, long from, long to, long nanos) {
            lengths.add(nanos);
            stretches.add(new long[] {from, to});
            if (timeline.packetFrame(packet) != Timeline.NONE) {
                bytes.add(timeline.frameBytes(timeline.packetFrame(packet)));
            }
        }

        /** How many they are, and how long, as far as an interface was given them. */
        String packets() {
            return lengths.size() + (bytes.size() == 0 ? " small packets" : " packets of " + bytes.median() + " bytes at the median");
        }

        Kept with(Kept other) {
            byConnection |= other.byConnection;
            senders.addAll(other.senders);
            pairs.addAll(other.pairs);
            other.times.int2IntEntrySet().forEach(entry -> times.addTo(entry.getIntKey(), entry.getIntValue()));
            other.byWaiter.int2LongEntrySet().forEach(entry -> byWaiter.addTo(entry.getIntKey(), entry.getLongValue()));
            lengths.addAll(other.lengths);
            bytes.addAll(other.bytes);
            gaps.addAll(other.gaps);
            stretches.addAll(other.stretches);
            return this;
        }

        /** For how long both ends of at least one of these packets wait. */
        long nanos(Analysis analysis) {
            TimeUnion union = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
            stretches.forEach(one -> union.add(one[0], one[1]));
            return union.nanos();
        }
    }
}
