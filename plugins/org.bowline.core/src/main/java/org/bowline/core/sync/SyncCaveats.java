/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.bowline.core.figures.Duration;
import org.bowline.core.model.Words;
import org.bowline.core.time.PiecewiseTransform;

/** What a synchronisation does not know, or had to assume, in sentences. */
final class SyncCaveats {
    private static final int MOST_NAMED = 3;
    private final List<PacketLog> logs;
    private final String[] names;
    private final long[] start;
    private final long[] end;
    private final ClockSync.Options options;
    private final boolean[] wholePackets;
    private final LongConsumer poll;
    private final List<SyncCaveat> all = new ArrayList<>();
    /** By host; −1 as long as nobody has asked. */
    private final long[] headerless;
    /** Of which hosts that is told. */
    private final BitSet told = new BitSet();
    private @Nullable Apart apart;

    /**
     * Of hosts.
     *
     * @param start when each begins, its own time
     * @param end when each ends
     * @param options by how much two clocks may differ in rate where packets do not tell, and whether traces were left out
     * @param wholePackets by host, whether no packet is missing in its log
     * @param poll told of progress, so that it can be cancelled
     */
    SyncCaveats(List<PacketLog> logs, String[] names, long[] start, long[] end, ClockSync.Options options, boolean[] wholePackets,
            LongConsumer poll) {
        this.logs = logs;
        this.names = names;
        this.start = start;
        this.end = end;
        this.options = options;
        this.wholePackets = wholePackets;
        this.poll = poll;
        headerless = new long[names.length];
        Arrays.fill(headerless, -1);
    }

    List<SyncCaveat> all() {
        return all;
    }

    /** Of a clock that is carried over a neighbour. */
    void explain(int host, int neighbour, PairRelation relation, PairMessages between) {
        String pair = names[host] + " and " + names[neighbour];
        long messages = between.size();
        if (relation.quality() == SyncQuality.INCOMPLETE && between.fromFirst() > 0 && between.fromSecond() > 0) {
            add(SyncCaveat.Kind.PARTLY_ONE_WAY, host, messages, "The " + messages + " packets between " + pair
                    + " fit no one line, and in a part of the trace they were matched in one direction only, so the error of the clock of "
                    + names[host]
                    + " is unknown. Record the network events of both hosts from begin to end, and let nothing set the clocks meanwhile.");
        } else if (relation.quality() == SyncQuality.INCOMPLETE) {
            add(SyncCaveat.Kind.ONE_WAY, host, messages, "Packets between " + pair + " were matched in one direction only (" + messages
                    + "), so the error of the clock of " + names[host] + " is unknown; receives never come before their sends."
                    + (explainHeaders(host, neighbour) ? "" : " Record the network events of both hosts."));
        } else if (relation.quality() == SyncQuality.APPROXIMATE) {
            add(SyncCaveat.Kind.DRIFT_ASSUMED, host, messages,
                    (messages == 1 ? "The packet between " : "The " + messages + " packets between ") + pair
                            + (messages == 1 ? " does" : " do")
                            + " not bound the clocks' rates; the error stated holds if these differ by at most "
                            + options.driftLimitPpm() + " ppm. Record for longer, or with more traffic.");
        }
        if (relation.outliers() > 0) {
            add(SyncCaveat.Kind.OUTLIERS, host, relation.outliers(), relation.outliers() + " of "
                    + Words.count(messages, "packet") + " between " + pair + " contradicted all others and "
                    + (relation.outliers() == 1 ? "was" : "were") + " left out of the clock's line.");
        }
        boolean forward = host < neighbour;
        PiecewiseTransform estimate = Objects.requireNonNull(relation.estimate());
        for (long[] change : relation.changes()) {
            long from = forward ? change[0] : estimate.apply(change[0]);
            long to = forward ? change[1] : estimate.apply(change[1]);
            all.add(new SyncCaveat(SyncCaveat.Kind.CLOCK_CHANGED, host, 1, from, to, String.format(Locale.ROOT,
                    "The clock of %s against %s changed its offset or rate within %s of the trace; times in there are less certain.",
                    names[host], names[neighbour], Duration.duration(to - from))));
        }
    }

    /** Of a clock that no packets contradict, but to which none leads. */
    void explainAbsent(int host) {
        Apart known = apart();
        boolean perhapsBeside = known.shares(host) && !withoutPackets().isEmpty(); // that third party may be one of the hosts
        if (wholePackets[host] && headerless(host) == 0 && known.is(host) && !perhapsBeside) {
            add(SyncCaveat.Kind.APART, host, logs.get(host).size(), "The host exchanged no packet with another "
                    + (withoutPackets().isEmpty() ? "recorded host" : "host whose packets were recorded") + " in the "
                    + Duration.duration(end[host] - start[host]) + " for which it was recorded; it has "
                    + Words.count(logs.get(host).size(), "packet")
                    + ". Its clock is as recorded: what it did cannot be put in order with what the others did, and nothing that is said of them rests on it."
                    + shared(known, host, " But it"));
            return;
        }
        boolean headers = explainHeaders(IntStream.range(0, names.length).toArray());
        add(SyncCaveat.Kind.CLOCK_AS_RECORDED, host, logs.get(host).size(), "No packet links " + names[host]
                + " to the reference host; its clock is as recorded and may be off by any amount."
                + (!options.timeless().isEmpty() ? leftOut()
                        : headers ? ""
                                : options.leftOut() ? " That may be so because traces could not be read: copy these again."
                                        : perhapsBeside ? "" : " Record net_dev_queue and net_if_receive_skb on all hosts, at one time.")
                + shared(known, host, " It"));
    }

    private String leftOut() {
        List<String> some = options.timeless().stream().sorted().map(host -> names[host]).toList();
        return " The packets of " + Words.list(some, "and") + " are left out, as "
                + (some.size() == 1 ? "its clock tells" : "their clocks tell")
                + " no possible time: correct that first.";
    }

    /** Of a clock that tells no possible time. */
    void timeless(int host) {
        add(SyncCaveat.Kind.TIMELESS, host, logs.get(host).size(), "The clock of " + names[host]
                + " tells no possible time, so when the host did what is not known, and its "
                + Words.count(logs.get(host).size(), "packet") + " are left out: what other hosts received from it leads to the network.");
    }

    /** Of a clock whose packets contradict each other. */
    void explainFailed(int host, int other, long outliers) {
        add(SyncCaveat.Kind.SYNC_FAILED, host, outliers, "The packets between " + names[host] + " and " + names[other]
                + " contradict each other; the clock of " + names[host]
                + " is as recorded. Check that both traces are of one run.");
    }

    /** Whether one of some hosts did not record from whom it received what it did; each is told once. */
    private boolean explainHeaders(int... some) {
        boolean any = false;
        for (int host : some) {
            long count = headerless(host);
            any |= count > 0;
            if (count > 0 && !told.get(host)) {
                told.set(host);
                add(SyncCaveat.Kind.HEADERLESS, host, count, Words.count(count, "packet") + " that " + names[host]
                        + " received were recorded without their headers, so nothing tells who sent them: its network device hands them up one by one (generic receive offload is off)."
                        + " Switch that on there while you record: ethtool -K INTERFACE gro on.");
            }
        }
        return any;
    }

    private long headerless(int host) {
        if (headerless[host] < 0) {
            headerless[host] = Headerless.count(logs.get(host), poll);
        }
        return headerless[host];
    }

    private Apart apart() {
        Apart known = apart == null ? new Apart(logs, poll) : apart;
        apart = known;
        return known;
    }

    private String shared(Apart apart, int host, String who) {
        if (!apart.shares(host)) {
            return "";
        }
        return who + " and another recorded host exchanged packets with "
                + (options.leftOut()
                        ? "a host of which no packets were read. Traces could not be read, perhaps of that host: copy these again."
                        : !withoutPackets().isEmpty()
                                ? "a host of which none were recorded. That may be " + Words.list(withoutPackets(), "or")
                                        + ": record net_dev_queue and net_if_receive_skb there. If it is another one, record that host, too."
                                : "a host that is not recorded: if the work goes through that host, as through a balancer of load, record it, too.");
    }

    /** The hosts that are recorded, and their packets are not: which addresses they have is not known. Of many the first few. */
    private List<String> withoutPackets() {
        List<String> all = IntStream.range(0, names.length).filter(host -> logs.get(host).size() == 0 && !wholePackets[host])
                .mapToObj(host -> names[host]).toList();
        return all.size() <= MOST_NAMED ? all
                : Stream.concat(all.stream().limit(MOST_NAMED), Stream.of("one of " + (all.size() - MOST_NAMED) + " more hosts")).toList();
    }

    void tooManyAlike(long passedOver) {
        add(SyncCaveat.Kind.TOO_MANY_ALIKE, SyncResult.NONE, passedOver, "More than " + Segments.MOST_ALIKE
                + " packets of a connection are alike, as no sender repeats one so often: " + passedOver
                + " times only the latest were compared, so who sent a packet may be missing or wrong. Check that no trace is damaged.");
    }

    void ambiguous(int host, long resent) {
        add(SyncCaveat.Kind.AMBIGUOUS, host, resent, "Packets received by " + names[host] + " that may be one of several sent alike: "
                + resent + ". The latest one sent before was taken.");
    }

    void unidentified(int host, long datagrams) {
        add(SyncCaveat.Kind.UNIDENTIFIED, host, datagrams, Words.count(datagrams, "datagram") + " of " + names[host]
                + (datagrams == 1 ? " carries no IP identification and cannot be told apart: the thread that sent it is"
                        : " carry no IP identification and cannot be told apart: the threads that sent them are")
                + " not known to the receivers.");
    }

    void orderViolated(int host, long violated, long received) {
        add(SyncCaveat.Kind.ORDER_VIOLATED, host, violated, violated + " of " + Words.count(received, "packet")
                + " received by " + names[host] + (violated == 1 ? " comes before it was" : " come before they were")
                + " sent on the reference clock, by less than the clocks' errors; the chain of clocks does not run over "
                + (violated == 1 ? "its" : "their") + " sender.");
    }

    private void add(SyncCaveat.Kind kind, int host, long count, String text) {
        all.add(new SyncCaveat(kind, host, count, Long.MIN_VALUE, Long.MAX_VALUE, text));
    }
}
